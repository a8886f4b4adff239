/* Functions of missing headers as values: in tables, where one is assigned, given, given back, or compared. Whoever
 * wants a pointer to a function there says what it is. */
#ifndef CFRONT_MISSING_FUNCTION_VALUES_H
#define CFRONT_MISSING_FUNCTION_VALUES_H

#include "cfront/load/front.h"

/* By one parse of a source. False: there was nothing new. */
bool function_values_learn(struct front *front, CXTranslationUnit tu, const char *source);
/* One in capitals may be a null pointer, as nothing holds then, and nothing is violated for certain where it is. */
void function_values_doubt(struct front *front);

#endif
