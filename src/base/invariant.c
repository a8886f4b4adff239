#include "base/invariant.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { INTERNAL_ERROR = 4 };

/* Nothing that is half done is written out: not even what stands in the buffers of stdout. */
void internal_error(const char *what, ...) {
    va_list arguments;
    va_start(arguments, what);
    fputs("rtcheck: internal error: ", stderr);
    vfprintf(stderr, what, arguments);
    fputs("\nThis is a bug of rtcheck, and says nothing about what was checked. Please report it.\n", stderr);
    va_end(arguments);
    fflush(stderr);
    _exit(INTERNAL_ERROR);
}
