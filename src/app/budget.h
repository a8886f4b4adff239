/* How often things come from outside: the options' budgets, for each ISR and counter. */
#ifndef APP_BUDGET_H
#define APP_BUDGET_H

#include "app/model.h"

/* False with errors: names that nothing has. */
bool budgets_set(struct app *app, const struct app_options *options, struct diagnostics *diagnostics);

#endif
