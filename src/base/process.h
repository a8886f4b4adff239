/* Other programs, run to their end in a folder, without a shell, in a process group of their own. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/text.h"

enum { PROCESS_FAILED = -1 /* not started, or killed */, PROCESS_LATE = -2 /* killed: the time was over */ };

/* `arguments` starts with the program's name and ends with NULL. What it writes replaces `said`; it reads nothing.
 * Takes at most `seconds` (0: no limit). The exit status, or one of the above; where POSIX lets a program that is
 * missing appear started, that is 127. */
int process_run(const char *folder, const char *const *arguments, double seconds, struct text *said);

#endif
