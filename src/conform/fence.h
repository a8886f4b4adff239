/* Around a design in C: what its process may ask of the system, and memory on both sides of its state.
 *
 * fence_close() leaves a process only what computing needs: memory, and the two pipes that it answers by. Everything
 * else (starting processes, opening files and sockets, sending signals to others) ends it by SIGSYS, where the kernel
 * has filters for system calls (seccomp). Where it has none, limits on resources keep it from opening or writing files
 * and, but for the superuser, from starting processes. */
#ifndef CONFORM_FENCE_H
#define CONFORM_FENCE_H

#include <stdbool.h>
#include <stddef.h>

void fence_close(int requests, int answers);

/* A state between pages that cannot be touched; what is left of its own pages is filled with a pattern. */
struct fenced_state {
    unsigned char *state;
    size_t size;
    unsigned char *begin, *end; /* of its own pages */
};

bool fence_state(struct fenced_state *fenced, size_t size); /* false: there is no memory */
/* Is the pattern as it was? */
bool fence_holds(const struct fenced_state *fenced);

#endif
