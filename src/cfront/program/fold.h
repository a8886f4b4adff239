/* The values of constant expressions. */
#ifndef CFRONT_PROGRAM_FOLD_H
#define CFRONT_PROGRAM_FOLD_H

#include "cfront/program/build.h"

/* A constant that an expression with constant operands is, or NULL: it has others, or C leaves its value undefined (an
 * overflow, a division by zero): then the engine is to find that out where it happens. */
expression fold(struct front *front, expression whole);

/* An address or number known before the program runs: `object`'s address (NULL: none) plus `offset`. */
struct fixed {
    const struct c_object *object;
    int64_t offset;
    int64_t part, part_size; /* of an address: the bytes that it is confined to (subobject.h) */
};
bool fold_address(expression whole, struct fixed *fixed);
bool fold_place(expression place, struct fixed *fixed); /* a place's address */

#endif
