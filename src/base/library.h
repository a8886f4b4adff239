/* Shared libraries that are loaded when they are first needed: programs that never need them start as fast as before.
 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "base/text.h"

#include <stddef.h>

struct library_symbol {
    const char *name;
    void *address; /* of a pointer to the function: filled in by library_open() */
};

/* Opens the first of `names` (NULL-terminated) that is there and has all symbols. Returns a handle for library_close(),
 * or NULL: then `why`, if not NULL, gets a line for each name. */
void *library_open(const char *const *names, const struct library_symbol *symbols, size_t count, struct text *why);
void library_close(void *handle); /* NULL is allowed */

#endif
