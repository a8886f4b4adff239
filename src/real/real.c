#include "real/real.h"

#include "real/approximate.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned operands;
} functions[REAL_FUNCTIONS] = {
    [REAL_FABS] = {"fabs", 1},
    [REAL_SQRT] = {"sqrt", 1},
    [REAL_FLOOR] = {"floor", 1},
    [REAL_CEIL] = {"ceil", 1},
    [REAL_TRUNC] = {"trunc", 1},
    [REAL_ROUND] = {"round", 1},
    [REAL_RINT] = {"rint", 1},
    [REAL_LOGB] = {"logb", 1},
    [REAL_MANTISSA] = {"rtcheck_mantissa", 1},
    [REAL_EXPONENT] = {"rtcheck_exponent", 1},
    [REAL_PART] = {"rtcheck_part", 1},
    [REAL_COPYSIGN] = {"copysign", 2},
    [REAL_FMAX] = {"fmax", 2},
    [REAL_FMIN] = {"fmin", 2},
    [REAL_FDIM] = {"fdim", 2},
    [REAL_FMOD] = {"fmod", 2},
    [REAL_REMAINDER] = {"remainder", 2},
    [REAL_NEXT] = {"nextafter", 2},
    [REAL_SCALED] = {"rtcheck_scaled", 2},
    [REAL_FMA] = {"fma", 3},
    [REAL_QUOTIENT] = {"rtcheck_quotient", 2},
    [REAL_SIN] = {"sin", 1},
    [REAL_COS] = {"cos", 1},
    [REAL_TAN] = {"tan", 1},
    [REAL_ASIN] = {"asin", 1},
    [REAL_ACOS] = {"acos", 1},
    [REAL_ATAN] = {"atan", 1},
    [REAL_SINH] = {"sinh", 1},
    [REAL_COSH] = {"cosh", 1},
    [REAL_TANH] = {"tanh", 1},
    [REAL_ASINH] = {"asinh", 1},
    [REAL_ACOSH] = {"acosh", 1},
    [REAL_ATANH] = {"atanh", 1},
    [REAL_EXP] = {"exp", 1},
    [REAL_EXP2] = {"exp2", 1},
    [REAL_EXPM1] = {"expm1", 1},
    [REAL_LOG] = {"log", 1},
    [REAL_LOG2] = {"log2", 1},
    [REAL_LOG10] = {"log10", 1},
    [REAL_LOG1P] = {"log1p", 1},
    [REAL_CBRT] = {"cbrt", 1},
    [REAL_ERF] = {"erf", 1},
    [REAL_ERFC] = {"erfc", 1},
    [REAL_TGAMMA] = {"tgamma", 1},
    [REAL_LGAMMA] = {"lgamma", 1},
    [REAL_ATAN2] = {"atan2", 2},
    [REAL_POW] = {"pow", 2},
    [REAL_HYPOT] = {"hypot", 2},
};

static bool find(const char *name, size_t length, enum real_function *function) {
    for (unsigned i = 0; i < REAL_FUNCTIONS; i++) {
        if (strncmp(functions[i].name, name, length) != 0 || functions[i].name[length]) continue;
        *function = (enum real_function)i;
        return true;
    }
    return false;
}

bool real_find(const char *name, enum real_function *function) {
    static const char ours[] = "rtcheck_";
    if (!strncmp(name, ours, sizeof ours - 1) && real_find(name + sizeof ours - 1, function)) return true;
    size_t length = strlen(name);
    if (find(name, length, function)) return true;
    return length > 1 && (name[length - 1] == 'f' || name[length - 1] == 'l') && find(name, length - 1, function);
}

const char *real_name(enum real_function function) {
    return function == REAL_QUOTIENT ? "remquo" : functions[function].name;
}

unsigned real_operands(enum real_function function) { return functions[function].operands; }
bool real_keeps_bits(enum real_function function) { return function == REAL_FABS || function == REAL_COPYSIGN; }
bool real_differs(enum real_function function) { return function >= REAL_QUOTIENT; }

/* ---- What is fixed ---- */

/* In each format by itself: rounding twice would not be the same. */
#define OF_ONE(function)                                                                                               \
    (size == 4 ? (long double)function##f((float)x) : size == 8 ? (long double)function((double)x) : function##l(x))
#define OF_TWO(function)                                                                                               \
    (size == 4   ? (long double)function##f((float)x, (float)y)                                                        \
     : size == 8 ? (long double)function((double)x, (double)y)                                                         \
                 : function##l(x, y))

static long double of_one(enum real_function function, unsigned size, long double x) {
    int exponent = 0;
    long double whole;
    switch (function) {
    case REAL_FABS: return OF_ONE(fabs);
    case REAL_SQRT: return OF_ONE(sqrt);
    case REAL_FLOOR: return OF_ONE(floor);
    case REAL_CEIL: return OF_ONE(ceil);
    case REAL_TRUNC: return OF_ONE(trunc);
    case REAL_ROUND: return OF_ONE(round);
    case REAL_RINT: return OF_ONE(rint);
    case REAL_LOGB: return OF_ONE(logb);
    case REAL_MANTISSA: return frexpl(x, &exponent);
    case REAL_EXPONENT: frexpl(x, &exponent); return isfinite(x) ? exponent : 0;
    default: return modfl(x, &whole);
    }
}

/* Larger exponents lead from any number to none, or to infinity. */
static int bounded(long double exponent) {
    const int most = 100000;
    return exponent > most ? most : exponent < -most ? -most : (int)exponent;
}

static long double scaled(unsigned size, long double x, long double exponent) {
    int by = bounded(exponent);
    return size == 4   ? (long double)ldexpf((float)x, by)
           : size == 8 ? (long double)ldexp((double)x, by)
                       : ldexpl(x, by);
}

static long double next(unsigned size, long double x, long double y) {
    return size == 4   ? (long double)nexttowardf((float)x, y)
           : size == 8 ? (long double)nexttoward((double)x, y)
                       : nexttowardl(x, y);
}

/* 7.12.10.3: at least three of its bits. */
static long double quotient(unsigned size, long double x, long double y) {
    int bits = 0;
    if (size == 4)
        remquof((float)x, (float)y, &bits);
    else if (size == 8)
        remquo((double)x, (double)y, &bits);
    else
        remquol(x, y, &bits);
    return isfinite(x) && !isnan(y) && y != 0 ? bits % 8 : 0;
}

static long double of_two(enum real_function function, unsigned size, long double x, long double y) {
    switch (function) {
    case REAL_COPYSIGN: return OF_TWO(copysign);
    case REAL_FMAX: return isnan(x) ? y : isnan(y) || !(x < y) ? x : y; /* of two zeros, the first */
    case REAL_FMIN: return isnan(x) ? y : isnan(y) || x < y ? x : y;
    case REAL_FDIM: return OF_TWO(fdim);
    case REAL_FMOD: return OF_TWO(fmod);
    case REAL_REMAINDER: return OF_TWO(remainder);
    case REAL_NEXT: return next(size, x, y);
    case REAL_SCALED: return scaled(size, x, y);
    default: return quotient(size, x, y);
    }
}

static long double multiplied_and_added(unsigned size, long double x, long double y, long double z) {
    return size == 4   ? (long double)fmaf((float)x, (float)y, (float)z)
           : size == 8 ? (long double)fma((double)x, (double)y, (double)z)
                       : fmal(x, y, z);
}

long double real_compute(enum real_function function, unsigned size, const long double operands[3]) {
    if (function > REAL_QUOTIENT) return approximate(function, size, operands[0], operands[1]);
    if (function == REAL_FMA) return multiplied_and_added(size, operands[0], operands[1], operands[2]);
    if (functions[function].operands == 2) return of_two(function, size, operands[0], operands[1]);
    return of_one(function, size, operands[0]);
}
