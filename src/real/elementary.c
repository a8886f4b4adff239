#include "real/elementary.h"

#include "real/two_over_pi.h"

static struct wide one(void) { return wide_from_integer(1); }
static uint64_t ratio_1(uint64_t n) { return (void)n, 1; }

/* ---- Powers ---- */

static uint64_t ratio_n(uint64_t n) { return n; }
static uint64_t ratio_after_n(uint64_t n) { return n + 1; }

struct wide wide_exp(struct wide x) {
    enum { SQUARES = 6 };
    bool is_large = x.exponent > 20;
    if (wide_is_zero(&x)) return one();
    if (is_large) return wide_scaled(one(), x.negative ? -WIDE_MOST_POWER : WIDE_MOST_POWER);
    int64_t twos = wide_whole(wide_divide(x, wide_log_2()));
    struct wide rest = wide_subtract(x, wide_multiply(wide_from_integer(twos), wide_log_2()));
    struct wide power = wide_series(wide_scaled(rest, -SQUARES), ratio_1, ratio_n);
    for (unsigned i = 0; i < SQUARES; i++) power = wide_multiply(power, power);
    return wide_scaled(power, twos);
}

/* x (1 + x/2 (1 + x/3 (...))) */
struct wide wide_expm1(struct wide x) {
    if (x.exponent > -1) return wide_subtract(wide_exp(x), one());
    return wide_multiply(x, wide_series(x, ratio_1, ratio_after_n));
}

/* ---- Logarithms ---- */

static uint64_t ratio_odd_before(uint64_t n) { return 2 * n - 1; }
static uint64_t ratio_odd(uint64_t n) { return 2 * n + 1; }

/* log((1 + x) / (1 - x)) = 2 (x + x^3/3 + x^5/5 + ...) */
static struct wide log_of_quotient(struct wide x) {
    struct wide series = wide_series(wide_multiply(x, x), ratio_odd_before, ratio_odd);
    return wide_scaled(wide_multiply(x, series), 1);
}

struct wide wide_log(struct wide x) {
    const uint64_t root_half = 0xb504f333f9de6484;
    int64_t twos = x.limb[WIDE_LIMBS - 1] < root_half ? x.exponent - 1 : x.exponent;
    struct wide near = wide_scaled(x, -twos);
    struct wide log = log_of_quotient(wide_divide(wide_subtract(near, one()), wide_add(near, one())));
    return wide_add(log, wide_multiply(wide_from_integer(twos), wide_log_2()));
}

struct wide wide_log1p(struct wide x) {
    if (x.exponent > -2) return wide_log(wide_add(one(), x));
    return log_of_quotient(wide_divide(x, wide_add(x, wide_from_integer(2))));
}

/* ---- Angles ---- */

static uint64_t ratio_sin(uint64_t n) { return 2 * n * (2 * n + 1); }
static uint64_t ratio_cos(uint64_t n) { return 2 * n * (2 * n - 1); }

struct turn {
    unsigned quarter; /* 0 ... 3 */
    struct wide rest; /* of an eighth at most, in radians */
};

static unsigned take_bits(uint64_t *words, unsigned count, unsigned from) { /* ... and those above */
    unsigned bits = from / 64 < count ? (unsigned)(words[from / 64] >> from % 64) & 3 : 0;
    if (from % 64 == 63 && from / 64 + 1 < count) bits |= (unsigned)(words[from / 64 + 1] & 1) << 1;
    for (unsigned i = 0; i < count; i++) {
        if (i * 64 >= from)
            words[i] = 0;
        else if (from - i * 64 < 64)
            words[i] &= ((uint64_t)1 << (from - i * 64)) - 1;
    }
    return bits;
}

/* The angle is an integer of two words, times 2 to the power of `shift`. Of 2/pi those bits are left out that make
 * whole turns of it. */
static struct turn turn_of(const struct wide *angle) {
    enum { INTEGER = 2, FRACTION = 8, ALL = INTEGER + FRACTION, BITS = FRACTION * 64 };
    int64_t shift = angle->exponent - INTEGER * 64;
    unsigned skip = shift > 2 ? (unsigned)shift - 2 : 0;
    uint64_t words[ALL] = {0};
    for (unsigned i = 0; i < FRACTION; i++) {
        unsigned at = skip / 64 + FRACTION - 1 - i, by = skip % 64;
        uint64_t word = two_over_pi[at] << by | (by ? two_over_pi[at + 1] >> (64 - by) : 0);
        unsigned __int128 carry = 0;
        for (unsigned j = 0; j < INTEGER; j++) {
            carry += (unsigned __int128)word * angle->limb[WIDE_LIMBS - INTEGER + j] + words[i + j];
            words[i + j] = (uint64_t)carry;
            carry >>= 64;
        }
        for (unsigned j = i + INTEGER; j < ALL; j++) {
            carry += words[j];
            words[j] = (uint64_t)carry;
            carry >>= 64;
        }
    }
    unsigned point = BITS - (unsigned)(shift < 2 ? shift : 2); /* two quarters are two bits above it */
    struct turn turn = {take_bits(words, ALL, point), wide_from_words(words, ALL, -(int64_t)point)};
    if (turn.rest.exponent >= 0) turn.quarter++, turn.rest = wide_subtract(turn.rest, one());
    turn.quarter &= 3;
    turn.rest = wide_scaled(wide_multiply(turn.rest, wide_pi()), -1);
    return turn;
}

/* Of the angle, and so many quarters of a turn more. */
static struct wide sin_of(struct turn turn, unsigned more) {
    unsigned quarter = (turn.quarter + more) & 3;
    struct wide square = wide_negative(wide_multiply(turn.rest, turn.rest));
    struct wide sin = quarter & 1 ? wide_series(square, ratio_1, ratio_cos)
                                  : wide_multiply(turn.rest, wide_series(square, ratio_1, ratio_sin));
    return quarter & 2 ? wide_negative(sin) : sin;
}

struct wide wide_sin(struct wide angle, unsigned more) {
    struct turn turn = {0, angle};
    if (angle.exponent < 0) return sin_of(turn, more);
    turn = turn_of(&angle);
    if (angle.negative) turn.rest = wide_negative(turn.rest), turn.quarter = -turn.quarter & 3;
    return sin_of(turn, more);
}

/* Without what is a multiple of 4. */
static struct wide modulo_4(struct wide x) {
    int64_t above = x.exponent - 2;
    for (unsigned i = WIDE_LIMBS; i-- > 0 && above > 0; above -= 64)
        x.limb[i] = above < 64 ? x.limb[i] << above >> above : 0;
    struct wide rest = wide_from_words(x.limb, WIDE_LIMBS, x.exponent - WIDE_BITS);
    rest.negative = x.negative;
    return rest;
}

struct wide wide_sin_pi(struct wide x) {
    struct wide quarters = wide_scaled(modulo_4(x), 1);
    int64_t quarter = wide_whole(quarters);
    struct wide rest = wide_scaled(wide_subtract(quarters, wide_from_integer(quarter)), -1);
    return sin_of((struct turn){(unsigned)quarter & 3, wide_multiply(rest, wide_pi())}, 0);
}

/* Half the angle, so often that it is small; x - x^3/3 + x^5/5 ... */
static struct wide atan_below_1(struct wide x) {
    enum { LARGEST = -3 };
    unsigned halved = 0;
    for (; !wide_is_zero(&x) && x.exponent > LARGEST; halved++) {
        struct wide root = wide_root(wide_add(one(), wide_multiply(x, x)));
        x = wide_divide(x, wide_add(one(), root));
    }
    struct wide series = wide_series(wide_negative(wide_multiply(x, x)), ratio_odd_before, ratio_odd);
    return wide_scaled(wide_multiply(x, series), halved);
}

struct wide wide_atan(struct wide x) {
    struct wide size = x, angle;
    size.negative = false;
    if (wide_compare(size, one()) > 0)
        angle = wide_subtract(wide_scaled(wide_pi(), -1), atan_below_1(wide_divide(one(), size)));
    else
        angle = atan_below_1(size);
    angle.negative = x.negative;
    return angle;
}
