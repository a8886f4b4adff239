/* What bounds do not decide, a solver may: quantifiers over ℤ, equality of infinite sets. Z3 is asked for predicates
 * that can be written as questions (question.h) where evaluation ends undecided. Only that it finds no model counts: of
 * the negation, then the predicate is well-defined and holds; of what contradicts the opposite, then it is well-defined
 * and does not. Time for one question, and for all of them, is limited; where Z3 is not there, nothing is decided. */
#ifndef EVENTB_ASKING_H
#define EVENTB_ASKING_H

#include "eventb/question.h"

struct eb_asking *eb_asking_new(void);
void eb_asking_free(struct eb_asking *asking); /* NULL is allowed */

/* The predicate of `node`; where that is not decided, as the solver says. */
const struct eb_node *eb_compile_asked(struct eb_compiler *compiler, const struct eb_node *node,
                                       const struct eb_formula *formula);

#endif
