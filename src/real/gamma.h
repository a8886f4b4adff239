/* The error function and the gamma function of wide numbers. */
#ifndef REAL_GAMMA_H
#define REAL_GAMMA_H

#include "real/wide.h"

struct wide wide_erf(struct wide x);
struct wide wide_erfc(struct wide x); /* 1 - erf(x) */

/* The logarithm of its absolute value; of no number that is 0, -1, -2, ... */
struct wide wide_log_gamma(struct wide x, bool *negative);
/* Below WIDE_MOST_POWER, and above its negative. */
struct wide wide_gamma(struct wide x);

#endif
