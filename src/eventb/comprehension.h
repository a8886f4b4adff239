/* Sets that a predicate gives, used without their elements (comprehension.c), and constants that are defined as such
 * sets (define.c). */
#ifndef EVENTB_COMPREHENSION_H
#define EVENTB_COMPREHENSION_H

#include "eventb/make.h"
#include "eventb/planner.h"

/* Can nothing in a predicate be ill-defined, as numbers that mod and ^ need are said before not to be below 0?
 * (safety.c) */
bool eb_is_safe_in_order(const struct eb_formula *predicate);
/* The same of what a quantifier binds, if conditions hold that do not depend on it: these are added. */
bool eb_is_safe_if(struct arena *arena, const struct eb_formula *quantified, struct eb_conditions *needs);
/* Is the set infinite, or would it have very many elements? */
bool eb_set_is_large(struct eb_compiler *compiler, const struct eb_formula *set);
/* Is it known to have an end? What is not large by its looks need not have one: union({{i ∣ i > 9}}). */
bool eb_set_is_few(struct eb_compiler *compiler, const struct eb_formula *set);
/* dom(r), r[S], S ◁ r ... as a set given by a predicate, where r is a large one; otherwise the set itself. */
const struct eb_formula *eb_unfold(struct eb_compiler *compiler, const struct eb_formula *set);
/* The same of a function that is applied at one place, of which A × B, λ ∖ S and λ ∩ S are such sets, too. */
const struct eb_formula *eb_unfold_applied(struct eb_compiler *compiler, const struct eb_formula *function);
/* r <+ s as (dom(s) ⩤ r) ∪ s, where one of them is large; otherwise the set itself. */
const struct eb_formula *eb_without_override(struct eb_compiler *compiler, const struct eb_formula *set);
/* S ◁ r, r[S] ... of a large S and a finite r as {a, b·a ↦ b ∈ r ∧ a ∈ S ∣ a ↦ b}: S is not needed as a value. NULL for
 * anything else. */
const struct eb_formula *eb_filtered(struct eb_compiler *compiler, const struct eb_formula *formula);
/* part ⊆ whole and left = right as formulas without large sets as values; NULL where there are none. */
const struct eb_formula *eb_large_inclusion(struct eb_compiler *compiler, const struct eb_formula *part,
                                            const struct eb_formula *whole);
const struct eb_formula *eb_large_equality(struct eb_compiler *compiler, const struct eb_formula *left,
                                           const struct eb_formula *right);
/* Membership by the predicate; NULL where the elements may as well be collected. */
const struct eb_node *eb_compile_large_membership(struct eb_compiler *compiler, const struct eb_formula *element,
                                                  const struct eb_formula *set);

/* `asked` of the set, which may be large, after everything in that was seen to be well-defined. */
const struct eb_node *eb_node_after_parts(struct eb_compiler *compiler, const struct eb_formula *set,
                                          const struct eb_node *asked);

/* f(x), looked up in f. */
const struct eb_node *eb_compile_apply_value(struct eb_compiler *compiler, const struct eb_formula *formula);
/* f(x) for a large f; NULL where its elements may as well be collected, or it is not known how to find the value. */
const struct eb_node *eb_compile_apply_large(struct eb_compiler *compiler, const struct eb_formula *formula);
/* What is wrong with f(x): no value, several values. */
void eb_give_application_faults(struct eb_compiler *compiler, struct eb_node *node, const struct eb_formula *formula);

/* Constants that axioms define as large sets: they have no value, and stand for their definitions. */
void eb_find_definitions(struct eb_compiler *compiler, const struct eb_development *development, const bool *fixed);
/* make(E), or make∼(E), where make says that a carrier set is taken for an infinite type (stand_in.h), is E. */
const struct eb_formula *eb_without_bijection(const struct eb_compiler *compiler, const struct eb_formula *formula);
/* What an axiom says of all points of a function's domain as a set, and which constant the function is; NULL if it is
 * no such axiom (define_by_points.c). */
const struct eb_formula *eb_defined_by_points(struct eb_compiler *compiler, const struct eb_conditions *axioms,
                                              const struct eb_formula *axiom, const struct eb_formula **constant);
/* The same of an event's parameters, where guards do so, until eb_forget_parameters(). `conditions` are the guards;
 * afterwards they are those that define nothing, with the definitions in place. */
void eb_define_parameters(struct eb_compiler *compiler, unsigned parameter_count, struct eb_conditions *conditions);
void eb_forget_parameters(struct eb_compiler *compiler);
/* The formula with definitions for such constants and parameters. */
const struct eb_formula *eb_expand_constants(struct eb_compiler *compiler, const struct eb_formula *formula);
/* A copy with others in place of identifiers (NULL: of this one, none), and with bound identifiers of its own. */
typedef const struct eb_formula *(*eb_replacement)(void *context, const struct eb_formula *formula);
const struct eb_formula *eb_replace(struct eb_compiler *compiler, const struct eb_formula *formula,
                                    eb_replacement replacement, void *context);
/* With definitions, and by cases of what variables are infinite sets (infinite.h): as it is compiled. */
const struct eb_formula *eb_expand(struct eb_compiler *compiler, const struct eb_formula *formula);

#endif
