/* Other programs, run to their end in a folder, without a shell, in a process group of their own. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/text.h"

#include <signal.h>
#include <sys/types.h>

enum {
    PROCESS_FAILED = -1, /* not started, or killed by somebody */
    PROCESS_LATE = -2,   /* stopped: the time was over */
    PROCESS_STOPPED = -3 /* stopped: interrupted */
};

struct process_limits {
    double seconds;                           /* 0: none but those of the run, see base/limits.h */
    const volatile sig_atomic_t *interrupted; /* may be NULL; non-zero stops the program */
};

/* Starts a program in a folder, in a process group of its own, with the default signals, without input; what it writes
 * replaces the file `output` there. 0, or an errno. `environment` may be NULL: this program's. */
int process_start(pid_t *child, const char *folder, const char *const *arguments, char *const *environment,
                  const char *output);

/* Programs that are under way, by their ids: whoever starts one notes it, and forgets it when it has ended. They are
 * process groups, or will be. */
void process_note(pid_t child);
void process_forget(pid_t child);
void process_kill_all(void); /* the process is about to end */

/* `arguments` starts with the program's name and ends with NULL. What it writes replaces `said`; it reads nothing. A
 * program that is to stop is asked to (SIGINT), so that it can say what it knows, and soon killed with all its children
 * if it does not. `limits` may be NULL; those of the run hold anyway. The exit status, or one of the above; where POSIX
 * lets a program that is missing appear started, that is 127. */
int process_run(const char *folder, const char *const *arguments, const struct process_limits *limits,
                struct text *said);

#endif
