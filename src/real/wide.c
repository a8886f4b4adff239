#include "real/wide.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { TOP = WIDE_LIMBS - 1 };
typedef unsigned __int128 two_limbs;

/* ---- Constants ---- */

struct wide wide_pi(void) {
    return (struct wide){.exponent = 2,
                         .limb = {0x020bbea63b139b22, 0x29024e088a67cc74, 0xc4c6628b80dc1cd1, 0xc90fdaa22168c234}};
}

struct wide wide_log_2(void) {
    return (struct wide){.exponent = 0,
                         .limb = {0x8a0d175b8baafa2b, 0x40f343267298b62d, 0xc9e3b39803f2f6af, 0xb17217f7d1cf79ab}};
}

struct wide wide_log_10(void) {
    return (struct wide){.exponent = 2,
                         .limb = {0x83c61e8201f02d72, 0xe28fecf9da5df90e, 0xea56d62b82d30a28, 0x935d8dddaaa8ac16}};
}

struct wide wide_root_pi(void) {
    return (struct wide){.exponent = 1,
                         .limb = {0xe50805e9f50a3a37, 0xf1c90aa37b1d9296, 0xe1d82906aedc9c1f, 0xe2dfc48da77b553c}};
}

/* ---- From and to others ---- */

struct wide wide_from_words(const uint64_t *words, unsigned count, int64_t exponent) {
    struct wide result = {0};
    unsigned top = count;
    while (top && !words[top - 1]) top--;
    if (!top) return result;
    unsigned up = (unsigned)__builtin_clzll(words[top - 1]);
    for (unsigned i = 0; i < WIDE_LIMBS && i < top; i++) {
        unsigned at = top - 1 - i;
        uint64_t below = at && up ? words[at - 1] >> (64 - up) : 0;
        result.limb[TOP - i] = words[at] << up | below;
    }
    result.exponent = exponent + (int64_t)top * 64 - up;
    return result;
}

struct wide wide_from_integer(int64_t number) {
    uint64_t word = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    struct wide result = wide_from_words(&word, 1, 0);
    result.negative = number < 0;
    return result;
}

struct wide wide_from_real(long double number) {
    int exponent;
    long double rest = frexpl(fabsl(number), &exponent);
    struct wide result = {.negative = number < 0, .exponent = exponent};
    for (unsigned i = WIDE_LIMBS; i-- > 0;) {
        rest = ldexpl(rest, 64);
        result.limb[i] = (uint64_t)rest;
        rest -= (long double)result.limb[i];
    }
    return result;
}

/* To so many bits, at most all; of two numbers that are as near, the even one. */
static struct wide rounded(struct wide number, int bits) {
    int gone = WIDE_BITS - bits;
    if (gone <= 0) return number;
    unsigned at = (unsigned)(gone - 1) / 64, bit = (unsigned)(gone - 1) % 64; /* the highest bit that goes */
    uint64_t half = (uint64_t)1 << bit, below = number.limb[at] & (half - 1);
    bool rounds = number.limb[at] & half;
    for (unsigned i = 0; i < at; i++) below |= number.limb[i], number.limb[i] = 0;
    bool odd = bits && (bit == 63 ? number.limb[at + 1] & 1 : number.limb[at] >> (bit + 1) & 1);
    number.limb[at] &= bit == 63 ? 0 : ~((half << 1) - 1);
    if (!rounds || (!below && !odd)) return number;
    two_limbs carry = bit == 63 ? (two_limbs)1 << 64 : (two_limbs)half << 1;
    for (unsigned i = at; i < WIDE_LIMBS && carry; i++) {
        carry += number.limb[i];
        number.limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    if (carry) number.limb[TOP] = (uint64_t)1 << 63, number.exponent++;
    return number;
}

long double wide_to_real(struct wide number, unsigned size) {
    enum { SURE = 200 }; /* bits that operations have right, however many */
    int digits = size == 4 ? FLT_MANT_DIG : size == 8 ? DBL_MANT_DIG : LDBL_MANT_DIG;
    int least = size == 4 ? FLT_MIN_EXP : size == 8 ? DBL_MIN_EXP : LDBL_MIN_EXP;
    int most = size == 4 ? FLT_MAX_EXP : size == 8 ? DBL_MAX_EXP : LDBL_MAX_EXP;
    long double sign = number.negative ? -1 : 1;
    if (wide_is_zero(&number)) return sign * 0;
    number = rounded(number, SURE);
    if (number.exponent < least - digits) return sign * 0;
    int bits = number.exponent < least ? digits - (int)(least - number.exponent) : digits;
    number = rounded(number, bits);
    if (wide_is_zero(&number)) return sign * 0;
    if (number.exponent > most) return sign * __builtin_infl();
    long double high = ldexpl((long double)number.limb[TOP], (int)number.exponent - 64);
    long double low = number.limb[TOP - 1] ? ldexpl((long double)number.limb[TOP - 1], (int)number.exponent - 128) : 0;
    return sign * (high + low);
}

int64_t wide_whole(struct wide number) {
    if (wide_is_zero(&number) || number.exponent < 0) return 0;
    number = rounded(number, (int)number.exponent);
    int64_t whole = number.exponent ? (int64_t)(number.limb[TOP] >> (64 - number.exponent)) : 0;
    return number.negative ? -whole : whole;
}

/* ---- Sums ---- */

static int compare_sizes(const struct wide *left, const struct wide *right) {
    if (wide_is_zero(left) || wide_is_zero(right)) return wide_is_zero(right) - wide_is_zero(left);
    if (left->exponent != right->exponent) return left->exponent < right->exponent ? -1 : 1;
    for (unsigned i = WIDE_LIMBS; i-- > 0;)
        if (left->limb[i] != right->limb[i]) return left->limb[i] < right->limb[i] ? -1 : 1;
    return 0;
}

int wide_compare(struct wide left, struct wide right) {
    int size = compare_sizes(&left, &right);
    if (wide_is_zero(&left)) return right.negative ? -size : size;
    if (wide_is_zero(&right)) return left.negative ? -size : size;
    if (left.negative != right.negative) return left.negative ? -1 : 1;
    return left.negative ? -size : size;
}

struct wide wide_negative(struct wide number) {
    number.negative = !number.negative;
    return number;
}

struct wide wide_scaled(struct wide number, int64_t exponent) {
    number.exponent += exponent;
    return number;
}

/* Shifted to the right, with a limb below for what leaves the others. */
static void shift(const uint64_t limb[WIDE_LIMBS], uint64_t by, uint64_t out[WIDE_LIMBS + 1]) {
    memset(out, 0, (WIDE_LIMBS + 1) * sizeof *out);
    for (unsigned i = 0; i < WIDE_LIMBS; i++) {
        int64_t to = (int64_t)i + 1 - (int64_t)(by / 64);
        unsigned bits = (unsigned)(by % 64);
        if (to >= 0) out[to] |= limb[i] >> bits;
        if (to >= 1 && bits) out[to - 1] |= limb[i] << (64 - bits);
    }
}

static struct wide sum_of_sizes(const struct wide *large, const struct wide *small) {
    uint64_t words[WIDE_LIMBS + 2];
    two_limbs carry = 0;
    shift(small->limb, (uint64_t)(large->exponent - small->exponent), words);
    for (unsigned i = 0; i < WIDE_LIMBS; i++) {
        carry += (two_limbs)words[i + 1] + large->limb[i];
        words[i + 1] = (uint64_t)carry;
        carry >>= 64;
    }
    words[WIDE_LIMBS + 1] = (uint64_t)carry;
    return wide_from_words(words, WIDE_LIMBS + 2, large->exponent - 64 * (WIDE_LIMBS + 1));
}

static struct wide difference_of_sizes(const struct wide *large, const struct wide *small) {
    uint64_t words[WIDE_LIMBS + 1];
    shift(small->limb, (uint64_t)(large->exponent - small->exponent), words);
    uint64_t borrow = words[0] != 0;
    words[0] = 0 - words[0];
    for (unsigned i = 0; i < WIDE_LIMBS; i++) {
        two_limbs part = (two_limbs)large->limb[i] - words[i + 1] - borrow;
        words[i + 1] = (uint64_t)part;
        borrow = (uint64_t)(part >> 64) & 1;
    }
    return wide_from_words(words, WIDE_LIMBS + 1, large->exponent - 64 * (WIDE_LIMBS + 1));
}

struct wide wide_add(struct wide left, struct wide right) {
    if (wide_is_zero(&left)) return right;
    if (wide_is_zero(&right)) return left;
    int order = compare_sizes(&left, &right);
    const struct wide *large = order < 0 ? &right : &left, *small = order < 0 ? &left : &right;
    if (large->exponent - small->exponent > WIDE_BITS + 64) return *large;
    struct wide sum = left.negative == right.negative ? sum_of_sizes(large, small) : difference_of_sizes(large, small);
    sum.negative = large->negative && !wide_is_zero(&sum);
    return sum;
}

struct wide wide_subtract(struct wide left, struct wide right) {
    return wide_add(left, wide_negative(right));
}

/* ---- Products ---- */

struct wide wide_multiply(struct wide left, struct wide right) {
    if (wide_is_zero(&left) || wide_is_zero(&right)) return (struct wide){0};
    uint64_t words[2 * WIDE_LIMBS] = {0};
    for (unsigned i = 0; i < WIDE_LIMBS; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; j < WIDE_LIMBS; j++) {
            two_limbs part = (two_limbs)left.limb[i] * right.limb[j] + words[i + j] + carry;
            words[i + j] = (uint64_t)part;
            carry = (uint64_t)(part >> 64);
        }
        words[i + WIDE_LIMBS] = carry;
    }
    struct wide product = wide_from_words(words, 2 * WIDE_LIMBS, left.exponent + right.exponent - 2 * WIDE_BITS);
    product.negative = left.negative != right.negative;
    return product;
}

struct wide wide_times(struct wide number, uint64_t factor) {
    uint64_t words[WIDE_LIMBS + 1];
    two_limbs carry = 0;
    for (unsigned i = 0; i < WIDE_LIMBS; i++) {
        carry += (two_limbs)number.limb[i] * factor;
        words[i] = (uint64_t)carry;
        carry >>= 64;
    }
    words[WIDE_LIMBS] = (uint64_t)carry;
    struct wide product = wide_from_words(words, WIDE_LIMBS + 1, number.exponent - WIDE_BITS);
    product.negative = number.negative;
    return product;
}

/* Half as many bits again are right behind each step: 50, 100, 200, all. */
enum { STEPS = 3 };

/* Between a half and one; of at most 53 bits. */
static double fraction_of(const struct wide *number) { return (double)(number->limb[TOP] >> 11) / 9007199254740992.0; }

struct wide wide_divide(struct wide left, struct wide right) {
    if (wide_is_zero(&left)) return left;
    struct wide divisor = right, one = wide_from_integer(1);
    divisor.exponent = 0, divisor.negative = false;
    struct wide inverse = wide_from_real(1 / fraction_of(&divisor));
    for (unsigned i = 0; i < STEPS; i++) {
        struct wide error = wide_subtract(one, wide_multiply(divisor, inverse));
        inverse = wide_add(inverse, wide_multiply(inverse, error));
    }
    struct wide quotient = wide_multiply(left, inverse);
    quotient.exponent -= right.exponent;
    quotient.negative = left.negative != right.negative;
    return quotient;
}

struct wide wide_root(struct wide number) {
    if (wide_is_zero(&number)) return number;
    struct wide square = number, one = wide_from_integer(1);
    square.exponent = number.exponent & 1;
    double near = number.exponent & 1 ? 2 * fraction_of(&square) : fraction_of(&square);
    struct wide inverse = wide_from_real(1 / sqrt(near)); /* of its root */
    for (unsigned i = 0; i < STEPS; i++) {
        struct wide error = wide_subtract(one, wide_multiply(square, wide_multiply(inverse, inverse)));
        inverse = wide_add(inverse, wide_scaled(wide_multiply(inverse, error), -1));
    }
    return wide_scaled(wide_multiply(square, inverse), (number.exponent - square.exponent) / 2);
}

/* ---- Series ---- */

static unsigned terms_of(const struct wide *y, wide_ratio *p, wide_ratio *q) {
    enum { MOST = 20000 };
    double size = ldexp(fraction_of(y), y->exponent < -400 ? -400 : (int)y->exponent), term = 1, least = ldexp(1, -240);
    unsigned n = 0;
    while (term > least && n < MOST) n++, term *= size * (double)p(n) / (double)q(n);
    return n;
}

/* With a common denominator: one division, in the end. */
struct wide wide_series(struct wide y, wide_ratio *p, wide_ratio *q) {
    struct wide sum = wide_from_integer(1), denominator = sum;
    if (wide_is_zero(&y)) return sum;
    for (uint64_t n = terms_of(&y, p, q); n > 0; n--) {
        denominator = wide_times(denominator, q(n));
        sum = wide_add(denominator, wide_times(wide_multiply(y, sum), p(n)));
    }
    return wide_divide(sum, denominator);
}
