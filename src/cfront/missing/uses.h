/* Names of missing headers: what they are, as their uses tell. */
#ifndef CFRONT_MISSING_USES_H
#define CFRONT_MISSING_USES_H

#include "cfront/missing/complaint.h"

/* False: the complaint tells nothing new. */
bool uses_learn(const struct complaint *complaint);

#endif
