/* Widths, and signs, that a number of a missing header may have. */
#ifndef CFRONT_OUTSIDE_NUMBER_WIDTHS_H
#define CFRONT_OUTSIDE_NUMBER_WIDTHS_H

#include <stdint.h>

enum number_width {
    WIDTH_UNSIGNED_CHAR,
    WIDTH_SIGNED_CHAR,
    WIDTH_UNSIGNED_SHORT,
    WIDTH_SHORT,
    WIDTH_FIELD, /* of one bit, and those behind it of one more each */
    WIDTHS = WIDTH_FIELD + 7
};

/* Sets of them: 1 << WIDTH_SHORT. */
typedef unsigned number_widths;

struct number_width_range {
    int64_t low, high;
};
struct number_width_range number_width_range(enum number_width width);
/* "`short`", "a bit-field of 3 bits" */
const char *number_width_words(enum number_width width);
unsigned number_widths_count(number_widths widths);
/* The one of a set with this number, from 0 on. */
enum number_width number_widths_at(number_widths widths, unsigned number);

/* Before the name of a value's type: the variable that says which width it has. */
#define NUMBER_WIDTH_OF "rtcheck_width_of_"

#endif
