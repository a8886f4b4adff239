#include "eventb/intervals.h"

#include "eventb/node.h"

static struct eb_intervals one(int64_t low, int64_t high) {
    struct eb_intervals made = {.list = {{low, high}}, .count = low <= high};
    return made;
}

static struct eb_intervals everything(void) { return one(INT64_MIN, INT64_MAX); }

/* What is in none of them. False: there are too many. */
static bool invert(struct eb_intervals *intervals) {
    struct eb_intervals others = {.count = 0};
    int64_t from = INT64_MIN;
    bool ends = false; /* the last one goes on for ever */
    for (unsigned i = 0; i < intervals->count; i++) {
        const struct eb_interval *gap_end = &intervals->list[i];
        if (gap_end->low != INT64_MIN) {
            if (others.count == EB_MOST_INTERVALS) return false;
            others.list[others.count++] = (struct eb_interval){from, gap_end->low - 1};
        }
        ends = gap_end->high == INT64_MAX;
        from = ends ? INT64_MAX : gap_end->high + 1;
    }
    if (!ends && others.count == EB_MOST_INTERVALS) return false;
    if (!ends) others.list[others.count++] = (struct eb_interval){from, INT64_MAX};
    *intervals = others;
    return true;
}

static bool meet(struct eb_intervals *a, const struct eb_intervals *b) {
    struct eb_intervals both = {.count = 0};
    for (unsigned i = 0, j = 0; i < a->count && j < b->count;) {
        const struct eb_interval *x = &a->list[i], *y = &b->list[j];
        int64_t low = x->low > y->low ? x->low : y->low, high = x->high < y->high ? x->high : y->high;
        if (low <= high && both.count == EB_MOST_INTERVALS) return false;
        if (low <= high) both.list[both.count++] = (struct eb_interval){low, high};
        if (x->high < y->high)
            i++;
        else
            j++;
    }
    *a = both;
    return true;
}

static bool join(struct eb_intervals *a, const struct eb_intervals *b) {
    struct eb_intervals others = *b;
    return invert(a) && invert(&others) && meet(a, &others) && invert(a);
}

/* A number with room on both sides. */
static bool number_of(const struct eb_formula *formula, int64_t *number) {
    formula = eb_strip(formula);
    bool negated = formula->op == EB_NEGATE;
    if (negated) formula = eb_strip(formula->children[0]);
    if (formula->op != EB_INTEGER_LITERAL) return false;
    *number = negated ? -(formula->value / 2) - (formula->value - formula->value / 2) : formula->value;
    return *number > INT64_MIN / 2 && *number < INT64_MAX / 2;
}

static bool is_bound(const struct eb_formula *formula, const struct eb_bound *bound) {
    formula = eb_strip(formula);
    return formula->op == EB_BOUND && formula->index == bound->slot;
}

/* The numbers n with n < 3, 3 ≤ n ... */
static bool by_comparison(const struct eb_formula *formula, const struct eb_bound *bound,
                          struct eb_intervals *intervals) {
    int64_t number;
    bool turned = is_bound(formula->children[1], bound);
    if (!is_bound(formula->children[turned], bound) || !number_of(formula->children[!turned], &number)) return false;
    switch (formula->op) {
    case EB_EQUAL: *intervals = one(number, number); return true;
    case EB_NOT_EQUAL: *intervals = one(number, number); return invert(intervals);
    case EB_LESS: *intervals = turned ? one(number + 1, INT64_MAX) : one(INT64_MIN, number - 1); return true;
    case EB_LESS_EQUAL: *intervals = turned ? one(number, INT64_MAX) : one(INT64_MIN, number); return true;
    case EB_GREATER: *intervals = turned ? one(INT64_MIN, number - 1) : one(number + 1, INT64_MAX); return true;
    case EB_GREATER_EQUAL: *intervals = turned ? one(INT64_MIN, number) : one(number, INT64_MAX); return true;
    default: return false;
    }
}

/* The numbers for which the predicate holds. */
static bool by_predicate(const struct eb_formula *formula, const struct eb_bound *bound,
                         struct eb_intervals *intervals) {
    switch (formula->op) {
    case EB_TRUE: *intervals = everything(); return true;
    case EB_NOT: return by_predicate(formula->children[0], bound, intervals) && invert(intervals);
    case EB_AND:
    case EB_OR:
        *intervals = formula->op == EB_AND ? everything() : one(1, 0);
        for (unsigned i = 0; i < formula->child_count; i++) {
            struct eb_intervals part;
            if (!by_predicate(formula->children[i], bound, &part)) return false;
            if (!(formula->op == EB_AND ? meet(intervals, &part) : join(intervals, &part))) return false;
        }
        return true;
    case EB_IN:
    case EB_NOT_IN:
        return is_bound(formula->children[0], bound) && eb_intervals_of(formula->children[1], intervals) &&
               (formula->op == EB_IN || invert(intervals));
    case EB_EQUAL:
    case EB_NOT_EQUAL:
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL: return by_comparison(formula, bound, intervals);
    default: return false;
    }
}

static void shift(struct eb_intervals *intervals, int64_t by) {
    for (unsigned i = 0; i < intervals->count; i++) {
        struct eb_interval *interval = &intervals->list[i];
        if (interval->low != INT64_MIN) interval->low += by;
        if (interval->high != INT64_MAX) interval->high += by;
    }
}

/* {n·P ∣ n}, or {n·P ∣ n + 1} */
static bool of_comprehension(const struct eb_formula *set, struct eb_intervals *intervals) {
    int64_t by = 0;
    if (set->bound_count != 1 || !by_predicate(set->children[0], set->bound, intervals)) return false;
    const struct eb_formula *value = eb_strip(set->children[1]);
    if (is_bound(value, set->bound)) return true;
    bool sum = value->op == EB_ADD || value->op == EB_SUBTRACT;
    if (!sum || value->child_count != 2 || !is_bound(value->children[0], set->bound)) return false;
    if (!number_of(value->children[1], &by)) return false;
    for (unsigned i = 0; i < intervals->count; i++) { /* room to be moved */
        const struct eb_interval *interval = &intervals->list[i];
        if (interval->low != INT64_MIN && (interval->low < INT64_MIN / 4 || interval->low > INT64_MAX / 4))
            return false;
        if (interval->high != INT64_MAX && (interval->high < INT64_MIN / 4 || interval->high > INT64_MAX / 4))
            return false;
    }
    if (by < INT64_MIN / 4 || by > INT64_MAX / 4) return false;
    shift(intervals, value->op == EB_ADD ? by : -by);
    return true;
}

static bool of_extension(const struct eb_formula *set, struct eb_intervals *intervals) {
    *intervals = one(1, 0);
    for (unsigned i = 0; i < set->child_count; i++) {
        int64_t number;
        if (!number_of(set->children[i], &number)) return false;
        struct eb_intervals element = one(number, number);
        if (!join(intervals, &element)) return false;
    }
    return true;
}

static bool of_parts(const struct eb_formula *set, struct eb_intervals *intervals) {
    for (unsigned i = 0; i < set->child_count; i++) {
        struct eb_intervals part;
        if (!eb_intervals_of(set->children[i], &part)) return false;
        if (i == 0)
            *intervals = part;
        else if (set->op == EB_UNION ? !join(intervals, &part)
                                     : (set->op == EB_DIFFERENCE && !invert(&part)) || !meet(intervals, &part))
            return false;
    }
    return true;
}

static bool is_of_integers(const struct eb_formula *set) {
    return set->type && set->type->kind == EB_TYPE_POWER && set->type->left->kind == EB_TYPE_INTEGER;
}

bool eb_intervals_of(const struct eb_formula *set, struct eb_intervals *intervals) {
    int64_t low, high;
    set = eb_strip(set);
    if (!is_of_integers(set)) return false;
    switch (set->op) {
    case EB_INTEGERS: *intervals = everything(); return true;
    case EB_NATURALS: *intervals = one(0, INT64_MAX); return true;
    case EB_NATURALS_1: *intervals = one(1, INT64_MAX); return true;
    case EB_INTERVAL:
        if (!number_of(set->children[0], &low) || !number_of(set->children[1], &high)) return false;
        *intervals = one(low, high);
        return true;
    case EB_SET_EXTENSION: return of_extension(set, intervals);
    case EB_UNION:
    case EB_INTERSECTION:
    case EB_DIFFERENCE: return of_parts(set, intervals);
    case EB_COMPREHENSION: return of_comprehension(set, intervals);
    default: return false;
    }
}

bool eb_intervals_are_infinite(const struct eb_intervals *intervals) {
    return intervals->count &&
           (intervals->list[0].low == INT64_MIN || intervals->list[intervals->count - 1].high == INT64_MAX);
}

bool eb_intervals_are_equal(const struct eb_intervals *a, const struct eb_intervals *b) {
    bool equal = a->count == b->count;
    for (unsigned i = 0; equal && i < a->count; i++)
        equal = a->list[i].low == b->list[i].low && a->list[i].high == b->list[i].high;
    return equal;
}
