/* What is known of a value when some members are not: the values that it can have.
 *
 * Invariant: a partial value covers every value that a completion of the world can give, and `fails` is set if some
 * completion can fail. It may cover more, never less. */
#ifndef OCL_PARTIAL_VALUE_H
#define OCL_PARTIAL_VALUE_H

#include "ocl/node.h"

struct ocl_partial_bag;

struct ocl_partial {
    int64_t low, high;                 /* of a number or a Boolean; of a set: its size        */
    uint64_t must, may;                /* of a set: its elements; of an object: may be these  */
    const struct ocl_partial_bag *bag; /* of a bag in a slot */
    bool null;                         /* an object may be null */
    bool fails;
};

/* As many items as `may` has bits, in order; size from low to high. */
struct ocl_partial_bag {
    struct {
        int64_t low, high;
    } items[OCL_MAX_BAG];
    uint64_t must, may;
    int64_t low, high;
    bool fails;
    bool opaque; /* nothing is known but that it is a bag */
};

struct ocl_partial ocl_partial_number(int64_t value);
struct ocl_partial ocl_partial_range(int64_t low, int64_t high);
struct ocl_partial ocl_partial_object(unsigned object);
struct ocl_partial ocl_partial_objects(uint64_t may, bool null);
struct ocl_partial ocl_partial_set(uint64_t must, uint64_t may, int64_t low, int64_t high);
/* A value from a world, or from an argument. */
struct ocl_partial ocl_partial_known(struct ocl_type type, int64_t value);
/* Anything of this type; `objects` are those of its class. */
struct ocl_partial ocl_partial_anything(struct ocl_type type, uint64_t objects);
struct ocl_partial ocl_partial_join(struct ocl_type type, struct ocl_partial a, struct ocl_partial b);

/* The value is this Boolean, whatever happens. */
static inline bool ocl_partial_is(const struct ocl_partial *value, int64_t truth) {
    return value->low == truth && value->high == truth && !value->fails;
}

/* Operations on values; `fails` of the operands goes over into the result. */
struct ocl_partial ocl_partial_equal(struct ocl_type type, struct ocl_partial a, struct ocl_partial b);
struct ocl_partial ocl_partial_compare(enum ocl_op op, struct ocl_partial a, struct ocl_partial b);
struct ocl_partial ocl_partial_arithmetic(enum ocl_op op, struct ocl_partial a, struct ocl_partial b);
struct ocl_partial ocl_partial_connect(enum ocl_op op, struct ocl_partial a, struct ocl_partial b);
struct ocl_partial ocl_partial_not(struct ocl_partial a);
struct ocl_partial ocl_partial_of_sets(enum ocl_op op, struct ocl_partial a, struct ocl_partial b);
struct ocl_partial ocl_partial_as_set(struct ocl_partial object);

#endif
