/* Bounds: between which numbers the integers in each slot lie, whenever. Without a sense of time: what is assigned
 * anywhere may be there always. More than there will be, never less. */
#ifndef APP_ANALYSIS_BOUNDS_H
#define APP_ANALYSIS_BOUNDS_H

#include "app/analysis/look.h"
#include "app/analysis/slots.h"

struct interval {
    number low, high; /* low > high: nothing */
};

struct bounds {
    struct slots *slots;
    struct interval *of; /* by slot */
    bool wrap;           /* signed numbers that do not fit are cut off; otherwise the run ends there */
    bool changed;
    unsigned round;
};

struct bounds *bounds_find(struct slots *slots, bool wrap, struct arena *arena);

/* What an integer expression of that instruction may be. */
struct interval bounds_of(struct bounds *bounds, const struct c_expression *e, uint32_t instruction);
struct interval bounds_of_type(const struct c_type *type);
/* What the operator gives before it is reduced to its type; false: nobody knows. */
bool bounds_exact(const struct c_expression *e, struct interval left, struct interval right, struct interval *out);

static inline bool interval_within(struct interval inner, struct interval outer) {
    return inner.low >= outer.low && inner.high <= outer.high;
}

#endif
