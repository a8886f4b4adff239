/* Elementary functions of wide numbers, where they have a value. */
#ifndef REAL_ELEMENTARY_H
#define REAL_ELEMENTARY_H

#include "real/wide.h"

enum { WIDE_MOST_POWER = 1 << 20 }; /* of what is larger, exp() is beyond all floating-point numbers */

struct wide wide_exp(struct wide x);   /* below WIDE_MOST_POWER, above its negative; otherwise 2 to that */
struct wide wide_expm1(struct wide x); /* ... minus 1, also near 0 */
struct wide wide_log(struct wide x);   /* of what is above 0 */
struct wide wide_log1p(struct wide x); /* of 1 + x, which is above 0 */

/* Of an angle with at most 128 bits, below 2 to the power of 16384, and so many quarters of a turn more: with one, the
 * cosine. */
struct wide wide_sin(struct wide angle, unsigned more);
struct wide wide_sin_pi(struct wide x); /* of pi times x */
struct wide wide_atan(struct wide x);

#endif
