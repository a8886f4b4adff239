/* `TASK t1() { ... }`, as theses and papers write it: made `TASK(t1)` before the compiler sees it. */
#ifndef CFRONT_TEXT_DIALECT_H
#define CFRONT_TEXT_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

/* Rewrites in place; every character keeps its line and column. True if there was anything to do. */
bool dialect_rewrite(char *text, size_t length);

#endif
