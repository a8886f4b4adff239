/* What an initializer fills (C11 6.7.9): with designators, ranges of them, and braces left out.
 *
 * The list has, in the order of the source, each part of an object that a value is written for. What a later
 * initializer overrides is not in it, and so not evaluated (6.7.9p19; as gcc and clang do): the same part again, an
 * aggregate that is given anew, with all of its parts, and another member of a union. What is not in it is zero. */
#ifndef CFRONT_LOWER_FILLING_H
#define CFRONT_LOWER_FILLING_H

#include "cfront/program/build.h"

struct filled {
    expression part;     /* a number, a pointer, a whole record; or an array of characters: then `value` is a string */
    CXCursor value;      /* a string: the literal itself */
    uint64_t begin, end; /* its bits in the object */
    bool is_overridden;
};

struct filling {
    struct front *front;
    expression object;
    VEC(struct filled) parts;
    uint64_t end; /* of all parts so far */
};

/* Errors are reported. The caller gives it back. */
void filling_plan(struct filling *filling, struct front *front, expression object, CXCursor initializer);
void filling_free(struct filling *filling);

/* Beside the object: the bits that no value is written to, and that are not zero either: padding of the structures that
 * the list goes into, and what the member of a union leaves of it. What the list does not mention is zero with its
 * padding (6.7.9p10, p21), and so is all of `= {0}`, as compilers have it. NULL: there are none. */
const unsigned char *filling_padding(const struct filling *filling);

/* The string literal that an expression is, braces and parentheses aside; otherwise the null cursor. */
CXCursor filling_literal(struct front *front, CXCursor cursor);

static inline bool filling_is_aggregate(const struct c_type *type) {
    return type->kind == C_ARRAY || type->kind == C_RECORD;
}

#endif
