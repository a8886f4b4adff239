/* `ATOMIC_BLOCK(x) { n = 2; }`, `BEGIN_ATOMIC n = 2; END_ATOMIC`: macros of missing headers that are no expressions, so
 * that the compiler stumbles over what follows them. */
#ifndef CFRONT_MISSING_MACRO_HINT_H
#define CFRONT_MISSING_MACRO_HINT_H

#include "cfront/load/front.h"

/* The compiler's message, and, where such a name begins the statement, how to say what it is. */
const char *macro_hint(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic, const char *message);

#endif
