/* What a program tells apart of a number: a look at it.
 *
 * A look is made of cuts (a cut t tells numbers below t from others), of bits that are told apart one by one, or of
 * everything. Numbers that a look does not tell apart are one class: whatever the program does with one of them it does
 * with all, so one of each is enough. Looks only grow. */
#ifndef APP_ANALYSIS_LOOK_H
#define APP_ANALYSIS_LOOK_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* Every value of every integer type, and sums and products of two of them that are compared with bounds of types. */
__extension__ typedef __int128 number;

/* Beyond, there is no number of any type. */
#define LOOK_FARTHEST ((number)1 << 66)

enum { LOOK_MOST_CUTS = 80, LOOK_MOST_BITS = 12, LOOK_MOST_VALUES = 4096 };

struct look {
    bool all;
    struct place why; /* ... because of what stands here; no file: nobody knows */
    uint64_t bits;
    unsigned count;
    number cuts[LOOK_MOST_CUTS]; /* ascending */
};

static inline bool look_is_empty(const struct look *look) { return !look->all && !look->bits && !look->count; }

/* Each says whether the look has grown. */
bool look_add_all(struct look *look, struct place why);
bool look_add_cut(struct look *look, number cut, struct place why);
bool look_add_bits(struct look *look, uint64_t bits, struct place why);
bool look_add(struct look *look, const struct look *more);

/* One number of every class in low..high, ascending by class, into `values` (room for LOOK_MOST_VALUES). Returns how
 * many; 0: there are too many classes, or everything is told apart. */
uint32_t look_pick(const struct look *look, number low, number high, number *values);
/* Numbers that are worth a try where not all can be: both ends, around zero and around the cuts. */
uint32_t look_sample(const struct look *look, number low, number high, number *values);

#endif
