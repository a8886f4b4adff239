/* Tables sorted by name, whose rows begin with it: struct { const char *name; ... }, or names alone. */
#ifndef BASE_NAMED_H
#define BASE_NAMED_H

#include <stddef.h>

/* Where the rows of this name begin, or where they would. `size`: of a row. */
size_t named_first(const void *rows, size_t count, size_t size, const char *name);

#endif
