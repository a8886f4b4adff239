/* Options of compilers that change what numbers are (their signs, sizes and places), or which C it is: whoever looks at
 * options asks here. */
#ifndef CFRONT_TEXT_NUMBER_FLAGS_H
#define CFRONT_TEXT_NUMBER_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

enum number_flag {
    FLAG_OTHER,    /* neither */
    FLAG_OURS,     /* our compiler knows it, too */
    FLAG_CHARS,    /* ... and what is ours is to be read in the same way: signs of `char`, sizes of enumerations */
    FLAG_UNHEEDED, /* our compiler takes it and does nothing */
    FLAG_ALLOWING, /* ... knows it, but what it allows, or promises, is not followed here */
    FLAG_UNKNOWN,  /* ... does not know it: of other machines, of other compilers, of older ones */
    FLAG_LANGUAGE  /* older or newer C than what code is read as here: other comments, other words */
};

enum number_flag number_flags_kind(const char *flag, size_t length);
/* The next one in the text, and how long it is; NULL: there are no more. */
const char *number_flags_next(const char *text, size_t size, size_t *length);

#endif
