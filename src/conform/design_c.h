/* A design in C (docs/conform-c.md): a shared object, or C text that `cc` makes one of.
 *
 * Its code never runs in this process: a child loads it, makes calls on states in shared memory, and may crash, hang or
 * ask for too much without harm. A crash is a result of the call that crashed; the child is started again. */
#ifndef CONFORM_DESIGN_C_H
#define CONFORM_DESIGN_C_H

#include "conform/design.h"

struct design_c_limits {
    double call_seconds; /* of processor time: a call that takes longer does not end; 0: 1 s */
    uint64_t memory;     /* bytes for the child; 0: 1 GiB */
    /* Asked now and then, perhaps by several threads, while a call takes long: whether to go on. NULL: yes. */
    bool (*goes_on)(void *context);
    void *goes_on_context;
};

/* NULL with errors. Call number i is the one named needs[i]. */
struct design *design_c_load(const char *path, const struct design_c_limits *limits, const struct design_need *needs,
                             size_t need_count, struct diagnostics *diagnostics);

#endif
