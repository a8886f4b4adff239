/* Could more of what an option bounds have woken a task that waits, or let one run that is held up? From where it is,
 * every run is looked at in which interrupts and ticks come that were spent. */
#ifndef APP_RESCUE_H
#define APP_RESCUE_H

#include "app/app.h"
#include "search/search.h"

struct rescue;

/* `hurries`: time waits for nobody, either. */
struct rescue *rescue_new(const struct app *app, const struct search_options *options, bool hurries);
void rescue_free(struct rescue *rescue);

/* False: it waits, or is held up, for ever, whatever comes. True as well where that is too much to find out, or where a
 * run goes wrong before, but for activations that are lost: then it is not known. */
bool rescue_may_come(struct rescue *rescue, const void *state, uint32_t size, uint32_t task, bool *is_known);

#endif
