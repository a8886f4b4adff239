/* Systems that are never idle any more: what comes only then (`any:idle`) never comes there. */
#ifndef APP_NEVER_IDLE_H
#define APP_NEVER_IDLE_H

#include "app/app.h"
#include "search/search.h"

bool never_idle_matters(const struct app *app); /* something comes only while nothing runs */

/* What would come, and never does on some run: half a sentence; NULL: nothing. `ts` is what was searched, and has the
 * kernel's part of the application's states. */
const char *never_idle_for(const struct app *app, const struct ts *ts, const struct search_options *options);

/* What never comes if it is never idle from this state of the application's own on: half a sentence. */
const char *never_idle_keeps_out(const struct app *app, const void *state);
/* What is said of that: half a sentence, too. */
const char *never_idle_words(const struct app *app, const char *kept_out);

#endif
