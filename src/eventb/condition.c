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
        for (unsigned j = i + 1; j < set->child_count; j++) {
            struct eb_formula *different = arena_new_object(arena, struct eb_formula);
            const struct eb_formula **children = arena_new_array(arena, const struct eb_formula *, 2);
            children[0] = set->children[i];
            children[1] = set->children[j];
            *different =
                (struct eb_formula){.op = EB_NOT_EQUAL, .place = set->place, .children = children, .child_count = 2};
            vec_push(&conditions->list, different);
        }
}

void eb_conditions_add(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *predicate) {
    if (predicate->op == EB_AND) {
        for (unsigned i = 0; i < predicate->child_count; i++)
            eb_conditions_add(arena, conditions, predicate->children[i]);
    } else if (predicate->op == EB_NOT) {
        eb_conditions_add_not(arena, conditions, predicate->children[0]);
    } else if (all_different(predicate)) {
        add_differences(arena, conditions, all_different(predicate));
    } else if (predicate->op != EB_TRUE) {
        vec_push(&conditions->list, predicate);
    }
}
