/* Functions, or macros, that nothing declares and that give something else than an `int`. */
#ifndef CFRONT_MISSING_RESULTS_H
#define CFRONT_MISSING_RESULTS_H

#include "cfront/missing/complaint.h"

/* The name of the call that ends there, `NAME(...)`, if nothing declares it; NULL: there is none. */
const char *results_called_before(const struct complaint *complaint, size_t end);

/* What the complaint tells of one. False: nothing new. */
bool results_learn(const struct complaint *complaint);

#endif
