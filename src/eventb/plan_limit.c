/* Values that are chosen within the bounds, though a condition may ask for others: p ∈ ℕ ∧ (p = 1 ∨ p mod 7 = 5 ∧ p <
 * 99).
 *
 * Bounds limit what nothing in the model limits. A condition that says nothing but where a half-line begins, or which
 * few values are left out, limits nothing; of any other that was not used to find values, it is not known whether
 * values beyond the bounds satisfy it. And alternatives that each say what the values are give all of them. */
#include "eventb/comprehension.h"
#include "eventb/type.h"

static bool mentions(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (eb_planner_unknown(planner, formula) == unknown) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions(planner, formula->children[i], unknown)) return true;
    return false;
}

/* ---- Conditions that limit nothing ---- */

/* a ∗ p + b, or without p. */
static bool is_linear(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    formula = eb_strip(formula);
    if (eb_planner_unknown(planner, formula) == unknown || !mentions(planner, formula, unknown)) return true;
    switch (formula->op) {
    case EB_ADD:
    case EB_SUBTRACT:
    case EB_NEGATE:
    case EB_MAPLET:
        for (unsigned i = 0; i < formula->child_count; i++)
            if (!is_linear(planner, formula->children[i], unknown)) return false;
        return true;
    case EB_MULTIPLY: {
        unsigned with = 0;
        for (unsigned i = 0; i < formula->child_count; i++) with += mentions(planner, formula->children[i], unknown);
        for (unsigned i = 0; i < formula->child_count; i++)
            if (!is_linear(planner, formula->children[i], unknown)) return false;
        return with == 1;
    }
    default: return false;
    }
}

/* Does the expression grow with the identifier (1), get smaller (-1), neither (0), or is that not so clear? */
enum { UNCLEAR = 2 };

static int both_directions(int a, int b) { return a == 0 || a == b ? b : b == 0 ? a : UNCLEAR; }

static int opposite(int direction) { return direction == UNCLEAR ? UNCLEAR : -direction; }

static int direction(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    formula = eb_strip(formula);
    if (eb_planner_unknown(planner, formula) == unknown) return 1;
    if (!mentions(planner, formula, unknown)) return 0;
    int of = 0;
    for (unsigned i = 0; i < formula->child_count; i++) {
        int part = direction(planner, formula->children[i], unknown);
        bool turns = formula->op == EB_NEGATE || (formula->op == EB_SUBTRACT && i == 1);
        bool factor = formula->op == EB_MULTIPLY && part == 0;
        const struct eb_formula *child = eb_strip(formula->children[i]);
        if (factor && (child->op != EB_INTEGER_LITERAL || child->value < 1)) return UNCLEAR;
        of = both_directions(of, turns ? opposite(part) : part);
    }
    bool linear =
        formula->op == EB_ADD || formula->op == EB_SUBTRACT || formula->op == EB_NEGATE || formula->op == EB_MULTIPLY;
    return linear ? of : UNCLEAR;
}

static bool is_limited_elsewhere(const struct planner *planner, const struct eb_formula *here, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        bool any = condition->op == EB_IN && eb_strip(condition->children[1])->op == EB_INTEGERS;
        if (condition != here && !any && mentions(planner, condition, unknown)) return true;
    }
    return false;
}

/* The same of the difference of both sides: does it begin or end a half-line, and is it clear which? */
static int direction_of(const struct planner *planner, const struct eb_formula *comparison, int unknown) {
    return both_directions(direction(planner, comparison->children[0], unknown),
                           opposite(direction(planner, comparison->children[1], unknown)));
}

/* p + q ≤ 10, or q = 10 − p: where one cannot be too small, the other cannot be too large. */
static bool limits_together(const struct planner *planner, const struct eb_formula *comparison, int unknown) {
    const struct eb_formula *left = comparison->children[0];
    if (!left->type || left->type->kind != EB_TYPE_INTEGER) return false;
    int mine = direction_of(planner, comparison, unknown);
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        if ((int)i == unknown || planner->has_value[i] || !mentions(planner, comparison, (int)i)) continue;
        int its = direction_of(planner, comparison, (int)i);
        bool together = mine == UNCLEAR || its == UNCLEAR || mine == its;
        if (together && is_limited_elsewhere(planner, comparison, (int)i)) return true;
    }
    return false;
}

/* An identifier that has no value yet, other than this one. */
static bool is_another(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    int other = eb_planner_unknown(planner, eb_strip(formula));
    return other >= 0 && other != unknown;
}

/* p mod 3 = 2, or q mod p = 2: there are values everywhere. */
static bool is_periodic(const struct planner *planner, const struct eb_formula *equality, int unknown) {
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *modulo = eb_strip(equality->children[side]);
        if (modulo->op != EB_MODULO || mentions(planner, equality->children[1 - side], unknown)) continue;
        if (is_another(planner, modulo->children[0], unknown)) return true;
        if (is_linear(planner, modulo->children[0], unknown) && !mentions(planner, modulo->children[1], unknown))
            return true;
    }
    return false;
}

static bool both_linear(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    return is_linear(planner, formula->children[0], unknown) && is_linear(planner, formula->children[1], unknown);
}

/* x ∈ ℤ and the like, for one identifier. */
static bool is_all_numbers(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    return formula->op == EB_IN && eb_is_number_set(formula->children[1]) &&
           eb_planner_unknown(planner, eb_strip(formula->children[0])) == unknown;
}

/* j = p + 1, where nothing else is said about j: it follows p, wherever that is. */
static bool is_followed(const struct planner *planner, const struct eb_formula *equality) {
    for (unsigned side = 0; side < 2; side++) {
        int other = eb_planner_unknown(planner, eb_strip(equality->children[side]));
        bool free = other >= 0 && !mentions(planner, equality->children[1 - side], other);
        for (size_t i = 0; free && i < planner->condition_count; i++) {
            const struct eb_formula *condition = planner->conditions[i].formula;
            free = condition == equality || !mentions(planner, condition, other) ||
                   is_all_numbers(planner, condition, other);
        }
        if (free) return true;
    }
    return false;
}

/* Of another set or function that has no value yet: that follows the number. */
static bool speaks_of_other_set(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if ((int)i != unknown && planner->unknowns[i].domain->is_set && mentions(planner, formula, (int)i)) return true;
    return false;
}

static bool limits_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown);

static bool parts_limit_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions(planner, formula->children[i], unknown) && !limits_nothing(planner, formula->children[i], unknown))
            return false;
    return true;
}

/* ---- Sets and functions ---- */

static bool has_numbers(const struct eb_type *type) {
    if (!type) return false;
    return type->kind == EB_TYPE_INTEGER || has_numbers(type->left) || has_numbers(type->right);
}

/* card(p) = 3, x ∈ p: there are values everywhere. */
static bool is_loose(const struct planner *planner, const struct eb_formula *atom, int unknown) {
    for (unsigned side = 0; side < 2 && atom->op == EB_EQUAL; side++)
        if (eb_strip(atom->children[side])->op == EB_CARDINALITY) return true;
    return atom->op == EB_IN && (eb_planner_unknown(planner, eb_strip(atom->children[1])) == unknown ||
                                 eb_planner_unknown(planner, eb_strip(atom->children[0])) == unknown);
}

/* Outside of card(p) and dom(p), which say nothing about the numbers in it; or by way of elements, as in
 * ∀x·x ∈ p ⇒ x ≤ 9. */
static bool uses_numbers(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (formula->op == EB_CARDINALITY || formula->op == EB_DOMAIN) return false;
    if (formula->op == EB_BOUND) return true;
    if (eb_planner_unknown(planner, formula) == unknown) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (uses_numbers(planner, formula->children[i], unknown)) return true;
    return false;
}

/* How often numbers of the identifier are added, and how often taken away. */
struct balance {
    unsigned added, taken;
    bool unclear;
};

static void weigh(const struct planner *planner, const struct eb_formula *formula, int unknown, bool is_added,
                  struct balance *balance) {
    formula = eb_strip(formula);
    if (!uses_numbers(planner, formula, unknown)) return;
    switch (formula->op) {
    case EB_ADD:
    case EB_SUBTRACT:
    case EB_NEGATE:
        for (unsigned i = 0; i < formula->child_count; i++) {
            bool turns = formula->op == EB_NEGATE || (formula->op == EB_SUBTRACT && i == 1);
            weigh(planner, formula->children[i], unknown, is_added != turns, balance);
        }
        return;
    case EB_MULTIPLY: balance->unclear = true; return;
    default: *(is_added ? &balance->added : &balance->taken) += 1;
    }
}

/* f(1) < 9, 9 ≥ max(s), f(0) < 9 − f(1): how large they are, at most. Of f(0) ≤ f(1) + 9 both may be larger. */
static bool caps_numbers(const struct planner *planner, const struct eb_formula *comparison, int unknown) {
    bool greater = comparison->op == EB_GREATER || comparison->op == EB_GREATER_EQUAL;
    struct balance balance = {0};
    weigh(planner, comparison->children[greater], unknown, true, &balance);
    weigh(planner, comparison->children[!greater], unknown, false, &balance);
    return balance.unclear || balance.added > balance.taken;
}

/* Is a number asked for that was not tried: 10 ∈ p, where 10 is beyond the bounds? */
static bool asks_for_element(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (formula->op == EB_AND || formula->op == EB_OR) {
        for (unsigned i = 0; i < formula->child_count; i++)
            if (asks_for_element(planner, formula->children[i], unknown)) return true;
        return false;
    }
    if (formula->op != EB_IN || eb_planner_unknown(planner, eb_strip(formula->children[1])) != unknown) return false;
    const struct eb_formula *element = eb_strip(formula->children[0]);
    bool is_tried = element->op == EB_INTEGER_LITERAL && element->value >= planner->compiler->low &&
                    element->value <= planner->compiler->high;
    return has_numbers(element->type) && !is_tried;
}

/* Does it say which numbers something is: f(1) ∈ {1, 50}, ∀x·x ∈ s ⇒ x = 1? What is said on condition counts. */
static bool says_numbers(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    switch (formula->op) {
    case EB_EQUAL:
    case EB_IN:
    case EB_SUBSET:
    case EB_SUBSET_EQUAL: return has_numbers(formula->children[0]->type) && !is_loose(planner, formula, unknown);
    case EB_AND:
    case EB_OR:
        for (unsigned i = 0; i < formula->child_count; i++)
            if (says_numbers(planner, formula->children[i], unknown)) return true;
        return false;
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL: return caps_numbers(planner, formula, unknown);
    case EB_FORALL: return says_numbers(planner, formula->children[0], unknown);
    case EB_IMPLIES: /* also p ≠ ∅ ⇒ 10 ∈ p */
        return says_numbers(planner, formula->children[1], unknown) ||
               (mentions(planner, formula->children[0], unknown) &&
                asks_for_element(planner, formula->children[1], unknown));
    case EB_EXISTS:
    case EB_EQUIVALENT:
    case EB_PARTITION:
    case EB_NOT: return true;
    default: return false;
    }
}

static bool computes(const struct eb_formula *formula) {
    bool any = formula->op == EB_ADD || formula->op == EB_SUBTRACT || formula->op == EB_MULTIPLY;
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = computes(formula->children[i]);
    return any;
}

/* sum(s ∪ {t}) = sum(s) + f(t): its values are computed, but from some that are not known when it is chosen. */
static bool is_computed(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    for (unsigned side = 0; formula->op == EB_EQUAL && side < 2; side++) {
        const struct eb_formula *value = eb_strip(formula->children[side]), *from = formula->children[1 - side];
        bool its = value->op == EB_APPLICATION && eb_planner_unknown(planner, eb_strip(value->children[0])) == unknown;
        if (its && value->type->kind == EB_TYPE_INTEGER && computes(from) && eb_planner_waits(planner, from))
            return true;
    }
    for (unsigned i = 0; i < formula->child_count; i++)
        if (is_computed(planner, formula->children[i], unknown)) return true;
    return false;
}

static bool names_number_beyond(const struct planner *planner, const struct eb_formula *formula) {
    const struct eb_compiler *compiler = planner->compiler;
    bool any = formula->op == EB_INTEGER_LITERAL && (formula->value < compiler->low || formula->value > compiler->high);
    for (unsigned i = 0; i < formula->child_count && !any; i++)
        any = names_number_beyond(planner, formula->children[i]);
    return any;
}

/* Of constants, only alternatives count, what is computed, and numbers beyond the bounds: what else is said of them
 * tends to be how they are found. */
static bool set_is_free(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    bool alternatives = formula->op == EB_OR || formula->op == EB_IMPLIES;
    if (planner->lenient && !alternatives && !names_number_beyond(planner, formula))
        return !is_computed(planner, formula, unknown);
    return !says_numbers(planner, formula, unknown);
}

/* ---- Ends that are given on condition ---- */

enum { NO_END = 0, BELOW = 1, ABOVE = 2 };

static unsigned end_by_direction(int direction) {
    return direction == 1 ? ABOVE : direction == -1 ? BELOW : direction == 0 ? NO_END : BELOW | ABOVE;
}

/* On which sides it may limit the integer, perhaps only in some case. */
static unsigned ends_of(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    unsigned ends = NO_END;
    if (!mentions(planner, formula, unknown)) return NO_END;
    switch (formula->op) {
    case EB_LESS:
    case EB_LESS_EQUAL: return end_by_direction(direction_of(planner, formula, unknown));
    case EB_GREATER:
    case EB_GREATER_EQUAL: return end_by_direction(opposite(direction_of(planner, formula, unknown)));
    case EB_IN:
        if (!eb_is_number_set(formula->children[1])) break;
        if (eb_strip(formula->children[1])->op == EB_INTEGERS) return NO_END;
        return end_by_direction(opposite(direction(planner, formula->children[0], unknown)));
    case EB_OR:
    case EB_AND:
    case EB_IMPLIES:
        for (unsigned i = 0; i < formula->child_count; i++) ends |= ends_of(planner, formula->children[i], unknown);
        return ends;
    default: break;
    }
    return limits_nothing(planner, formula, unknown) ? NO_END : BELOW | ABOVE;
}

/* p ∈ ℕ ∧ (x = 1 ∨ p < 11): where x is not 1, there is an end on both sides. */
static bool may_close(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    unsigned ends = ends_of(planner, formula, unknown);
    if (ends == NO_END) return false;
    for (size_t i = 0; i < planner->condition_count; i++)
        if (planner->conditions[i].formula != formula)
            ends |= ends_of(planner, planner->conditions[i].formula, unknown);
    return ends == (BELOW | ABOVE);
}

static bool limits_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (planner->unknowns[unknown].domain->representation != EB_NUMBER) return set_is_free(planner, formula, unknown);
    switch (formula->op) {
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL:
        return both_linear(planner, formula, unknown) && direction_of(planner, formula, unknown) != UNCLEAR &&
               !limits_together(planner, formula, unknown);
    case EB_NOT_EQUAL: return both_linear(planner, formula, unknown) || is_periodic(planner, formula, unknown);
    case EB_EQUAL:
        return is_periodic(planner, formula, unknown) ||
               (is_followed(planner, formula) && !limits_together(planner, formula, unknown));
    case EB_IN:
        if (is_another(planner, formula->children[0], unknown)) return true; /* f ∈ 1‥p → S follows p */
        return eb_is_number_set(formula->children[1]) && is_linear(planner, formula->children[0], unknown);
    case EB_NOT_IN:
        return is_linear(planner, formula->children[0], unknown) && !mentions(planner, formula->children[1], unknown) &&
               !eb_set_is_large(planner->compiler, formula->children[1]);
    case EB_SUBSET_EQUAL: return eb_is_number_set(formula->children[1]); /* {p, q} ⊆ ℕ */
    case EB_OR:
    case EB_AND: return parts_limit_nothing(planner, formula, unknown);
    case EB_IMPLIES:
        return !mentions(planner, formula->children[0], unknown) && parts_limit_nothing(planner, formula, unknown);
    default: return speaks_of_other_set(planner, formula, unknown);
    }
}

/* By itself, or together with the others. */
static bool is_free_of_limits(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    bool by_case = formula->op == EB_OR || formula->op == EB_IMPLIES;
    if (!limits_nothing(planner, formula, unknown)) return false;
    bool is_number = planner->unknowns[unknown].domain->representation == EB_NUMBER;
    return !by_case || !is_number || !may_close(planner, formula, unknown);
}

uint32_t eb_planner_limited(struct planner *planner, int unknown, size_t index) {
    const struct condition *condition = &planner->conditions[index];
    struct eb_compiler *compiler = planner->compiler;
    if (condition->done || !mentions(planner, condition->formula, unknown)) return 0;
    if (is_free_of_limits(planner, condition->formula, unknown)) return 0;
    compiler->may_cut = true;
    return EB_CUT | eb_fault_new(compiler, "limit", condition->formula->place,
                                 "'%s' may hold for values of %s that were not tried, as they are outside of the "
                                 "integers %lld..%lld: larger bounds (--bound INT=LOW..HIGH), or a condition that "
                                 "limits it, would help",
                                 eb_formula_text(compiler, condition->formula), planner->unknowns[unknown].name,
                                 (long long)compiler->low, (long long)compiler->high);
}

/* ---- Definitions ---- */

/* y ∈ 1‥x and the like: where y comes from depends on x. */
static bool gives_by(const struct planner *planner, const struct eb_formula *condition, int unknown,
                     const struct eb_formula *definition) {
    if (condition->op != EB_IN && condition->op != EB_SUBSET_EQUAL && condition->op != EB_EQUAL) return false;
    int given = eb_planner_unknown(planner, eb_strip(condition->children[0]));
    return given >= 0 && given != unknown && mentions(planner, definition, given) &&
           mentions(planner, condition->children[1], unknown);
}

bool eb_planner_is_defined(const struct planner *planner, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *equality = planner->conditions[i].formula;
        bool chooses = equality->op == EB_IN && speaks_of_other_set(planner, equality->children[1], unknown);
        if (planner->conditions[i].done || (equality->op != EB_EQUAL && !chooses)) continue;
        bool defines = eb_planner_unknown(planner, eb_strip(equality->children[0])) == unknown &&
                       !mentions(planner, equality->children[1], unknown);
        for (size_t j = 0; defines && j < planner->condition_count; j++)
            defines = !gives_by(planner, planner->conditions[j].formula, unknown, equality->children[1]);
        if (defines) return true;
    }
    return false;
}

/* ---- Alternatives ---- */

static const struct eb_formula *make_set(struct planner *planner, const struct eb_formula *like, enum eb_op op,
                                         const struct eb_formula *a, const struct eb_formula *b,
                                         const struct eb_type *element) {
    struct arena *arena = planner->compiler->arena;
    return eb_made_value(arena, like, op, eb_type_power(arena, element), a, b);
}

static bool is_known(const struct planner *planner, const struct eb_formula *formula) {
    return eb_is_safe(formula) && !eb_planner_waits(planner, formula);
}

/* p < 9 with 0 < p: the ends that a condition gives, closed. */
static void add_end(struct planner *planner, const struct eb_formula *condition, int unknown,
                    const struct eb_formula **low, const struct eb_formula **high) {
    bool greater = condition->op == EB_GREATER || condition->op == EB_GREATER_EQUAL;
    bool less = condition->op == EB_LESS || condition->op == EB_LESS_EQUAL;
    for (unsigned side = 0; side < 2 && (greater || less); side++) {
        const struct eb_formula *end = condition->children[1 - side];
        if (eb_planner_unknown(planner, eb_strip(condition->children[side])) != unknown || !is_known(planner, end))
            continue;
        *(greater == !side ? low : high) = end; /* one value too many does no harm: the condition is tested */
    }
}

/* What one alternative says the identifier is in; NULL: nothing. */
static const struct eb_formula *alternative(struct planner *planner, const struct eb_formula *formula, int unknown,
                                            const struct eb_formula **identifier) {
    struct eb_conditions parts = {0};
    const struct eb_formula *found = NULL, *low = NULL, *high = NULL;
    eb_conditions_add(planner->compiler->arena, &parts, formula);
    for (size_t i = 0; i < parts.list.count && !found; i++) {
        const struct eb_formula *part = parts.list.items[i];
        for (unsigned side = 0; side < 2 && part->op == EB_EQUAL && !found; side++) {
            const struct eb_formula *value = part->children[1 - side], *name = eb_strip(part->children[side]);
            if (eb_planner_unknown(planner, name) != unknown || !is_known(planner, value)) continue;
            *identifier = name;
            found = make_set(planner, part, EB_SET_EXTENSION, value, NULL, name->type);
        }
        if (part->op == EB_IN && eb_planner_unknown(planner, eb_strip(part->children[0])) == unknown &&
            is_known(planner, part->children[1]) && !eb_set_is_large(planner->compiler, part->children[1])) {
            *identifier = eb_strip(part->children[0]);
            found = part->children[1];
        }
        if (part->child_count == 2) add_end(planner, part, unknown, &low, &high);
    }
    if (!found && low && high) found = make_set(planner, formula, EB_INTERVAL, low, high, low->type);
    vec_free(&parts.list);
    return found;
}

static const struct eb_formula *find_identifier(const struct planner *planner, const struct eb_formula *formula,
                                                int unknown) {
    if (eb_planner_unknown(planner, formula) == unknown) return formula;
    for (unsigned i = 0; i < formula->child_count; i++) {
        const struct eb_formula *found = find_identifier(planner, formula->children[i], unknown);
        if (found) return found;
    }
    return NULL;
}

/* ∀r·P ⇒ E = p: where there is an r, p is among {r·P ∣ E}; elsewhere the bounds limit it. */
const struct eb_formula *eb_planner_common(struct planner *planner, const struct eb_formula *forall, int unknown,
                                           const struct eb_formula **identifier) {
    const struct eb_formula *body = forall->children[0];
    if (body->op != EB_IMPLIES || body->children[1]->op != EB_EQUAL || !is_known(planner, body->children[0]))
        return NULL;
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *name = eb_strip(body->children[1]->children[side]);
        const struct eb_formula *value = body->children[1]->children[1 - side];
        if (eb_planner_unknown(planner, name) != unknown || !is_known(planner, value)) continue;
        struct eb_formula *values =
            (struct eb_formula *)make_set(planner, forall, EB_COMPREHENSION, body->children[0], value, name->type);
        values->bound = forall->bound;
        values->bound_count = forall->bound_count;
        const struct eb_compiler *compiler = planner->compiler;
        const struct eb_formula *chosen =
            eb_made_interval(compiler->arena, eb_made_number(compiler->arena, name, compiler->low),
                             eb_made_number(compiler->arena, name, compiler->high));
        *identifier = name;
        return make_set(planner, forall, EB_UNION, values, chosen, name->type);
    }
    return NULL;
}

const struct eb_formula *eb_planner_alternatives(struct planner *planner, const struct eb_formula *disjunction,
                                                 int unknown, const struct eb_formula **identifier) {
    const struct eb_formula *all = NULL;
    *identifier = find_identifier(planner, disjunction, unknown);
    for (unsigned i = 0; *identifier && i < disjunction->child_count; i++) {
        const struct eb_formula *child = disjunction->children[i], *ignored;
        const struct eb_formula *one = child->op == EB_OR ? eb_planner_alternatives(planner, child, unknown, &ignored)
                                                          : alternative(planner, child, unknown, &ignored);
        if (!one) return NULL;
        all = all ? make_set(planner, disjunction, EB_UNION, all, one, (*identifier)->type) : one;
    }
    return all;
}
