/* Comparisons that limit numbers together, though each of them only begins a half-line: of 2 ∗ p ≤ q and q ≤ p + 9, p
 * is at most 9. They do not limit p if the numbers can go on for ever in a direction in which p changes: if there is a
 * vector, not 0 at p, of which all linear comparisons hold without their constants. Identifiers are eliminated one by
 * one (Fourier and Motzkin) until it is seen whether there is one. */
#include "eventb/comprehension.h"
#include "eventb/planner.h"
#include "eventb/type.h"

#include <string.h>

enum { MOST_NUMBERS = 16, MOST_ROWS = 256 };

/* The sum of factors and numbers is not below 0. */
struct row {
    int64_t factors[MOST_NUMBERS];
};

struct system {
    const struct planner *planner;
    int numbers[MOST_NUMBERS]; /* unknowns, by column */
    unsigned number_count, row_count;
    struct row rows[MOST_ROWS];
    bool is_too_large;
};

/* ---- rows from conditions ---- */

static int column_of(struct system *system, int unknown) {
    for (unsigned i = 0; i < system->number_count; i++)
        if (system->numbers[i] == unknown) return (int)i;
    if (system->number_count == MOST_NUMBERS) {
        system->is_too_large = true;
        return -1;
    }
    system->numbers[system->number_count] = unknown;
    return (int)system->number_count++;
}

/* Adds factor ∗ formula; false if that is not linear. */
static bool add_terms(struct system *system, const struct eb_formula *formula, int64_t factor, struct row *row) {
    formula = eb_strip(formula);
    if (!eb_planner_waits(system->planner, formula)) return true;
    int unknown = eb_planner_unknown(system->planner, formula);
    if (unknown >= 0) {
        int column = column_of(system, unknown);
        return column >= 0 && !__builtin_add_overflow(row->factors[column], factor, &row->factors[column]);
    }
    bool is_sum = formula->op == EB_ADD || formula->op == EB_SUBTRACT || formula->op == EB_NEGATE;
    const struct eb_formula *rest = NULL;
    for (unsigned i = 0; i < formula->child_count; i++) {
        const struct eb_formula *part = eb_strip(formula->children[i]);
        bool turns = formula->op == EB_NEGATE || (formula->op == EB_SUBTRACT && i > 0);
        if (is_sum && !add_terms(system, part, turns ? -factor : factor, row)) return false;
        if (is_sum) continue;
        bool is_factor = formula->op == EB_MULTIPLY && part->op == EB_INTEGER_LITERAL;
        if (is_factor ? __builtin_mul_overflow(factor, part->value, &factor) : rest != NULL) return false;
        if (!is_factor) rest = part;
    }
    return is_sum || (formula->op == EB_MULTIPLY && add_terms(system, rest, factor, row));
}

static void push(struct system *system, struct row row) {
    if (system->row_count == MOST_ROWS)
        system->is_too_large = true;
    else
        system->rows[system->row_count++] = row;
}

/* large − small ≥ 0; NULL is a number that is known. False: it is not linear. */
static bool add_row(struct system *system, const struct eb_formula *large, const struct eb_formula *small) {
    struct row row = {{0}};
    unsigned numbers = system->number_count;
    bool is_linear = (!large || add_terms(system, large, 1, &row)) && (!small || add_terms(system, small, -1, &row));
    if (is_linear)
        push(system, row);
    else
        system->number_count = numbers;
    return is_linear;
}

/* False: it is no linear comparison. */
static bool add_comparison(struct system *system, const struct eb_formula *condition) {
    bool of_numbers = condition->child_count == 2 && condition->children[0]->type &&
                      condition->children[0]->type->kind == EB_TYPE_INTEGER;
    if (!of_numbers) return false;
    const struct eb_formula *left = condition->children[0], *right = condition->children[1], *set = eb_strip(right);
    switch (condition->op) {
    case EB_EQUAL: return add_row(system, left, right) && add_row(system, right, left);
    case EB_LESS:
    case EB_LESS_EQUAL: return add_row(system, right, left);
    case EB_GREATER:
    case EB_GREATER_EQUAL: return add_row(system, left, right);
    case EB_IN:
        if (set->op == EB_INTERVAL)
            return add_row(system, left, set->children[0]) && add_row(system, set->children[1], left);
        return (set->op == EB_NATURALS || set->op == EB_NATURALS_1) && add_row(system, left, NULL);
    default: return false;
    }
}

/* What another condition may say of a number: that it has an end on one side, or on both. */
static void add_ends(struct system *system, const struct eb_formula *condition, int unknown) {
    unsigned ends = eb_planner_ends(system->planner, condition, unknown);
    int column = ends ? column_of(system, unknown) : -1;
    for (unsigned side = 0; column >= 0 && side < 2; side++) {
        struct row row = {{0}};
        row.factors[column] = side ? -1 : 1;
        if (ends & (side ? EB_END_ABOVE : EB_END_BELOW)) push(system, row);
    }
}

static void add_condition(struct system *system, const struct eb_formula *condition, int unknown) {
    const struct planner *planner = system->planner;
    bool is_looked_at = !eb_planner_waits(planner, condition) || add_comparison(system, condition);
    if (is_looked_at || system->is_too_large) return; /* there is no room: whether it is linear is not known */
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if ((int)i != unknown && planner->unknowns[i].domain->representation == EB_NUMBER &&
            eb_planner_mentions(planner, condition, (int)i))
            add_ends(system, condition, (int)i);
}

bool eb_planner_is_linear_comparison(const struct planner *planner, const struct eb_formula *condition) {
    struct system system = {.planner = planner};
    return add_comparison(&system, condition);
}

/* ---- elimination ---- */

static int64_t divisor_of(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static void shorten(struct row *row, unsigned count) {
    int64_t divisor = 0;
    for (unsigned i = 0; i < count; i++) divisor = divisor_of(divisor, row->factors[i]);
    for (unsigned i = 0; i < count && divisor > 1; i++) row->factors[i] /= divisor;
}

/* The sum of two rows in which the column vanishes. */
static bool join(const struct row *above, const struct row *below, unsigned column, unsigned count, struct row *sum) {
    int64_t a = -below->factors[column], b = above->factors[column], left, right;
    for (unsigned i = 0; i < count; i++)
        if (__builtin_mul_overflow(above->factors[i], a, &left) ||
            __builtin_mul_overflow(below->factors[i], b, &right) ||
            __builtin_add_overflow(left, right, &sum->factors[i]))
            return false;
    shorten(sum, count);
    return true;
}

static void eliminate(struct system *system, unsigned column) {
    unsigned before = system->row_count, kept = 0;
    for (unsigned i = 0; i < before; i++)
        for (unsigned j = 0; j < before && !system->is_too_large; j++) {
            struct row sum = {{0}};
            if (system->rows[i].factors[column] <= 0 || system->rows[j].factors[column] >= 0) continue;
            system->is_too_large = system->row_count == MOST_ROWS ||
                                   !join(&system->rows[i], &system->rows[j], column, system->number_count, &sum);
            if (!system->is_too_large) system->rows[system->row_count++] = sum;
        }
    for (unsigned i = 0; i < system->row_count; i++)
        if (i >= before || !system->rows[i].factors[column]) system->rows[kept++] = system->rows[i];
    system->row_count = kept;
}

bool eb_planner_goes_on(const struct planner *planner, int unknown) {
    struct system system = {.planner = planner};
    column_of(&system, unknown);
    for (size_t i = 0; i < planner->condition_count; i++) /* also of those that gave it its ends */
        add_condition(&system, planner->conditions[i].formula, unknown);
    for (unsigned i = 1; i < system.number_count && !system.is_too_large; i++) eliminate(&system, i);
    bool up = !system.is_too_large, down = up;
    for (unsigned i = 0; i < system.row_count; i++) {
        up = up && system.rows[i].factors[0] >= 0;
        down = down && system.rows[i].factors[0] <= 0;
    }
    return up || down;
}
