/* Terms that can have any value, whatever the rest is: a variable that is mentioned in one place only, and what is
 * computed there from it and takes every value as it does (x - y, if x is mentioned nowhere else). Such a term may
 * be replaced by a variable of its own: what else it was made of has nothing to do with it. */
#ifndef APP_PATHS_FREE_H
#define APP_PATHS_FREE_H

#include "app/term/term.h"

/* `roots` is all that is looked at (terms; one may be there several times). Sets is_free of the outermost such terms
 * that are no variables; it has a place for each term, and one more. */
void free_find(const struct terms *terms, const uint32_t *roots, size_t count, bool *is_free);

#endif
