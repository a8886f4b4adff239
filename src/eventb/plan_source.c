/* Which condition gives an identifier its values: the one with the fewest of them. */
#include "eventb/comprehension.h"
#include "eventb/planner.h"

#include <math.h>

/* ---- how many values a source has: the logarithm, roughly ---- */

/* What is cut to the bounds comes after everything of a size that can be gone through. */
enum { OPEN_NUMBERS = 30, HUGE = 1000000, OPEN_SETS = 10000000 };
/* So many that something else is better known first. */
enum { MANY_FUNCTIONS = 4 };

static double capped(double bits) { return bits > HUGE ? HUGE : bits; }

static double bits_of_size(double size) { return size > 1 ? ceil(log2(size)) : 0; }

static double subsets_of(double bits) { return bits > 20 ? HUGE : (double)(1u << (unsigned)bits); }

static double bound_bits(const struct planner *planner) {
    return bits_of_size((double)planner->compiler->high - (double)planner->compiler->low + 1);
}

static double bounded_bits(const struct planner *planner, const struct eb_domain *domain);

/* The largest constructor counts; what is inside of itself, as often as it is enumerated. */
static double data_bits(const struct planner *planner, const struct eb_domain *data) {
    double most = 0;
    for (unsigned i = 0; i < data->type->data->constructor_count; i++) {
        double bits = 0;
        for (unsigned j = 0; j < eb_field_count(data, i); j++)
            if (data->fields[i][j] != data) bits += bounded_bits(planner, data->fields[i][j]);
        if (bits > most) most = bits;
    }
    double count = data->type->data->constructor_count;
    return data->type->data->recursive ? capped(EB_DATA_LEVELS * (most + 1)) : capped(most + bits_of_size(count));
}

/* Within the bounds. */
static double bounded_bits(const struct planner *planner, const struct eb_domain *domain) {
    if (domain->representation == EB_NUMBER) return bound_bits(planner);
    if (domain->representation == EB_DATA) return data_bits(planner, domain);
    if (domain->is_pair) return bounded_bits(planner, domain->left) + bounded_bits(planner, domain->right);
    if (domain->is_set) return subsets_of(bounded_bits(planner, domain->left));
    return bits_of_size((double)domain->size);
}

double eb_type_bits(const struct planner *planner, const struct eb_domain *domain) {
    double bits = bounded_bits(planner, domain);
    if (!domain->has_numbers) return bits;
    return bits + (domain->representation == EB_NUMBER || !domain->is_set ? OPEN_NUMBERS : OPEN_SETS);
}

static bool has_integers(const struct eb_type *type) {
    if (type->kind == EB_TYPE_POWER) return has_integers(type->left);
    if (type->kind == EB_TYPE_PRODUCT) return has_integers(type->left) || has_integers(type->right);
    if (type->kind == EB_TYPE_DATA) return eb_data_is_infinite(type->data) || (type->left && has_integers(type->left));
    return type->kind == EB_TYPE_INTEGER;
}

bool eb_set_is_open(const struct eb_formula *set) {
    set = eb_strip(set);
    switch (set->op) {
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1: return true;
    case EB_IDENTITY: return has_integers(set->type);
    case EB_DATA_SET:
        if (eb_data_is_infinite(set->data)) return true;
        break;
    case EB_POWER_SET:
    case EB_POWER_SET_1:
    case EB_DIFFERENCE: return eb_set_is_open(set->children[0]);
    case EB_INTERSECTION:
        for (unsigned i = 0; i < set->child_count; i++)
            if (!eb_set_is_open(set->children[i])) return false;
        return true;
    case EB_UNION:
    case EB_PRODUCT: break;
    default:
        if (!eb_is_arrow(set->op)) return false;
    }
    for (unsigned i = 0; i < set->child_count; i++)
        if (eb_set_is_open(set->children[i])) return true;
    return false;
}

/* 0‥2 or {0, 2}, where all of these are tried anyway. */
static bool is_within_bounds(const struct planner *planner, const struct eb_formula *set) {
    const struct eb_compiler *compiler = planner->compiler;
    if (set->op != EB_INTERVAL && set->op != EB_SET_EXTENSION) return false;
    for (unsigned i = 0; i < set->child_count; i++) {
        const struct eb_formula *number = eb_strip(set->children[i]);
        if (number->op != EB_INTEGER_LITERAL || number->value < compiler->low || number->value > compiler->high)
            return false;
    }
    return true;
}

bool eb_set_gives_numbers(const struct planner *planner, const struct eb_formula *set) {
    set = eb_strip(set);
    if (!has_integers(set->type) || is_within_bounds(planner, set)) return false;
    bool of_first = set->op == EB_POWER_SET || set->op == EB_POWER_SET_1 || set->op == EB_DIFFERENCE;
    bool of_each = set->op == EB_UNION || set->op == EB_INTERSECTION || set->op == EB_PRODUCT || eb_is_arrow(set->op);
    if (!of_first && !of_each) return !eb_set_is_open(set);
    for (unsigned i = 0; i < (of_first ? 1 : set->child_count); i++)
        if (eb_set_gives_numbers(planner, set->children[i])) return true;
    return false;
}

bool eb_set_leaves_out(struct eb_compiler *compiler, const struct eb_formula *set) {
    set = eb_strip(set);
    if (!eb_set_is_open(set)) return false;
    bool any = set->op == EB_DIFFERENCE && !eb_set_is_few(compiler, set->children[1]);
    for (unsigned i = 0; i < set->child_count && !any; i++) any = eb_set_leaves_out(compiler, set->children[i]);
    return any;
}

static bool is_among(const struct eb_formula *set, const struct eb_formula *of) {
    bool any = of == set;
    for (unsigned i = 0; of->op == EB_UNION && i < of->child_count && !any; i++)
        any = is_among(set, eb_strip(of->children[i]));
    return any;
}

bool eb_set_gives_more(const struct planner *planner, const struct eb_formula *set, const struct eb_formula *tried) {
    set = eb_strip(set);
    tried = tried ? eb_strip(tried) : NULL;
    if (tried && !eb_set_is_open(tried)) return false;
    if (eb_set_leaves_out(planner->compiler, set)) return true;
    if (tried && is_among(set, tried)) return false;
    if (set->op == EB_DIFFERENCE) return eb_set_gives_more(planner, set->children[0], tried);
    if (tried && tried->op == EB_DIFFERENCE) return eb_set_gives_more(planner, set, tried->children[0]);
    if (set->op == EB_INTERSECTION) {
        bool any = false;
        for (unsigned i = 0; i < set->child_count && !any; i++)
            any = eb_set_gives_more(planner, set->children[i], tried);
        return any;
    }
    bool of_any = tried && tried->op == EB_UNION;
    bool alike = tried && (tried->op == set->op || (eb_is_arrow(tried->op) && eb_is_arrow(set->op)));
    bool by_parts = alike && (eb_is_arrow(set->op) || set->op == EB_PRODUCT || set->op == EB_POWER_SET);
    if (!of_any && !by_parts) return eb_set_gives_numbers(planner, set);
    bool more = false;
    for (unsigned i = 0; i < tried->child_count && !more; i++)
        more = eb_set_gives_more(planner, of_any ? set : set->children[i], tried->children[i]);
    return more;
}

static double finite_bits(const struct planner *planner, const struct eb_formula *set) {
    set = eb_strip(set);
    const struct eb_domain *domain = eb_domain_for(planner->compiler, set);
    double left, right;
    switch (set->op) {
    case EB_SET_EXTENSION: return bits_of_size(set->child_count);
    case EB_INTERVAL: return 3;
    case EB_POWER_SET:
    case EB_POWER_SET_1: return subsets_of(finite_bits(planner, set->children[0]));
    case EB_PRODUCT: return capped(finite_bits(planner, set->children[0]) + finite_bits(planner, set->children[1]));
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1:
    case EB_BOOLEANS: return bounded_bits(planner, domain->left);
    default: break;
    }
    if (eb_is_arrow(set->op)) {
        left = finite_bits(planner, set->children[0]);
        right = finite_bits(planner, set->children[1]);
        if (left > 20) return HUGE;
        unsigned flags = eb_arrow_flags(set->op);
        double or_none = flags & EB_TOTAL ? right : log2(exp2(right) + 1);
        double bits = capped(exp2(left) * (flags & EB_FUNCTIONAL ? or_none + 0.1 : subsets_of(right)));
        double all = bounded_bits(planner, domain->left); /* of the type: exact, where there are no integers */
        return domain->left->has_numbers || bits < all ? bits : all;
    }
    if (set->op == EB_IDENTIFIER && set->identifier == EB_CARRIER_SET) return bounded_bits(planner, domain->left);
    double bits = bounded_bits(planner, domain->left); /* some set: likely smaller than its type, and never huge */
    return bits > 8 ? 6 : bits * 0.75;
}

double eb_set_bits(const struct planner *planner, const struct eb_formula *set) {
    double bits = finite_bits(planner, set);
    bool comprehension = eb_strip(set)->op == EB_COMPREHENSION; /* which is no source where others are */
    if (!eb_set_is_open(set) && !(comprehension && eb_set_is_large(planner->compiler, set))) return bits;
    const struct eb_domain *domain = eb_domain_for(planner->compiler, set);
    return bits + (domain->left->is_set ? OPEN_SETS : OPEN_NUMBERS);
}

/* ---- sources ---- */

static bool is_pattern(const struct planner *planner, const struct eb_formula *formula) {
    formula = eb_strip(formula);
    if (eb_planner_unknown(planner, formula) >= 0) return true;
    if (formula->op == EB_MAPLET)
        return is_pattern(planner, formula->children[0]) && is_pattern(planner, formula->children[1]);
    if (formula->op == EB_CONSTRUCT) {
        bool all = true;
        for (unsigned i = 0; i < formula->child_count; i++) all = all && is_pattern(planner, formula->children[i]);
        return all;
    }
    return eb_is_safe(formula) && !eb_planner_waits(planner, formula);
}

struct search {
    struct planner *planner;
    int unknown; /* only sources that give its numbers; -1: all */
    struct eb_supply best;
};

static bool is_looked_for(const struct search *search, const struct eb_supply *supply) {
    if (search->unknown < 0) return true;
    return (supply->kind == EB_STEP_EACH || supply->kind == EB_STEP_MATCH) &&
           eb_planner_mentions(search->planner, supply->left, search->unknown) &&
           eb_set_gives_numbers(search->planner, supply->right);
}

static bool is_better(const struct search *search, const struct eb_supply *supply) {
    const struct eb_supply *best = &search->best;
    bool both_open = best->bits == supply->bits && best->is_open && supply->is_open;
    if (!both_open) return best->bits < 0 || supply->bits < best->bits;
    return eb_planner_comes_first(search->planner, supply->unknown, best->unknown);
}

static void consider(struct search *search, struct eb_supply supply) {
    bool better = is_better(search, &supply);
    if (better && is_looked_for(search, &supply)) search->best = supply;
}

static void consider_equality(struct search *search, size_t index, const struct eb_formula *left,
                              const struct eb_formula *right) {
    struct planner *planner = search->planner;
    if (eb_planner_waits(planner, right) || !eb_planner_waits(planner, left) || !is_pattern(planner, left)) return;
    bool alone = eb_planner_unknown(planner, eb_strip(left)) >= 0;
    consider(search, (struct eb_supply){.kind = alone ? EB_STEP_ASSIGN : EB_STEP_MATCH,
                                        .left = eb_strip(left),
                                        .right = right,
                                        .exact = true,
                                        .condition = index});
}

static const struct eb_formula *identifier_in(const struct planner *planner, const struct eb_formula *formula,
                                              int unknown) {
    if (eb_planner_unknown(planner, formula) == unknown) return formula;
    for (unsigned i = 0; i < formula->child_count; i++) {
        const struct eb_formula *found = identifier_in(planner, formula->children[i], unknown);
        if (found) return found;
    }
    return NULL;
}

/* x + 1 = y */
static void consider_solved(struct search *search, size_t index, const struct eb_formula *equality) {
    struct planner *planner = search->planner;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        const struct eb_formula *identifier = identifier_in(planner, equality, (int)i);
        const struct eb_formula *value = identifier ? eb_planner_solved(planner, (int)i, equality) : NULL;
        if (value)
            consider(search, (struct eb_supply){.kind = EB_STEP_ASSIGN,
                                                .left = identifier,
                                                .right = value,
                                                .exact = true,
                                                .bits = 0.001,
                                                .condition = index});
    }
}

/* f ∈ A → B, where A and B are known, and have an end. */
static bool is_given(const struct planner *planner, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (eb_planner_is_element(planner, condition, unknown) && !eb_set_is_open(condition->children[1]) &&
            !eb_planner_waits(planner, condition->children[1]))
            return true;
    }
    return false;
}

/* Does it come from others that have no value yet, but not from this one? Of n = f(1) it is n that comes from f, if
 * that is given. */
static bool is_by_others(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (eb_planner_unknown(planner, eb_strip(formula)) >= 0 && is_given(planner, unknown)) return false;
    return !identifier_in(planner, formula, unknown) && eb_planner_waits(planner, formula);
}

/* Does a formula say f(x) = E, or that on a condition, where E or the condition comes from others? */
static bool says_by_others(const struct planner *planner, const struct eb_formula *formula, int unknown,
                           bool conditionally) {
    for (unsigned side = 0; formula->op == EB_EQUAL && side < 2; side++) {
        const struct eb_formula *value = eb_strip(formula->children[side]), *from = formula->children[1 - side];
        bool its = value->op == EB_APPLICATION && eb_planner_unknown(planner, eb_strip(value->children[0])) == unknown;
        if (its && (conditionally || is_by_others(planner, from, unknown))) return true;
    }
    if (formula->op == EB_IMPLIES)
        conditionally = conditionally || is_by_others(planner, formula->children[0], unknown);
    bool inside = formula->op == EB_FORALL || formula->op == EB_IMPLIES || formula->op == EB_AND;
    for (unsigned i = 0; inside && i < formula->child_count; i++)
        if (says_by_others(planner, formula->children[i], unknown, conditionally)) return true;
    return false;
}

bool eb_planner_follows(const struct planner *planner, int unknown) {
    for (size_t i = 0; planner->lenient && i < planner->condition_count; i++)
        if (says_by_others(planner, planner->conditions[i].formula, unknown, false)) return true;
    return false;
}

static void consider_membership(struct search *search, size_t index, const struct eb_formula *left,
                                const struct eb_formula *right, bool exact) {
    struct planner *planner = search->planner;
    if (eb_planner_waits(planner, right) || !eb_planner_waits(planner, left) || !is_pattern(planner, left)) return;
    bool alone = eb_planner_unknown(planner, eb_strip(left)) >= 0;
    if (alone && exact) right = eb_planner_narrowed(planner, left, right);
    bool one = alone && exact && eb_planner_is_ascending(planner, eb_strip(left), right);
    double bits = one ? 0.01 : eb_set_bits(planner, right) + 0.01;
    if (bits > MANY_FUNCTIONS && alone && !planner->nobody_leads &&
        eb_planner_follows(planner, eb_planner_unknown(planner, eb_strip(left))))
        bits += OPEN_SETS;
    consider(search, (struct eb_supply){.kind = alone ? EB_STEP_EACH : EB_STEP_MATCH,
                                        .left = eb_strip(left),
                                        .right = right,
                                        .exact = exact,
                                        .bits = bits,
                                        .is_open = alone && eb_set_is_open(right),
                                        .unknown = eb_planner_unknown(planner, eb_strip(left)),
                                        .condition = index});
}

static void consider_subset(struct search *search, size_t index, const struct eb_formula *left,
                            const struct eb_formula *right, bool exact) {
    struct planner *planner = search->planner;
    if (eb_planner_waits(planner, right) || eb_planner_unknown(planner, eb_strip(left)) < 0) return;
    double bits = subsets_of(finite_bits(planner, right)) + (eb_set_is_open(right) ? OPEN_SETS : 0);
    consider(search, (struct eb_supply){.kind = EB_STEP_EACH,
                                        .left = eb_strip(left),
                                        .right = right,
                                        .subset = true,
                                        .exact = exact,
                                        .bits = bits,
                                        .is_open = eb_set_is_open(right),
                                        .unknown = eb_planner_unknown(planner, eb_strip(left)),
                                        .condition = index});
}

/* W, where a condition that may give values says s ⊆ W; NULL if none does. */
static const struct eb_formula *whole_of(const struct planner *planner, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        bool subset = condition->op == EB_SUBSET_EQUAL || condition->op == EB_SUBSET;
        if (!eb_planner_is_usable(planner, i) || (!subset && condition->op != EB_IN)) continue;
        const struct eb_formula *whole = eb_strip(condition->children[1]);
        bool sets = whole->op == EB_POWER_SET || whole->op == EB_POWER_SET_1;
        if (eb_planner_unknown(planner, eb_strip(condition->children[0])) != unknown || (!subset && !sets)) continue;
        if (!subset) whole = whole->children[0];
        if (eb_is_safe(whole) && !eb_planner_waits(planner, whole)) return whole;
    }
    return NULL;
}

static const struct eb_formula *as_it_is(void *context, const struct eb_formula *formula) {
    (void)context;
    (void)formula;
    return NULL;
}

/* ∀x·x ∈ s ⇒ P, with s ⊆ W: s ⊆ {x·x ∈ W ∧ P ∣ x}, if that has few elements. */
static void consider_elements(struct search *search, size_t index, const struct eb_formula *forall) {
    struct planner *planner = search->planner;
    struct arena *arena = planner->compiler->arena;
    const struct eb_formula *body = forall->children[0];
    if (forall->bound_count != 1 || body->op != EB_IMPLIES || body->children[0]->op != EB_IN) return;
    const struct eb_formula *x = eb_strip(body->children[0]->children[0]), *property = body->children[1];
    const struct eb_formula *s = eb_strip(body->children[0]->children[1]);
    bool is_element = x->op == EB_BOUND && x->index == forall->bound->slot && eb_planner_unknown(planner, s) >= 0;
    if (!is_element || !eb_is_safe(property) || eb_planner_waits(planner, property)) return;
    const struct eb_formula *whole = whole_of(planner, eb_planner_unknown(planner, s));
    if (whole) property = eb_made_of(arena, forall, EB_AND, eb_made_of(arena, forall, EB_IN, x, whole), property);
    struct eb_formula *set = eb_made_value(arena, forall, EB_COMPREHENSION, s->type, property, x);
    set->bound = forall->bound;
    set->bound_count = 1;
    const struct eb_formula *own = eb_replace(planner->compiler, set, as_it_is, NULL);
    if (!eb_set_is_large(planner->compiler, own)) consider_subset(search, index, s, own, false);
}

/* partition(S, {a}, T): a ∈ S and T ⊆ S. */
static void consider_partition(struct search *search, size_t index, const struct eb_formula *partition) {
    const struct eb_formula *whole = partition->children[0];
    for (unsigned i = 1; i < partition->child_count; i++) {
        const struct eb_formula *part = eb_strip(partition->children[i]);
        if (part->op == EB_SET_EXTENSION && part->child_count == 1)
            consider_membership(search, index, part->children[0], whole, false);
        else
            consider_subset(search, index, part, whole, false);
    }
}

/* Values that an alternative computes, and that may be ill-defined where another one holds. */
static void consider_if_defined(struct search *search, size_t index, int unknown, const struct eb_formula *identifier,
                                const struct eb_formula *set) {
    if (search->planner->whole || eb_set_is_open(set) || eb_set_is_large(search->planner->compiler, set)) return;
    consider(search, (struct eb_supply){.kind = EB_STEP_EACH,
                                        .left = identifier,
                                        .right = set,
                                        .bits = eb_set_bits(search->planner, set) + 0.02,
                                        .unknown = unknown,
                                        .condition = index,
                                        .may_fail = true});
}

/* p = 1 ∨ p ∈ S; of constants, also ∀r·r ∈ R ⇒ f(r) = p */
static void consider_alternatives(struct search *search, size_t index, const struct eb_formula *disjunction) {
    struct planner *planner = search->planner;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        const struct eb_formula *identifier;
        bool is_number = planner->unknowns[i].domain->representation == EB_NUMBER;
        if (planner->has_value[i] || (disjunction->op == EB_FORALL && !is_number)) continue;
        const struct eb_formula *set = disjunction->op == EB_OR
                                           ? eb_planner_alternatives(planner, disjunction, (int)i, &identifier)
                                           : eb_planner_common(planner, disjunction, (int)i, &identifier);
        if (set && !eb_is_safe(set))
            consider_if_defined(search, index, (int)i, identifier, set);
        else if (set)
            consider_membership(search, index, identifier, set, false);
    }
}

static void consider_condition(struct search *search, size_t index) {
    struct planner *planner = search->planner;
    const struct eb_formula *formula = planner->conditions[index].formula;
    bool common = formula->op == EB_FORALL && planner->lenient;
    if (formula->op == EB_OR || common) consider_alternatives(search, index, formula);
    if (formula->op == EB_FORALL) consider_elements(search, index, formula);
    if (formula->child_count < 2) return;
    const struct eb_formula *left = formula->children[0], *right = formula->children[1];
    switch (formula->op) {
    case EB_EQUAL:
        consider_equality(search, index, left, right);
        consider_equality(search, index, right, left);
        consider_solved(search, index, formula);
        return;
    case EB_IN: consider_membership(search, index, left, right, true); return;
    case EB_SUBSET_EQUAL: consider_subset(search, index, left, right, true); return;
    case EB_SUBSET: consider_subset(search, index, left, right, false); return;
    case EB_PARTITION: consider_partition(search, index, formula); return;
    default: return;
    }
}

/* All that is said about an integer, in one step. */
static void consider_range(struct search *search, int unknown) {
    struct planner *planner = search->planner;
    struct eb_range range = eb_planner_range(planner, unknown);
    if (range.lows.count || range.highs.count)
        consider(search, (struct eb_supply){.kind = EB_STEP_BETWEEN,
                                            .bits = eb_range_bits(&range),
                                            .is_open = !eb_range_is_closed(&range),
                                            .unknown = unknown});
    eb_range_free(&range);
}

/* One value: nothing is better. */
static bool is_best(const struct eb_supply *supply) { return supply->bits == 0; }

static struct eb_supply search_sources(struct planner *planner, int unknown) {
    struct search search = {planner, unknown, {.bits = -1}};
    for (size_t i = 0; i < planner->condition_count && !is_best(&search.best); i++)
        if (eb_planner_is_usable(planner, i)) consider_condition(&search, i);
    for (unsigned i = 0; i < planner->unknown_count && !is_best(&search.best); i++)
        if (!planner->has_value[i] && planner->unknowns[i].domain->representation == EB_NUMBER)
            consider_range(&search, (int)i);
    return search.best;
}

struct eb_supply eb_planner_best(struct planner *planner) {
    return search_sources(planner, -1);
}

struct eb_supply eb_planner_giving(struct planner *planner, int unknown) {
    return search_sources(planner, unknown);
}
