/* Two definitions that say the same, as far as the compiler reads them: the same header in two sources, or a copy of
 * it, but not where a macro means something else in the other source. */
#ifndef CFRONT_SOURCE_SAME_CODE_H
#define CFRONT_SOURCE_SAME_CODE_H

#include "cfront/load/front.h"

bool is_same_code(struct front *front, CXCursor one, CXCursor other);

#endif
