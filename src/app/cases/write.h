/* Test cases as files: JSON, a table (CSV), and a program in C that runs them with rtcheck's kernel (driver.h). */
#ifndef APP_CASES_WRITE_H
#define APP_CASES_WRITE_H

#include "app/cases/cover.h"

extern const char *const cover_goal_names[]; /* by goal: "statement"; NULL at the end */

void cases_json(const struct app *app, const struct cover *cover, struct text *out);
void cases_csv(const struct app *app, const struct cover *cover, struct text *out);

#endif
