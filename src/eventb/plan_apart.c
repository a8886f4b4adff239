/* Conditions in a simpler form, which says the same and more to whoever looks for values: x ↦ y ∈ A × B is x ∈ A ∧ y ∈
 * B, {x, y} ⊆ A is x ∈ A ∧ y ∈ A, and 9 − x ∈ ℕ is 9 − x ≥ 0. */
#include "eventb/comprehension.h"
#include "eventb/finite.h"
#include "eventb/intervals.h"
#include "eventb/make.h"
#include "eventb/planner.h"
#include "eventb/type.h"

const struct eb_formula *eb_written_as(struct arena *arena, const struct eb_formula *formula,
                                       const struct eb_formula *written) {
    struct eb_formula *copy = arena_new_object(arena, struct eb_formula);
    *copy = *formula;
    copy->place = written->place;
    copy->written = written;
    return copy;
}

/* ---- pairs ---- */

const struct eb_formula *eb_half_by_half(struct arena *arena, const struct eb_formula *formula,
                                         const struct eb_formula *like) {
    const struct eb_formula *left = formula->child_count == 2 ? eb_strip(formula->children[0]) : NULL;
    const struct eb_formula *right = left ? eb_strip(formula->children[1]) : NULL;
    bool serves =
        left && left->op == EB_MAPLET &&
        ((formula->op == EB_IN && right->op == EB_PRODUCT) || (formula->op == EB_EQUAL && right->op == EB_MAPLET)) &&
        eb_is_safe(formula);
    if (!serves) return formula;
    const struct eb_formula *halves[2];
    for (unsigned i = 0; i < 2; i++) {
        halves[i] = eb_made_of(arena, formula, formula->op, left->children[i], right->children[i]);
        halves[i] = eb_half_by_half(arena, halves[i], like);
        if (halves[i]->op != EB_AND) halves[i] = eb_written_as(arena, halves[i], like);
    }
    return eb_made_of(arena, like, EB_AND, halves[0], halves[1]);
}

/* What the halves of a set's elements are in, as far as its form says so: of (A × B) ∪ (C × D), A ∪ C and B ∪ D. NULL
 * where it does not. */
static const struct eb_formula *side_of(struct arena *arena, const struct eb_formula *set, unsigned side) {
    const struct eb_formula *all = NULL;
    set = eb_strip(set);
    if (set->op == EB_PRODUCT) return set->children[side];
    if (set->op == EB_DIFFERENCE || set->op == EB_INTERSECTION) return side_of(arena, set->children[0], side);
    if (set->op == EB_SET_EXTENSION && set->child_count == 1 && eb_strip(set->children[0])->op == EB_MAPLET) {
        const struct eb_formula *half = eb_strip(set->children[0])->children[side];
        return eb_made_value(arena, half, EB_SET_EXTENSION, eb_type_power(arena, half->type), half, NULL);
    }
    for (unsigned i = 0; set->op == EB_UNION && i < set->child_count; i++) {
        const struct eb_formula *one = side_of(arena, set->children[i], side);
        if (!one) return NULL;
        all = all ? eb_made_value(arena, set, EB_UNION, one->type, all, one) : one;
    }
    return all;
}

/* x ↦ y ∈ (A × B) ∪ (C × D): that y ∈ B ∪ D, too, where this says which numbers there are, and the other half is cut.
 */
static void add_sides(const struct planner *planner, struct eb_conditions *list, const struct eb_formula *condition) {
    struct arena *arena = planner->compiler->arena;
    const struct eb_formula *pair = condition->op == EB_IN ? eb_strip(condition->children[0]) : NULL;
    if (!pair || pair->op != EB_MAPLET || !eb_is_safe(condition) || !eb_set_is_open(condition->children[1])) return;
    for (unsigned i = 0; i < 2; i++) {
        const struct eb_formula *set = side_of(arena, condition->children[1], i);
        if (!set || eb_set_is_open(set) || eb_planner_unknown(planner, eb_strip(pair->children[i])) < 0) continue;
        const struct eb_formula *half = eb_made_of(arena, condition, EB_IN, pair->children[i], set);
        vec_push(&list->list, eb_written_as(arena, half, condition));
    }
}

/* ---- sets that are written with their elements ---- */

/* x ∈ A ∧ y ∈ A, of {x, y} ⊆ A where nothing in it can be ill-defined; else NULL. */
static const struct eb_formula *element_by_element(struct arena *arena, const struct eb_formula *formula) {
    const struct eb_formula *left = formula->op == EB_SUBSET_EQUAL ? eb_strip(formula->children[0]) : NULL, *all = NULL;
    if (!left || left->op != EB_SET_EXTENSION || !eb_is_safe(formula)) return NULL;
    for (unsigned i = 0; i < left->child_count; i++) {
        const struct eb_formula *one = eb_made_of(arena, formula, EB_IN, left->children[i], formula->children[1]);
        one = eb_written_as(arena, one, formula);
        all = all ? eb_made_of(arena, formula, EB_AND, all, one) : one;
    }
    return all;
}

/* ---- numbers that are computed ---- */

/* E ≥ 0 of E ∈ ℕ, and a ≤ E ∧ E ≤ b of E ∈ a‥b; NULL for an identifier, of which that is said as well as can be, unless
 * an end has no value yet: q ∈ p‥9 says something of p. */
static const struct eb_formula *as_comparison(const struct planner *planner, const struct eb_formula *formula) {
    struct arena *arena = planner->compiler->arena;
    if (formula->op != EB_IN) return NULL;
    const struct eb_formula *number = formula->children[0], *set = eb_strip(formula->children[1]);
    const struct eb_formula *name = eb_strip(number);
    bool is_name = name->op == EB_IDENTIFIER || name->op == EB_BOUND;
    if (is_name && !(set->op == EB_INTERVAL && eb_planner_waits(planner, set))) return NULL;
    if (set->op == EB_NATURALS || set->op == EB_NATURALS_1) {
        const struct eb_formula *first = eb_made_number(arena, number, set->op == EB_NATURALS_1);
        return eb_written_as(arena, eb_made_of(arena, formula, EB_GREATER_EQUAL, number, first), formula);
    }
    if (set->op != EB_INTERVAL || !eb_is_safe(formula)) return NULL;
    const struct eb_formula *low = eb_made_of(arena, formula, EB_GREATER_EQUAL, number, set->children[0]);
    const struct eb_formula *high = eb_made_of(arena, formula, EB_LESS_EQUAL, number, set->children[1]);
    return eb_made_of(arena, formula, EB_AND, eb_written_as(arena, low, formula), eb_written_as(arena, high, formula));
}

/* ---- injections ---- */

/* f ∈ a‥b ↣ S: there are no more numbers from a to b than elements of S; b ≤ card(S) + (a − 1). */
static void add_size(const struct planner *planner, struct eb_conditions *list, const struct eb_formula *condition) {
    struct arena *arena = planner->compiler->arena;
    const struct eb_formula *arrow = condition->op == EB_IN ? eb_strip(condition->children[1]) : NULL;
    if (!arrow || (arrow->op != EB_TOTAL_INJECTIONS && arrow->op != EB_BIJECTIONS)) return;
    const struct eb_formula *from = eb_strip(arrow->children[0]), *to = arrow->children[1];
    bool serves = from->op == EB_INTERVAL && eb_planner_waits(planner, from) && eb_is_safe(condition) &&
                  eb_is_certainly_finite(to);
    if (!serves) return;
    const struct eb_formula *low = from->children[0], *high = from->children[1];
    const struct eb_formula *most = eb_made_value(arena, low, EB_CARDINALITY, low->type, to, NULL);
    if (eb_strip(low)->op != EB_INTEGER_LITERAL || eb_strip(low)->value != 1) {
        const struct eb_formula *before =
            eb_made_value(arena, low, EB_SUBTRACT, low->type, low, eb_made_number(arena, low, 1));
        most = eb_made_value(arena, low, EB_ADD, low->type, most, before);
    }
    vec_push(&list->list, eb_written_as(arena, eb_made_of(arena, condition, EB_LESS_EQUAL, high, most), condition));
}

/* ---- intersections and differences ---- */

static bool is_given_without_end(struct eb_compiler *compiler, const struct eb_formula *set) {
    return !eb_set_is_open(set) && eb_set_is_large(compiler, set);
}

/* ℕ ∖ {n ∣ n > 10} is 0‥10. NULL where the set is infinite, or written in another way. */
static const struct eb_formula *as_finite(struct eb_compiler *compiler, const struct eb_formula *set) {
    struct eb_intervals intervals;
    const struct eb_formula *all = NULL;
    if (!eb_intervals_of(set, &intervals) || !intervals.count || eb_intervals_are_infinite(&intervals)) return NULL;
    struct eb_formula number = *set;
    number.type = set->type->left;
    for (unsigned i = 0; i < intervals.count; i++) {
        const struct eb_formula *one =
            eb_made_interval(compiler->arena, eb_made_number(compiler->arena, &number, intervals.list[i].low),
                             eb_made_number(compiler->arena, &number, intervals.list[i].high));
        all = all ? eb_made_value(compiler->arena, set, EB_UNION, set->type, all, one) : one;
    }
    return all;
}

/* x ∈ A ∩ B is x ∈ A ∧ x ∈ B, and x ∈ A ∖ B is x ∈ A ∧ x ∉ B: of a large set that a predicate gives the elements are
 * not collected, where the other one gives the values; and a B without end may limit them. */
static bool is_better_apart(struct eb_compiler *compiler, const struct eb_formula *condition) {
    const struct eb_formula *set = condition->op == EB_IN ? eb_strip(condition->children[1]) : NULL;
    if (!set || (set->op != EB_INTERSECTION && set->op != EB_DIFFERENCE) || !eb_is_safe_in_order(condition))
        return false;
    for (unsigned i = 0; i < set->child_count; i++)
        if (is_given_without_end(compiler, set->children[i])) return true;
    return set->op == EB_DIFFERENCE && !eb_set_is_few(compiler, set->children[1]);
}

static const struct eb_formula *finite_instead(struct eb_compiler *compiler, const struct eb_formula *condition) {
    const struct eb_formula *set = condition->op == EB_IN ? eb_strip(condition->children[1]) : NULL;
    bool serves = set && (set->op == EB_INTERSECTION || set->op == EB_DIFFERENCE);
    const struct eb_formula *finite = serves ? as_finite(compiler, set) : NULL;
    return finite ? eb_made_of(compiler->arena, condition, EB_IN, condition->children[0], finite) : NULL;
}

/* ---- sets that a predicate gives ---- */

struct standing_in {
    unsigned slot;
    const struct eb_formula *element;
};

static const struct eb_formula *element_instead(void *context, const struct eb_formula *formula) {
    const struct standing_in *standing_in = context;
    return formula->op == EB_BOUND && formula->index == standing_in->slot ? standing_in->element : NULL;
}

/* P(x), of x ∈ {n·P(n) ∣ n}, where nothing in it can be ill-defined, and the set has no end; else NULL. */
static const struct eb_formula *by_predicate(const struct planner *planner, const struct eb_formula *condition) {
    struct eb_compiler *compiler = planner->compiler;
    const struct eb_formula *set = condition->op == EB_IN ? eb_strip(condition->children[1]) : NULL;
    if (!set || set->op != EB_COMPREHENSION || set->bound_count != 1) return NULL;
    const struct eb_formula *element = eb_strip(condition->children[0]), *value = eb_strip(set->children[1]);
    bool is_same = value->op == EB_BOUND && value->index == set->bound->slot;
    if (!is_same || eb_planner_unknown(planner, element) < 0 || !eb_is_safe_in_order(set->children[0]) ||
        !is_given_without_end(compiler, set))
        return NULL;
    struct standing_in standing_in = {set->bound->slot, element};
    return eb_replace(compiler, set->children[0], element_instead, &standing_in);
}

/* ---- all of them ---- */

static const struct eb_formula *simpler(const struct planner *planner, const struct eb_formula *condition) {
    struct eb_compiler *compiler = planner->compiler;
    const struct eb_formula *halves = eb_half_by_half(compiler->arena, condition, condition);
    if (halves != condition) return halves;
    const struct eb_formula *found = element_by_element(compiler->arena, condition);
    if (!found) found = by_predicate(planner, condition);
    return found ? found : as_comparison(planner, condition);
}

void eb_conditions_take_apart(const struct planner *planner, struct eb_conditions *list,
                              const struct eb_formula *condition) {
    struct eb_compiler *compiler = planner->compiler;
    const struct eb_formula *instead = simpler(planner, condition);
    const struct eb_formula *finite = instead ? NULL : finite_instead(compiler, condition);
    if (instead && instead->op == EB_AND) {
        for (unsigned i = 0; i < instead->child_count; i++)
            eb_conditions_take_apart(planner, list, instead->children[i]);
    } else if (instead) {
        eb_conditions_take_apart(planner, list, instead);
    } else if (finite) {
        vec_push(&list->list, finite);
    } else if (!is_better_apart(compiler, condition)) {
        add_size(planner, list, condition);
        add_sides(planner, list, condition);
        vec_push(&list->list, condition);
    } else {
        const struct eb_formula *set = eb_strip(condition->children[1]);
        for (unsigned i = 0; i < set->child_count; i++) {
            enum eb_op op = i && set->op == EB_DIFFERENCE ? EB_NOT_IN : EB_IN;
            eb_conditions_take_apart(
                planner, list, eb_made_of(compiler->arena, condition, op, condition->children[0], set->children[i]));
        }
    }
}
