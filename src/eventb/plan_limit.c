/* Values that are chosen within the bounds, though a condition may ask for others: p ∈ ℕ ∧ (p = 1 ∨ p mod 7 = 5 ∧ p <
 * 99).
 *
 * Bounds limit what nothing in the model limits. A condition that says nothing but where a half-line begins, or which
 * few values are left out, limits nothing; of any other that was not used to find values, it is not known whether
 * values beyond the bounds satisfy it. And alternatives that each say what the values are give all of them. */
#include "eventb/comprehension.h"
#include "eventb/type.h"

bool eb_planner_mentions(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (eb_planner_unknown(planner, formula) == unknown) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_planner_mentions(planner, formula->children[i], unknown)) return true;
    return false;
}

bool eb_planner_mentions_others(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    int number = eb_planner_unknown(planner, formula);
    if (number >= 0 && number != unknown) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_planner_mentions_others(planner, formula->children[i], unknown)) return true;
    return false;
}

/* ---- Conditions that limit nothing ---- */

/* a ∗ p + b, or without p. */
bool eb_planner_is_linear(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    formula = eb_strip(formula);
    if (eb_planner_unknown(planner, formula) == unknown || !eb_planner_mentions(planner, formula, unknown)) return true;
    switch (formula->op) {
    case EB_ADD:
    case EB_SUBTRACT:
    case EB_NEGATE:
    case EB_MAPLET:
        for (unsigned i = 0; i < formula->child_count; i++)
            if (!eb_planner_is_linear(planner, formula->children[i], unknown)) return false;
        return true;
    case EB_MULTIPLY: {
        unsigned with = 0;
        for (unsigned i = 0; i < formula->child_count; i++)
            with += eb_planner_mentions(planner, formula->children[i], unknown);
        for (unsigned i = 0; i < formula->child_count; i++)
            if (!eb_planner_is_linear(planner, formula->children[i], unknown)) return false;
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
    if (!eb_planner_mentions(planner, formula, unknown)) return 0;
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

bool eb_planner_grows(const struct planner *planner, const struct eb_formula *number, int unknown) {
    return direction(planner, number, unknown) == 1;
}

static bool is_limited_elsewhere(const struct planner *planner, const struct eb_formula *here, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        bool any = condition->op == EB_IN && eb_strip(condition->children[1])->op == EB_INTEGERS;
        if (condition != here && !any && eb_planner_mentions(planner, condition, unknown)) return true;
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
        if ((int)i == unknown || planner->has_value[i] || !eb_planner_mentions(planner, comparison, (int)i)) continue;
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
        if (modulo->op != EB_MODULO || eb_planner_mentions(planner, equality->children[1 - side], unknown)) continue;
        if (is_another(planner, modulo->children[0], unknown)) return true;
        if (eb_planner_is_linear(planner, modulo->children[0], unknown) &&
            !eb_planner_mentions(planner, modulo->children[1], unknown))
            return true;
    }
    return false;
}

static bool both_linear(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    return eb_planner_is_linear(planner, formula->children[0], unknown) &&
           eb_planner_is_linear(planner, formula->children[1], unknown);
}

/* x ∈ ℤ and the like, for one identifier. */
static bool is_all_numbers(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    return formula->op == EB_IN && eb_is_number_set(formula->children[1]) &&
           eb_planner_unknown(planner, eb_strip(formula->children[0])) == unknown;
}

enum { NO_END = 0, BELOW = EB_END_BELOW, ABOVE = EB_END_ABOVE };
enum { NOBODY = -1 };

static unsigned end_by_direction(int direction) {
    return direction == 1 ? ABOVE : direction == -1 ? BELOW : direction == 0 ? NO_END : BELOW | ABOVE;
}

static bool limits_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown);

/* All that else is said of it. */
static unsigned ends_without(const struct planner *planner, const struct eb_formula *except, int unknown) {
    unsigned ends = NO_END;
    for (size_t i = 0; i < planner->condition_count; i++)
        if (planner->conditions[i].formula != except)
            ends |= eb_planner_ends(planner, planner->conditions[i].formula, unknown);
    return ends;
}

/* The same, of what memberships and comparisons say; anything else may be an end on both sides. Not of what is said of
 * it and `apart` together, if that is an identifier. */
static unsigned plain_ends_without(const struct planner *planner, const struct eb_formula *except, int unknown,
                                   int apart) {
    unsigned ends = NO_END;
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (condition == except || !eb_planner_mentions(planner, condition, unknown)) continue;
        if (apart >= 0 && eb_planner_mentions(planner, condition, apart)) continue;
        bool is_plain = condition->op == EB_IN || (condition->op >= EB_LESS && condition->op <= EB_GREATER_EQUAL);
        ends |= is_plain ? eb_planner_ends(planner, condition, unknown) : BELOW | ABOVE;
    }
    return ends;
}

/* p ≤ q: where q has an end above, so has p, which has another one below. */
static bool is_held_by_other(const struct planner *planner, const struct eb_formula *comparison, int unknown) {
    unsigned side = eb_planner_ends(planner, comparison, unknown);
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        int other = (int)i;
        if (other == unknown || planner->has_value[i] || !eb_planner_mentions(planner, comparison, other)) continue;
        unsigned own = plain_ends_without(planner, comparison, unknown, other);
        if ((own | side) == (BELOW | ABOVE) && plain_ends_without(planner, comparison, other, unknown) & side)
            return true;
    }
    return false;
}

/* Nothing is said of it but what leaves one of its ends open, the same as that of the one that it follows. */
static bool is_free_number(const struct planner *planner, const struct eb_formula *equality, int follower,
                           int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (condition == equality || !eb_planner_mentions(planner, condition, follower)) continue;
        if (eb_planner_mentions_others(planner, condition, follower) || !limits_nothing(planner, condition, follower))
            return false;
    }
    return (plain_ends_without(planner, equality, follower, NOBODY) |
            plain_ends_without(planner, equality, unknown, NOBODY)) != (BELOW | ABOVE);
}

/* Nothing is said of it but its type. */
static bool is_free_identifier(const struct planner *planner, const struct eb_formula *equality, int follower) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (condition != equality && eb_planner_mentions(planner, condition, follower) &&
            !is_all_numbers(planner, condition, follower))
            return false;
    }
    return true;
}

/* j = p + 1, where nothing else is said about j: it follows p, wherever that is. */
static bool is_followed(const struct planner *planner, const struct eb_formula *equality, int unknown) {
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *follower = eb_strip(equality->children[side]);
        int other = eb_planner_unknown(planner, follower);
        if (other >= 0 && other != unknown && follower->type->kind != EB_TYPE_BOOLEAN &&
            follower->type->kind != EB_TYPE_GIVEN &&
            !eb_planner_mentions(planner, equality->children[1 - side], other) &&
            is_free_identifier(planner, equality, other))
            return true;
    }
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if ((int)i != unknown && eb_planner_mentions(planner, equality, (int)i) &&
            planner->unknowns[i].domain->representation == EB_NUMBER && both_linear(planner, equality, (int)i) &&
            is_free_number(planner, equality, (int)i, unknown))
            return true;
    return false;
}

/* Of another set or function that has no value yet: that follows the number. */
static bool speaks_of_other_set(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if ((int)i != unknown && planner->unknowns[i].domain->is_set && eb_planner_mentions(planner, formula, (int)i))
            return true;
    return false;
}

static bool parts_limit_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_planner_mentions(planner, formula->children[i], unknown) &&
            !limits_nothing(planner, formula->children[i], unknown))
            return false;
    return true;
}

/* ---- Ends that are given on condition ---- */

/* Of {p, q} ⊆ ℕ. */
static unsigned ends_of_elements(const struct planner *planner, const struct eb_formula *subset, int unknown) {
    const struct eb_formula *set = eb_strip(subset->children[0]);
    unsigned ends = NO_END;
    if (eb_strip(subset->children[1])->op == EB_INTEGERS) return NO_END;
    if (set->op != EB_SET_EXTENSION || !eb_is_number_set(subset->children[1])) return BELOW | ABOVE;
    for (unsigned i = 0; i < set->child_count; i++)
        ends |= end_by_direction(opposite(direction(planner, set->children[i], unknown)));
    return ends;
}

unsigned eb_planner_ends(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    unsigned ends = NO_END;
    if (!eb_planner_mentions(planner, formula, unknown)) return NO_END;
    switch (formula->op) {
    case EB_LESS:
    case EB_LESS_EQUAL: return end_by_direction(direction_of(planner, formula, unknown));
    case EB_GREATER:
    case EB_GREATER_EQUAL: return end_by_direction(opposite(direction_of(planner, formula, unknown)));
    case EB_IN:
        if (is_another(planner, formula->children[0], unknown))
            return eb_planner_is_free_to_follow(planner, formula, unknown) ? BELOW : BELOW | ABOVE;
        if (!eb_is_number_set(formula->children[1])) break;
        if (eb_strip(formula->children[1])->op == EB_INTEGERS) return NO_END;
        return end_by_direction(opposite(direction(planner, formula->children[0], unknown)));
    case EB_SUBSET_EQUAL:
        if (is_another(planner, formula->children[0], unknown))
            return eb_planner_is_free_to_follow(planner, formula, unknown) ? BELOW : BELOW | ABOVE;
        return ends_of_elements(planner, formula, unknown);
    case EB_OR:
    case EB_AND:
    case EB_IMPLIES:
        for (unsigned i = 0; i < formula->child_count; i++)
            ends |= eb_planner_ends(planner, formula->children[i], unknown);
        return ends;
    default: break;
    }
    if (!limits_nothing(planner, formula, unknown)) return BELOW | ABOVE;
    return eb_planner_sets_are_free(planner, formula, unknown) ? BELOW : NO_END;
}

/* p ∈ ℕ ∧ (x = 1 ∨ p < 11): where x is not 1, there is an end on both sides. */
static bool may_close(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    unsigned ends = eb_planner_ends(planner, formula, unknown);
    return ends != NO_END && (ends | ends_without(planner, formula, unknown)) == (BELOW | ABOVE);
}

/* One of all conditions, which are looked at together. */
static bool is_linear_with_others(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    bool is_whole = false;
    for (size_t i = 0; i < planner->condition_count; i++)
        is_whole = is_whole || planner->conditions[i].formula == formula;
    return is_whole && eb_planner_mentions_others(planner, formula, unknown) &&
           eb_planner_is_linear_comparison(planner, formula);
}

static bool limits_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (planner->unknowns[unknown].domain->representation != EB_NUMBER)
        return eb_set_limits_nothing(planner, formula, unknown);
    switch (formula->op) {
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL:
        if (is_linear_with_others(planner, formula, unknown)) return eb_planner_goes_on(planner, unknown);
        return both_linear(planner, formula, unknown) && direction_of(planner, formula, unknown) != UNCLEAR &&
               !limits_together(planner, formula, unknown) && !is_held_by_other(planner, formula, unknown);
    case EB_NOT_EQUAL: return both_linear(planner, formula, unknown) || is_periodic(planner, formula, unknown);
    case EB_EQUAL:
        if (is_linear_with_others(planner, formula, unknown)) return eb_planner_goes_on(planner, unknown);
        return is_periodic(planner, formula, unknown) ||
               (is_followed(planner, formula, unknown) && !limits_together(planner, formula, unknown));
    case EB_IN:
        if (is_another(planner, formula->children[0], unknown)) /* f ∈ 1‥p → S follows p */
            return eb_planner_is_free_to_follow(planner, formula, unknown);
        return eb_is_number_set(formula->children[1]) && eb_planner_is_linear(planner, formula->children[0], unknown);
    case EB_NOT_IN:
        return eb_planner_is_linear(planner, formula->children[0], unknown) &&
               !eb_planner_mentions(planner, formula->children[1], unknown) &&
               !eb_planner_waits(planner, formula->children[1]) &&
               eb_set_is_few(planner->compiler, formula->children[1]);
    case EB_SUBSET_EQUAL:
        if (is_another(planner, formula->children[0], unknown))
            return eb_planner_is_free_to_follow(planner, formula, unknown);
        return ends_of_elements(planner, formula, unknown) != (BELOW | ABOVE);
    case EB_OR:
    case EB_AND: return parts_limit_nothing(planner, formula, unknown);
    case EB_IMPLIES:
        return !eb_planner_mentions(planner, formula->children[0], unknown) &&
               parts_limit_nothing(planner, formula, unknown);
    default: return eb_planner_sets_are_free(planner, formula, unknown);
    }
}

/* By itself, or together with the others. */
static bool is_free_of_limits(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    bool of_computed =
        formula->op == EB_SUBSET_EQUAL ||
        (formula->op == EB_IN && !is_all_numbers(planner, formula, unknown) && eb_is_number_set(formula->children[1]));
    bool by_case = formula->op == EB_OR || formula->op == EB_IMPLIES || of_computed ||
                   (formula->op >= EB_LESS && formula->op <= EB_GREATER_EQUAL && /* k + k < 12 of k ∈ ℕ */
                    !eb_planner_mentions_others(planner, formula, unknown));
    if (!limits_nothing(planner, formula, unknown)) return false;
    bool is_number = planner->unknowns[unknown].domain->representation == EB_NUMBER;
    return !by_case || !is_number || !may_close(planner, formula, unknown);
}

/* ---- What is limited in part ---- */

/* f(1) = 3: there is no other value to lose. */
static bool gives_one_value(const struct planner *planner, const struct eb_formula *condition, int unknown) {
    for (unsigned side = 0; condition->op == EB_EQUAL && side < 2; side++)
        if (eb_strip(condition->children[side])->op == EB_APPLICATION &&
            !eb_planner_mentions(planner, condition->children[1 - side], unknown))
            return true;
    return false;
}

/* f(1) ∈ {2, 3} of f ∈ 1‥2 → ℕ, or n + n < 8 of n ∈ ℕ; but no end of a half-line that is open above. */
static bool limits_part(const struct planner *planner, const struct eb_formula *condition, int unknown) {
    bool is_type = (condition->op == EB_IN || condition->op == EB_SUBSET_EQUAL) &&
                   eb_planner_unknown(planner, eb_strip(condition->children[0])) == unknown;
    bool leaves_out = condition->op == EB_NOT_EQUAL || condition->op == EB_FINITE ||
                      (condition->op == EB_NOT_IN && eb_set_is_few(planner->compiler, condition->children[1]));
    if (is_type || leaves_out || gives_one_value(planner, condition, unknown)) return false;
    if (planner->unknowns[unknown].domain->representation != EB_NUMBER) return true;
    return eb_planner_ends(planner, condition, unknown) & ABOVE;
}

bool eb_planner_is_partly_limited(const struct planner *planner, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (eb_planner_mentions(planner, condition, unknown) &&
            !eb_planner_mentions_others(planner, condition, unknown) && limits_part(planner, condition, unknown))
            return true;
    }
    return false;
}

/* f(1) = 3 ⇒ k > 9, where k is chosen first, and f(1) is said to be 2 or 3: of 3 nobody would hear. */
static bool meets_partly_limited(const struct planner *planner, const struct eb_formula *condition, int unknown) {
    bool is_type = condition->op == EB_IN && is_another(planner, condition->children[0], unknown);
    for (unsigned i = 0; !is_type && i < planner->unknown_count; i++)
        if ((int)i != unknown && !planner->has_value[i] && eb_planner_mentions(planner, condition, (int)i) &&
            eb_planner_is_partly_limited(planner, (int)i))
            return true;
    return false;
}

bool eb_planner_is_limited(const struct planner *planner, int unknown, size_t index) {
    const struct condition *condition = &planner->conditions[index];
    if (condition->done || condition->as_points || !eb_planner_mentions(planner, condition->formula, unknown))
        return false;
    return !is_free_of_limits(planner, condition->formula, unknown) ||
           meets_partly_limited(planner, condition->formula, unknown);
}

uint32_t eb_planner_limited(struct planner *planner, int unknown, size_t index) {
    const struct condition *condition = &planner->conditions[index];
    struct eb_compiler *compiler = planner->compiler;
    const struct eb_type *type = planner->unknowns[unknown].domain->type;
    if (!eb_planner_is_limited(planner, unknown, index)) return 0;
    compiler->may_cut = true;
    return EB_CUT | eb_fault_new(compiler, "limit", condition->formula->place,
                                 "'%s' may hold for values of %s that were not tried, as they are outside of %s: "
                                 "larger bounds (%s), or a condition that limits it, would help",
                                 eb_formula_text(compiler, condition->formula), planner->unknowns[unknown].name,
                                 eb_chosen_from(compiler, type), eb_wider_choice(type));
}

/* ---- Definitions ---- */

/* y ∈ 1‥x and the like: where y comes from depends on x. */
static bool gives_by(const struct planner *planner, const struct eb_formula *condition, int unknown,
                     const struct eb_formula *definition) {
    if (condition->op != EB_IN && condition->op != EB_SUBSET_EQUAL && condition->op != EB_EQUAL) return false;
    int given = eb_planner_unknown(planner, eb_strip(condition->children[0]));
    return given >= 0 && given != unknown && eb_planner_mentions(planner, definition, given) &&
           eb_planner_mentions(planner, condition->children[1], unknown);
}

/* x = E or x ∈ E, where E comes from others that do not depend on x in turn. */
static bool defines(const struct planner *planner, const struct eb_formula *condition, unsigned side, int unknown) {
    const struct eb_formula *definition = condition->children[1 - side];
    bool any = eb_planner_unknown(planner, eb_strip(condition->children[side])) == unknown &&
               !eb_planner_mentions(planner, definition, unknown);
    for (size_t i = 0; any && i < planner->condition_count; i++)
        any = !gives_by(planner, planner->conditions[i].formula, unknown, definition);
    return any;
}

bool eb_planner_is_defined(const struct planner *planner, int unknown) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        bool chooses = condition->op == EB_IN && speaks_of_other_set(planner, condition->children[1], unknown);
        bool equals = condition->op == EB_EQUAL;
        if (planner->conditions[i].done || (!equals && !chooses)) continue;
        if (defines(planner, condition, 0, unknown)) return true;
        if (equals && planner->unknowns[unknown].domain->has_numbers && defines(planner, condition, 1, unknown))
            return true;
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

/* x ≠ 0 ∧ p = 10 ÷ x: what stands before it, and can be told now, protects the set. */
static const struct eb_formula *protected_by(struct planner *planner, const struct eb_conditions *parts, size_t count,
                                             const struct eb_formula *set) {
    struct arena *arena = planner->compiler->arena;
    const struct eb_formula *before = NULL;
    if (eb_is_safe(set)) return set;
    for (size_t i = 0; i < count; i++) {
        const struct eb_formula *part = parts->list.items[i];
        if (eb_planner_waits(planner, part)) continue;
        before = before ? eb_made_of(arena, set, EB_AND, before, part) : part;
    }
    if (!before) return set;
    const struct eb_formula *cases[] = {before, set, eb_made_value(arena, set, EB_EMPTY_SET, set->type, NULL, NULL)};
    struct eb_formula *chosen = eb_new_node(arena, set, EB_CONDITIONAL, cases, 3);
    chosen->type = set->type;
    return chosen;
}

/* What one alternative says the identifier is in; NULL: nothing. It may be ill-defined. */
static const struct eb_formula *alternative(struct planner *planner, const struct eb_formula *formula, int unknown,
                                            const struct eb_formula **identifier) {
    struct eb_conditions parts = {0};
    const struct eb_formula *found = NULL, *low = NULL, *high = NULL;
    eb_conditions_add(planner->compiler->arena, &parts, formula);
    for (size_t i = 0; i < parts.list.count && !found; i++) {
        const struct eb_formula *part = parts.list.items[i];
        for (unsigned side = 0; side < 2 && part->op == EB_EQUAL && !found; side++) {
            const struct eb_formula *value = part->children[1 - side], *name = eb_strip(part->children[side]);
            if (eb_planner_unknown(planner, name) != unknown || eb_planner_waits(planner, value)) continue;
            *identifier = name;
            found = make_set(planner, part, EB_SET_EXTENSION, value, NULL, name->type);
        }
        if (eb_planner_is_element(planner, part, unknown) && !eb_planner_waits(planner, part->children[1]) &&
            (eb_set_is_open(part->children[1]) || !eb_set_is_large(planner->compiler, part->children[1]))) {
            *identifier = eb_strip(part->children[0]);
            found = part->children[1];
        }
        if (found) found = protected_by(planner, &parts, i, found);
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
