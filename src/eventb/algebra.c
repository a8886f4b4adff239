#include "eventb/algebra.h"

#include "eventb/rows.h"

#include <string.h>

/* ---- sets ---- */

/* Which elements survive: those of both, those of a alone, those of b alone. */
enum { BOTH = 1, ONLY_A = 2, ONLY_B = 4 };

static int compare_items(const struct eb_domain *set, struct eb_value a, size_t i, struct eb_value b, size_t j) {
    if (set->representation == EB_LIST) {
        uint64_t x = ((const uint64_t *)a.items)[i], y = ((const uint64_t *)b.items)[j];
        return x < y ? -1 : x > y;
    }
    return eb_compare(set->left, ((const struct eb_value *)a.items)[i], ((const struct eb_value *)b.items)[j]);
}

static void put_item(const struct eb_domain *set, void *to, size_t at, struct eb_value from, size_t index) {
    if (set->representation == EB_LIST)
        ((uint64_t *)to)[at] = ((const uint64_t *)from.items)[index];
    else
        ((struct eb_value *)to)[at] = ((const struct eb_value *)from.items)[index];
}

static struct eb_value merge(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a, struct eb_value b,
                             unsigned keep) {
    size_t item_size = set->representation == EB_LIST ? sizeof(uint64_t) : sizeof(struct eb_value);
    void *items = eb_frame_alloc(frame, (a.code + b.code) * item_size + 1);
    size_t i = 0, j = 0, count = 0;
    while (i < a.code || j < b.code) {
        int order = i == a.code ? 1 : j == b.code ? -1 : compare_items(set, a, i, b, j);
        unsigned where = order == 0 ? BOTH : order < 0 ? ONLY_A : ONLY_B;
        if (keep & where) put_item(set, items, count++, order <= 0 ? a : b, order <= 0 ? i : j);
        i += order <= 0;
        j += order >= 0;
    }
    return (struct eb_value){count, items};
}

static struct eb_value combine(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a,
                               struct eb_value b, unsigned keep) {
    if (set->representation != EB_BITS) return merge(frame, set, a, b, keep);
    uint64_t *words = eb_frame_alloc(frame, set->words * sizeof *words);
    const uint64_t *x = a.items, *y = b.items;
    for (unsigned i = 0; i < set->words; i++)
        words[i] =
            (keep & BOTH ? x[i] & y[i] : 0) | (keep & ONLY_A ? x[i] & ~y[i] : 0) | (keep & ONLY_B ? y[i] & ~x[i] : 0);
    return (struct eb_value){0, words};
}

struct eb_value eb_union(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a, struct eb_value b) {
    if (set->representation == EB_CODE) return (struct eb_value){a.code | b.code, NULL};
    return combine(frame, set, a, b, BOTH | ONLY_A | ONLY_B);
}

struct eb_value eb_intersection(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a,
                                struct eb_value b) {
    if (set->representation == EB_CODE) return (struct eb_value){a.code & b.code, NULL};
    return combine(frame, set, a, b, BOTH);
}

struct eb_value eb_difference(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a,
                              struct eb_value b) {
    if (set->representation == EB_CODE) return (struct eb_value){a.code & ~b.code, NULL};
    return combine(frame, set, a, b, ONLY_A);
}

bool eb_is_subset(const struct eb_domain *set, struct eb_value a, struct eb_value b) {
    if (set->representation == EB_CODE) return !(a.code & ~b.code);
    if (set->representation == EB_BITS) {
        for (unsigned i = 0; i < set->words; i++)
            if (((const uint64_t *)a.items)[i] & ~((const uint64_t *)b.items)[i]) return false;
        return true;
    }
    if (a.code > b.code) return false;
    size_t j = 0;
    for (size_t i = 0; i < a.code; i++, j++) {
        while (j < b.code && compare_items(set, b, j, a, i) < 0) j++;
        if (j == b.code || compare_items(set, b, j, a, i) != 0) return false;
    }
    return true;
}

/* ---- relations ---- */

struct eb_value eb_product(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *left,
                           struct eb_value a, const struct eb_domain *right, struct eb_value b) {
    struct eb_builder builder;
    struct eb_value x, y;
    eb_builder_begin(&builder, frame, result);
    for (struct eb_elements xs = eb_elements_of(left, a); eb_next_element(&xs, &x);)
        for (struct eb_elements ys = eb_elements_of(right, b); eb_next_element(&ys, &y);)
            eb_builder_add(&builder, eb_pair(frame, result->left, x, y));
    return eb_builder_end(&builder);
}

static struct eb_value half(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *relation,
                            struct eb_value r, bool right) {
    struct eb_builder builder;
    struct eb_value pair;
    if (eb_has_rows(relation)) {
        struct eb_rows rows = eb_rows_of(relation, r);
        return (struct eb_value){right ? eb_rows_image(&rows, UINT64_MAX) : eb_rows_domain(&rows), NULL};
    }
    eb_builder_begin(&builder, frame, result);
    for (struct eb_elements pairs = eb_elements_of(relation, r); eb_next_element(&pairs, &pair);)
        eb_builder_add(&builder, right ? eb_right(relation->left, pair) : eb_left(relation->left, pair));
    return eb_builder_end(&builder);
}

struct eb_value eb_relation_domain(struct eb_frame *frame, const struct eb_domain *result,
                                   const struct eb_domain *relation, struct eb_value r) {
    return half(frame, result, relation, r, false);
}

struct eb_value eb_relation_range(struct eb_frame *frame, const struct eb_domain *result,
                                  const struct eb_domain *relation, struct eb_value r) {
    return half(frame, result, relation, r, true);
}

struct eb_value eb_converse(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *relation,
                            struct eb_value r) {
    struct eb_builder builder;
    struct eb_value pair;
    if (eb_has_rows(relation) && eb_has_rows(result)) {
        struct eb_rows rows = eb_rows_of(relation, r);
        rows = eb_rows_converse(&rows, (unsigned)relation->left->right->size);
        return eb_rows_relation(frame, result, &rows);
    }
    eb_builder_begin(&builder, frame, result);
    for (struct eb_elements pairs = eb_elements_of(relation, r); eb_next_element(&pairs, &pair);)
        eb_builder_add(&builder,
                       eb_pair(frame, result->left, eb_right(relation->left, pair), eb_left(relation->left, pair)));
    return eb_builder_end(&builder);
}

/* Where the pairs of a list begin whose left half has this code, or a greater one. */
static size_t row_in_list(const struct eb_domain *relation, struct eb_value r, uint64_t left) {
    const uint64_t *items = r.items;
    uint64_t radix = relation->left->radix, wanted = left * radix;
    size_t low = 0, high = r.code;
    if (high && items[0] < wanted) { /* a function on an interval has it where it is expected */
        uint64_t expected = left - items[0] / radix;
        if (expected < high && items[expected - 1] < wanted && items[expected] >= wanted) return expected;
    }
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (items[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_row_of_list(struct eb_builder *builder, const struct eb_domain *relation, struct eb_value r,
                            uint64_t left) {
    const uint64_t *items = r.items;
    uint64_t radix = relation->left->radix;
    for (size_t at = row_in_list(relation, r, left); at < r.code && items[at] - left * radix < radix; at++)
        eb_builder_add(builder, eb_from_code(relation->left->right, items[at] - left * radix));
}

/* Of codes, and those of the set are those of the relation's left halves. */
static bool are_lists(const struct eb_domain *relation, const struct eb_domain *set) {
    return relation->representation == EB_LIST && set->representation == EB_LIST && relation->left->radix &&
           set->left == relation->left->left;
}

struct eb_value eb_image(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *relation,
                         struct eb_value r, const struct eb_domain *set, struct eb_value s) {
    struct eb_builder builder;
    struct eb_value pair;
    if (eb_has_rows(relation)) {
        struct eb_rows rows = eb_rows_of(relation, r);
        return (struct eb_value){eb_rows_image(&rows, s.code), NULL};
    }
    eb_builder_begin(&builder, frame, result);
    if (are_lists(relation, set)) {
        const uint64_t *lefts = s.items;
        for (uint64_t i = 0; i < s.code; i++) add_row_of_list(&builder, relation, r, lefts[i]);
        return eb_builder_end(&builder);
    }
    for (struct eb_elements pairs = eb_elements_of(relation, r); eb_next_element(&pairs, &pair);)
        if (eb_has(set, s, eb_left(relation->left, pair))) eb_builder_add(&builder, eb_right(relation->left, pair));
    return eb_builder_end(&builder);
}

struct eb_value eb_restrict(struct eb_frame *frame, const struct eb_domain *relation, struct eb_value r,
                            const struct eb_domain *set, struct eb_value s, bool by_range, bool keep) {
    struct eb_builder builder;
    struct eb_value pair;
    if (eb_has_rows(relation)) {
        struct eb_rows rows = eb_rows_of(relation, r);
        (by_range ? eb_rows_keep_range : eb_rows_keep_domain)(&rows, keep ? s.code : ~s.code);
        return eb_rows_relation(frame, relation, &rows);
    }
    eb_builder_begin(&builder, frame, relation);
    for (struct eb_elements pairs = eb_elements_of(relation, r); eb_next_element(&pairs, &pair);) {
        struct eb_value tested = by_range ? eb_right(relation->left, pair) : eb_left(relation->left, pair);
        if (eb_has(set, s, tested) == keep) eb_builder_add(&builder, pair);
    }
    return eb_builder_end(&builder);
}

/* Does the relation pair x with anything? */
static bool is_in_domain(const struct eb_domain *relation, struct eb_value r, struct eb_value x) {
    struct eb_value y;
    return eb_apply(relation, r, x, &y) != EB_OUTSIDE_DOMAIN;
}

struct eb_value eb_override(struct eb_frame *frame, const struct eb_domain *relation, struct eb_value r,
                            struct eb_value s) {
    struct eb_builder builder;
    struct eb_value pair;
    if (eb_has_rows(relation)) {
        struct eb_rows rows = eb_rows_of(relation, r), others = eb_rows_of(relation, s);
        eb_rows_override(&rows, &others);
        return eb_rows_relation(frame, relation, &rows);
    }
    eb_builder_begin(&builder, frame, relation);
    for (struct eb_elements pairs = eb_elements_of(relation, r); eb_next_element(&pairs, &pair);)
        if (!is_in_domain(relation, s, eb_left(relation->left, pair))) eb_builder_add(&builder, pair);
    return eb_union(frame, relation, eb_builder_end(&builder), s);
}

struct eb_value eb_override_point(struct eb_frame *frame, const struct eb_domain *relation, struct eb_value r,
                                  struct eb_value x, struct eb_value y) {
    const struct eb_domain *pairs = relation->left;
    uint64_t left, right;
    bool coded =
        relation->representation == EB_CODE && eb_code_of(pairs->left, x, &left) && eb_code_of(pairs->right, y, &right);
    if (coded && pairs->radix < 64) {
        uint64_t row = (UINT64_C(1) << pairs->radix) - 1;
        uint64_t at = left * pairs->radix;
        return (struct eb_value){(r.code & ~(row << at)) | UINT64_C(1) << (at + right), NULL};
    }
    struct eb_builder builder;
    eb_builder_begin(&builder, frame, relation);
    eb_builder_add(&builder, eb_pair(frame, pairs, x, y));
    return eb_override(frame, relation, r, eb_builder_end(&builder));
}

struct eb_value eb_compose(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *first,
                           struct eb_value r, const struct eb_domain *second, struct eb_value s) {
    struct eb_builder builder;
    struct eb_value p, q;
    if (eb_has_rows(first) && eb_has_rows(second) && eb_has_rows(result)) {
        struct eb_rows rows = eb_rows_of(first, r), others = eb_rows_of(second, s);
        rows = eb_rows_compose(&rows, &others);
        return eb_rows_relation(frame, result, &rows);
    }
    eb_builder_begin(&builder, frame, result);
    for (struct eb_elements ps = eb_elements_of(first, r); eb_next_element(&ps, &p);)
        for (struct eb_elements qs = eb_elements_of(second, s); eb_next_element(&qs, &q);) {
            eb_frame_tick(frame);
            if (eb_equal(first->left->right, eb_right(first->left, p), eb_left(second->left, q)))
                eb_builder_add(&builder,
                               eb_pair(frame, result->left, eb_left(first->left, p), eb_right(second->left, q)));
        }
    return eb_builder_end(&builder);
}

struct eb_value eb_direct_product(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *first,
                                  struct eb_value r, const struct eb_domain *second, struct eb_value s) {
    struct eb_builder builder;
    struct eb_value p, q;
    eb_builder_begin(&builder, frame, result);
    for (struct eb_elements ps = eb_elements_of(first, r); eb_next_element(&ps, &p);)
        for (struct eb_elements qs = eb_elements_of(second, s); eb_next_element(&qs, &q);) {
            if (!eb_equal(first->left->left, eb_left(first->left, p), eb_left(second->left, q))) continue;
            struct eb_value both =
                eb_pair(frame, result->left->right, eb_right(first->left, p), eb_right(second->left, q));
            eb_builder_add(&builder, eb_pair(frame, result->left, eb_left(first->left, p), both));
        }
    return eb_builder_end(&builder);
}

struct eb_value eb_parallel_product(struct eb_frame *frame, const struct eb_domain *result,
                                    const struct eb_domain *first, struct eb_value r, const struct eb_domain *second,
                                    struct eb_value s) {
    struct eb_builder builder;
    struct eb_value p, q;
    eb_builder_begin(&builder, frame, result);
    for (struct eb_elements ps = eb_elements_of(first, r); eb_next_element(&ps, &p);)
        for (struct eb_elements qs = eb_elements_of(second, s); eb_next_element(&qs, &q);) {
            struct eb_value from =
                eb_pair(frame, result->left->left, eb_left(first->left, p), eb_left(second->left, q));
            struct eb_value to =
                eb_pair(frame, result->left->right, eb_right(first->left, p), eb_right(second->left, q));
            eb_builder_add(&builder, eb_pair(frame, result->left, from, to));
        }
    return eb_builder_end(&builder);
}

/* ---- functions ---- */

static enum eb_application from_row(const struct eb_domain *relation, uint64_t row, struct eb_value *y) {
    if (!row) return EB_OUTSIDE_DOMAIN;
    *y = eb_from_code(relation->left->right, (uint64_t)__builtin_ctzll(row));
    return row & (row - 1) ? EB_NOT_FUNCTIONAL : EB_APPLIED;
}

static enum eb_application apply_list(const struct eb_domain *relation, struct eb_value f, uint64_t x,
                                      struct eb_value *y) {
    const uint64_t *items = f.items;
    uint64_t radix = relation->left->radix;
    uint64_t wanted = x * radix;
    size_t at = row_in_list(relation, f, x);
    if (at == f.code || items[at] - wanted >= radix) return EB_OUTSIDE_DOMAIN;
    *y = eb_from_code(relation->left->right, items[at] - wanted);
    return at + 1 < f.code && items[at + 1] - wanted < radix ? EB_NOT_FUNCTIONAL : EB_APPLIED;
}

/* Trees are sorted by left halves. */
static enum eb_application apply_tree(const struct eb_domain *relation, struct eb_value f, struct eb_value x,
                                      struct eb_value *y) {
    const struct eb_domain *pairs = relation->left;
    const struct eb_value *items = f.items;
    size_t low = 0, high = f.code;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (eb_compare(pairs->left, eb_left(pairs, items[middle]), x) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == f.code || !eb_equal(pairs->left, eb_left(pairs, items[low]), x)) return EB_OUTSIDE_DOMAIN;
    *y = eb_right(pairs, items[low]);
    bool another = low + 1 < f.code && eb_equal(pairs->left, eb_left(pairs, items[low + 1]), x);
    return another ? EB_NOT_FUNCTIONAL : EB_APPLIED;
}

/* A row of bits that is longer than a word. */
static enum eb_application apply_row(const struct eb_domain *relation, const uint64_t *words, uint64_t code,
                                     struct eb_value *y) {
    uint64_t radix = relation->left->radix, first = code * radix, end = first + radix;
    enum eb_application found = EB_OUTSIDE_DOMAIN;
    for (uint64_t at = first; at < end; at = (at / 64 + 1) * 64) {
        uint64_t word = words[at / 64] >> at % 64;
        uint64_t left = end - at;
        if (left < 64) word &= (UINT64_C(1) << left) - 1;
        if (!word) continue;
        if (found == EB_APPLIED || word & (word - 1)) return EB_NOT_FUNCTIONAL;
        *y = eb_from_code(relation->left->right, at + (uint64_t)__builtin_ctzll(word) - first);
        found = EB_APPLIED;
    }
    return found;
}

static enum eb_application apply_slowly(const struct eb_domain *relation, struct eb_value f, struct eb_value x,
                                        struct eb_value *y) {
    struct eb_value pair;
    enum eb_application found = EB_OUTSIDE_DOMAIN;
    for (struct eb_elements pairs = eb_elements_of(relation, f); eb_next_element(&pairs, &pair);) {
        if (!eb_equal(relation->left->left, eb_left(relation->left, pair), x)) continue;
        if (found == EB_APPLIED) return EB_NOT_FUNCTIONAL;
        *y = eb_right(relation->left, pair);
        found = EB_APPLIED;
    }
    return found;
}

enum eb_application eb_apply(const struct eb_domain *relation, struct eb_value f, struct eb_value x,
                             struct eb_value *y) {
    const struct eb_domain *pairs = relation->left;
    uint64_t code, radix = pairs->radix;
    if (relation->representation == EB_TREE) return apply_tree(relation, f, x, y);
    if (radix == 0) return apply_slowly(relation, f, x, y);
    if (!eb_code_of(pairs->left, x, &code)) return EB_OUTSIDE_DOMAIN;
    if (relation->representation == EB_LIST) return apply_list(relation, f, code, y);
    const uint64_t *words = relation->representation == EB_CODE ? &f.code : f.items;
    if (radix > 64) return apply_row(relation, words, code, y);
    return from_row(relation, eb_bits_at(words, code * radix, (unsigned)radix), y);
}

bool eb_is_functional(const struct eb_domain *relation, struct eb_value r) {
    struct eb_value pair, before;
    bool first = true;
    /* Pairs come in the order of their left halves. */
    for (struct eb_elements pairs = eb_elements_of(relation, r); eb_next_element(&pairs, &pair); before = pair) {
        if (!first && eb_equal(relation->left->left, eb_left(relation->left, pair), eb_left(relation->left, before)))
            return false;
        first = false;
    }
    return true;
}

enum { MOST_MARKS = 1 << 14 };

/* By a mark for each right half. */
static bool is_injective_by_marks(const struct eb_domain *relation, struct eb_value r) {
    uint64_t marks[MOST_MARKS / 64], code;
    struct eb_value pair;
    memset(marks, 0, (size_t)(relation->left->radix + 63) / 64 * sizeof *marks);
    for (struct eb_elements pairs = eb_elements_of(relation, r); eb_next_element(&pairs, &pair);) {
        if (!eb_code_of(relation->left->right, eb_right(relation->left, pair), &code)) continue;
        if (marks[code / 64] >> code % 64 & 1) return false;
        marks[code / 64] |= UINT64_C(1) << code % 64;
    }
    return true;
}

bool eb_is_injective(const struct eb_domain *relation, struct eb_value r) {
    struct eb_value p, q;
    bool coded = relation->representation != EB_TREE && relation->left->radix;
    if (coded && relation->left->radix <= MOST_MARKS) return is_injective_by_marks(relation, r);
    for (struct eb_elements ps = eb_elements_of(relation, r); eb_next_element(&ps, &p);)
        for (struct eb_elements qs = eb_elements_of(relation, r); eb_next_element(&qs, &q);) {
            if (eb_equal(relation->left, p, q)) break;
            if (eb_equal(relation->left->right, eb_right(relation->left, p), eb_right(relation->left, q))) return false;
        }
    return true;
}
