/* Types of missing headers that are taken for `int`: what the numbers tell that they hold. */
#ifndef CFRONT_MISSING_NUMBER_USE_H
#define CFRONT_MISSING_NUMBER_USE_H

#include "cfront/load/front.h"

/* A constant that no `int` can be, and that such a type holds or is compared with, says which numbers it has: with a
 * fraction, without sign, or longer ones. By one parse of a source. False: there was nothing new. */
bool number_use_learn(struct front *front, CXTranslationUnit tu);

/* Where code depends on what such a type is otherwise: numbers with a fraction, memory that is something else. Then
 * nothing holds for certain. */
void number_use_doubt(struct front *front);

#endif
