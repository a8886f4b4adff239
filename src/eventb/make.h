/* Formulas that are made up while others are compiled: at the place of one that was written, of operands that were. */
#ifndef EVENTB_MAKE_H
#define EVENTB_MAKE_H

#include "eventb/formula.h"

/* A predicate at the place of `like`. `b`, or both operands, may be missing. */
struct eb_formula *eb_made_of(struct arena *arena, const struct eb_formula *like, enum eb_op op,
                              const struct eb_formula *a, const struct eb_formula *b);
/* The same for an expression of this type. */
struct eb_formula *eb_made_value(struct arena *arena, const struct eb_formula *like, enum eb_op op,
                                 const struct eb_type *type, const struct eb_formula *a, const struct eb_formula *b);
/* An integer, where `like` is one. */
struct eb_formula *eb_made_number(struct arena *arena, const struct eb_formula *like, int64_t value);
/* low‥high */
struct eb_formula *eb_made_interval(struct arena *arena, const struct eb_formula *low, const struct eb_formula *high);
/* The identifier that a quantifier binds. */
struct eb_formula *eb_made_bound(struct arena *arena, const struct eb_bound *bound, struct place place);

#endif
