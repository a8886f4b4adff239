/* An application as Promela: the combination model of application and operating system (seed 001, chapter 5).
 *
 * Tasks and interrupt routines become processes that talk to the process of the operating system
 * (models/osek/os_model.pml with the kernel of osek.pml) through waitForRun and taskAPI; the configuration becomes
 * configData(). What Promela cannot say (pointers, floats, 64-bit numbers, recursion, hooks ...) is refused by name and
 * place. */
#ifndef APP_EXPORT_H
#define APP_EXPORT_H

#include "app/app.h"

/* Writes the model's own file into `out` (it includes os_model.pml). `options` are those it was loaded with: budgets
 * count. False with errors in `diagnostics`. */
bool app_export(const struct app *app, const struct app_options *options, const char *title, struct text *out,
                struct diagnostics *diagnostics);

/* The two files that it includes, as they are in models/osek. */
extern const char app_os_model_text[];
extern const char app_osek_kernel_text[];

#endif
