/* Predicates as lists of conditions that hold together, and their negations likewise. */
#include "eventb/plan.h"

static const struct eb_formula *with_op(struct arena *arena, const struct eb_formula *formula, enum eb_op op) {
    struct eb_formula *copy = arena_new_object(arena, struct eb_formula);
    *copy = *formula;
    copy->op = op;
    return copy;
}

static const struct eb_formula * not(struct arena * arena, const struct eb_formula *formula) {
    const struct eb_formula **child = arena_new_object(arena, const struct eb_formula *);
    struct eb_formula *negation = arena_new_object(arena, struct eb_formula);
    *child = formula;
    *negation = (struct eb_formula){.op = EB_NOT, .place = formula->place, .children = child, .child_count = 1};
    return negation;
}

/* The comparison that holds where this one does not; EB_NOT if there is none. */
static enum eb_op opposite(enum eb_op op) {
    switch (op) {
    case EB_TRUE: return EB_FALSE;
    case EB_FALSE: return EB_TRUE;
    case EB_EQUAL: return EB_NOT_EQUAL;
    case EB_NOT_EQUAL: return EB_EQUAL;
    case EB_LESS: return EB_GREATER_EQUAL;
    case EB_GREATER_EQUAL: return EB_LESS;
    case EB_GREATER: return EB_LESS_EQUAL;
    case EB_LESS_EQUAL: return EB_GREATER;
    case EB_IN: return EB_NOT_IN;
    case EB_NOT_IN: return EB_IN;
    case EB_SUBSET_EQUAL: return EB_NOT_SUBSET_EQUAL;
    case EB_NOT_SUBSET_EQUAL: return EB_SUBSET_EQUAL;
    case EB_SUBSET: return EB_NOT_SUBSET;
    case EB_NOT_SUBSET: return EB_SUBSET;
    default: return EB_NOT;
    }
}

void eb_conditions_add_not(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *predicate) {
    if (predicate->op == EB_NOT) {
        eb_conditions_add(arena, conditions, predicate->children[0]);
    } else if (predicate->op == EB_OR) {
        for (unsigned i = 0; i < predicate->child_count; i++)
            eb_conditions_add_not(arena, conditions, predicate->children[i]);
    } else if (predicate->op == EB_IMPLIES) {
        eb_conditions_add(arena, conditions, predicate->children[0]);
        eb_conditions_add_not(arena, conditions, predicate->children[1]);
    } else if (predicate->op != EB_FALSE) {
        enum eb_op op = opposite(predicate->op);
        vec_push(&conditions->list, op == EB_NOT ? not(arena, predicate) : with_op(arena, predicate, op));
    }
}

void eb_conditions_add(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *predicate) {
    if (predicate->op == EB_AND) {
        for (unsigned i = 0; i < predicate->child_count; i++)
            eb_conditions_add(arena, conditions, predicate->children[i]);
    } else if (predicate->op == EB_NOT) {
        eb_conditions_add_not(arena, conditions, predicate->children[0]);
    } else if (predicate->op != EB_TRUE) {
        vec_push(&conditions->list, predicate);
    }
}
