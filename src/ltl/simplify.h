/* Equivalent formulas that make smaller automata. */
#ifndef LTL_SIMPLIFY_H
#define LTL_SIMPLIFY_H

#include "ltl/formula.h"

const struct ltl_formula *ltl_simplify(struct ltl_pool *pool, const struct ltl_formula *f);

#endif
