/* What a program tells apart of a number: a look at it.
 *
 * A look is made of cuts (a cut t tells numbers below t from others), of bits that are told apart one by one, of cuts
 * of what a narrower type keeps of it (its lowest bits, as a number without sign), or of everything. Numbers that a
 * look does not tell apart are one class: whatever the program does with one of them it does with all, so one of each
 * is enough. Looks only grow. Where everything is told apart, some cuts are kept: numbers around them are worth a try.
 */
#ifndef APP_ANALYSIS_LOOK_H
#define APP_ANALYSIS_LOOK_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* Every value of every integer type, and sums and products of two of them that are compared with bounds of types. */
__extension__ typedef __int128 number;

/* Beyond, there is no number of any type. */
#define LOOK_FARTHEST ((number)1 << 66)

struct c_expression;

/* What a number that stays the same tells apart. */
struct look_relative {
    enum {
        LOOK_CUTS,
        LOOK_BITS,
        LOOK_MASK,
        LOOK_SHIFTED
    } kind; /* it cuts, before and behind it; its bits; whether one of them is there; `bits`, so far up */
    const struct c_expression *to;
    uint64_t bits;
};

enum { LOOK_MOST_RELATIVES = 6 };
enum { LOOK_MOST_CUTS = 80, LOOK_MOST_TRIED = 16, LOOK_MOST_BITS = 12, LOOK_MOST_NARROW = 40, LOOK_MOST_VALUES = 4096 };

struct look {
    bool all;
    struct place why; /* ... because of what stands here; no file: nobody knows */
    uint64_t bits;
    uint64_t zeros; /* bits that are 0 in all that is picked: others stand for them */
    unsigned count;
    number cuts[LOOK_MOST_CUTS]; /* ascending */
    unsigned width;              /* so many of the lowest bits are cut, too; 0: none */
    unsigned narrow_count;
    uint64_t narrow[LOOK_MOST_NARROW]; /* ascending, from 1 to 2^width - 1 */
    unsigned relative_count;           /* none where everything is told apart */
    struct look_relative relatives[LOOK_MOST_RELATIVES];
};

static inline bool look_is_empty(const struct look *look) {
    return !look->all && !look->bits && !look->count && !look->width && !look->relative_count;
}

/* Each says whether the look has grown. */
bool look_add_all(struct look *look, struct place why);
bool look_add_cut(struct look *look, number cut, struct place why);
bool look_add_bits(struct look *look, uint64_t bits, struct place why);
/* The lowest `width` bits, fewer than 64, are cut there; 0 is no cut. */
bool look_add_narrow(struct look *look, unsigned width, uint64_t cut, struct place why);
bool look_add_relative(struct look *look, struct look_relative relative, struct place why);
bool look_add(struct look *look, const struct look *more);
/* The same, or more, without cuts of a narrower type: their bits are told apart one by one. */
struct look look_without_narrow(const struct look *look);

/* Without relatives: everything is told apart where there are some. */
struct look look_at_once(const struct look *look, struct place why);
/* ... or what they say of numbers of so many bits, now that it is known which numbers they are. */
struct look look_settled(const struct look *look, unsigned width,
                         number (*value)(void *context, const struct c_expression *), void *context);

/* One number of every class in low..high, ascending by class, into `values` (room for LOOK_MOST_VALUES). Returns how
 * many; 0: there are too many classes, everything is told apart, or there are relatives. */
uint32_t look_pick(const struct look *look, number low, number high, number *values);
/* Numbers that are worth a try where not all can be: both ends, around zero and around the cuts. */
uint32_t look_sample(const struct look *look, number low, number high, number *values);

#endif
