/* A child process that may end the program, and what it says on stderr. */
#ifndef BASE_TESTS_CHILD_H
#define BASE_TESTS_CHILD_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
    pid_t process; /* 0: this is it */
    int said;      /* what comes from there */
};

/* Returns twice, as fork() does. */
static inline struct child child_begin(void) {
    int ends[2];
    if (pipe(ends) != 0) _exit(126);
    fflush(stdout);
    struct child child = {fork(), ends[0]};
    if (child.process == 0) dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    return child;
}

/* The exit status; -1: it did not come to one. */
static inline int child_status(const struct child *child, char *said, size_t room) {
    size_t length = 0;
    for (ssize_t more; (more = read(child->said, said + length, room - 1 - length)) > 0;) length += (size_t)more;
    said[length] = '\0';
    close(child->said);
    int status = 0;
    waitpid(child->process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
