/* Alarms that time waits for though their tasks are never ready again, in states that a run may leave without any help
 * to the task: somebody could cancel the alarm. That one need not come, or may come later than the alarm.
 *
 * Time stands still for an alarm in a state if it is kept back there, its task is ready in no state that can be
 * reached, and as long as nothing comes from outside, but for the alarm's own time, the alarm stays set. */
#ifndef APP_STANDSTILL_H
#define APP_STANDSTILL_H

#include "app/app.h"
#include "search/nodeset.h"
#include "search/search.h"

struct standstill;

/* Whether the application can cancel alarms: otherwise there is nothing to look for. */
bool standstill_may_be(const struct app *app);

/* Looks at all states. `limit`: LIMIT_NONE, or why it looked at some only. */
struct standstill *standstill_new(const struct app *app, const struct search_options *options,
                                  enum search_limit *limit);
/* Adds the states in which it stands still for this alarm. */
void standstill_add(const struct standstill *standstill, uint32_t alarm, struct nodeset *states);
void standstill_free(struct standstill *standstill);

#endif
