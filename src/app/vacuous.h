/* A pass that says nothing: what was looked for had no chance to happen. */
#ifndef APP_VACUOUS_H
#define APP_VACUOUS_H

#include "app/app.h"
#include "search/search.h"

/* Why (no task ever runs ...), or NULL. The application was searched; `options` are for one more search. */
/* `ts` is what was searched: the application's, or another that has the kernel's part of its states. */
const char *app_vacuous_reason(struct app *app, const struct ts *ts, const struct search_options *options);

/* The same as far as it is known before everything was searched: it has not had a chance so far, or may never. */
const char *app_vacuous_so_far(const struct app *app);

#endif
