/* What one statement does to a place in several steps: it reads it and writes it back changed (`x++`, `x = x + f()`),
 * or reads it twice for one value (`x + x`). Each step may be an instruction of its own, whose values the next ones
 * find in temporaries. */
#ifndef APP_WATCH_OPERATOR_H
#define APP_WATCH_OPERATOR_H

#include "cfront/ir/ir.h"

struct operator_access {
    const struct c_function *function;
    uint32_t at;                                                       /* the instruction that makes it */
    const struct c_expression *place;                                  /* NULL: none (a text that is printed) */
    bool (*is_there)(void *context, const struct c_expression *place); /* this place is the same, as things are now */
    void *context;
};

/* It is read, or written, as one of several such steps. */
bool operator_reads(const struct operator_access *access);
bool operator_writes(const struct operator_access *access);

/* Something in the instruction comes behind something else, for certain: two reads may be two looks. */
bool operator_is_sequenced(const struct c_instruction *instruction);

#endif
