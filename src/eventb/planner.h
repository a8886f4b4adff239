/* A plan in the making (plan.c). */
#ifndef EVENTB_PLANNER_H
#define EVENTB_PLANNER_H

#include "eventb/plan.h"

struct condition {
    const struct eb_formula *formula;
    bool safe, done;
};

struct planner {
    struct eb_compiler *compiler;
    const struct eb_unknown *unknowns;
    unsigned unknown_count;
    bool *has_value; /* by unknown */
    struct condition *conditions;
    size_t condition_count;
    bool lenient;
    VEC(struct eb_step) steps;
};

/* Does it speak of an identifier that has no value yet? */
bool eb_planner_waits(const struct planner *planner, const struct eb_formula *formula);
/* What the conditions say about single values of a function that is about to be enumerated (plan_points.c). */
void eb_planner_points(struct planner *planner, const struct eb_formula *function, struct eb_step *step);
/* The same when the plan runs: an array in the frame. */
const struct eb_point *eb_step_points(const struct eb_step *step, struct eb_frame *frame, size_t *count);

#endif
