/* Relations from few elements as rows of bits, a row for each left half: bit j says that it is paired with right half
 * j. What is done for each pair in other representations (algebra.c) is done for a row at a time here. From many
 * elements most rows would be empty: there are fewer pairs than rows. */
#ifndef EVENTB_ROWS_H
#define EVENTB_ROWS_H

#include "eventb/frame.h"
#include "eventb/value.h"

/* The bits at..at+count of a bit string, count at most 64. */
static inline uint64_t eb_bits_at(const uint64_t *words, uint64_t at, unsigned count) {
    uint64_t bits = words[at / 64] >> at % 64;
    if (at % 64 + count > 64) bits |= words[at / 64 + 1] << (64 - at % 64);
    return count < 64 ? bits & ((UINT64_C(1) << count) - 1) : bits;
}

enum { EB_MOST_ROWS = 16 };

struct eb_rows {
    unsigned count;
    uint64_t rows[EB_MOST_ROWS];
};

/* Are there at most 16 left halves, and 64 right ones? Then sets of either are one word, too. */
bool eb_has_rows(const struct eb_domain *relation);
struct eb_rows eb_rows_of(const struct eb_domain *relation, struct eb_value r);
struct eb_value eb_rows_relation(struct eb_frame *frame, const struct eb_domain *relation, const struct eb_rows *rows);

uint64_t eb_rows_domain(const struct eb_rows *r);
/* All that the left halves in the set are paired with. */
uint64_t eb_rows_image(const struct eb_rows *r, uint64_t set);
/* Of so many right halves. */
struct eb_rows eb_rows_converse(const struct eb_rows *r, unsigned right_count);
struct eb_rows eb_rows_compose(const struct eb_rows *r, const struct eb_rows *s);
/* In place: the rest of the pairs is gone. */
void eb_rows_keep_domain(struct eb_rows *r, uint64_t set);
void eb_rows_keep_range(struct eb_rows *r, uint64_t set);
void eb_rows_override(struct eb_rows *r, const struct eb_rows *s);

#endif
