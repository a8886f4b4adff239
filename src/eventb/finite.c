#include "eventb/finite.h"

#include "eventb/node.h"
#include "eventb/theory.h"

static bool type_is_finite(const struct eb_type *type) {
    switch (type->kind) {
    case EB_TYPE_GIVEN:
    case EB_TYPE_BOOLEAN: return true;
    case EB_TYPE_POWER: return type_is_finite(type->left);
    case EB_TYPE_PRODUCT: return type_is_finite(type->left) && type_is_finite(type->right);
    case EB_TYPE_DATA: return !eb_data_is_infinite(type->data) && (!type->left || type_is_finite(type->left));
    default: return false;
    }
}

/* Does it speak of the identifiers from the `first` on? */
static bool mentions(const struct eb_formula *formula, const struct eb_formula *binder, unsigned first) {
    for (unsigned i = first; formula->op == EB_BOUND && i < binder->bound_count; i++)
        if (binder->bound[i].slot == formula->index) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions(formula->children[i], binder, first)) return true;
    return false;
}

/* What limits the identifier from below, from above. */
enum { BELOW = 1, ABOVE = 2 };

static bool is_identifier(const struct eb_formula *formula, const struct eb_bound *bound) {
    formula = eb_strip(formula);
    return formula->op == EB_BOUND && formula->index == bound->slot;
}

static bool holds_identifier(const struct eb_formula *pattern, const struct eb_bound *bound) {
    pattern = eb_strip(pattern);
    if (pattern->op != EB_MAPLET) return is_identifier(pattern, bound);
    return holds_identifier(pattern->children[0], bound) || holds_identifier(pattern->children[1], bound);
}

static unsigned limits_of_set(const struct eb_formula *condition, const struct eb_bound *bound) {
    const struct eb_formula *set = eb_strip(condition->children[1]);
    if (eb_is_certainly_finite(set)) return holds_identifier(condition->children[0], bound) ? BELOW | ABOVE : 0;
    bool natural = set->op == EB_NATURALS || set->op == EB_NATURALS_1;
    return natural && is_identifier(condition->children[0], bound) ? BELOW : 0;
}

static unsigned limits_of_comparison(const struct eb_formula *condition, const struct eb_bound *bound) {
    bool less = condition->op == EB_LESS || condition->op == EB_LESS_EQUAL;
    if (is_identifier(condition->children[0], bound)) return less ? ABOVE : BELOW;
    if (is_identifier(condition->children[1], bound)) return less ? BELOW : ABOVE;
    return 0;
}

/* By conditions on identifiers before it only: of x ∈ 0‥y ∧ y ∈ 0‥x neither is limited. */
static unsigned limits(const struct eb_formula *condition, const struct eb_formula *binder, unsigned index) {
    const struct eb_bound *bound = &binder->bound[index];
    unsigned found = 0;
    if (condition->op == EB_AND)
        for (unsigned i = 0; i < condition->child_count; i++) found |= limits(condition->children[i], binder, index);
    if (condition->child_count != 2) return found;
    const struct eb_formula *left = condition->children[0], *right = condition->children[1];
    switch (condition->op) {
    case EB_IN: return mentions(right, binder, index) ? 0 : limits_of_set(condition, bound);
    case EB_SUBSET_EQUAL:
    case EB_SUBSET:
        return is_identifier(left, bound) && !mentions(right, binder, index) && eb_is_certainly_finite(right)
                   ? BELOW | ABOVE
                   : 0;
    case EB_EQUAL:
        if (is_identifier(left, bound) && !mentions(right, binder, index)) return BELOW | ABOVE;
        return is_identifier(right, bound) && !mentions(left, binder, index) ? BELOW | ABOVE : 0;
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL:
        return mentions(is_identifier(left, bound) ? right : left, binder, index)
                   ? 0
                   : limits_of_comparison(condition, bound);
    default: return found;
    }
}

static bool choices_are_finite(const struct eb_formula *binder) {
    for (unsigned i = 0; i < binder->bound_count; i++) {
        const struct eb_type *type = binder->bound[i].type;
        if (!type || (!type_is_finite(type) && limits(binder->children[0], binder, i) != (BELOW | ABOVE))) return false;
    }
    return true;
}

static bool all_are_finite(const struct eb_formula *set) {
    for (unsigned i = 0; i < set->child_count; i++)
        if (!eb_is_certainly_finite(set->children[i])) return false;
    return true;
}

/* From finite sets of finite sets, operators make only such sets. */
static bool is_made_of_values(const struct eb_formula *formula) {
    switch (formula->op) {
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1:
    case EB_PREDECESSOR:
    case EB_SUCCESSOR:
    case EB_IDENTITY:
    case EB_PROJECTION_1:
    case EB_PROJECTION_2:
    case EB_DATA_SET:
    case EB_CALL: return false;
    default: break;
    }
    if (formula->bound_count) return false;
    if (formula->op == EB_OF_TYPE) return is_made_of_values(formula->children[0]);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_made_of_values(formula->children[i])) return false;
    return true;
}

bool eb_is_certainly_finite(const struct eb_formula *set) {
    set = eb_strip(set);
    if ((set->type && type_is_finite(set->type)) || is_made_of_values(set)) return true;
    const struct eb_formula *first = set->child_count ? set->children[0] : NULL;
    const struct eb_formula *last = set->child_count ? set->children[set->child_count - 1] : NULL;
    switch (set->op) {
    case EB_SET_EXTENSION: return true;
    case EB_UNION:
    case EB_PRODUCT:
    case EB_OVERRIDE:
    case EB_FORWARD_COMPOSITION:
    case EB_BACKWARD_COMPOSITION:
    case EB_DIRECT_PRODUCT:
    case EB_PARALLEL_PRODUCT:
    case EB_DOMAIN:
    case EB_RANGE:
    case EB_CONVERSE:
    case EB_POWER_SET:
    case EB_POWER_SET_1: return all_are_finite(set);
    case EB_INTERSECTION:
        for (unsigned i = 0; i < set->child_count; i++)
            if (eb_is_certainly_finite(set->children[i])) return true;
        return false;
    case EB_DIFFERENCE:
    case EB_IMAGE:
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION: return eb_is_certainly_finite(first);
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION: return eb_is_certainly_finite(last);
    case EB_COMPREHENSION:
    case EB_LAMBDA: return choices_are_finite(set);
    case EB_QUANTIFIED_UNION: return choices_are_finite(set) && eb_is_certainly_finite(last);
    default: return eb_is_arrow(set->op) && all_are_finite(set);
    }
}
