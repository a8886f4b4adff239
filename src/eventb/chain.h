/* Chains of one associative operator, a ∧ b ∧ c: however long they are, they are no depth.
 *
 * Short ones are trees that lean to the left, as all of the language's operators do. Long ones are balanced trees of
 * the same operands in the same order, whose inner nodes are marked `joined`: they are written without parentheses.
 * What is written as one chain is one: (a ∧ b) ∧ c is a ∧ b ∧ c. */
#ifndef EVENTB_CHAIN_H
#define EVENTB_CHAIN_H

#include "eventb/formula.h"

/* (a op b) op c and a op (b op c) mean the same, and where something is ill-defined, too. */
bool eb_is_associative(enum eb_op op);
/* How much deeper than its deepest operand is a chain of so many? */
unsigned eb_chain_depth(size_t count);
/* Two operands at least. */
struct eb_formula *eb_chain(struct arena *arena, enum eb_op op, struct eb_formula *const *operands, size_t count);

#endif
