/* Sets of integers as intervals, as far as they are written with numbers alone: ℕ ∖ {0} and {n ∣ n > 0} are 1 and all
 * that follow. */
#ifndef EVENTB_INTERVALS_H
#define EVENTB_INTERVALS_H

#include "eventb/formula.h"

#include <stdint.h>

enum { EB_MOST_INTERVALS = 32 };

/* Ascending, with numbers between them that are in none. An end that is INT64_MIN or INT64_MAX is none: there the set
 * goes on for ever. */
struct eb_intervals {
    struct eb_interval {
        int64_t low, high;
    } list[EB_MOST_INTERVALS];
    unsigned count;
};

/* False if the set is written in another way, or has too many of them. */
bool eb_intervals_of(const struct eb_formula *set, struct eb_intervals *intervals);
bool eb_intervals_are_infinite(const struct eb_intervals *intervals);
bool eb_intervals_are_equal(const struct eb_intervals *a, const struct eb_intervals *b);

#endif
