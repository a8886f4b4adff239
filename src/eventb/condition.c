/* Predicates as lists of conditions that hold together, and their negations likewise. */
#include "eventb/laws.h"
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

/* ---- ∀x·x ∈ {a, b} ⇒ P(x), ∃x·x ∈ {a, b} ∧ P(x) ---- */

static bool binds_or_mentions(const struct eb_formula *formula, const struct eb_bound *bound) {
    if (formula->bound_count || (bound && formula->op == EB_BOUND && formula->index == bound->slot)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (binds_or_mentions(formula->children[i], bound)) return true;
    return false;
}

static const struct eb_formula *with_value(struct arena *arena, const struct eb_formula *formula,
                                           const struct eb_bound *bound, const struct eb_formula *value) {
    if (formula->op == EB_BOUND) return formula->index == bound->slot ? value : formula;
    if (!formula->child_count) return formula;
    struct eb_formula *copy = arena_new_object(arena, struct eb_formula);
    const struct eb_formula **children = arena_new_array(arena, const struct eb_formula *, formula->child_count);
    *copy = *formula;
    for (unsigned i = 0; i < formula->child_count; i++)
        children[i] = with_value(arena, formula->children[i], bound, value);
    copy->children = children;
    return copy;
}

const struct eb_formula *eb_range_of(const struct eb_formula *condition, const struct eb_bound *bound) {
    if (condition->op != EB_IN) return NULL;
    const struct eb_formula *element = eb_strip(condition->children[0]);
    return element->op == EB_BOUND && element->index == bound->slot ? eb_strip(condition->children[1]) : NULL;
}

/* What is said of an identifier that has one of few values: these, and the rest. NULL: it is not said so. */
static const struct eb_formula *few_values(struct arena *arena, const struct eb_formula *predicate,
                                           const struct eb_bound *bound, struct eb_conditions *rest) {
    enum { FEW = 4 };
    struct eb_conditions all = {0};
    const struct eb_formula *values = NULL;
    eb_conditions_add(arena, &all, predicate);
    for (size_t i = 0; i < all.list.count; i++) {
        const struct eb_formula *range = eb_range_of(all.list.items[i], bound);
        bool few = range && range->op == EB_SET_EXTENSION && range->child_count && range->child_count <= FEW;
        if (!values && few && !binds_or_mentions(range, bound))
            values = range;
        else if (!range || !eb_is_whole_type(range))
            vec_push(&rest->list, all.list.items[i]);
    }
    vec_free(&all.list);
    return values;
}

/* All of them, or one of them, for one of the values. */
static const struct eb_formula *instance(struct arena *arena, const struct eb_formula *quantified,
                                         const struct eb_conditions *parts, const struct eb_formula *value) {
    const struct eb_formula *all = NULL;
    for (size_t i = 0; i < parts->list.count; i++) {
        const struct eb_formula *one = with_value(arena, parts->list.items[i], quantified->bound, value);
        all = all ? eb_made_of(arena, quantified, EB_AND, all, one) : one;
    }
    return all;
}

const struct eb_formula *eb_instances(struct arena *arena, const struct eb_formula *quantified) {
    const struct eb_formula *body = quantified->children[0], *result = NULL;
    bool all = quantified->op == EB_FORALL;
    if (quantified->bound_count != 1 || (all && (body->op != EB_IMPLIES || body->child_count != 2)) ||
        !eb_is_safe(quantified) || binds_or_mentions(body, NULL))
        return NULL;
    struct eb_conditions rest = {0}, then = {0};
    const struct eb_formula *values = few_values(arena, all ? body->children[0] : body, quantified->bound, &rest);
    if (all) vec_push(&then.list, body->children[1]);
    bool plain = values && (all ? rest.list.count == 0 : rest.list.count > 0);
    for (unsigned i = 0; plain && i < values->child_count; i++) {
        const struct eb_formula *one = instance(arena, quantified, all ? &then : &rest, values->children[i]);
        result = result ? eb_made_of(arena, quantified, all ? EB_AND : EB_OR, result, one) : one;
    }
    vec_free(&rest.list);
    vec_free(&then.list);
    return result;
}

void eb_conditions_add(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *predicate) {
    const struct eb_formula *different = all_different(predicate);
    bool quantified = predicate->op == EB_FORALL || predicate->op == EB_EXISTS;
    const struct eb_formula *instances = quantified ? eb_instances(arena, predicate) : NULL;
    if (predicate->op == EB_AND) {
        for (unsigned i = 0; i < predicate->child_count; i++)
            eb_conditions_add(arena, conditions, predicate->children[i]);
    } else if (predicate->op == EB_NOT) {
        eb_conditions_add_not(arena, conditions, predicate->children[0]);
    } else if (different) {
        add_differences(arena, conditions, different);
    } else if (instances) {
        eb_conditions_add(arena, conditions, instances);
    } else if (predicate->op != EB_TRUE) {
        vec_push(&conditions->list, predicate);
    }
}
