/* Predicates as questions to a solver: in SMT-LIB, over the integers, with the values that identifiers have now.
 *
 * Sets have no terms there: x ∈ S is what S says about x, and sets are equal or included where their elements are. BOOL
 * and carrier sets are the integers from 0 on. What is well-defined is written down beside what holds, so that nothing
 * depends on values that there are not. Identifiers that are bound to sets, and data types, cannot be written. */
#ifndef EVENTB_QUESTION_H
#define EVENTB_QUESTION_H

#include "eventb/node.h"

struct eb_question;

/* May it be possible to write the predicate? */
bool eb_can_be_asked(const struct eb_formula *predicate);
struct eb_question *eb_question_new(struct eb_compiler *compiler, const struct eb_formula *predicate);
void eb_question_free(struct eb_question *question);

/* Closed formulas, in the arena: the predicate is well-defined; where it is, it holds. False where that cannot be
 * written: a value is not known, or it would be too long. */
bool eb_question_write(const struct eb_question *question, struct eb_frame *frame, struct arena *arena,
                       const char **defined, const char **holds);

#endif
