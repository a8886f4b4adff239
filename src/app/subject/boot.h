/* main(): the code that calls StartOS.
 *
 * What main() does before StartOS is done first, in every run: it sets variables, and may choose the application mode.
 * Where it does nothing before StartOS, and the kernel does not come back from it, only the mode is of interest. */
#ifndef APP_SUBJECT_BOOT_H
#define APP_SUBJECT_BOOT_H

#include "app/subject/subject.h"

/* To be called before anything else is found out about the program: says in the configuration whether main() runs, and
 * in subject->boot_mode which mode it starts in, if it need not run. */
void boot_prepare(struct subject *subject, struct osek_config *config, struct c_program *program);
/* Does some source call StartOS? */
bool boot_starts_somewhere(const struct c_program *program);
/* main() need not run; but there is something to do behind StartOS. */
bool boot_does_more(const struct subject *subject);

#endif
