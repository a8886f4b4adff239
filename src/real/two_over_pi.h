/* 2/pi, with as many bits as it takes to say where in its turn any floating-point number is: the largest one is below
 * 2 to the power of 16384, and 320 bits are left behind that. */
#ifndef REAL_TWO_OVER_PI_H
#define REAL_TWO_OVER_PI_H

#include <stdint.h>

enum { TWO_OVER_PI_WORDS = 264 };
extern const uint64_t two_over_pi[TWO_OVER_PI_WORDS];

#endif
