/* What headers that do not compile have, and the program does without (replaced.h). */
#ifndef CFRONT_MISSING_REPLACED_CODE_H
#define CFRONT_MISSING_REPLACED_CODE_H

#include "cfront/load/front.h"

/* What is called, and has its code in a header that was left out, leaves no `holds`; nor does a type that stands there.
 */
void replaced_doubt(struct front *front);

#endif
