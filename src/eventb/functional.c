#include "eventb/functional.h"

#include "eventb/carriers.h"
#include "eventb/image.h"
#include "eventb/node.h"

/* Is every element of this set a function? */
static bool holds_functions(const struct eb_formula *set) {
    enum eb_op op = eb_strip(set)->op;
    return op >= EB_PARTIAL_FUNCTIONS && op <= EB_BIJECTIONS;
}

static bool says_so(const struct eb_formula *predicate, const struct eb_formula *relation) {
    if (predicate->op == EB_AND) {
        for (unsigned i = 0; i < predicate->child_count; i++)
            if (says_so(predicate->children[i], relation)) return true;
        return false;
    }
    return predicate->op == EB_IN && holds_functions(predicate->children[1]) &&
           eb_formula_equal(eb_strip(predicate->children[0]), relation);
}

static bool one_says_so(const struct eb_labelled_list *list, const struct eb_formula *relation) {
    for (unsigned i = 0; i < list->count; i++)
        if (!list->items[i].theorem && says_so(list->items[i].formula, relation)) return true;
    return false;
}

static bool is_told(const struct eb_development *development, const struct eb_formula *identifier) {
    if (!development || identifier->primed) return false;
    if (identifier->identifier == EB_CONSTANT) return one_says_so(&development->axioms, identifier);
    if (identifier->identifier != EB_VARIABLE) return false;
    return one_says_so(&development->invariants, identifier) || one_says_so(&development->gluing, identifier);
}

static const struct eb_formula *domain_said_by(const struct eb_formula *axiom, const struct eb_formula *constant) {
    const struct eb_formula *domain = NULL;
    for (unsigned i = 0; axiom->op == EB_AND && !domain && i < axiom->child_count; i++)
        domain = domain_said_by(axiom->children[i], constant);
    if (axiom->op != EB_IN || !eb_formula_equal(eb_strip(axiom->children[0]), constant)) return domain;
    const struct eb_formula *set = eb_strip(axiom->children[1]);
    return eb_is_arrow(set->op) && eb_arrow_flags(set->op) & EB_TOTAL ? set->children[0] : NULL;
}

const struct eb_formula *eb_total_domain(const struct eb_development *development, const struct eb_formula *constant) {
    const struct eb_formula *domain = NULL;
    bool is_one = development && eb_constant_of(constant) >= 0;
    for (unsigned i = 0; is_one && !domain && i < development->axioms.count; i++)
        if (!development->axioms.items[i].theorem)
            domain = domain_said_by(development->axioms.items[i].formula, constant);
    return domain;
}

/* Does the pair, or a pair in it, have the identifier of this slot for a half? */
static bool shows(const struct eb_formula *expression, unsigned slot) {
    expression = eb_strip(expression);
    if (expression->op == EB_MAPLET)
        return shows(expression->children[0], slot) || shows(expression->children[1], slot);
    return expression->op == EB_BOUND && expression->index == slot;
}

/* {x, y·P ∣ x ↦ y ↦ E}: the left half says which values the identifiers have, so there is one right half for it. */
static bool is_like_lambda(const struct eb_formula *comprehension) {
    const struct eb_formula *pair = eb_strip(comprehension->children[1]);
    if (pair->op != EB_MAPLET) return false;
    for (unsigned i = 0; i < comprehension->bound_count; i++)
        if (!shows(pair->children[0], comprehension->bound[i].slot)) return false;
    return true;
}

bool eb_is_certain_function(const struct eb_development *development, const struct eb_formula *relation) {
    relation = eb_strip(relation);
    switch (relation->op) {
    case EB_IDENTIFIER: return is_told(development, relation);
    case EB_LAMBDA: return true;
    case EB_COMPREHENSION: return is_like_lambda(relation);
    case EB_SET_EXTENSION: return relation->child_count < 2;
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION: return eb_is_certain_function(development, relation->children[1]);
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION:
    case EB_DIFFERENCE: return eb_is_certain_function(development, relation->children[0]);
    case EB_OVERRIDE:
        for (unsigned i = 0; i < relation->child_count; i++)
            if (!eb_is_certain_function(development, relation->children[i])) return false;
        return true;
    default: return eb_is_known_function(relation->op);
    }
}
