/* Axioms about infinite sets that are not decided, but that are false at a point. */
#ifndef EVENTB_REFUTED_H
#define EVENTB_REFUTED_H

#include "eventb/node.h"

/* Is the axiom, about constants that all have values or definitions, false at a point that can be looked at? Of f ∈ ℕ →
 * ℕ, where f is (λx·x ∈ ℕ ∣ x − 5), at 0. */
bool eb_is_refuted(struct eb_compiler *compiler, struct eb_frame *frame, const struct eb_formula *axiom);

#endif
