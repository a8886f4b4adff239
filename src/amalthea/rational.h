/* Exact fractions: times in seconds, frequencies in hertz. Invariant: reduced, `below` > 0; `below` 0 means that the
 * number does not fit (every operation on such a number gives one again). */
#ifndef AMALTHEA_RATIONAL_H
#define AMALTHEA_RATIONAL_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct rational {
    int64_t above, below;
};

static inline struct rational rational_integer(int64_t number) { return (struct rational){number, 1}; }
static inline bool rational_fits(struct rational number) { return number.below != 0; }

struct rational rational_make(int64_t above, int64_t below);
struct rational rational_add(struct rational a, struct rational b);
struct rational rational_subtract(struct rational a, struct rational b);
struct rational rational_multiply(struct rational a, struct rational b);
struct rational rational_divide(struct rational a, struct rational b); /* by 0: does not fit */
int rational_compare(struct rational a, struct rational b);            /* -1, 0, 1; both must fit */
/* The largest number of which both are multiples; 0 is a multiple of everything. */
struct rational rational_common(struct rational a, struct rational b);
double rational_double(struct rational number);

/* A decimal number, as XML Schema's double or integer: "2.0E8", "-5". False if it is none, or does not fit. */
bool rational_parse(const char *text, struct rational *number);
/* A time: "7200µs", "50000 us", "1.5ms", "33 ms". False if it is none. */
bool rational_parse_time(const char *text, struct rational *seconds);
/* How many seconds the unit has ("ps" to "s"), or hertz ("Hz" to "GHz"). */
bool rational_unit(const char *unit, struct rational *factor);
/* As people write times: "12.44 ms", "250 us", "0 s"; at most six digits after the point, and then a "…". */
void rational_print_time(struct text *out, struct rational seconds);

#endif
