/* Sets, functions and pairs whose numbers are chosen within the bounds: which conditions limit nothing there?
 *
 * Whatever is not known to limit nothing may hold for numbers that were not tried. What does limit nothing: conditions
 * on other things than the numbers (card(p) = 3, dom(f) = S), numbers that are left out (f(x) ≠ 3), ends of half-lines
 * within the bounds. Of constants also whatever relates numbers with each other, if none beyond the bounds is named or
 * computed: what is said of constants tends to be how they are found. */
#include "eventb/comprehension.h"
#include "eventb/planner.h"
#include "eventb/type.h"

enum { MOST_FOREIGN = 16, MOST_CHAINED = 32 };

struct looking {
    const struct planner *planner;
    int unknown;
    const struct eb_formula *condition; /* of which a part is looked at */
    bool alone;                         /* it must hold, whatever else does */
    bool many;                          /* bound identifiers may be any numbers, or elements of the set itself */
    unsigned bound_count;
    /* What quantifiers around the formula bind (by slot): these may be its numbers. */
    unsigned own[MOST_FOREIGN], own_count;
    /* Bound identifiers that are elements of another set (by slot), and whether that has numbers beyond the bounds. */
    unsigned foreign[MOST_FOREIGN], foreign_count;
    bool foreign_reach;
};

static bool is_it(const struct looking *l, const struct eb_formula *formula) {
    return eb_planner_unknown(l->planner, eb_strip(formula)) == l->unknown;
}

/* card(p), and dom(f) of a function on something else, say nothing about numbers. */
static bool is_apart(const struct looking *l, const struct eb_formula *formula) {
    if (formula->op == EB_CARDINALITY || formula->op == EB_FINITE) {
        const struct eb_formula *of = eb_strip(formula->children[0]);
        bool side = of->op == EB_DOMAIN || of->op == EB_RANGE;
        return is_it(l, side ? of->children[0] : of);
    }
    bool side = formula->op == EB_DOMAIN || formula->op == EB_RANGE;
    return side && is_it(l, formula->children[0]) && !eb_type_has_numbers(formula->type);
}

/* Not of a set that is written inside of the formula, {i ∣ i ∈ S}. */
static bool is_own(const struct looking *l, const struct eb_formula *bound) {
    for (unsigned i = 0; i < l->own_count; i++)
        if (l->own[i] == bound->index) return true;
    return l->own_count == MOST_FOREIGN; /* there may be more of them */
}

/* Its numbers, or those that a quantifier binds, which may be its elements. */
static bool uses_numbers(const struct looking *l, const struct eb_formula *formula) {
    if (is_apart(l, formula)) return false;
    if (eb_planner_unknown(l->planner, formula) == l->unknown) return true;
    if (formula->op == EB_BOUND) return eb_type_has_numbers(formula->type) && is_own(l, formula);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (uses_numbers(l, formula->children[i])) return true;
    return false;
}

static bool is_foreign(const struct looking *l, const struct eb_formula *formula) {
    if (formula->op != EB_BOUND) return false;
    for (unsigned i = 0; i < l->foreign_count; i++)
        if (l->foreign[i] == formula->index) return true;
    return l->foreign_count == MOST_FOREIGN; /* there may be more of them */
}

/* ---- Numbers beyond the bounds ---- */

static bool is_beyond(const struct looking *l, const struct eb_formula *formula) {
    const struct eb_compiler *compiler = l->planner->compiler;
    return formula->op == EB_INTEGER_LITERAL && (formula->value < compiler->low || formula->value > compiler->high);
}

/* How many of its parts may be what its value is: of f(9) the 9 is none, but of prj1(9 ↦ 1) and of a λ. */
static unsigned parts_of_value(const struct eb_formula *formula) {
    bool is_named = formula->op == EB_APPLICATION && eb_strip(formula->children[0])->op == EB_IDENTIFIER;
    return is_named ? 1 : formula->child_count;
}

static bool names_beyond(const struct looking *l, const struct eb_formula *formula) {
    bool any = is_beyond(l, formula);
    unsigned count = parts_of_value(formula);
    for (unsigned i = 0; i < count && !any; i++) any = names_beyond(l, formula->children[i]);
    return any;
}

/* Identifiers of the model, and what stands for them: a half of a pair is looked for by a bound one of its own. */
static bool is_name(const struct looking *l, const struct eb_formula *formula) {
    return formula->op == EB_IDENTIFIER || eb_planner_looks_for(l->planner, formula);
}

static bool is_same(const struct eb_formula *a, const struct eb_formula *b) {
    if (a->op != b->op || a->index != b->index) return false;
    return a->op == EB_BOUND || (a->op == EB_IDENTIFIER && a->identifier == b->identifier);
}

static bool speaks_of(const struct eb_formula *formula, const struct eb_formula *identifier) {
    bool any = is_same(formula, identifier);
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = speaks_of(formula->children[i], identifier);
    return any;
}

static bool computes(const struct eb_formula *formula) {
    return (formula->op >= EB_ADD && formula->op <= EB_POWER_OF && formula->op != EB_MODULO) ||
           formula->op == EB_SUCCESSOR || formula->op == EB_PREDECESSOR || formula->op == EB_CARDINALITY;
}

/* Identifiers by which others may get values beyond the bounds, each looked at once. */
struct chain {
    const struct looking *l;
    const struct eb_formula *links[MOST_CHAINED];
    unsigned count;
};

static bool chain_reaches(struct chain *chain, const struct eb_formula *identifier);

static bool reaches_by_parts(struct chain *chain, const struct eb_formula *formula) {
    bool is_other = is_name(chain->l, formula) && !is_it(chain->l, formula) && eb_type_has_numbers(formula->type);
    bool any = is_other && chain_reaches(chain, formula);
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = reaches_by_parts(chain, formula->children[i]);
    return any;
}

static bool computes_any(const struct eb_formula *formula) {
    bool any = computes(formula);
    unsigned count = parts_of_value(formula);
    for (unsigned i = 0; i < count && !any; i++) any = computes_any(formula->children[i]);
    return any;
}

/* c = 3 ∗ 3, c ∈ {1, 3 ∗ 3}, c − 3 = 6; but of f ∈ 1‥c + 1 → ℕ it is f that has values there. */
static bool may_be_computed(const struct looking *l, const struct eb_formula *condition,
                            const struct eb_formula *identifier) {
    const struct eb_formula *left = condition->op == EB_IN ? eb_strip(condition->children[0]) : NULL;
    bool is_of_another = left && is_name(l, left) && !is_same(left, identifier);
    return !is_of_another && computes_any(condition);
}

/* Do conditions on it, or on what they compare it with, name numbers beyond the bounds, or compute what it is? */
static bool chain_reaches(struct chain *chain, const struct eb_formula *identifier) {
    const struct planner *planner = chain->l->planner;
    for (unsigned i = 0; i < chain->count; i++)
        if (is_same(chain->links[i], identifier)) return false;
    if (chain->count == MOST_CHAINED) return true;
    chain->links[chain->count++] = identifier;
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (!speaks_of(condition, identifier)) continue;
        bool is_here = condition == chain->l->condition; /* what this one computes is seen where it is looked at */
        if (names_beyond(chain->l, condition) || (!is_here && may_be_computed(chain->l, condition, identifier)))
            return true;
        if (reaches_by_parts(chain, condition)) return true;
    }
    return false;
}

static bool is_spoken_of(const struct looking *l, const struct eb_formula *identifier) {
    for (size_t i = 0; i < l->planner->condition_count; i++)
        if (speaks_of(l->planner->conditions[i].formula, identifier)) return true;
    return false;
}

/* Another one, which may have values beyond the bounds: they are named where it is spoken of, or nothing is said
 * here. */
static bool reaches_by_another(const struct looking *l, const struct eb_formula *formula) {
    if (!is_name(l, formula) || is_it(l, formula) || !eb_type_has_numbers(formula->type)) return false;
    struct chain chain = {.l = l};
    return !l->planner->lenient || !is_spoken_of(l, formula) || chain_reaches(&chain, formula);
}

/* f ∈ 1‥20 → ℕ: the numbers that it is a function on are no values. */
static const struct eb_formula *about_values(const struct looking *l, const struct eb_formula *condition) {
    const struct eb_formula *set = condition->op == EB_IN ? eb_strip(condition->children[1]) : NULL;
    bool is_type = set && is_it(l, condition->children[0]) && eb_is_arrow(set->op);
    return is_type ? set->children[1] : condition;
}

/* v ∈ ran(f), where nothing else is said of v: it is whatever f has. */
static bool is_any_of_its(const struct looking *l, const struct eb_formula *condition) {
    const struct planner *planner = l->planner;
    int element = condition->op == EB_IN ? eb_planner_unknown(planner, eb_strip(condition->children[0])) : -1;
    bool any = element >= 0 && element != l->unknown;
    for (size_t i = 0; any && i < planner->condition_count; i++) {
        const struct eb_formula *other = planner->conditions[i].formula;
        bool is_type = eb_planner_is_element(planner, other, element) && eb_is_number_set(other->children[1]);
        any = other == condition || is_type || !eb_planner_mentions(planner, other, element);
    }
    return any;
}

/* f(1) ∈ {2, 3}, f(1) ≤ 3, beside f(1) < f(2), which needs an f(2) that was not tried; but not f(1) = 3, of which
 * there is nothing to lose. */
static bool limits_some(const struct looking *l, const struct eb_formula *condition) {
    if ((condition->op == EB_IN || condition->op == EB_SUBSET_EQUAL) && is_it(l, condition->children[0])) return false;
    if (is_any_of_its(l, condition)) return false;
    return condition->op != EB_EQUAL && condition->op != EB_NOT_EQUAL && condition->op != EB_NOT_IN &&
           condition->op != EB_FINITE && condition->op != EB_FORALL;
}

/* f(2) = 10 beside f(1) < f(2): one of its own numbers is beyond the bounds, and others are compared with it. */
static bool reaches_by_itself(const struct looking *l, const struct eb_formula *here) {
    for (size_t i = 0; i < l->planner->condition_count; i++) {
        const struct eb_formula *condition = l->planner->conditions[i].formula;
        struct chain chain = {.l = l};
        if (!eb_planner_mentions(l->planner, condition, l->unknown)) continue;
        const struct eb_formula *values = about_values(l, condition);
        if (names_beyond(l, values) || reaches_by_parts(&chain, values)) return true;
        if (here && condition != here && values == condition && limits_some(l, condition)) return true;
    }
    return false;
}

/* n ∈ 0‥9 that is chosen as well: it may be beyond the bounds, and what it must be an element of is not. */
static bool is_chosen_beyond(const struct looking *l, const struct eb_formula *formula) {
    struct chain chain = {.l = l};
    bool any = eb_planner_unknown(l->planner, formula) >= 0 && !is_it(l, formula) &&
               eb_type_has_numbers(formula->type) && chain_reaches(&chain, formula);
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = is_chosen_beyond(l, formula->children[i]);
    return any;
}

/* bool(f(0) > 3), where 3 is the last number that is tried. */
static bool splits_at_end(const struct looking *l, const struct eb_formula *formula) {
    const struct eb_compiler *compiler = l->planner->compiler;
    bool any = false;
    for (unsigned i = 0; i < formula->child_count && !any; i++) {
        const struct eb_formula *child = eb_strip(formula->children[i]);
        bool compared = formula->op >= EB_LESS && formula->op <= EB_GREATER_EQUAL;
        bool is_end =
            child->op == EB_INTEGER_LITERAL && (child->value == compiler->low || child->value == compiler->high);
        any = (compared && is_end) || splits_at_end(l, child);
    }
    return any;
}

/* Does it name or compute a number that may lie beyond the bounds? */
static bool reaches_beyond(const struct looking *l, const struct eb_formula *formula) {
    if (is_apart(l, formula)) return false;
    bool any = computes(formula) || is_beyond(l, formula) || reaches_by_another(l, formula) ||
               (is_it(l, formula) && reaches_by_itself(l, NULL)) || (l->foreign_reach && is_foreign(l, formula)) ||
               (formula->op == EB_BOOL && splits_at_end(l, formula));
    unsigned count = parts_of_value(formula);
    for (unsigned i = 0; i < count && !any; i++) any = reaches_beyond(l, formula->children[i]);
    return any;
}

/* ---- How many numbers ---- */

static bool counts(const struct looking *l, const struct eb_formula *formula) {
    bool any = formula->op == EB_CARDINALITY && is_apart(l, formula);
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = counts(l, formula->children[i]);
    return any;
}

/* card(p) = 7: so many there may be only with numbers beyond the bounds. */
static bool counts_beyond(const struct looking *l, const struct eb_formula *formula) {
    return counts(l, formula) && (names_beyond(l, formula) || reaches_beyond(l, formula));
}

/* Unless it says how many there are at most. */
static bool asks_for_many(const struct looking *l, const struct eb_formula *atom) {
    bool less = atom->op == EB_LESS || atom->op == EB_LESS_EQUAL;
    bool caps = atom->op != EB_EQUAL && !counts(l, atom->children[less]);
    return !caps && counts_beyond(l, atom);
}

/* ---- Comparisons ---- */

/* How often numbers of the identifier are added, and how often taken away. */
struct balance {
    unsigned added, taken;
    bool unclear;
};

static void weigh(const struct looking *l, const struct eb_formula *formula, bool is_added, struct balance *balance) {
    formula = eb_strip(formula);
    if (!uses_numbers(l, formula) || is_foreign(l, formula)) return;
    switch (formula->op) {
    case EB_ADD:
    case EB_SUBTRACT:
    case EB_NEGATE:
        for (unsigned i = 0; i < formula->child_count; i++) {
            bool turns = formula->op == EB_NEGATE || (formula->op == EB_SUBTRACT && i == 1);
            weigh(l, formula->children[i], is_added != turns, balance);
        }
        return;
    case EB_BOUND:
    case EB_APPLICATION:
    case EB_MINIMUM:
    case EB_MAXIMUM: *(is_added ? &balance->added : &balance->taken) += 1; return;
    default: balance->unclear = true; return;
    }
}

/* f(1) < 9, 9 ≥ max(s), f(0) < 9 − f(1) say how large numbers are, at most; of f(0) ≤ f(1) + 9 both may be larger.
 */
static bool comparison_limits_nothing(const struct looking *l, const struct eb_formula *comparison) {
    bool greater = comparison->op == EB_GREATER || comparison->op == EB_GREATER_EQUAL;
    struct balance balance = {0};
    if (!l->alone && asks_for_many(l, comparison)) return false;
    if (!uses_numbers(l, comparison)) return true;
    weigh(l, comparison->children[greater], true, &balance);
    weigh(l, comparison->children[!greater], false, &balance);
    bool caps = balance.unclear || balance.added > balance.taken;
    if (caps || !l->alone) return !reaches_beyond(l, comparison);
    return !names_beyond(l, comparison) && !reaches_by_itself(l, comparison);
}

/* ---- Other atoms ---- */

/* x ∈ p: there are values everywhere. But one that is computed from p itself, or asked for only if something else
 * holds, may be one that was not tried. */
static bool asks_for_tried(const struct looking *l, const struct eb_formula *element) {
    if (!eb_type_has_numbers(element->type)) return true;
    bool everywhere = l->alone && !eb_planner_mentions(l->planner, element, l->unknown);
    return everywhere ? !is_chosen_beyond(l, element) : !reaches_beyond(l, element);
}

/* g(x) = f(x) + 1, where g has no value yet: it follows f, unless that is limited itself. */
static bool is_followed(const struct looking *l, const struct eb_formula *equality) {
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *value = eb_strip(equality->children[side]);
        const struct eb_formula *function = value->op == EB_APPLICATION ? eb_strip(value->children[0]) : value;
        bool is_other = eb_planner_unknown(l->planner, function) >= 0 && !is_it(l, function);
        if (is_other && eb_type_has_numbers(value->type) && !reaches_by_another(l, function)) return true;
    }
    return false;
}

/* bool(P), where P need not hold. */
static bool has_truth(const struct eb_formula *formula) {
    bool any = formula->op == EB_BOOL;
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = has_truth(formula->children[i]);
    return any;
}

static bool atom_limits_nothing(const struct looking *l, const struct eb_formula *atom) {
    const struct eb_formula *left = atom->children[0], *right = atom->children[1];
    if (atom->op == EB_EQUAL && (!l->alone || has_truth(left) || has_truth(right)) && asks_for_many(l, atom))
        return false;
    if (atom->op == EB_IN && counts_beyond(l, atom)) return false; /* card(p) ∈ {0, 7} */
    if (!uses_numbers(l, atom)) return true;
    if (atom->op == EB_IN && is_it(l, right)) return asks_for_tried(l, left);
    if (atom->op == EB_IN && is_it(l, left)) return !eb_set_gives_more(l->planner, right, l->planner->tried);
    if (atom->op == EB_EQUAL && l->alone && is_followed(l, atom)) return true;
    return l->planner->lenient && !reaches_beyond(l, atom);
}

/* f(1), f(1) + 3: a number that one value of it makes, and each number comes from few. */
static bool is_plain(const struct eb_formula *formula) {
    formula = eb_strip(formula);
    switch (formula->op) {
    case EB_ADD:
    case EB_SUBTRACT:
    case EB_NEGATE:
        for (unsigned i = 0; i < formula->child_count; i++)
            if (!is_plain(formula->children[i])) return false;
        return true;
    case EB_INTEGER_LITERAL:
    case EB_IDENTIFIER:
    case EB_BOUND:
    case EB_APPLICATION: return true;
    default: return false;
    }
}

static bool exclusion_limits_nothing(const struct looking *l, const struct eb_formula *atom) {
    const struct eb_formula *left = atom->children[0], *right = atom->children[1];
    bool is_own =
        eb_planner_mentions(l->planner, left, l->unknown) && eb_planner_mentions(l->planner, right, l->unknown);
    bool inside = !reaches_beyond(l, atom) && !(is_own && reaches_by_itself(l, atom));
    if (atom->op == EB_NOT_EQUAL) return inside || (is_plain(left) && is_plain(right));
    if (atom->op == EB_NOT_IN && is_it(l, right)) return inside || !l->many;
    bool few = !eb_planner_mentions(l->planner, right, l->unknown) && eb_set_is_few(l->planner->compiler, right);
    return inside || (atom->op == EB_NOT_IN && few);
}

/* ---- What atoms are put together to ---- */

static bool limits_nothing(const struct looking *l, const struct eb_formula *formula);

static bool parts_limit_nothing(const struct looking *l, const struct eb_formula *formula) {
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!limits_nothing(l, formula->children[i])) return false;
    return true;
}

/* Where what is bound comes from: x ∈ p, a ↦ b ∈ p, x ∈ dom(p); or another set, x ∈ S. */
enum origin { NO_ORIGIN, FROM_ITSELF, FROM_FEW, FROM_MANY };

static enum origin origin_of(const struct looking *l, const struct eb_formula *part) {
    if (part->op != EB_IN) return NO_ORIGIN;
    const struct eb_formula *set = eb_strip(part->children[1]);
    bool side = set->op == EB_DOMAIN || set->op == EB_RANGE;
    if (is_it(l, side ? set->children[0] : set)) return FROM_ITSELF;
    if (eb_planner_mentions(l->planner, set, l->unknown)) return NO_ORIGIN;
    return eb_set_is_few(l->planner->compiler, set) ? FROM_FEW : FROM_MANY;
}

static unsigned bound_in(const struct eb_formula *formula) {
    unsigned count = formula->op == EB_BOUND;
    for (unsigned i = 0; i < formula->child_count; i++) count += bound_in(formula->children[i]);
    return count;
}

static void add_foreign(struct looking *l, const struct eb_formula *formula) {
    if (formula->op == EB_BOUND && l->foreign_count < MOST_FOREIGN) l->foreign[l->foreign_count++] = formula->index;
    for (unsigned i = 0; i < formula->child_count; i++) add_foreign(l, formula->children[i]);
}

static void add_own(struct looking *l, const struct eb_formula *quantified) {
    for (unsigned i = 0; i < quantified->bound_count && l->own_count < MOST_FOREIGN; i++)
        l->own[l->own_count++] = quantified->bound[i].slot;
}

/* P ⇒ Q: Q need not hold where P says more than where what is bound comes from. And where P says something about
 * the numbers, by which it may reach beyond the bounds, so does the whole: x ∈ p ∧ x > 9 ⇒ p = ∅. */
static bool implication_limits_nothing(const struct looking *l, const struct eb_formula *formula) {
    struct eb_conditions parts = {0};
    struct looking inside = *l;
    bool named = false, of_it = false;
    unsigned from_few = 0;
    eb_conditions_add(l->planner->compiler->arena, &parts, formula->children[0]);
    for (size_t i = 0; i < parts.list.count; i++) {
        const struct eb_formula *part = parts.list.items[i];
        enum origin origin = origin_of(l, part);
        if (origin == FROM_FEW) from_few += bound_in(part->children[0]);
        if (origin == FROM_FEW || origin == FROM_MANY) {
            add_foreign(&inside, part->children[0]);
            inside.foreign_reach = inside.foreign_reach || reaches_beyond(l, part->children[1]);
        }
        if (origin != NO_ORIGIN) continue;
        of_it = of_it || eb_planner_mentions(l->planner, part, l->unknown);
        named = named || (uses_numbers(l, part) && reaches_beyond(l, part)) || counts_beyond(l, part);
    }
    vec_free(&parts.list);
    inside.many = from_few < l->bound_count;
    if (of_it) inside.alone = false;
    if (named && (of_it || inside.many)) return false;
    return limits_nothing(&inside, formula->children[1]);
}

static bool limits_nothing(const struct looking *l, const struct eb_formula *formula) {
    struct looking inside = *l;
    switch (formula->op) {
    case EB_TRUE:
    case EB_FALSE:
    case EB_FINITE: return true;
    case EB_AND: return parts_limit_nothing(l, formula);
    case EB_OR: inside.alone = false; return parts_limit_nothing(&inside, formula);
    case EB_FORALL:
        inside.many = true;
        inside.bound_count += formula->bound_count;
        add_own(&inside, formula);
        return limits_nothing(&inside, formula->children[0]);
    case EB_IMPLIES: return implication_limits_nothing(l, formula);
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL: return comparison_limits_nothing(l, formula);
    case EB_EQUAL:
    case EB_IN:
    case EB_SUBSET:
    case EB_SUBSET_EQUAL: return atom_limits_nothing(l, formula);
    case EB_NOT_EQUAL:
    case EB_NOT_IN:
    case EB_NOT_SUBSET:
    case EB_NOT_SUBSET_EQUAL: return exclusion_limits_nothing(l, formula);
    default: return !uses_numbers(l, formula) || (l->planner->lenient && !reaches_beyond(l, formula));
    }
}

bool eb_set_limits_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    struct looking looking = {planner, unknown, formula, .alone = true};
    return limits_nothing(&looking, formula);
}

bool eb_names_beyond(const struct planner *planner, const struct eb_formula *formula) {
    struct looking looking = {planner, -1, formula, .alone = true};
    return names_beyond(&looking, formula);
}
