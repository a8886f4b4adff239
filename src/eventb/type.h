/* Types under inference.
 *
 * A type that is not known yet is a variable: EB_TYPE_UNKNOWN, whose `left`, once it is known, is what it stands for.
 * Invariant: no variable stands for a type that contains it. */
#ifndef EVENTB_TYPE_H
#define EVENTB_TYPE_H

#include "eventb/formula.h"

const struct eb_type *eb_type_variable(struct arena *arena);
const struct eb_type *eb_type_integer(void);
const struct eb_type *eb_type_boolean(void);
const struct eb_type *eb_type_given(struct arena *arena, const char *name);
const struct eb_type *eb_type_power(struct arena *arena, const struct eb_type *of);
const struct eb_type *eb_type_product(struct arena *arena, const struct eb_type *left, const struct eb_type *right);
const struct eb_type *eb_type_relation(struct arena *arena, const struct eb_type *left, const struct eb_type *right);

/* A theory's type parameter in one use of an operator: the name of a type that this use decides. */
const char *eb_type_parameter(struct arena *arena, const char *name, unsigned use);
bool eb_is_type_parameter(const char *name);

/* What a type is as far as it is known: never a variable that stands for something. */
const struct eb_type *eb_type_known(const struct eb_type *type);
/* Makes both the same; false if they cannot be (or would be larger than any type of use). */
bool eb_type_unify(const struct eb_type *a, const struct eb_type *b);
/* The type without variables; NULL where one is left. */
const struct eb_type *eb_type_ground(struct arena *arena, const struct eb_type *type);
/* Is a number part of its values? */
bool eb_type_has_numbers(const struct eb_type *type);
/* For messages: cut where it grows too large. */
void eb_type_describe(const struct eb_type *type, struct text *out);

#endif
