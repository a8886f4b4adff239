/* Predicates as lists of conditions that hold together, and their negations likewise. */
#include "eventb/make.h"
#include "eventb/plan.h"

static const struct eb_formula *with_op(struct arena *arena, const struct eb_formula *formula, enum eb_op op) {
    struct eb_formula *copy = arena_new_object(arena, struct eb_formula);
    *copy = *formula;
    copy->op = op;
    return copy;
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
        vec_push(&conditions->list,
                 op == EB_NOT ? eb_made_of(arena, predicate, EB_NOT, predicate, NULL) : with_op(arena, predicate, op));
    }
}

/* The set of card({a, b, c}) = 3, or of 3 = card({a, b, c}): all of them differ. NULL for anything else. */
static const struct eb_formula *all_different(const struct eb_formula *predicate) {
    for (unsigned side = 0; predicate->op == EB_EQUAL && side < 2; side++) {
        const struct eb_formula *size = eb_strip(predicate->children[side]);
        const struct eb_formula *number = eb_strip(predicate->children[1 - side]);
        if (size->op != EB_CARDINALITY || number->op != EB_INTEGER_LITERAL) continue;
        const struct eb_formula *set = eb_strip(size->children[0]);
        bool all = set->op == EB_SET_EXTENSION && number->value == (int64_t)set->child_count;
        if (all && eb_is_safe(set)) return set;
    }
    return NULL;
}

/* One condition for each two of them, as it can be tested as soon as these are known. */
static void add_differences(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *set) {
    for (unsigned i = 0; i < set->child_count; i++)
        for (unsigned j = i + 1; j < set->child_count; j++)
            vec_push(&conditions->list, eb_made_of(arena, set, EB_NOT_EQUAL, set->children[i], set->children[j]));
}

void eb_conditions_add(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *predicate) {
    const struct eb_formula *different = all_different(predicate);
    if (predicate->op == EB_AND) {
        for (unsigned i = 0; i < predicate->child_count; i++)
            eb_conditions_add(arena, conditions, predicate->children[i]);
    } else if (predicate->op == EB_NOT) {
        eb_conditions_add_not(arena, conditions, predicate->children[0]);
    } else if (different) {
        add_differences(arena, conditions, different);
    } else if (predicate->op != EB_TRUE) {
        vec_push(&conditions->list, predicate);
    }
}
