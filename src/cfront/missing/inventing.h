/* Names that nothing declares, and what the compiler's complaints tell of them. */
#ifndef CFRONT_MISSING_INVENTING_H
#define CFRONT_MISSING_INVENTING_H

#include "cfront/load/front.h"

/* Learns from one parse of the source. False: there was nothing new. */
bool inventing_learn(struct front *front, CXTranslationUnit tu, const char *source);

/* A stub says which number a function gives that nothing declares. */
bool inventing_have_stubs(struct front *front);

#endif
