/* Where places lie: a member of a packed structure need not be where its type belongs. */
#ifndef APP_ANALYSIS_ALIGNED_H
#define APP_ANALYSIS_ALIGNED_H

#include "cfront/ir/ir.h"

/* Whatever its indices are, the place, which no pointer is part of, lies at a multiple of so many bytes. */
bool aligned_is(const struct c_expression *place, uint32_t align);

#endif
