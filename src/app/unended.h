/* Loops that some run went round in, and no run came out of.
 *
 * Who does not look for what goes on for ever assumes that loops end; where no end of one was ever seen, that is no
 * more than a hope. A loop that waits for an event, or ends the task, is none of these, nor is one without a way out to
 * whose application something may come: that is how tasks in the background are written. */
#ifndef APP_UNENDED_H
#define APP_UNENDED_H

#include "app/app.h"

/* Of what was reached since untried_begin_search(). No line: there is none. */
struct place unended_loop(const struct app *app);

#endif
