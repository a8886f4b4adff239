/* Runs of code that takes no time, but for what waits for time to pass: it passes while nothing runs, and where code
 * goes round without an end until it has passed. What alarms wait for in such a run, they wait for however fast code
 * is. */
#ifndef APP_QUICK_H
#define APP_QUICK_H

#include "app/app.h"
#include "search/nodeset.h"
#include "search/search.h"

/* Adds the states in which code waits for time in such a run, in time that waits for tasks. LIMIT_NONE: all of them. */
enum search_limit quick_waits(struct app *app, const struct search_options *options, struct nodeset *states);

#endif
