/* What all conditions together say about the range of an integer: x ∈ ℕ, x ∈ a‥b, x < b, a ≤ b − x ... Each is solved
 * for the identifier; where that is not exact, the range is wider than what the condition allows, and the condition is
 * tested afterwards. */
#include "eventb/make.h"
#include "eventb/planner.h"
#include "eventb/type.h"

#include <math.h>

/* ---- formulas made up here ---- */

static const struct eb_formula *make(struct planner *planner, enum eb_op op, const struct eb_formula *a,
                                     const struct eb_formula *b) {
    return eb_made_value(planner->compiler->arena, a, op, a->type, a, b);
}

static const struct eb_formula *number(struct planner *planner, const struct eb_formula *like, int64_t value) {
    return eb_made_number(planner->compiler->arena, like, value);
}

/* ---- a comparison solved for the identifier ---- */

struct solving {
    struct planner *planner;
    int unknown;
    const struct eb_formula *left, *right; /* left `op` right; the identifier is on the left */
    const struct eb_formula *divisor;      /* x ∗ divisor = right; NULL: 1 */
    enum eb_op op;
    bool exact;
};

static enum eb_op turned(enum eb_op op) {
    switch (op) {
    case EB_LESS: return EB_GREATER;
    case EB_LESS_EQUAL: return EB_GREATER_EQUAL;
    case EB_GREATER: return EB_LESS;
    case EB_GREATER_EQUAL: return EB_LESS_EQUAL;
    default: return op;
    }
}

/* The one operand that mentions the identifier; -1 if there is not exactly one. */
static int only_one(const struct solving *solving, const struct eb_formula *formula) {
    int found = -1;
    for (unsigned i = 0; i < formula->child_count; i++) {
        if (!eb_planner_mentions(solving->planner, formula->children[i], solving->unknown)) continue;
        if (found >= 0) return -1;
        found = (int)i;
    }
    return found;
}

/* x ∗ n = E: the quotient. x ∗ 3 < E: beyond the quotient by less than one. */
static bool solve_product(struct solving *solving, int one) {
    const struct eb_formula *left = solving->left;
    if (left->child_count != 2) return false;
    const struct eb_formula *factor = eb_strip(left->children[1 - one]);
    if (solving->op == EB_EQUAL) {
        solving->divisor = factor;
        solving->left = left->children[one];
        return true;
    }
    if (factor->op != EB_INTEGER_LITERAL || factor->value < 1) return false;
    bool below = solving->op == EB_LESS || solving->op == EB_LESS_EQUAL;
    const struct eb_formula *quotient = make(solving->planner, EB_DIVIDE, solving->right, factor);
    solving->right = make(solving->planner, EB_ADD, quotient, number(solving->planner, factor, below ? 1 : -1));
    solving->op = below ? EB_LESS_EQUAL : EB_GREATER_EQUAL;
    solving->left = left->children[one];
    solving->exact = false;
    return true;
}

static void move_terms(struct solving *solving, int one) {
    const struct eb_formula *left = solving->left;
    for (unsigned i = 0; i < left->child_count; i++)
        if ((int)i != one) solving->right = make(solving->planner, EB_SUBTRACT, solving->right, left->children[i]);
    solving->left = left->children[one];
}

/* One operator less on the left; false if that is not possible. */
static bool peel(struct solving *solving) {
    const struct eb_formula *left = solving->left;
    int one = only_one(solving, left);
    if (one < 0 || (solving->divisor && left->op != EB_OF_TYPE)) return false;
    switch (left->op) {
    case EB_OF_TYPE: solving->left = left->children[0]; return true;
    case EB_ADD: move_terms(solving, one); return true;
    case EB_SUBTRACT:
        solving->right = one == 0 ? make(solving->planner, EB_ADD, solving->right, left->children[1])
                                  : make(solving->planner, EB_SUBTRACT, left->children[0], solving->right);
        if (one == 1) solving->op = turned(solving->op);
        solving->left = left->children[one];
        return true;
    case EB_NEGATE:
        solving->right = make(solving->planner, EB_NEGATE, solving->right, NULL);
        solving->op = turned(solving->op);
        solving->left = left->children[0];
        return true;
    case EB_MULTIPLY: return solve_product(solving, one);
    default: return false;
    }
}

/* The identifier alone on the left. */
static bool isolate(struct solving *solving) {
    if (eb_planner_mentions(solving->planner, solving->right, solving->unknown) ||
        !eb_planner_mentions(solving->planner, solving->left, solving->unknown))
        return false;
    while (eb_planner_unknown(solving->planner, solving->left) != solving->unknown)
        if (!peel(solving)) return false;
    return true;
}

static bool solve(struct solving *solving) {
    return isolate(solving) && !eb_planner_waits(solving->planner, solving->right) &&
           !(solving->divisor && eb_planner_waits(solving->planner, solving->divisor));
}

static bool solve_comparison(struct planner *planner, int unknown, const struct eb_formula *formula,
                             struct solving *solving) {
    bool comparison = formula->op >= EB_LESS && formula->op <= EB_GREATER_EQUAL;
    if (!comparison && formula->op != EB_EQUAL) return false;
    *solving = (struct solving){planner, unknown, formula->children[0], formula->children[1], NULL, formula->op, true};
    if (solve(solving)) return true;
    *solving =
        (struct solving){planner, unknown, formula->children[1], formula->children[0], NULL, turned(formula->op), true};
    return solve(solving);
}

const struct eb_formula *eb_planner_solved(struct planner *planner, int unknown, const struct eb_formula *equality) {
    struct solving solving;
    if (planner->unknowns[unknown].domain->representation != EB_NUMBER) return NULL;
    bool solved = solve_comparison(planner, unknown, equality, &solving) && solving.exact && solving.op == EB_EQUAL &&
                  !solving.divisor;
    return solved ? solving.right : NULL;
}

/* ---- ranges ---- */

static void add_low(struct eb_range *range, const struct eb_formula *formula, bool strict) {
    vec_push(&range->lows, ((struct eb_range_end){formula, NULL, strict}));
}

static void add_high(struct eb_range *range, const struct eb_formula *formula, bool strict) {
    vec_push(&range->highs, ((struct eb_range_end){formula, NULL, strict}));
}

/* x ∗ x ≤ E: x is within −E − 1 and E + 1. */
static bool add_square(struct planner *planner, int unknown, const struct eb_formula *formula, struct eb_range *range) {
    bool turned_round = formula->op == EB_GREATER || formula->op == EB_GREATER_EQUAL;
    if (formula->op != EB_EQUAL && !(formula->op >= EB_LESS && formula->op <= EB_GREATER_EQUAL)) return false;
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *square = eb_strip(formula->children[side]), *limit = formula->children[1 - side];
        if (formula->op != EB_EQUAL && turned_round != (side == 1)) continue;
        if (square->op != EB_MULTIPLY || square->child_count != 2 || eb_planner_waits(planner, limit)) continue;
        if (eb_planner_unknown(planner, eb_strip(square->children[0])) != unknown ||
            eb_planner_unknown(planner, eb_strip(square->children[1])) != unknown)
            continue;
        const struct eb_formula *more = make(planner, EB_ADD, limit, number(planner, limit, 1));
        add_high(range, more, false);
        add_low(range, make(planner, EB_NEGATE, more, NULL), false);
        return true;
    }
    return false;
}

static bool add_membership(struct planner *planner, int unknown, const struct eb_formula *formula,
                           struct eb_range *range) {
    if (!eb_planner_is_element(planner, formula, unknown)) return false;
    const struct eb_formula *set = eb_strip(formula->children[1]);
    if (set->op == EB_NATURALS || set->op == EB_NATURALS_1) {
        add_low(range, number(planner, formula->children[0], set->op == EB_NATURALS_1), false);
        return true;
    }
    if (set->op != EB_INTERVAL || eb_planner_waits(planner, set)) return set->op == EB_INTEGERS;
    add_low(range, set->children[0], false);
    add_high(range, set->children[1], false);
    return true;
}

static bool add_condition(struct planner *planner, int unknown, const struct eb_formula *formula,
                          struct eb_range *range);

static const struct eb_formula *of_type(const struct eb_formula *formula, const struct eb_type *type) {
    ((struct eb_formula *)formula)->type = type; /* it was just made */
    return formula;
}

/* The last number of l ‥ h, which is the set S, or what is before l: h ≤ max({l − 1} ∪ S), whether S is empty or not.
 */
static void add_last(struct planner *planner, int unknown, const struct eb_formula *interval,
                     const struct eb_formula *set, struct eb_range *range) {
    const struct eb_formula *low = interval->children[0], *high = interval->children[1];
    if (eb_planner_waits(planner, low) || !eb_planner_waits(planner, high) || !eb_is_safe(low)) return;
    const struct eb_formula *before = make(planner, EB_SUBTRACT, low, number(planner, low, 1));
    const struct eb_formula *single = of_type(make(planner, EB_SET_EXTENSION, before, NULL), interval->type);
    const struct eb_formula *all = of_type(make(planner, EB_UNION, single, set), interval->type);
    const struct eb_formula *last = of_type(make(planner, EB_MAXIMUM, all, NULL), low->type);
    add_condition(planner, unknown, of_type(make(planner, EB_LESS_EQUAL, high, last), NULL), range);
}

/* f ∈ 1‥n → S, or 1‥n = S, where f or S is known: n is what its domain ends with. The condition is tested afterwards.
 */
static void add_domain(struct planner *planner, int unknown, const struct eb_formula *formula, struct eb_range *range) {
    if (formula->op != EB_IN && formula->op != EB_EQUAL) return;
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *known = formula->children[side], *set = eb_strip(formula->children[1 - side]);
        if (eb_planner_waits(planner, known) || !eb_is_safe(known)) continue;
        if (formula->op == EB_EQUAL && set->op == EB_INTERVAL) add_last(planner, unknown, set, known, range);
        bool total = set->op == EB_TOTAL_FUNCTIONS || set->op == EB_TOTAL_INJECTIONS || set->op == EB_BIJECTIONS ||
                     set->op == EB_TOTAL_SURJECTIONS || set->op == EB_TOTAL_RELATIONS ||
                     set->op == EB_TOTAL_SURJECTIVE_RELATIONS;
        if (formula->op != EB_IN || side != 0 || !total || eb_strip(set->children[0])->op != EB_INTERVAL) continue;
        const struct eb_formula *interval = eb_strip(set->children[0]);
        add_last(planner, unknown, interval, of_type(make(planner, EB_DOMAIN, known, NULL), interval->type), range);
    }
}

/* ---- comparisons with others that have no value yet, either ---- */

static bool literal_value(const struct eb_formula *formula, int64_t *value);

static bool combined_value(const struct eb_formula *formula, int64_t *value) {
    int64_t other;
    bool known = literal_value(formula->children[0], value);
    for (unsigned i = 1; i < formula->child_count && known; i++) {
        known = literal_value(formula->children[i], &other);
        bool overflows = known && (formula->op == EB_ADD ? __builtin_add_overflow(*value, other, value)
                                                         : __builtin_sub_overflow(*value, other, value));
        known = known && !overflows;
    }
    return known;
}

/* 20, −3, and sums of them, as ends are made up. */
static bool literal_value(const struct eb_formula *formula, int64_t *value) {
    formula = eb_strip(formula);
    if (formula->op == EB_ADD || formula->op == EB_SUBTRACT) return combined_value(formula, value);
    bool negative = formula->op == EB_NEGATE;
    if (negative) formula = eb_strip(formula->children[0]);
    *value = negative ? -formula->value : formula->value;
    return formula->op == EB_INTEGER_LITERAL;
}

/* The end that lets fewer numbers in: of two greatest ones the lesser. */
static const struct eb_formula *nearer(struct planner *planner, const struct eb_formula *a, const struct eb_formula *b,
                                       bool greatest) {
    struct arena *arena = planner->compiler->arena;
    int64_t values[2];
    if (literal_value(a, &values[0]) && literal_value(b, &values[1]))
        return (values[0] < values[1]) == greatest ? a : b;
    const struct eb_formula *both = eb_made_value(arena, a, EB_SET_EXTENSION, eb_type_power(arena, a->type), a, b);
    return eb_made_value(arena, a, greatest ? EB_MINIMUM : EB_MAXIMUM, a->type, both, NULL);
}

/* An end of the range of an identifier, where conditions say it without others; NULL: none. */
static const struct eb_formula *end_of(struct planner *planner, int unknown, bool greatest) {
    planner->is_alone = true;
    struct eb_range range = eb_planner_range(planner, unknown);
    planner->is_alone = false;
    const struct eb_formula *end = NULL;
    size_t count = greatest ? range.highs.count : range.lows.count;
    for (size_t i = 0; i < count; i++) {
        const struct eb_range_end *one = greatest ? &range.highs.items[i] : &range.lows.items[i];
        if (!one->divisor) end = end ? nearer(planner, end, one->formula, greatest) : one->formula;
    }
    eb_range_free(&range);
    return end;
}

/* The greatest or least value that the expression can have; NULL if that is not known. */
static const struct eb_formula *extreme(struct planner *planner, const struct eb_formula *formula, bool greatest) {
    formula = eb_strip(formula);
    if (!eb_planner_waits(planner, formula)) return formula;
    int unknown = eb_planner_unknown(planner, formula);
    if (unknown >= 0) return end_of(planner, unknown, greatest);
    const struct eb_formula *first = formula->child_count ? formula->children[0] : NULL;
    const struct eb_formula *last = formula->child_count ? eb_strip(formula->children[formula->child_count - 1]) : NULL;
    const struct eb_formula *a, *b;
    if (formula->op == EB_MULTIPLY && eb_strip(first)->op == EB_INTEGER_LITERAL) { /* 3 ∗ q is q ∗ 3 */
        a = first;
        first = last;
        last = eb_strip(a);
    }
    bool scaled = last && last->op == EB_INTEGER_LITERAL && last->value > 0 && formula->child_count == 2;
    switch (formula->op) {
    case EB_ADD:
        a = extreme(planner, first, greatest);
        for (unsigned i = 1; a && i < formula->child_count; i++) {
            b = extreme(planner, formula->children[i], greatest);
            a = b ? make(planner, EB_ADD, a, b) : NULL;
        }
        return a;
    case EB_SUBTRACT:
        a = extreme(planner, first, greatest);
        b = a ? extreme(planner, last, !greatest) : NULL;
        return b ? make(planner, EB_SUBTRACT, a, b) : NULL;
    case EB_NEGATE: a = extreme(planner, first, !greatest); return a ? make(planner, EB_NEGATE, a, NULL) : NULL;
    case EB_MULTIPLY:
    case EB_DIVIDE:
        a = scaled ? extreme(planner, first, greatest) : NULL;
        return a ? make(planner, formula->op, a, last) : NULL;
    default: return NULL;
    }
}

/* p + q ≤ 10 where q ∈ ℕ: p is at most 10 − 0. The condition is tested afterwards. */
static void add_loosely(struct planner *planner, int unknown, const struct eb_formula *formula,
                        struct eb_range *range) {
    bool comparison = formula->op >= EB_LESS && formula->op <= EB_GREATER_EQUAL;
    if (planner->is_alone || (!comparison && formula->op != EB_EQUAL) || !formula->children[0]->type ||
        formula->children[0]->type->kind != EB_TYPE_INTEGER)
        return;
    for (unsigned side = 0; side < 2; side++) {
        struct solving solving = {planner,
                                  unknown,
                                  formula->children[side],
                                  formula->children[1 - side],
                                  NULL,
                                  side ? turned(formula->op) : formula->op,
                                  true};
        if (!isolate(&solving) || solving.divisor) continue;
        bool below = solving.op == EB_LESS || solving.op == EB_LESS_EQUAL || solving.op == EB_EQUAL;
        bool above = solving.op == EB_GREATER || solving.op == EB_GREATER_EQUAL || solving.op == EB_EQUAL;
        const struct eb_formula *high = below ? extreme(planner, solving.right, true) : NULL;
        const struct eb_formula *low = above ? extreme(planner, solving.right, false) : NULL;
        if (high) add_high(range, high, false);
        if (low) add_low(range, low, false);
        return;
    }
}

/* 3 ∗ x = y cannot be solved; 3 ∗ x ≤ y and 3 ∗ x ≥ y can, nearly. */
static bool add_as_two(struct planner *planner, int unknown, const struct eb_formula *formula, struct eb_range *range) {
    if (formula->op != EB_EQUAL || !formula->children[0]->type || formula->children[0]->type->kind != EB_TYPE_INTEGER)
        return false;
    struct eb_formula half = *formula;
    half.op = EB_LESS_EQUAL;
    add_condition(planner, unknown, &half, range);
    half.op = EB_GREATER_EQUAL;
    add_condition(planner, unknown, &half, range);
    return false;
}

/* True if nothing is left of the condition to be tested. */
static bool add_condition(struct planner *planner, int unknown, const struct eb_formula *formula,
                          struct eb_range *range) {
    struct solving solving;
    if (add_membership(planner, unknown, formula, range)) return true;
    if (add_square(planner, unknown, formula, range)) return false;
    add_domain(planner, unknown, formula, range);
    if (!solve_comparison(planner, unknown, formula, &solving)) {
        add_loosely(planner, unknown, formula, range);
        return add_as_two(planner, unknown, formula, range);
    }
    if (solving.divisor) {
        struct eb_range_end quotient = {solving.right, solving.divisor, false};
        vec_push(&range->lows, quotient);
        vec_push(&range->highs, quotient);
        return true;
    }
    bool strict = solving.op == EB_LESS || solving.op == EB_GREATER;
    if (solving.op != EB_GREATER && solving.op != EB_GREATER_EQUAL) add_high(range, solving.right, strict);
    if (solving.op != EB_LESS && solving.op != EB_LESS_EQUAL) add_low(range, solving.right, strict);
    return solving.exact;
}

struct eb_range eb_planner_range(struct planner *planner, int unknown) {
    struct eb_range range = {0};
    range.exact = arena_new_array(planner->compiler->arena, bool, planner->condition_count + 1);
    for (size_t i = 0; i < planner->condition_count; i++)
        if (eb_planner_is_usable(planner, i))
            range.exact[i] = add_condition(planner, unknown, planner->conditions[i].formula, &range);
    return range;
}

void eb_range_free(struct eb_range *range) {
    vec_free(&range->lows);
    vec_free(&range->highs);
}

static bool has_certain_end(const struct eb_range_end *ends, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!ends[i].divisor ||
            (eb_strip(ends[i].divisor)->op == EB_INTEGER_LITERAL && eb_strip(ends[i].divisor)->value))
            return true;
    return false;
}

bool eb_range_is_closed(const struct eb_range *range) {
    return has_certain_end(range->lows.items, range->lows.count) &&
           has_certain_end(range->highs.items, range->highs.count);
}

bool eb_range_is_nearly_closed(const struct eb_range *range) { return range->lows.count && range->highs.count; }

int64_t eb_range_tried(const struct planner *planner, const struct eb_range *range) {
    int64_t low = planner->compiler->low, high = planner->compiler->high, value;
    for (size_t i = 0; i < range->lows.count; i++) {
        const struct eb_range_end *end = &range->lows.items[i];
        if (literal_value(end->formula, &value) && value + end->strict > low) low = value + end->strict;
    }
    for (size_t i = 0; i < range->highs.count; i++) {
        const struct eb_range_end *end = &range->highs.items[i];
        if (literal_value(end->formula, &value) && value - end->strict < high) high = value - end->strict;
    }
    return low > high ? 0 : high - low + 1;
}

double eb_range_bits(const struct eb_range *range) {
    enum { LIKELY = 4, OPEN = 30 };
    double low = -INFINITY, high = INFINITY;
    int64_t value;
    if (!range->lows.count || !range->highs.count) return OPEN - (double)(range->lows.count + range->highs.count > 0);
    for (size_t i = 0; i < range->lows.count; i++)
        if (range->lows.items[i].divisor) return 1;
    for (size_t i = 0; i < range->lows.count; i++)
        if (literal_value(range->lows.items[i].formula, &value) && (double)value > low) low = (double)value;
    for (size_t i = 0; i < range->highs.count; i++)
        if (literal_value(range->highs.items[i].formula, &value) && (double)value < high) high = (double)value;
    if (isinf(low) || isinf(high)) return LIKELY;
    return high <= low ? 0 : ceil(log2(high - low + 1));
}

static const struct eb_node **compile_ends(struct planner *planner, const struct eb_range_end *ends, size_t count,
                                           const struct eb_node *const **divisors, const bool **strict) {
    struct arena *arena = planner->compiler->arena;
    const struct eb_node **nodes = arena_new_array(arena, const struct eb_node *, count + 1);
    const struct eb_node **divided = arena_new_array(arena, const struct eb_node *, count + 1);
    bool *flags = arena_new_array(arena, bool, count + 1);
    for (size_t i = 0; i < count; i++) {
        nodes[i] = eb_compile_expression(planner->compiler, ends[i].formula);
        if (ends[i].divisor) divided[i] = eb_compile_expression(planner->compiler, ends[i].divisor);
        flags[i] = ends[i].strict;
    }
    *divisors = divided;
    *strict = flags;
    return nodes;
}

static bool ends_depend(const struct planner *planner, const struct eb_range *range) {
    for (size_t i = 0; i < range->lows.count; i++)
        if (eb_planner_speaks_of_any(planner, range->lows.items[i].formula)) return true;
    for (size_t i = 0; i < range->highs.count; i++)
        if (eb_planner_speaks_of_any(planner, range->highs.items[i].formula)) return true;
    return false;
}

void eb_planner_fill_between(struct planner *planner, const struct eb_range *range, struct eb_step *step) {
    step->lows = compile_ends(planner, range->lows.items, range->lows.count, &step->low_divisors, &step->low_strict);
    step->highs =
        compile_ends(planner, range->highs.items, range->highs.count, &step->high_divisors, &step->high_strict);
    step->depends = ends_depend(planner, range);
    step->low_count = (unsigned)range->lows.count;
    step->high_count = (unsigned)range->highs.count;
    for (size_t i = 0; i < planner->condition_count; i++) {
        if (!range->exact[i]) continue;
        planner->conditions[i].done = true;
        step->condition = planner->conditions[i].formula;
    }
}
