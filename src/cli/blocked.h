/* Who is stuck where, on what: for invalid end states. */
#ifndef CLI_BLOCKED_H
#define CLI_BLOCKED_H

#include "base/arena.h"
#include "promela/program.h"
#include "report/result.h"

struct blocked_list {
    VEC(struct result_blocked) list; /* strings belong to the arena */
};

/* Every process that is alive in the state. */
void blocked_find(const struct program *program, const void *state, uint32_t size, struct arena *arena,
                  struct blocked_list *out);

#endif
