/* Which tasks can influence each other: those that share a core, a scheduler below another, a semaphore, a mode
 * label, an event or a trigger. */
#ifndef TIMING_PARTS_H
#define TIMING_PARTS_H

#include "amalthea/model.h"

/* What each process touches, over all runnables that it calls. */
struct tm_access {
    const struct am_variable *variable;
    const struct am_runnable *runnable; /* where it stands; NULL: in the process itself */
    bool is_write;
};
struct tm_uses {
    VEC(const struct am_runnable *) runnables;
    VEC(struct tm_access) accesses;
    VEC(const struct am_event *) happens; /* custom events */
    VEC(const struct am_mode_label *) labels;
    VEC(const struct am_semaphore *) semaphores;
    VEC(const struct am_stimulus *) triggers;
    VEC(const struct am_process *) signals; /* sets their events */
    bool signals_everybody, waits;
};

struct tm_division {
    unsigned count;    /* of parts */
    unsigned *part_of; /* by the process's number; UINT32_MAX: it never starts */
    struct tm_uses *uses;
    unsigned process_count;
};

/* The scheduler and the cores of each process must be known (tm_resolve_mapping). `together`: all is one part, since
 * something else connects them. */
void tm_divide(struct tm_division *division, const struct am_model *model, bool together, struct arena *arena);
void tm_division_free(struct tm_division *division);
/* Can the process make this event occur? */
bool tm_may_raise(const struct tm_division *division, const struct am_process *process, const struct am_event *event);

#endif
