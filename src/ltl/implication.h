/* Which formulas imply which, as far as their form shows (Somenzi and Bloem, "Efficient Büchi Automata from LTL
 * Formulae", 2000). A yes is certain, a no is not. */
#ifndef LTL_IMPLICATION_H
#define LTL_IMPLICATION_H

#include "ltl/formula.h"

struct ltl_implications;
struct ltl_implications *ltl_implications_new(void); /* remembers answers, for formulas of one pool */
void ltl_implications_free(struct ltl_implications *implications);

bool ltl_certainly_implies(struct ltl_implications *implications, const struct ltl_formula *f,
                           const struct ltl_formula *g);

#endif
