#include "real/approximate.h"

#include "real/elementary.h"
#include "real/gamma.h"

#include <math.h>

/* What C (F.10) fixes for zero, the infinities, and what is no number, is what every library gives there. */
static bool is_special(long double x) { return x == 0 || !isfinite(x); }

static long double no_number(void) {
    volatile long double zero = 0;
    return zero / zero;
}

static long double infinite(bool negative) { return negative ? -HUGE_VALL : HUGE_VALL; }

static struct wide one(void) { return wide_from_integer(1); }
static struct wide plus_1(struct wide x) { return wide_add(one(), x); }
static struct wide minus_1(struct wide x) { return wide_subtract(x, one()); }
static struct wide square(struct wide x) { return wide_multiply(x, x); }
static struct wide half(struct wide x) { return wide_scaled(x, -1); }
static struct wide twice(struct wide x) { return wide_scaled(x, 1); }

/* ---- Of one number: neither zero nor infinite ---- */

static struct wide of_angle(enum real_function function, struct wide x) {
    if (function != REAL_TAN) return wide_sin(x, function == REAL_COS);
    return wide_divide(wide_sin(x, 0), wide_sin(x, 1));
}

/* The angle of the point (root((1 - x) (1 + x)), x). */
static struct wide asin_of(struct wide x) {
    struct wide other = wide_root(wide_multiply(wide_subtract(one(), x), plus_1(x)));
    if (!wide_is_zero(&other)) return wide_atan(wide_divide(x, other));
    struct wide right = half(wide_pi());
    right.negative = x.negative;
    return right;
}

static struct wide acos_of(struct wide x) {
    struct wide sum = plus_1(x);
    if (wide_is_zero(&sum)) return wide_pi();
    return twice(wide_atan(wide_root(wide_divide(wide_subtract(one(), x), sum))));
}

/* Of what is above 0. */
static struct wide sinh_of(struct wide x) {
    struct wide power = wide_expm1(x);
    return half(wide_add(power, wide_divide(power, plus_1(power))));
}

static struct wide cosh_of(struct wide x) {
    struct wide power = wide_exp(x);
    return half(wide_add(power, wide_divide(one(), power)));
}

static struct wide tanh_of(struct wide x) {
    struct wide power = wide_expm1(twice(x));
    return wide_divide(power, plus_1(plus_1(power)));
}

static struct wide asinh_of(struct wide x) {
    struct wide root = wide_root(plus_1(square(x)));
    return wide_log1p(wide_add(x, wide_divide(square(x), plus_1(root))));
}

static struct wide acosh_of(struct wide x) {
    struct wide above = minus_1(x);
    return wide_log1p(wide_add(above, wide_root(wide_add(twice(above), square(above)))));
}

static struct wide atanh_of(struct wide x) { return half(wide_log1p(wide_divide(twice(x), wide_subtract(one(), x)))); }

static struct wide cbrt_of(struct wide x) { return wide_exp(wide_divide(wide_log(x), wide_from_integer(3))); }

/* Of the size of a number, whose sign the result has. */
static struct wide with_sign(struct wide of(struct wide x), struct wide x) {
    struct wide size = x;
    size.negative = false;
    struct wide result = of(size);
    result.negative = x.negative;
    return result;
}

static struct wide of_exponent(enum real_function function, struct wide x) {
    switch (function) {
    case REAL_EXP: return wide_exp(x);
    case REAL_EXP2: return wide_exp(wide_multiply(x, wide_log_2()));
    case REAL_EXPM1: return wide_expm1(x);
    case REAL_LOG: return wide_log(x);
    case REAL_LOG2: return wide_divide(wide_log(x), wide_log_2());
    case REAL_LOG10: return wide_divide(wide_log(x), wide_log_10());
    default: return wide_log1p(x);
    }
}

static struct wide of_one(enum real_function function, struct wide x) {
    bool negative;
    switch (function) {
    case REAL_SIN:
    case REAL_COS:
    case REAL_TAN: return of_angle(function, x);
    case REAL_ASIN: return asin_of(x);
    case REAL_ACOS: return acos_of(x);
    case REAL_ATAN: return wide_atan(x);
    case REAL_SINH: return with_sign(sinh_of, x);
    case REAL_COSH: return cosh_of(x);
    case REAL_TANH: return with_sign(tanh_of, x);
    case REAL_ASINH: return with_sign(asinh_of, x);
    case REAL_ACOSH: return acosh_of(x);
    case REAL_ATANH: return with_sign(atanh_of, x);
    case REAL_CBRT: return with_sign(cbrt_of, x);
    case REAL_ERF: return wide_erf(x);
    case REAL_ERFC: return wide_erfc(x);
    case REAL_TGAMMA: return wide_gamma(x);
    case REAL_LGAMMA: return wide_log_gamma(x, &negative);
    default: return of_exponent(function, x);
    }
}

/* ---- Where there is none ---- */

static bool is_whole(long double x) { return x == truncl(x); }
static bool is_odd(long double x) { return is_whole(x) && fmodl(x, 2) != 0; }

/* Has it no value there, but for an infinite one, by C? `x` is finite, and not zero. */
static bool has_none(enum real_function function, long double x, long double *result) {
    const long double least = function == REAL_LOG1P ? -1 : function == REAL_ACOSH ? 1 : 0;
    switch (function) {
    case REAL_ASIN:
    case REAL_ACOS:
    case REAL_ATANH:
        if (x > -1 && x < 1) return false;
        if (function != REAL_ATANH && fabsl(x) == 1) return false;
        *result = fabsl(x) == 1 ? infinite(x < 0) : no_number();
        return true;
    case REAL_LOG1P:
    case REAL_LOG:
    case REAL_LOG2:
    case REAL_LOG10:
    case REAL_ACOSH:
        if (x > least || (x == least && function == REAL_ACOSH)) return false;
        *result = x == least ? infinite(true) : no_number();
        return true;
    case REAL_TGAMMA:
    case REAL_LGAMMA:
        if (x > 0 || !is_whole(x)) return false;
        *result = function == REAL_LGAMMA ? infinite(false) : no_number();
        return true;
    default: return false;
    }
}

/* Far from 0, where it is beyond all floating-point numbers. */
static bool is_gamma_out_of_range(long double x, long double *result) {
    const long double far = 4000;
    if (x > -far && x < far) return false;
    *result = x > 0 ? infinite(false) : is_odd(floorl(x)) ? -0.0L : 0.0L;
    return true;
}

static long double of_special(enum real_function function, long double x) {
    switch (function) {
    case REAL_SIN: return sinl(x);
    case REAL_COS: return cosl(x);
    case REAL_TAN: return tanl(x);
    case REAL_ASIN: return asinl(x);
    case REAL_SINH: return sinhl(x);
    case REAL_COSH: return coshl(x);
    case REAL_TANH: return tanhl(x);
    case REAL_ASINH: return asinhl(x);
    case REAL_ACOSH: return acoshl(x);
    case REAL_ATANH: return atanhl(x);
    case REAL_EXP: return expl(x);
    case REAL_EXP2: return exp2l(x);
    case REAL_EXPM1: return expm1l(x);
    case REAL_LOG: return logl(x);
    case REAL_LOG2: return log2l(x);
    case REAL_LOG10: return log10l(x);
    case REAL_LOG1P: return log1pl(x);
    case REAL_CBRT: return cbrtl(x);
    case REAL_ERF: return erfl(x);
    case REAL_ERFC: return erfcl(x);
    case REAL_TGAMMA: return tgammal(x);
    default: return isnan(x) ? x : HUGE_VALL; /* of lgammal(), which notes a sign for all */
    }
}

static long double of_real(enum real_function function, unsigned size, long double x) {
    long double result;
    bool is_right_angle = (function == REAL_ACOS && x == 0) || (function == REAL_ATAN && isinf(x));
    if (is_right_angle) return (x < 0 ? -1 : 1) * wide_to_real(half(wide_pi()), size);
    if (function == REAL_ATAN && is_special(x)) return x;
    if (function == REAL_ACOS && is_special(x)) return isnan(x) ? x : no_number();
    if (is_special(x)) return of_special(function, x);
    if (has_none(function, x, &result)) return result;
    if (function == REAL_TGAMMA && is_gamma_out_of_range(x, &result)) return result;
    if (function == REAL_LGAMMA && (x == 1 || x == 2)) return 0;
    return wide_to_real(of_one(function, wide_from_real(x)), size);
}

/* ---- Of two ---- */

static struct wide fraction_of_pi(unsigned count, unsigned by) {
    return wide_divide(wide_times(wide_pi(), count), wide_from_integer(by));
}

/* F.10.1.4, above the axis. */
static struct wide angle_of(long double x, long double y) {
    bool is_left = signbit(x);
    if (isinf(x) && isinf(y)) return fraction_of_pi(is_left ? 3 : 1, 4);
    if (y == 0 || isinf(x)) return is_left ? wide_pi() : (struct wide){0};
    if (x == 0 || isinf(y)) return fraction_of_pi(1, 2);
    struct wide angle = wide_atan(wide_divide(wide_from_real(y), wide_from_real(fabsl(x))));
    return is_left ? wide_subtract(wide_pi(), angle) : angle;
}

static long double atan2_of(unsigned size, long double y, long double x) {
    if (isnan(x) || isnan(y)) return x + y;
    return copysignl(wide_to_real(angle_of(x, fabsl(y)), size), y);
}

static long double pow_of(unsigned size, long double x, long double y) {
    if (x == 1 || is_special(x) || is_special(y)) return powl(x, y);
    if (x < 0 && !is_whole(y)) return no_number();
    struct wide power = wide_exp(wide_multiply(wide_from_real(y), wide_log(wide_from_real(fabsl(x)))));
    power.negative = x < 0 && is_odd(y);
    return wide_to_real(power, size);
}

static long double hypot_of(unsigned size, long double x, long double y) {
    if (is_special(x) || is_special(y)) return hypotl(x, y);
    return wide_to_real(wide_root(wide_add(square(wide_from_real(x)), square(wide_from_real(y)))), size);
}

long double approximate(enum real_function function, unsigned size, long double x, long double y) {
    if (function == REAL_ATAN2) return atan2_of(size, x, y);
    if (function == REAL_POW) return pow_of(size, x, y);
    if (function == REAL_HYPOT) return hypot_of(size, x, y);
    return of_real(function, size, x);
}
