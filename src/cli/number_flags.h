/* Options of compilers that change what numbers are (their signs, sizes and places), or which C it is. */
#ifndef CLI_NUMBER_FLAGS_H
#define CLI_NUMBER_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

/* The next one in the text, and how long it is; NULL: there are no more. */
const char *number_flags_next(const char *text, size_t size, size_t *length);
/* Does our compiler know it, too? */
bool number_flags_is_ours(const char *flag, size_t length);
bool number_flags_is_language(const char *flag, size_t length);

#endif
