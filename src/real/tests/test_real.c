/* The judge is the machine's own library: where C and IEEE 754 fix the value, to the bit; elsewhere its functions of
 * long double, where these have more digits, to within a little more than half of the last digit. */
#include "real/memo.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t state;
static uint64_t any(void) { return state = state * 6364136223846793005u + 1442695040888963407u, state ^ state >> 29; }

static const double awkward[] = {
    0.0,        -0.0,       1,       -1,       0.5,       -0.5,   1.5,     -1.5,      2,
    -2,         2.5,        3,       -3,       1e308,     -1e308, DBL_MAX, -DBL_MAX,  DBL_MIN,
    -DBL_MIN,   5e-324,     -5e-324, HUGE_VAL, -HUGE_VAL, 0x1p52, 0x1p53,  -0x1p53,   0x1p-27,
    0x1p-54,    0x1p63,     1e22,    709.78,   -745.2,    171.7,  -170.5,  0.4999999, 4503599627370497.5,
    0.99999999, 1.00000001, M_PI,    M_PI_2};
enum { AWKWARD = sizeof awkward / sizeof *awkward };

static double any_double(void) {
    double number;
    uint64_t bits = any();
    switch (any() % 5) {
    case 0: return (double)(int64_t)any() / 0x1p61;
    case 1: return (double)(int64_t)any() / 0x1p57;
    case 2: return (double)((int64_t)any() >> 55) / 2;
    case 3: return awkward[any() % AWKWARD];
    default: memcpy(&number, &bits, sizeof number); return number;
    }
}

static bool is_same(double a, double b) { return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b)); }

static double computed(enum real_function function, double x, double y) {
    return (double)real_compute(function, 8, (long double[3]){x, y, 0});
}

static float computed_float(enum real_function function, float x, float y) {
    return (float)real_compute(function, 4, (long double[3]){x, y, 0});
}

/* ---- To the bit ---- */

static double mantissa(double x) {
    int e;
    return frexp(x, &e);
}
static double power(double x) {
    int e = 0;
    frexp(x, &e);
    return isfinite(x) ? e : 0;
}
static double part(double x) {
    double whole;
    return modf(x, &whole);
}
static double quotient(double x, double y) {
    int bits = 0;
    remquo(x, y, &bits);
    return isfinite(x) && y == y && y != 0 ? bits % 8 : 0;
}

static void is_fixed(void **unused) {
    (void)unused;
    static double (*const of_one[])(double) = {
        [REAL_FABS] = fabs,         [REAL_SQRT] = sqrt,      [REAL_FLOOR] = floor,    [REAL_CEIL] = ceil,
        [REAL_TRUNC] = trunc,       [REAL_ROUND] = round,    [REAL_RINT] = nearbyint, [REAL_LOGB] = logb,
        [REAL_MANTISSA] = mantissa, [REAL_EXPONENT] = power, [REAL_PART] = part};
    static double (*const of_two[])(double, double) = {
        [REAL_COPYSIGN] = copysign,   [REAL_FDIM] = fdim,      [REAL_FMOD] = fmod,
        [REAL_REMAINDER] = remainder, [REAL_NEXT] = nextafter, [REAL_QUOTIENT] = quotient};
    state = 3;
    for (unsigned i = 0; i < 20000; i++) {
        double x = any_double(), y = any_double(), z = any_double();
        for (unsigned f = 0; f < sizeof of_one / sizeof *of_one; f++)
            assert_true(is_same(computed((enum real_function)f, x, 0), of_one[f](x)));
        for (unsigned f = 0; f < sizeof of_two / sizeof *of_two; f++)
            if (of_two[f]) assert_true(is_same(computed((enum real_function)f, x, y), of_two[f](x, y)));
        assert_true(is_same((double)real_compute(REAL_FMA, 8, (long double[3]){x, y, z}), fma(x, y, z)));
        int by = (int)(any() % 3000) - 1500;
        assert_true(is_same(computed(REAL_SCALED, x, by), scalbn(x, by)));
        assert_true(computed_float(REAL_SQRT, (float)fabs(x), 0) == sqrtf((float)fabs(x)) || isnan(x));
    }
}

/* ---- Nearly ---- */

typedef long double long_of_one(long double);
static long_of_one *const approximated[] = {
    [REAL_SIN] = sinl,   [REAL_COS] = cosl,     [REAL_TAN] = tanl,       [REAL_ASIN] = asinl,
    [REAL_ACOS] = acosl, [REAL_ATAN] = atanl,   [REAL_SINH] = sinhl,     [REAL_COSH] = coshl,
    [REAL_TANH] = tanhl, [REAL_ASINH] = asinhl, [REAL_ACOSH] = acoshl,   [REAL_ATANH] = atanhl,
    [REAL_EXP] = expl,   [REAL_EXP2] = exp2l,   [REAL_EXPM1] = expm1l,   [REAL_LOG] = logl,
    [REAL_LOG2] = log2l, [REAL_LOG10] = log10l, [REAL_LOG1P] = log1pl,   [REAL_CBRT] = cbrtl,
    [REAL_ERF] = erfl,   [REAL_ERFC] = erfcl,   [REAL_TGAMMA] = tgammal, [REAL_LGAMMA] = lgammal};
enum { FIRST = REAL_SIN, LAST = REAL_LGAMMA };

/* The other one may be wrong by `slack` in its own last digits: of a long double that is little. */
static bool is_near(double ours, long double theirs, long double slack) {
    if (isnan(theirs) || isinf(theirs) || theirs == 0 || fabsl(theirs) > DBL_MAX) return is_same(ours, (double)theirs);
    if (is_same(ours, (double)theirs)) return true;
    int exponent;
    frexpl(theirs, &exponent);
    long double digit = ldexpl(1, exponent - DBL_MANT_DIG < -1074 ? -1074 : exponent - DBL_MANT_DIG);
    return fabsl(ours - theirs) <= (0.5L + slack) * digit;
}

static const long double little = LDBL_MANT_DIG > DBL_MANT_DIG ? 0.02L : 8;

static void is_nearly(void **unused) {
    (void)unused;
    state = 4;
    for (unsigned i = 0; i < 1500; i++) {
        double x = any_double(), y = any_double();
        for (unsigned f = FIRST; f <= LAST; f++) {
            bool is_doubtful = (f == REAL_LGAMMA && x < 0) || (f == REAL_TGAMMA && x < -100);
            bool good = is_near(computed((enum real_function)f, x, 0), approximated[f](x), is_doubtful ? 1e3L : little);
            if (!good)
                print_error("%s(%a): %a\n", real_name((enum real_function)f), x, computed((enum real_function)f, x, 0));
            assert_true(good || (is_doubtful && f == REAL_LGAMMA && fabsl(approximated[f](x)) < 1));
        }
        assert_true(is_near(computed(REAL_ATAN2, x, y), atan2l(x, y), little));
        assert_true(is_near(computed(REAL_HYPOT, x, y), hypotl(x, y), little));
        if (!is_near(computed(REAL_POW, x, y), powl(x, y), little)) print_error("pow(%a, %a)\n", x, y);
        assert_true(is_near(computed(REAL_POW, x, y), powl(x, y), little));
    }
}

/* As C's Annex F has it: every special value against every other. */
static void is_special(void **unused) {
    (void)unused;
    for (unsigned i = 0; i <= AWKWARD; i++) {
        double x = i < AWKWARD ? awkward[i] : NAN;
        for (unsigned f = FIRST; f <= LAST; f++) {
            long double theirs = approximated[f](x);
            double ours = computed((enum real_function)f, x, 0);
            if (isnan(theirs) || isinf(theirs) || theirs == 0) assert_true(is_same(ours, (double)theirs));
        }
        for (unsigned j = 0; j <= AWKWARD; j++) {
            double y = j < AWKWARD ? awkward[j] : NAN;
            assert_true(is_near(computed(REAL_POW, x, y), powl(x, y), little));
            assert_true(is_near(computed(REAL_ATAN2, x, y), atan2l(x, y), little));
            assert_true(is_near(computed(REAL_HYPOT, x, y), hypotl(x, y), little));
        }
    }
}

static void is_of_floats(void **unused) {
    (void)unused;
    state = 5;
    for (unsigned i = 0; i < 2000; i++) {
        float x = (float)any_double();
        for (unsigned f = FIRST; f <= LAST; f++) {
            if (f == REAL_LGAMMA || (f == REAL_TGAMMA && x < 0)) continue;
            float ours = computed_float((enum real_function)f, x, 0), theirs = (float)approximated[f](x);
            assert_true(is_same(ours, theirs) || nextafterf(ours, theirs) == theirs);
        }
    }
}

/* What is nearest is not a matter of taste: these were computed elsewhere, with many more digits. */
static void is_nearest(void **unused) {
    (void)unused;
    static const struct {
        enum real_function function;
        double x, y, result;
    } known[] = {
        {REAL_SIN, 0x1.0000000000000p+0, 0, 0x1.aed548f090ceep-1},
        {REAL_SIN, 0x1.0f0cf064dd592p+73, 0, -0x1.b453ab76bf397p-1},
        {REAL_SIN, 0x1.0000000000000p-1, 0, 0x1.eaee8744b05f0p-2},
        {REAL_SIN, 0x1.8000000000000p+1, 0, 0x1.210386db6d55bp-3},
        {REAL_SIN, 0x1.6ac5b262ca1ffp+849, 0, 0x1.0000000000000p+0},
        {REAL_COS, 0x1.0000000000000p+0, 0, 0x1.14a280fb5068cp-1},
        {REAL_COS, 0x1.0f0cf064dd592p+73, 0, 0x1.0be2cef01c8f4p-1},
        {REAL_COS, 0x1.0000000000000p+1, 0, -0x1.aa22657537205p-2},
        {REAL_TAN, 0x1.0000000000000p+0, 0, 0x1.8eb245cbee3a6p+0},
        {REAL_TAN, 0x1.c6bf526340000p+49, 0, -0x1.ac23600a95be4p+0},
        {REAL_TAN, 0x1.921fb54442d18p+0, 0, 0x1.d02967c31cdb5p+53},
        {REAL_ASIN, 0x1.0000000000000p-1, 0, 0x1.0c152382d7366p-1},
        {REAL_ASIN, 0x1.ffffde7210be9p-1, 0, 0x1.91c306b2c13adp+0},
        {REAL_ACOS, 0x1.0000000000000p-1, 0, 0x1.0c152382d7366p+0},
        {REAL_ACOS, -0x1.0000000000000p-2, 0, 0x1.d2cf5c7c70f0cp+0},
        {REAL_ACOS, -0x1.0000000000000p+0, 0, 0x1.921fb54442d18p+1},
        {REAL_ATAN, 0x1.0000000000000p+0, 0, 0x1.921fb54442d18p-1},
        {REAL_ATAN, 0x1.2a05f20000000p+33, 0, 0x1.921fb543d4de0p+0},
        {REAL_ATAN, 0x1.999999999999ap-4, 0, 0x1.983e282e2cc4dp-4},
        {REAL_SINH, 0x1.0000000000000p+0, 0, 0x1.2cd9fc44eb982p+0},
        {REAL_SINH, 0x1.4f8b588e368f1p-17, 0, 0x1.4f8b588e4e940p-17},
        {REAL_COSH, 0x1.0000000000000p+0, 0, 0x1.8b07551d9f550p+0},
        {REAL_COSH, 0x1.5e00000000000p+9, 0, 0x1.d945df4f8ec8ep+1008},
        {REAL_TANH, 0x1.0000000000000p+0, 0, 0x1.85efab514f394p-1},
        {REAL_ASINH, 0x1.0000000000000p+0, 0, 0x1.c34366179d427p-1},
        {REAL_ASINH, 0x1.7e43c8800759cp+996, 0, 0x1.59bbfd8b83e44p+9},
        {REAL_ACOSH, 0x1.8000000000000p+0, 0, 0x1.ecc2caec5160ap-1},
        {REAL_ACOSH, 0x1.000001ad7f29bp+0, 0, 0x1.d4effc065cae4p-12},
        {REAL_ATANH, 0x1.0000000000000p-1, 0, 0x1.193ea7aad030bp-1},
        {REAL_ATANH, 0x1.fff2e48e8a71ep-1, 0, 0x1.3ce8f5de1814dp+2},
        {REAL_EXP, 0x1.0000000000000p+0, 0, 0x1.5bf0a8b145769p+1},
        {REAL_EXP, -0x1.5e40000000000p+9, 0, 0x1.4ff475c68ca02p-1011},
        {REAL_EXP, -0x1.7440000000000p+9, 0, 0x0.0000000000001p-1022},
        {REAL_EXP, 0x1.62d999999999ap+9, 0, 0x1.d75ae7a50ee14p+1023},
        {REAL_EXP2, 0x1.0000000000000p-1, 0, 0x1.6a09e667f3bcdp+0},
        {REAL_EXP2, 0x1.4000000000000p+3, 0, 0x1.0000000000000p+10},
        {REAL_EXP2, -0x1.0c80000000000p+10, 0, 0x0.0000000000001p-1022},
        {REAL_EXPM1, 0x1.b7cdfd9d7bdbbp-34, 0, 0x1.b7cdfd9dda4e3p-34},
        {REAL_EXPM1, 0x1.0000000000000p+0, 0, 0x1.b7e151628aed3p+0},
        {REAL_LOG, 0x1.0000000000000p+1, 0, 0x1.62e42fefa39efp-1},
        {REAL_LOG, 0x1.4000000000000p+3, 0, 0x1.26bb1bbb55516p+1},
        {REAL_LOG, 0x1.000000006df38p+0, 0, 0x1.b7cdffffa18d8p-34},
        {REAL_LOG2, 0x1.8000000000000p+1, 0, 0x1.95c01a39fbd68p+0},
        {REAL_LOG2, 0x1.0000000000000p+10, 0, 0x1.4000000000000p+3},
        {REAL_LOG10, 0x1.f400000000000p+9, 0, 0x1.8000000000000p+1},
        {REAL_LOG10, 0x1.0000000000000p+1, 0, 0x1.34413509f79ffp-2},
        {REAL_LOG1P, 0x1.b7cdfd9d7bdbbp-34, 0, 0x1.b7cdfd9d1d693p-34},
        {REAL_LOG1P, 0x1.0000000000000p+0, 0, 0x1.62e42fefa39efp-1},
        {REAL_CBRT, 0x1.b000000000000p+4, 0, 0x1.8000000000000p+1},
        {REAL_CBRT, 0x1.0000000000000p+1, 0, 0x1.428a2f98d728bp+0},
        {REAL_ERF, 0x1.0000000000000p-1, 0, 0x1.0a7ef5c18edd2p-1},
        {REAL_ERF, 0x1.0000000000000p+1, 0, 0x1.fd9ae142795e3p-1},
        {REAL_ERFC, 0x1.0000000000000p-1, 0, 0x1.eb02147ce245cp-2},
        {REAL_ERFC, 0x1.8000000000000p+2, 0, 0x1.8cf81557d20b6p-56},
        {REAL_ERFC, 0x1.a000000000000p+4, 0, 0x1.284bfe1cdea24p-981},
        {REAL_TGAMMA, 0x1.0000000000000p-1, 0, 0x1.c5bf891b4ef6bp+0},
        {REAL_TGAMMA, 0x1.4000000000000p+3, 0, 0x1.6260000000000p+18},
        {REAL_TGAMMA, -0x1.8000000000000p+0, 0, 0x1.2e7fb0bcdf4f2p+1},
        {REAL_TGAMMA, 0x1.5700000000000p+7, 0, 0x1.0e1863dcad789p+1023},
        {REAL_LGAMMA, 0x1.0000000000000p-1, 0, 0x1.250d048e7a1bdp-1},
        {REAL_LGAMMA, 0x1.9000000000000p+6, 0, 0x1.67225b4879462p+8},
        {REAL_LGAMMA, 0x1.000001ad7f29bp+0, 0, -0x1.efd30c8e518b9p-25},
        {REAL_LGAMMA, 0x1.c000000000000p+1, 0, 0x1.3373018970a36p+0},
        {REAL_POW, 0x1.0000000000000p+1, 0x1.0000000000000p-1, 0x1.6a09e667f3bcdp+0},
        {REAL_POW, 0x1.4000000000000p+3, -0x1.2c00000000000p+8, 0x1.56e1fc2f8f359p-997},
        {REAL_POW, 0x1.000001ad7f29bp+0, 0x1.7d78400000000p+26, 0x1.5829d1d3f9926p+14},
        {REAL_POW, 0x1.8000000000000p+1, 0x1.0800000000000p+5, 0x1.3bfefa65abb83p+52},
        {REAL_ATAN2, 0x1.0000000000000p+0, -0x1.0000000000000p+0, 0x1.2d97c7f3321d2p+1},
        {REAL_ATAN2, 0x1.0000000000000p+0, 0x1.8000000000000p+1, 0x1.4978fa3269ee1p-2},
        {REAL_HYPOT, 0x1.8000000000000p+1, 0x1.0000000000000p+2, 0x1.4000000000000p+2},
        {REAL_HYPOT, 0x1.0000000000000p+0, 0x1.0000000000000p+0, 0x1.6a09e667f3bcdp+0},
        {REAL_HYPOT, 0x1.7e43c8800759cp+996, 0x1.7e43c8800759cp+996, 0x1.0e4d50f99b211p+997},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(computed(known[i].function, known[i].x, known[i].y) == known[i].result);
}

static void is_remembered(void **unused) {
    (void)unused;
    static struct real_memo memo;
    state = 6;
    for (unsigned i = 0; i < 4000; i++) {
        enum real_function function = (enum real_function)(any() % 2 ? REAL_ATAN2 : FIRST + any() % 4);
        unsigned size = any() % 2 ? 4 : 8;
        double x = awkward[any() % AWKWARD], y = awkward[any() % 8];
        if (size == 4) x = (float)x, y = (float)y;
        long double operands[3] = {x, y, 0};
        assert_true(is_same((double)real_compute_again(&memo, function, size, operands),
                            (double)real_compute(function, size, operands)));
    }
}

static void has_names(void **unused) {
    (void)unused;
    enum real_function function;
    for (unsigned f = 0; f < REAL_FUNCTIONS; f++) {
        if (f == REAL_QUOTIENT) continue;
        assert_true(real_find(real_name((enum real_function)f), &function));
        assert_int_equal(function, f);
    }
    assert_true(real_find("erff", &function) && function == REAL_ERF);
    assert_true(real_find("rtcheck_sqrtl", &function) && function == REAL_SQRT);
    assert_true(real_find("rtcheck_quotientf", &function) && function == REAL_QUOTIENT);
    assert_true(real_find("ceil", &function) && function == REAL_CEIL);
    assert_false(real_find("er", &function));
    assert_false(real_find("sinff", &function));
    assert_false(real_find("f", &function));
    assert_false(real_find("j0", &function));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_fixed),   cmocka_unit_test(is_nearly),
                                       cmocka_unit_test(is_special), cmocka_unit_test(is_of_floats),
                                       cmocka_unit_test(is_nearest), cmocka_unit_test(is_remembered),
                                       cmocka_unit_test(has_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
