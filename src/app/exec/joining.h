/* Two sides of a branch, gone through at once (join.h): what each has assigned by now, and what it computes from that.
 *
 * Nothing in memory is changed. Numbers are terms, constant ones where they do not depend on inputs; pointers are
 * constant. 0: it is not to be known here, or somebody else could notice. */
#ifndef APP_EXEC_JOINING_H
#define APP_EXEC_JOINING_H

#include "app/exec/memory.h"
#include "base/vec.h"

/* A variable that a side assigns to; of a bit-field, all of its unit. */
struct joined_write {
    struct cell cell;
    const struct c_type *type;
    uint32_t term;
};

struct joined_writes {
    VEC(struct joined_write) list;
};

struct joining {
    struct machine *machine;
    struct symbolic *symbolic;
    const struct c_function *function; /* the machine's frame is its */
    struct joined_writes *writes;      /* of the side under way */
    const struct cell *result;         /* gets what the function returns; NULL: it is not to return */
    unsigned calls;                    /* under way */
    unsigned instructions;             /* gone through */
};

/* ---- numbers and pointers ---- */

uint32_t joined_value(struct joining *joining, const struct c_expression *e);
uint32_t joined_pointer(struct joining *joining, const struct c_expression *e);
/* Not zero, not NULL? */
uint32_t joined_truth(struct joining *joining, const struct c_expression *e);
/* Both truth values. */
uint32_t joined_both(struct joining *joining, uint32_t left, uint32_t right);
/* condition ? a : b */
uint32_t joined_choice(struct joining *joining, uint32_t condition, uint32_t a, uint32_t b);

/* ---- variables ---- */

uint32_t joined_load(struct joining *joining, const struct c_expression *load);
/* False: that cannot be done here. */
bool joined_store(struct joining *joining, const struct c_expression *target, uint32_t term, bool initializes);
/* The local that this C_CLEAR is about. */
bool joined_clear(struct joining *joining, const struct c_instruction *clear);

/* ---- what was assigned ---- */

void joined_write_set(struct joined_writes *writes, const struct joined_write *write);
/* What was assigned there; NULL: nothing. False: to a part of it, or to more. */
bool joined_write_find(const struct joined_writes *writes, const struct cell *cell, const struct c_type *type,
                       struct joined_write **found);
/* What the variable has after a side; 0: it has no value. */
uint32_t joined_write_after(struct joining *joining, const struct joined_writes *after,
                            const struct joined_write *write);

#endif
