/* Constants in headers of the project that ours stand for: what a kernel's configuration keeps beside its own. */
#ifndef CFRONT_MISSING_HIDDEN_H
#define CFRONT_MISSING_HIDDEN_H

#include "cfront/source/compiler_call.h"

/* Defines what this parse lacks and such a header has as `#define NAME value`, and says so. False: there was nothing.
 */
bool hidden_define(struct front *front, struct translation *translation, CXTranslationUnit tu);

#endif
