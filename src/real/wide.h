/* Numbers with 256 bits, computed with integers: the same on every machine.
 *
 * A number is 0.LIMBS times two to the power of `exponent`, and its highest bit is set; or it is zero, with no bit set.
 * Every operation is right but for the last few bits: an error of 2^-250 of its result. What has some bits more than
 * any floating-point type, and is exact in them, is told from what only comes near it when it is rounded. */
#ifndef REAL_WIDE_H
#define REAL_WIDE_H

#include <stdbool.h>
#include <stdint.h>

enum { WIDE_LIMBS = 4, WIDE_BITS = 64 * WIDE_LIMBS };

struct wide {
    bool negative;
    int64_t exponent;
    uint64_t limb[WIDE_LIMBS]; /* the lowest first */
};

struct wide wide_from_integer(int64_t number);
struct wide wide_from_real(long double number); /* which is finite */
/* The nearest floating-point number of so many bytes (4, 8, 16: the host's long double), of two the even one. */
long double wide_to_real(struct wide number, unsigned size);

static inline bool wide_is_zero(const struct wide *number) { return !number->limb[WIDE_LIMBS - 1]; }
int wide_compare(struct wide left, struct wide right); /* -1, 0, 1 */
struct wide wide_negative(struct wide number);
struct wide wide_scaled(struct wide number, int64_t exponent); /* times 2 to the power of it */
struct wide wide_add(struct wide left, struct wide right);
struct wide wide_subtract(struct wide left, struct wide right);
struct wide wide_multiply(struct wide left, struct wide right);
struct wide wide_times(struct wide number, uint64_t factor);
struct wide wide_divide(struct wide left, struct wide right); /* by another number than zero */
struct wide wide_root(struct wide number);                    /* of what is not below zero */

/* The nearest whole number, of what is below 2^62. */
int64_t wide_whole(struct wide number);

/* Bits of an integer (the lowest word first), times 2 to the power of `exponent`. */
struct wide wide_from_words(const uint64_t *words, unsigned count, int64_t exponent);

/* 1 + y p(1)/q(1) (1 + y p(2)/q(2) (1 + ...)). Its terms become smaller from some one on. */
typedef uint64_t wide_ratio(uint64_t n);
struct wide wide_series(struct wide y, wide_ratio *p, wide_ratio *q);

struct wide wide_pi(void);
struct wide wide_log_2(void);
struct wide wide_log_10(void);
struct wide wide_root_pi(void);

#endif
