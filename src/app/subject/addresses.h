/* Where addresses go in code that runs: which functions and variables each variable may lead to, and which functions
 * run at all, by name or through pointers.
 *
 * Inclusion-based, without a sense of time, fields or the order of calls, but with one of types: a pointer to a
 * function leads to functions only, one to data to data, and a number that is a member of a structure to nothing. So
 * it may miss what a program hides on purpose; app/analysis/points.h does not, and knows nothing of functions. */
#ifndef APP_SUBJECT_ADDRESSES_H
#define APP_SUBJECT_ADDRESSES_H

#include "cfront/ir/ir.h"

struct addresses {
    const struct c_program *program;
    struct arena *arena;
    uint32_t *first_local;   /* by function: the number of its first local; globals come before */
    uint32_t first_function; /* the number of the first function: behind all objects */
    uint32_t count;
    size_t words;                    /* of a set */
    const struct c_object **objects; /* by number */
    uint64_t **holds; /* by number, of an object: what is in it, of a function: what it returns; NULL: nothing */
    bool *runs;       /* by function */
    bool changed;
};

struct addresses *addresses_find(const struct c_program *program, struct arena *arena);

/* Adds what the value may lead to; `out`: of `words` words. */
void addresses_of_value(const struct addresses *addresses, const struct c_expression *value, uint64_t *out);

static inline bool addresses_has(const uint64_t *set, uint32_t number) { return set[number / 64] >> (number % 64) & 1; }

#endif
