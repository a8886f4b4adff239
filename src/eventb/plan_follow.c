/* Numbers that sets without a value depend on: of f ∈ 1‥p → S there is one for every p, so that p is not limited by it;
 * but if dom(f) ⊆ 1‥6 is said as well, or f is an injection, it is. Each of the rules says why there is such a set for
 * every larger p; what none of them covers may limit it. */
#include "eventb/comprehension.h"
#include "eventb/planner.h"
#include "eventb/type.h"

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
    if (!eb_is_arrow(set->op)) return false;
    bool left = eb_arrow_flags(set->op) & EB_TOTAL ? !eb_planner_mentions(planner, parts[0], unknown)
                                                   : grows(planner, parts[0], unknown);
    bool right = eb_arrow_flags(set->op) & EB_SURJECTIVE ? !eb_planner_mentions(planner, parts[1], unknown)
                                                         : grows(planner, parts[1], unknown);
    return left && right;
}

/* ---- what else is said of a function ---- */

struct uses {
    unsigned applications; /* f(x) */
    bool of_range;         /* ran(f) */
    bool of_whole;         /* f otherwise than in f(x), ran(f) and finite(f) */
};

static void count_uses(const struct planner *planner, const struct eb_formula *formula, int function,
                       struct uses *uses) {
    const struct eb_formula *first = formula->child_count ? eb_strip(formula->children[0]) : NULL;
    bool is_its = first && eb_planner_unknown(planner, first) == function;
    if (eb_planner_unknown(planner, formula) == function) uses->of_whole = true;
    if (formula->op == EB_APPLICATION && is_its) uses->applications++;
    if (formula->op == EB_RANGE && is_its) uses->of_range = true;
    bool of_values = is_its && (formula->op == EB_APPLICATION || formula->op == EB_RANGE || formula->op == EB_FINITE);
    for (unsigned i = of_values; i < formula->child_count; i++)
        count_uses(planner, formula->children[i], function, uses);
}

/* A function on 1‥p is made one on 1‥p + 1 by a value that it has already, or by a number that it has not. Whatever is
 * said of it must hold for the larger one as well; both ways it has all values that it had. */
enum way { BY_SAME, BY_NEW };

struct growing {
    const struct planner *planner;
    int function, unknown; /* f and p */
    enum way way;
    bool has_last; /* it is one on 1‥p + offset, so that p + 1 adds one place at the end */
    int64_t offset;
};

/* p, p + 2 or p − 1. */
static bool is_offset(const struct planner *planner, const struct eb_formula *number, int unknown, int64_t *offset) {
    number = eb_strip(number);
    *offset = 0;
    if (eb_planner_unknown(planner, number) == unknown) return true;
    if (number->op != EB_ADD && number->op != EB_SUBTRACT) return false;
    const struct eb_formula *by = eb_strip(number->children[1]);
    if (number->child_count != 2 || by->op != EB_INTEGER_LITERAL || by->value < 0) return false;
    *offset = number->op == EB_ADD ? by->value : -by->value;
    return eb_planner_unknown(planner, eb_strip(number->children[0])) == unknown;
}

/* a‥p + offset */
static bool is_up_to(const struct planner *planner, const struct eb_formula *set, int unknown, int64_t *offset) {
    set = eb_strip(set);
    return set->op == EB_INTERVAL && !eb_planner_mentions(planner, set->children[0], unknown) &&
           is_offset(planner, set->children[1], unknown, offset);
}

/* i ∈ 1‥p + offset, less so many: of a bound i. */
static bool is_place(const struct growing *g, const struct eb_formula *condition, int64_t less) {
    int64_t offset;
    return condition->op == EB_IN && eb_strip(condition->children[0])->op == EB_BOUND && g->has_last &&
           is_up_to(g->planner, condition->children[1], g->unknown, &offset) && offset == g->offset - less;
}

static bool membership_grows(const struct growing *g, const struct eb_formula *set) {
    set = eb_strip(set);
    if (!eb_is_arrow(set->op) || eb_arrow_flags(set->op) & EB_SURJECTIVE) return false;
    const struct eb_formula *from = set->children[0], *to = set->children[1];
    bool is_large = eb_planner_mentions(g->planner, from, g->unknown) ? grows(g->planner, from, g->unknown)
                                                                      : eb_is_number_set(from);
    if (g->way == BY_NEW) return is_large && eb_is_number_set(to);
    return is_large && !(eb_arrow_flags(set->op) & EB_INJECTIVE) && grows(g->planner, to, g->unknown);
}

static bool has_bound_outside(const struct growing *g, const struct eb_formula *formula) {
    if (formula->op == EB_BOUND && eb_planner_unknown(g->planner, formula) < 0) return true;
    bool is_value =
        formula->op == EB_APPLICATION && eb_planner_unknown(g->planner, eb_strip(formula->children[0])) == g->function;
    for (unsigned i = 0; !is_value && i < formula->child_count; i++)
        if (has_bound_outside(g, formula->children[i])) return true;
    return false;
}

/* f(i) > E, which large numbers satisfy, or f(i) ≠ E, which all but one do. */
static bool is_floor(const struct growing *g, const struct eb_formula *atom, unsigned applications) {
    bool greater = atom->op == EB_GREATER || atom->op == EB_GREATER_EQUAL;
    bool less = atom->op == EB_LESS || atom->op == EB_LESS_EQUAL;
    if (!greater && !less && atom->op != EB_NOT_EQUAL) return false;
    bool any = false;
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *value = eb_strip(atom->children[side]);
        bool is_value =
            value->op == EB_APPLICATION && eb_planner_unknown(g->planner, eb_strip(value->children[0])) == g->function;
        bool at_bound = is_value && eb_strip(value->children[1])->op == EB_BOUND;
        if (atom->op == EB_NOT_EQUAL && eb_planner_mentions(g->planner, value, g->function) && !at_bound) return false;
        any = any || (at_bound && (atom->op == EB_NOT_EQUAL || (applications == 1 && side == (unsigned)less)));
    }
    return any;
}

/* a < b, a ≤ b, b > a or b ≥ a. */
struct order {
    const struct eb_formula *less, *greater;
    bool is_strict;
};

static bool is_order(const struct eb_formula *comparison, struct order *order) {
    const enum eb_op op = comparison->op;
    if (op < EB_LESS || op > EB_GREATER_EQUAL) return false;
    const bool turned = op == EB_GREATER || op == EB_GREATER_EQUAL;
    *order = (struct order){eb_strip(comparison->children[turned]), eb_strip(comparison->children[!turned]),
                            op == EB_LESS || op == EB_GREATER};
    return true;
}

/* x of f(x); NULL for anything else. */
static const struct eb_formula *place_of(const struct growing *g, const struct eb_formula *value) {
    bool is_its =
        value->op == EB_APPLICATION && eb_planner_unknown(g->planner, eb_strip(value->children[0])) == g->function;
    return is_its ? eb_strip(value->children[1]) : NULL;
}

static bool is_next(const struct eb_formula *next, const struct eb_formula *place) {
    const struct eb_formula *one = next->op == EB_ADD && next->child_count == 2 ? eb_strip(next->children[1]) : NULL;
    return one && one->op == EB_INTEGER_LITERAL && one->value == 1 &&
           eb_formula_equal(eb_strip(next->children[0]), place);
}

/* i ∈ 1‥p ∧ j ∈ 1‥p ∧ i < j ⇒ f(i) < f(j), or i ∈ 1‥p − 1 ⇒ f(i) ≤ f(i + 1): a larger number may follow. */
static bool is_ascending(const struct growing *g, const struct eb_conditions *premises, const struct eb_formula *said) {
    struct order values, places = {0};
    if (!is_order(said, &values)) return false;
    const struct eb_formula *low = place_of(g, values.less), *high = place_of(g, values.greater);
    if (!low || !high || low->op != EB_BOUND) return false;
    if (premises->list.count == 1) return is_place(g, premises->list.items[0], 1) && is_next(high, low);
    unsigned place_count = 0;
    for (size_t i = 0; i < premises->list.count; i++)
        if (is_place(g, premises->list.items[i], 0))
            place_count++;
        else if (places.less || !is_order(premises->list.items[i], &places))
            return false;
    return place_count == 2 && places.less && eb_formula_equal(places.less, low) &&
           eb_formula_equal(places.greater, high) && high->op == EB_BOUND && (places.is_strict || !values.is_strict);
}

/* x ∈ ran(f): it keeps all values that it has. */
static bool is_value(const struct growing *g, const struct eb_formula *condition) {
    const struct eb_formula *range = condition->op == EB_IN ? eb_strip(condition->children[1]) : NULL;
    return range && range->op == EB_RANGE &&
           eb_planner_unknown(g->planner, eb_strip(range->children[0])) == g->function &&
           !eb_planner_mentions(g->planner, condition->children[0], g->function) &&
           !eb_planner_mentions(g->planner, condition->children[0], g->unknown);
}

/* ∀i·i ∈ 1‥p ⇒ P(f(i)): what P says of one place is said of p + 1 as well, and of the others nothing new. */
static bool quantified_grows(const struct growing *g, const struct eb_formula *formula, unsigned applications) {
    const struct eb_formula *body = formula->op == EB_FORALL ? formula->children[0] : NULL;
    if (!body || body->op != EB_IMPLIES) return false;
    const struct eb_formula *said = body->children[1];
    struct eb_conditions parts = {0};
    bool fits = !eb_planner_mentions(g->planner, said, g->unknown) &&
                !eb_planner_mentions(g->planner, body->children[0], g->function) &&
                !eb_names_beyond(g->planner, formula);
    eb_conditions_add(g->planner->compiler->arena, &parts, body->children[0]);
    bool ascends = fits && g->way == BY_NEW && is_ascending(g, &parts, said);
    for (size_t i = 0; i < parts.list.count && fits; i++) {
        const struct eb_formula *part = parts.list.items[i];
        fits = is_place(g, part, 0) || (g->way == BY_NEW && !eb_planner_mentions(g->planner, part, g->unknown));
    }
    if (g->way == BY_SAME)
        fits = fits && parts.list.count == 1 && applications == 1 && !has_bound_outside(g, said);
    else
        fits = fits && is_floor(g, said, applications);
    vec_free(&parts.list);
    return fits || ascends;
}

static bool condition_grows(const struct growing *g, const struct eb_formula *condition) {
    struct uses uses = {0};
    if (eb_planner_is_element(g->planner, condition, g->function)) return membership_grows(g, condition->children[1]);
    if (is_value(g, condition)) return true;
    count_uses(g->planner, condition, g->function, &uses);
    if (uses.of_whole || (uses.of_range && g->way == BY_NEW)) return false;
    if (!eb_planner_mentions(g->planner, condition, g->unknown)) return true;
    return !uses.of_range && quantified_grows(g, condition, uses.applications);
}

/* Where places are told one by one, p + 1 must be the only new one. */
static bool is_told_by_place(const struct growing *g, const struct eb_formula *condition) {
    return !eb_planner_is_element(g->planner, condition, g->function) &&
           eb_planner_mentions(g->planner, condition, g->unknown);
}

static bool all_grow(const struct growing *g) {
    for (size_t i = 0; i < g->planner->condition_count; i++) {
        const struct eb_formula *condition = g->planner->conditions[i].formula;
        if (!eb_planner_mentions(g->planner, condition, g->function)) continue;
        if (!condition_grows(g, condition) || (!g->has_last && is_told_by_place(g, condition))) return false;
    }
    return true;
}

static bool leaves_large_ones(const struct planner *planner, const struct eb_formula *arrow, int function,
                              int unknown) {
    struct growing g = {planner, function, unknown, .way = BY_SAME};
    g.has_last = is_up_to(planner, arrow->children[0], unknown, &g.offset);
    if (all_grow(&g)) return true;
    g.way = BY_NEW;
    return all_grow(&g);
}

/* ---- what moves with a number ---- */

/* {p, p + 1}, {p} × BOOL: is it made of numbers that move with p, so that none of its elements is one for many p? */
static bool moves(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    formula = eb_strip(formula);
    if (!eb_planner_mentions(planner, formula, unknown)) return true;
    if (formula->type && formula->type->kind == EB_TYPE_INTEGER) return eb_planner_is_linear(planner, formula, unknown);
    bool is_made_of_parts = formula->op == EB_MAPLET || formula->op == EB_SET_EXTENSION || formula->op == EB_PRODUCT ||
                            formula->op == EB_UNION || formula->op == EB_POWER_SET || formula->op == EB_POWER_SET_1 ||
                            formula->op == EB_INTERVAL || eb_is_arrow(formula->op);
    for (unsigned i = 0; is_made_of_parts && i < formula->child_count; i++)
        if (!moves(planner, formula->children[i], unknown)) return false;
    return is_made_of_parts;
}

/* Has the set an element, whatever its identifiers are? */
static bool is_never_empty(const struct eb_formula *set) {
    set = eb_strip(set);
    const struct eb_formula *first = set->child_count ? eb_strip(set->children[0]) : NULL;
    const struct eb_formula *last = set->child_count ? eb_strip(set->children[set->child_count - 1]) : NULL;
    switch (set->op) {
    case EB_SET_EXTENSION: return set->child_count > 0;
    case EB_INTERVAL:
        return first->op == EB_INTEGER_LITERAL && last->op == EB_INTEGER_LITERAL && first->value <= last->value;
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1:
    case EB_BOOLEANS:
    case EB_POWER_SET:
    case EB_RELATIONS:
    case EB_PARTIAL_FUNCTIONS:
    case EB_PARTIAL_INJECTIONS: return true;
    case EB_POWER_SET_1: return is_never_empty(first);
    case EB_TOTAL_RELATIONS:
    case EB_TOTAL_FUNCTIONS: return is_never_empty(last);
    case EB_PRODUCT: return is_never_empty(first) && is_never_empty(last);
    case EB_UNION:
        for (unsigned i = 0; i < set->child_count; i++)
            if (is_never_empty(set->children[i])) return true;
        return false;
    default: return set->op == EB_IDENTIFIER && set->identifier == EB_CARRIER_SET;
    }
}

/* {p, p + 1} */
static bool elements_grow(const struct planner *planner, const struct eb_formula *set, int unknown) {
    for (unsigned i = 0; set->op == EB_SET_EXTENSION && i < set->child_count; i++)
        if (!eb_planner_grows(planner, set->children[i], unknown)) return false;
    return set->op == EB_SET_EXTENSION;
}

/* Is nothing else said of it but its type? Or, where it grows with p, that it is a natural number? */
static bool is_alone(const struct planner *planner, const struct eb_formula *here, int other, bool grows) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        bool is_type = eb_planner_is_element(planner, condition, other) && eb_is_number_set(condition->children[1]) &&
                       (grows || eb_strip(condition->children[1])->op == EB_INTEGERS);
        if (condition != here && !is_type && eb_planner_mentions(planner, condition, other)) return false;
    }
    return true;
}

/* There is an element for every p, another one each time, and nothing else is said of it. */
static bool moves_alone(const struct planner *planner, const struct eb_formula *membership, int other, int unknown) {
    const struct eb_formula *set = eb_strip(membership->children[1]);
    return is_never_empty(set) && moves(planner, set, unknown) &&
           is_alone(planner, membership, other, elements_grow(planner, set, unknown));
}

/* f ∈ 1‥p → S, where there are as many values as may be needed: one for each of 1‥p. */
static bool is_free_function(const struct planner *planner, const struct eb_formula *set, int unknown) {
    bool serves = set->op == EB_TOTAL_FUNCTIONS || set->op == EB_TOTAL_RELATIONS ||
                  (set->op == EB_TOTAL_INJECTIONS && eb_is_number_set(set->children[1]));
    return serves && grows(planner, set->children[0], unknown) &&
           !eb_planner_mentions(planner, set->children[1], unknown);
}

/* q ∈ (0‥p) ∪ {6, 7} with q ≤ 2 − p: of a number in more than an interval, which the linear comparisons know, each
 * value may need another p. */
static bool is_tied(const struct planner *planner, const struct eb_formula *membership, int other, int unknown) {
    bool is_number = planner->unknowns[other].domain->representation == EB_NUMBER;
    if (!is_number || eb_strip(membership->children[1])->op == EB_INTERVAL) return false;
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (condition != membership && eb_planner_mentions(planner, condition, other) &&
            eb_planner_mentions(planner, condition, unknown))
            return true;
    }
    return false;
}

bool eb_planner_is_free_to_follow(const struct planner *planner, const struct eb_formula *membership, int unknown) {
    int other = eb_planner_unknown(planner, eb_strip(membership->children[0]));
    const struct eb_formula *set = eb_strip(membership->children[1]);
    if (is_tied(planner, membership, other, unknown)) return false;
    if (grows(planner, set, unknown)) return true; /* what it is for a smaller p, it may be for a larger one */
    if (membership->op == EB_SUBSET_EQUAL) return false;
    if (eb_is_arrow(set->op) && is_free_function(planner, set, unknown))
        return leaves_large_ones(planner, set, other, unknown);
    bool counts = eb_is_arrow(set->op) && eb_arrow_flags(set->op) & (EB_INJECTIVE | EB_SURJECTIVE);
    if (counts) return false; /* there are as many as there are of others */
    return moves_alone(planner, membership, other, unknown);
}

bool eb_planner_is_about_values(const struct planner *planner, const struct eb_formula *condition, int function) {
    struct uses uses = {0};
    count_uses(planner, condition, function, &uses);
    bool of_each = condition->op == EB_SUBSET_EQUAL && eb_strip(condition->children[0])->op == EB_RANGE &&
                   !eb_planner_waits(planner, condition->children[1]);
    if (uses.of_whole || (uses.of_range && !of_each)) return false;
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *membership = planner->conditions[i].formula;
        if (!eb_planner_is_element(planner, membership, function)) continue;
        const struct eb_formula *set = eb_strip(membership->children[1]);
        if (!eb_is_arrow(set->op) || eb_planner_waits(planner, set->children[1])) return false;
    }
    return uses.applications > 0 || of_each;
}

/* f ∈ 1‥p → S. */
static const struct eb_formula *find_free_function(const struct planner *planner, int function, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (!eb_planner_is_element(planner, condition, function)) continue;
        const struct eb_formula *set = eb_strip(condition->children[1]);
        if (eb_is_arrow(set->op) && is_free_function(planner, set, unknown)) return set;
    }
    return NULL;
}

bool eb_planner_sets_are_free(const struct planner *planner, const struct eb_formula *condition, int unknown) {
    bool any = false;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        if ((int)i == unknown || !planner->unknowns[i].domain->is_set ||
            !eb_planner_mentions(planner, condition, (int)i))
            continue;
        any = true;
        if (!eb_set_limits_nothing(planner, condition, (int)i) || eb_names_beyond(planner, condition)) return false;
        const struct eb_formula *arrow = find_free_function(planner, (int)i, unknown);
        if (!arrow || !leaves_large_ones(planner, arrow, (int)i, unknown)) return false;
    }
    return any;
}
