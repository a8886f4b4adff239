/* Names of missing headers: what they are, as their uses tell. */
#ifndef CFRONT_USES_H
#define CFRONT_USES_H

#include "cfront/complaint.h"

/* False: the complaint tells nothing new. */
bool uses_learn(const struct complaint *complaint);

#endif
