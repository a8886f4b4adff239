/* The functions of <math.h>, of floating-point numbers in the formats of IEEE 754: the same on every machine.
 *
 * Those that IEEE 754 and C (Annex F) fix are the host's, of which they are operations as much as a sum is. Of the
 * others (sines, powers, logarithms) this is the number of the result's format that is nearest to the true value,
 * computed with integers (wide.h); libraries come near it, each in its own way. */
#ifndef REAL_REAL_H
#define REAL_REAL_H

#include <stdbool.h>

enum real_function {
    /* fixed, of one number */
    REAL_FABS,
    REAL_SQRT,
    REAL_FLOOR,
    REAL_CEIL,
    REAL_TRUNC,
    REAL_ROUND,
    REAL_RINT, /* to the nearest, of two the even one: nothing else is set here */
    REAL_LOGB,
    REAL_MANTISSA, /* what frexp() gives */
    REAL_EXPONENT, /* ... and what it writes; 0 of what is no number, or infinite */
    REAL_PART,     /* what modf() gives */
    /* of two */
    REAL_COPYSIGN,
    REAL_FMAX,
    REAL_FMIN,
    REAL_FDIM,
    REAL_FMOD,
    REAL_REMAINDER,
    REAL_NEXT,   /* nextafter(), and nexttoward() */
    REAL_SCALED, /* times two to the power of the other, a whole number */
    /* of three */
    REAL_FMA,
    /* libraries differ */
    REAL_QUOTIENT, /* what remquo() writes: three bits of it */
    REAL_SIN,
    REAL_COS,
    REAL_TAN,
    REAL_ASIN,
    REAL_ACOS,
    REAL_ATAN,
    REAL_SINH,
    REAL_COSH,
    REAL_TANH,
    REAL_ASINH,
    REAL_ACOSH,
    REAL_ATANH,
    REAL_EXP,
    REAL_EXP2,
    REAL_EXPM1,
    REAL_LOG,
    REAL_LOG2,
    REAL_LOG10,
    REAL_LOG1P,
    REAL_CBRT,
    REAL_ERF,
    REAL_ERFC,
    REAL_TGAMMA,
    REAL_LGAMMA,
    REAL_ATAN2,
    REAL_POW,
    REAL_HYPOT,
    REAL_FUNCTIONS
};

/* By its name in C, also with `f` or `l` behind it, or what our library calls it: `rtcheck_sqrt`. False: none is. */
bool real_find(const char *name, enum real_function *function);
const char *real_name(enum real_function function); /* of numbers of type double */
unsigned real_operands(enum real_function function);
bool real_keeps_bits(enum real_function function); /* of what is no number, but for its sign */
bool real_differs(enum real_function function);    /* from library to library */

/* In the format with so many bytes (4, 8, 16: the host's long double), which the operands have, too: but for the second
 * one of REAL_NEXT and REAL_SCALED. Those that there are not do not matter. */
long double real_compute(enum real_function function, unsigned size, const long double operands[3]);

#endif
