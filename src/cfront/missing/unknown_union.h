/* Types of missing headers that are taken for structures, and may well be unions: a member that code reads and none
 * writes, beside one that is written, shares the bytes of that one; so does, of a number and a structure or array, the
 * one that is written and never read. */
#ifndef CFRONT_MISSING_UNKNOWN_UNION_H
#define CFRONT_MISSING_UNKNOWN_UNION_H

#include "cfront/load/front.h"

/* If there is such a type, nothing holds for certain, and what is wrong behind such a member may be right. */
void unknown_union_doubt(struct front *front);

#endif
