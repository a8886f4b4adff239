/* The expressions of #if and #elif. */
#ifndef OIL_CONDITION_H
#define OIL_CONDITION_H

#include "oil/token.h"

/* The replacement of a macro: NULL if there is no macro of that name. Its tokens end with TOKEN_END. */
typedef const struct oil_token *(*oil_macro_lookup)(const void *context, const char *name);

/* True if the expression is not 0. What is wrong with it is reported at `place`, and then it counts as false. */
bool oil_condition(const char *text, struct place place, oil_macro_lookup lookup, const void *context,
                   struct arena *arena, struct diagnostics *diagnostics);

#endif
