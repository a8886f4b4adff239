/* Numbers that sets without a value depend on: of f ∈ 1‥p → S there is one for every p, so that p is not limited by it;
 * but if dom(f) ⊆ 1‥6 is said as well, or f is an injection, it is. Each of the rules says why there is such a set for
 * every larger p; what none of them covers may limit it. */
#include "eventb/comprehension.h"
#include "eventb/planner.h"
#include "eventb/type.h"

static bool is_arrow(const struct eb_formula *set) { return set->op >= EB_RELATIONS && set->op <= EB_BIJECTIONS; }

/* Has the set, for a larger p, all that it has for a smaller one? */
static bool grows(const struct planner *planner, const struct eb_formula *set, int unknown) {
    set = eb_strip(set);
    if (!eb_planner_mentions(planner, set, unknown)) return true;
    const struct eb_formula *const *parts = set->children;
    if (set->op == EB_INTERVAL)
        return !eb_planner_mentions(planner, parts[0], unknown) && eb_planner_grows(planner, parts[1], unknown);
    if (set->op == EB_POWER_SET || set->op == EB_POWER_SET_1) return grows(planner, parts[0], unknown);
    if (set->op == EB_PRODUCT || set->op == EB_UNION) {
        for (unsigned i = 0; i < set->child_count; i++)
            if (!grows(planner, parts[i], unknown)) return false;
        return true;
    }
    if (!is_arrow(set)) return false;
    bool left = eb_arrow_flags(set->op) & EB_TOTAL ? !eb_planner_mentions(planner, parts[0], unknown)
                                                   : grows(planner, parts[0], unknown);
    bool right = eb_arrow_flags(set->op) & EB_SURJECTIVE ? !eb_planner_mentions(planner, parts[1], unknown)
                                                         : grows(planner, parts[1], unknown);
    return left && right;
}

/* ---- what else is said of a function ---- */

struct uses {
    unsigned applications; /* f(x) */
    bool of_domain;        /* f otherwise than in f(x), ran(f) and finite(f) */
    bool of_size;          /* card(f), card(dom(f)) */
};

static void count_uses(const struct planner *planner, const struct eb_formula *formula, int function,
                       struct uses *uses) {
    const struct eb_formula *first = formula->child_count ? eb_strip(formula->children[0]) : NULL;
    bool is_its = first && eb_planner_unknown(planner, first) == function;
    if (eb_planner_unknown(planner, formula) == function) uses->of_domain = true;
    if (formula->op == EB_CARDINALITY && eb_planner_mentions(planner, formula, function)) uses->of_size = true;
    if (formula->op == EB_APPLICATION && is_its) uses->applications++;
    bool of_values = is_its && (formula->op == EB_APPLICATION || formula->op == EB_RANGE || formula->op == EB_FINITE);
    for (unsigned i = of_values; i < formula->child_count; i++)
        count_uses(planner, formula->children[i], function, uses);
}

/* Does the condition leave functions on ever larger sets? Where values are chosen from a set with an end, it may ask
 * for more of them than there are. */
static bool leaves_large_ones(const struct planner *planner, const struct eb_formula *condition, int function,
                              bool has_few_values) {
    struct uses uses = {0};
    count_uses(planner, condition, function, &uses);
    if (uses.of_size || (has_few_values && uses.applications > 1)) return false;
    return !uses.of_domain || eb_set_limits_nothing(planner, condition, function);
}

static bool is_said_to_be_in(const struct planner *planner, const struct eb_formula *condition, int unknown) {
    return condition->op == EB_IN && eb_planner_unknown(planner, eb_strip(condition->children[0])) == unknown;
}

/* Is the set of its values, as far as a condition says it, one with an end? */
static bool has_few_values(const struct planner *planner, int function) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (!is_said_to_be_in(planner, condition, function)) continue;
        const struct eb_formula *arrow = eb_strip(condition->children[1]);
        if (is_arrow(arrow) && eb_set_is_open(arrow->children[1])) return false;
    }
    return true;
}

static bool others_leave_large_ones(const struct planner *planner, const struct eb_formula *here, int function) {
    bool few = has_few_values(planner, function);
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (condition == here || !eb_planner_mentions(planner, condition, function)) continue;
        if (!leaves_large_ones(planner, condition, function, few)) return false;
    }
    return true;
}

static bool is_alone(const struct planner *planner, const struct eb_formula *here, int other) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        bool is_type = is_said_to_be_in(planner, condition, other) && eb_is_number_set(condition->children[1]);
        if (condition != here && !is_type && eb_planner_mentions(planner, condition, other)) return false;
    }
    return true;
}

/* f ∈ 1‥p → S, where there are as many values as may be needed: one for each of 1‥p. */
static bool is_free_function(const struct planner *planner, const struct eb_formula *set, int unknown) {
    bool serves = set->op == EB_TOTAL_FUNCTIONS || set->op == EB_TOTAL_RELATIONS ||
                  (set->op == EB_TOTAL_INJECTIONS && eb_is_number_set(set->children[1]));
    return serves && grows(planner, set->children[0], unknown) &&
           !eb_planner_mentions(planner, set->children[1], unknown);
}

bool eb_planner_is_free_to_follow(const struct planner *planner, const struct eb_formula *membership, int unknown) {
    int other = eb_planner_unknown(planner, eb_strip(membership->children[0]));
    const struct eb_formula *set = eb_strip(membership->children[1]);
    if (membership->op == EB_SUBSET_EQUAL) return grows(planner, set, unknown);
    if (is_arrow(set) || set->op == EB_POWER_SET || set->op == EB_POWER_SET_1) {
        if (grows(planner, set, unknown)) return true; /* what it is for a smaller p, it may be for a larger one */
        if (is_arrow(set) && is_free_function(planner, set, unknown))
            return others_leave_large_ones(planner, membership, other);
        bool counts = is_arrow(set) && eb_arrow_flags(set->op) & (EB_INJECTIVE | EB_SURJECTIVE);
        if (counts) return false; /* there are as many as there are of others */
    }
    return is_alone(planner, membership, other);
}

bool eb_planner_sets_are_free(const struct planner *planner, const struct eb_formula *condition, int unknown) {
    bool any = false;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        if ((int)i == unknown || !planner->unknowns[i].domain->is_set ||
            !eb_planner_mentions(planner, condition, (int)i))
            continue;
        any = true;
        if (!eb_set_limits_nothing(planner, condition, (int)i) || eb_names_beyond(planner, condition)) return false;
        if (!leaves_large_ones(planner, condition, (int)i, has_few_values(planner, (int)i))) return false;
    }
    return any;
}
