/* Types of missing headers that are taken for structures, and may well be unions: a member that code reads and none
 * writes, beside one that is written, shares the bytes of that one. */
#ifndef CFRONT_UNKNOWN_UNION_H
#define CFRONT_UNKNOWN_UNION_H

#include "cfront/front.h"

/* If there is such a type, nothing holds for certain. */
void unknown_union_doubt(struct front *front);

#endif
