#include "cfront/outside/number_widths.h"

static const struct {
    struct number_width_range range;
    const char *words;
} widths[WIDTHS] = {
    {{0, UINT8_MAX}, "`unsigned char`"},      {{INT8_MIN, INT8_MAX}, "`signed char`"},
    {{0, UINT16_MAX}, "`unsigned short`"},    {{INT16_MIN, INT16_MAX}, "`short`"},
    {{0, 1}, "a bit-field of 1 bit"},         {{0, 3}, "a bit-field of 2 bits"},
    {{0, 7}, "a bit-field of 3 bits"},        {{0, 15}, "a bit-field of 4 bits"},
    {{0, 31}, "a bit-field of 5 bits"},       {{0, 63}, "a bit-field of 6 bits"},
    {{0, INT8_MAX}, "a bit-field of 7 bits"},
};

struct number_width_range number_width_range(enum number_width width) {
    return widths[width].range;
}

const char *number_width_words(enum number_width width) { return widths[width].words; }

unsigned number_widths_count(number_widths set) { return (unsigned)__builtin_popcount(set); }

enum number_width number_widths_at(number_widths set, unsigned number) {
    for (; number; number--) set &= set - 1;
    return (enum number_width)__builtin_ctz(set);
}
