/* How long things take on a core. */
#ifndef AMALTHEA_DEMAND_H
#define AMALTHEA_DEMAND_H

#include "amalthea/model.h"

struct am_demand {
    struct rational least, most; /* seconds; `most` counts only if is_bounded */
    bool is_bounded;
    const char *problem; /* why nothing can be said: no frequency, no such feature, calls in a circle; NULL: none */
    struct place place;  /* of the problem, or of what has no bound */
};

/* A single AM_TICKS or AM_NEED on a core; whole cycles of the core's clock are not assumed. */
struct am_demand am_item_demand(const struct am_item *item, const struct am_core *core);
/* All items of a process, over the shortest and the longest way through them, without waiting. A loop that runs at all
 * has no bound. */
struct am_demand am_process_demand(const struct am_process *process, const struct am_core *core);
/* The time between two activations at the shortest, on average (over its stimuli); 0: it has none that repeats by
 * itself, or one that can be arbitrarily dense. */
struct rational am_process_distance(const struct am_process *process);
/* Why a periodic stimulus, or bursts, cannot come so often; NULL: they can. */
const char *am_recurrence_obstacle(const struct am_stimulus *stimulus);
/* "17", or "Low" where the mode has names. */
const char *am_label_text(const struct am_mode_label *label, int64_t value, struct arena *arena);

#endif
