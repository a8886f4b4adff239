#include "real/gamma.h"

#include "real/elementary.h"

static struct wide one(void) { return wide_from_integer(1); }

/* ---- The error function ---- */

static uint64_t ratio_2(uint64_t n) { return (void)n, 2; }
static uint64_t ratio_odd(uint64_t n) { return 2 * n + 1; }

/* exp(-x^2) / root of pi */
static struct wide bell(struct wide x) {
    return wide_divide(wide_exp(wide_negative(wide_multiply(x, x))), wide_root_pi());
}

/* 2 bell(x) (x + 2 x^3/3 + 4 x^5/15 + ...) */
static struct wide erf_series(struct wide x) {
    struct wide series = wide_series(wide_multiply(x, x), ratio_2, ratio_odd);
    return wide_scaled(wide_multiply(wide_multiply(x, series), bell(x)), 1);
}

enum { FAR = 5 };

/* bell(x) / (x + 1/2/(x + 2/2/(x + 3/2/(x + ...)))), for what is far from 0. */
static struct wide erfc_fraction(struct wide x) {
    enum { PARTS = 200 };
    struct wide divisor = x;
    for (uint64_t n = PARTS; n > 0; n--)
        divisor = wide_add(x, wide_divide(wide_scaled(wide_from_integer((int64_t)n), -1), divisor));
    return wide_divide(bell(x), divisor);
}

static bool is_far(struct wide x) { return wide_compare(x, wide_from_integer(FAR)) > 0; }

struct wide wide_erfc(struct wide x) {
    return is_far(x) ? erfc_fraction(x) : wide_subtract(one(), wide_erf(x));
}

struct wide wide_erf(struct wide x) {
    struct wide size = x;
    size.negative = false;
    struct wide result = is_far(size) ? wide_subtract(one(), erfc_fraction(size)) : erf_series(size);
    result.negative = x.negative;
    return result;
}

/* ---- The gamma function ---- */

enum { TERMS = 40 };

/* 1, 2, 16, 272 ...: numbers of tangents (Brent and Harvey, Fast computation of Bernoulli, Tangent and Secant
 * numbers, 2011). */
static void tangents(struct wide t[TERMS + 1]) {
    t[1] = one();
    for (uint64_t k = 2; k <= TERMS; k++) t[k] = wide_times(t[k - 1], k - 1);
    for (uint64_t k = 2; k <= TERMS; k++)
        for (uint64_t j = k; j <= TERMS; j++) t[j] = wide_add(wide_times(t[j - 1], j - k), wide_times(t[j], j - k + 2));
}

/* Stirling's: (x - 1/2) log x - x + log(2 pi)/2 + sum of B(2n) / (2n (2n - 1) x^(2n - 1)), where
 * B(2n) = +-2n T(n) / (4^n (4^n - 1)). */
static struct wide stirling(struct wide x) {
    struct wide t[TERMS + 1], sum = {0}, inverse = wide_divide(one(), x), square = wide_multiply(inverse, inverse);
    tangents(t);
    for (int64_t n = TERMS; n > 0; n--) {
        struct wide fours = wide_scaled(one(), 2 * n);
        struct wide divisor = wide_multiply(wide_times(fours, (uint64_t)(2 * n - 1)), wide_subtract(fours, one()));
        struct wide term = wide_divide(t[n], divisor);
        term.negative = n % 2 == 0;
        sum = wide_add(wide_multiply(sum, square), term);
    }
    struct wide half = wide_scaled(one(), -1), log = wide_log(x);
    struct wide rest = wide_add(wide_subtract(wide_log(wide_pi()), wide_scaled(x, 1)), wide_log_2());
    struct wide main = wide_add(wide_multiply(wide_subtract(x, half), log), wide_scaled(rest, -1));
    return wide_add(main, wide_multiply(sum, inverse));
}

/* Of a number above 0: gamma(x + n) / (x (x + 1) ... (x + n - 1)), where Stirling's formula does. */
static struct wide shifted(struct wide x, struct wide *factor) {
    enum { NEAR = 50 };
    *factor = one();
    while (wide_compare(x, wide_from_integer(NEAR)) < 0) {
        *factor = wide_multiply(*factor, x);
        x = wide_add(x, one());
    }
    return x;
}

static struct wide log_of_positive(struct wide x) {
    struct wide factor, far = shifted(x, &factor), log = stirling(far);
    return wide_subtract(log, wide_log(factor));
}

/* gamma(x) gamma(1 - x) = pi / sin(pi x) */
struct wide wide_log_gamma(struct wide x, bool *negative) {
    *negative = false;
    if (!x.negative) return log_of_positive(x);
    struct wide sin = wide_sin_pi(x);
    *negative = sin.negative;
    sin.negative = false;
    return wide_subtract(wide_log(wide_divide(wide_pi(), sin)), log_of_positive(wide_subtract(one(), x)));
}

struct wide wide_gamma(struct wide x) {
    struct wide factor, from = x.negative ? wide_subtract(one(), x) : x, far = shifted(from, &factor);
    struct wide gamma = wide_divide(wide_exp(stirling(far)), factor);
    return x.negative ? wide_divide(wide_pi(), wide_multiply(wide_sin_pi(x), gamma)) : gamma;
}
