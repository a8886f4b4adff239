#include "eventb/rows.h"

#include <string.h>

bool eb_has_rows(const struct eb_domain *relation) {
    const struct eb_domain *pairs = relation->left;
    bool is_bits = relation->representation == EB_CODE || relation->representation == EB_BITS;
    return is_bits && pairs->is_pair && pairs->has_code && pairs->left->size <= EB_MOST_ROWS &&
           pairs->right->size <= 64;
}

static void put_bits(uint64_t *words, unsigned at, uint64_t bits) {
    words[at / 64] |= bits << at % 64;
    if (at % 64 && bits >> (64 - at % 64)) words[at / 64 + 1] |= bits >> (64 - at % 64);
}

struct eb_rows eb_rows_of(const struct eb_domain *relation, struct eb_value r) {
    struct eb_rows rows;
    const uint64_t *words = relation->representation == EB_CODE ? &r.code : r.items;
    unsigned width = (unsigned)relation->left->radix;
    rows.count = relation->left->size ? (unsigned)relation->left->left->size : 0;
    for (unsigned i = 0; i < rows.count; i++) rows.rows[i] = eb_bits_at(words, i * width, width);
    return rows;
}

struct eb_value eb_rows_relation(struct eb_frame *frame, const struct eb_domain *relation, const struct eb_rows *rows) {
    struct eb_value r = {0, NULL};
    uint64_t *words = &r.code;
    unsigned width = (unsigned)relation->left->radix;
    if (relation->representation == EB_BITS) {
        r.items = words = eb_frame_alloc(frame, relation->words * sizeof *words);
        memset(words, 0, relation->words * sizeof *words);
    }
    for (unsigned i = 0; i < rows->count; i++) put_bits(words, i * width, rows->rows[i]);
    return r;
}

uint64_t eb_rows_domain(const struct eb_rows *r) {
    uint64_t lefts = 0;
    for (unsigned i = 0; i < r->count; i++) lefts |= (uint64_t)(r->rows[i] != 0) << i;
    return lefts;
}

uint64_t eb_rows_image(const struct eb_rows *r, uint64_t set) {
    uint64_t rights = 0;
    for (unsigned i = 0; i < r->count; i++)
        if (set >> i & 1) rights |= r->rows[i];
    return rights;
}

struct eb_rows eb_rows_converse(const struct eb_rows *r, unsigned right_count) {
    struct eb_rows converse = {.count = right_count};
    for (unsigned i = 0; i < r->count; i++)
        for (uint64_t row = r->rows[i]; row; row &= row - 1) converse.rows[__builtin_ctzll(row)] |= UINT64_C(1) << i;
    return converse;
}

struct eb_rows eb_rows_compose(const struct eb_rows *r, const struct eb_rows *s) {
    struct eb_rows composed;
    composed.count = r->count;
    for (unsigned i = 0; i < r->count; i++) composed.rows[i] = eb_rows_image(s, r->rows[i]);
    return composed;
}

void eb_rows_keep_domain(struct eb_rows *r, uint64_t set) {
    for (unsigned i = 0; i < r->count; i++)
        if (!(set >> i & 1)) r->rows[i] = 0;
}

void eb_rows_keep_range(struct eb_rows *r, uint64_t set) {
    for (unsigned i = 0; i < r->count; i++) r->rows[i] &= set;
}

void eb_rows_override(struct eb_rows *r, const struct eb_rows *s) {
    for (unsigned i = 0; i < r->count; i++)
        if (s->rows[i]) r->rows[i] = s->rows[i];
}
