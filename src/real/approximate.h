/* What has to be approximated, to the nearest number of a format. */
#ifndef REAL_APPROXIMATE_H
#define REAL_APPROXIMATE_H

#include "real/real.h"

/* Of REAL_SIN ... REAL_HYPOT. */
long double approximate(enum real_function function, unsigned size, long double x, long double y);

#endif
