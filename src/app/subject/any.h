/* Variables whose first values are not those of the program, but any: `--any NAME`, and constants that
 * no header declares.
 *
 * main() chooses them, one number after the other, before it does anything else; where the program has no main(), there
 * is one that chooses them and calls StartOS. So they are choices like any others, for every analysis and engine. */
#ifndef APP_SUBJECT_ANY_H
#define APP_SUBJECT_ANY_H

#include "app/subject/options.h"

/* To be called before boot_prepare(). Errors are diagnostics. */
void any_prepare(const struct osek_config *config, const struct cfront_names *names, struct c_program *program,
                 const struct app_options *options, struct diagnostics *diagnostics);

#endif
