/* Whether a text may use our C library. Its bodies take the compiler longer than most applications do, so that only
 * those get them who name one of its functions or variables.
 *
 * Contract: no false `no`. A name counts wherever it stands, in comments, too, and so does whatever makes names of
 * pieces. */
#ifndef CFRONT_LIBRARY_USE_H
#define CFRONT_LIBRARY_USE_H

#include "cfront/name_set.h"

/* What `library`, a text in C, declares outside of all braces and parentheses, and not as its own: rtcheck_…. */
struct name_set library_names_of(const char *library, struct arena *arena);
bool library_names_occur(const struct name_set *names, const char *text, size_t length);
/* Pieces of text are one name (a##b), or other signs stand for those that do it (%:, ??=): nobody can know which name.
 */
bool library_pastes_names(const char *text, size_t length);

#endif
