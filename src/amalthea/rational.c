#include "amalthea/rational.h"

#include "base/invariant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct rational too_large = {0, 0};

static __int128 absolute(__int128 a) { return a < 0 ? -a : a; }

static __int128 common_divisor(__int128 a, __int128 b) {
    a = absolute(a);
    b = absolute(b);
    while (b) {
        __int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct rational reduced(__int128 above, __int128 below) {
    if (below == 0) return too_large;
    if (below < 0) {
        above = -above;
        below = -below;
    }
    __int128 divisor = common_divisor(above, below);
    above /= divisor;
    below /= divisor;
    if (absolute(above) > INT64_MAX || below > INT64_MAX) return too_large;
    return (struct rational){(int64_t)above, (int64_t)below};
}

static bool both_fit(struct rational a, struct rational b) { return rational_fits(a) && rational_fits(b); }

struct rational rational_make(int64_t above, int64_t below) {
    return reduced(above, below);
}

struct rational rational_add(struct rational a, struct rational b) {
    if (!both_fit(a, b)) return too_large;
    /* Over the least common denominator: the sums stay below 2^127. */
    __int128 divisor = common_divisor(a.below, b.below);
    __int128 left = (__int128)a.above * (b.below / divisor), right = (__int128)b.above * (a.below / divisor), sum;
    if (__builtin_add_overflow(left, right, &sum)) return too_large;
    __int128 below = (__int128)a.below * (b.below / divisor);
    return reduced(sum, below);
}

struct rational rational_subtract(struct rational a, struct rational b) {
    return rational_add(a, (struct rational){-b.above, b.below});
}

struct rational rational_multiply(struct rational a, struct rational b) {
    if (!both_fit(a, b)) return too_large;
    return reduced((__int128)a.above * b.above, (__int128)a.below * b.below);
}

struct rational rational_divide(struct rational a, struct rational b) {
    if (!both_fit(a, b) || b.above == 0) return too_large;
    return reduced((__int128)a.above * b.below, (__int128)a.below * b.above);
}

int rational_compare(struct rational a, struct rational b) {
    invariant(both_fit(a, b));
    __int128 left = (__int128)a.above * b.below, right = (__int128)b.above * a.below;
    return left < right ? -1 : left > right;
}

struct rational rational_common(struct rational a, struct rational b) {
    if (!both_fit(a, b)) return too_large;
    if (a.above == 0) return b;
    if (b.above == 0) return a;
    __int128 above = common_divisor((__int128)a.above * b.below, (__int128)b.above * a.below);
    return reduced(above, (__int128)a.below * b.below);
}

double rational_double(struct rational number) {
    invariant(rational_fits(number));
    return (double)number.above / (double)number.below;
}

/* ---- text ---- */

/* Reads a decimal number at `text`; NULL if there is none, or it does not fit; else where it ends. */
static const char *parse_decimal(const char *text, struct rational *number) {
    bool negative = *text == '-';
    if (*text == '-' || *text == '+') text++;
    int64_t digits = 0;
    int scale = 0;
    bool any = false;
    for (; isdigit((unsigned char)*text); text++, any = true)
        if (__builtin_mul_overflow(digits, (int64_t)10, &digits) ||
            __builtin_add_overflow(digits, *text - '0', &digits))
            return NULL;
    if (*text == '.')
        text++;
    else if (!any)
        return NULL;
    if (text[-1] == '.')
        for (; isdigit((unsigned char)*text); text++, any = true) {
            /* Zeros at the end mean nothing: 600.000000000000000000 is a number that people's tools write. */
            if (text[strspn(text, "0")] == '\0' || !isdigit((unsigned char)text[strspn(text, "0")])) {
                text += strspn(text, "0");
                any = true;
                break;
            }
            if (__builtin_mul_overflow(digits, (int64_t)10, &digits) ||
                __builtin_add_overflow(digits, *text - '0', &digits))
                return NULL;
            scale--;
        }
    if (!any) return NULL;
    if ((*text == 'e' || *text == 'E') &&
        (isdigit((unsigned char)text[1]) || ((text[1] == '-' || text[1] == '+') && isdigit((unsigned char)text[2])))) {
        char *end;
        long exponent = strtol(text + 1, &end, 10);
        if (exponent < -60 || exponent > 60) return NULL;
        scale += (int)exponent;
        text = end;
    }
    struct rational result = rational_integer(negative ? -digits : digits), ten = rational_integer(10);
    for (; scale > 0; scale--) result = rational_multiply(result, ten);
    for (; scale < 0; scale++) result = rational_divide(result, ten);
    if (!rational_fits(result)) return NULL;
    *number = result;
    return text;
}

bool rational_parse(const char *text, struct rational *number) {
    const char *end = parse_decimal(text, number);
    return end && *end == '\0';
}

bool rational_unit(const char *unit, struct rational *factor) {
    static const struct {
        const char *name;
        struct rational factor;
    } units[] = {{"s", {1, 1}},
                 {"ms", {1, 1000}},
                 {"us", {1, 1000000}},
                 {"ns", {1, 1000000000}},
                 {"ps", {1, 1000000000000}},
                 {"\xc2\xb5s", {1, 1000000}},
                 {"\xce\xbcs", {1, 1000000}},
                 {"Hz", {1, 1}},
                 {"kHz", {1000, 1}},
                 {"MHz", {1000000, 1}},
                 {"GHz", {1000000000, 1}}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i].name) == 0) {
            *factor = units[i].factor;
            return true;
        }
    return false;
}

bool rational_parse_time(const char *text, struct rational *seconds) {
    struct rational number, factor;
    text += strspn(text, " \t");
    const char *unit = parse_decimal(text, &number);
    if (!unit) return false;
    unit += strspn(unit, " \t");
    if (strchr(unit, 'z') || !rational_unit(unit, &factor)) return false;
    *seconds = rational_multiply(number, factor);
    return rational_fits(*seconds);
}

void rational_print_time(struct text *out, struct rational seconds) {
    static const char *const names[] = {"s", "ms", "us", "ns", "ps"};
    if (!rational_fits(seconds)) {
        text_add(out, "more than can be counted");
        return;
    }
    if (seconds.above < 0) text_add_char(out, '-');
    if (seconds.above < 0) seconds.above = -seconds.above;
    unsigned unit = 0;
    struct rational thousand = rational_integer(1000);
    while (unit < 4 && seconds.above && rational_compare(seconds, rational_integer(1)) < 0) {
        struct rational finer = rational_multiply(seconds, thousand);
        if (!rational_fits(finer)) break;
        seconds = finer;
        unit++;
    }
    text_add_integer(out, seconds.above / seconds.below);
    __int128 rest = seconds.above % seconds.below;
    char digits[8];
    unsigned count = 0;
    for (; rest && count < 6; count++) {
        rest *= 10;
        digits[count] = (char)('0' + (int)(rest / seconds.below));
        rest %= seconds.below;
    }
    if (count) {
        text_add_char(out, '.');
        text_add_n(out, digits, count);
    }
    if (rest) text_add(out, "\xe2\x80\xa6");
    text_printf(out, " %s", names[unit]);
}
