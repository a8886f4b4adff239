/* Which variables a source or header has at file scope, for others to use, and which it declares to be elsewhere. Texts
 * are looked through once, not parsed (code_only.h takes comments out of them). */
#ifndef CFRONT_TEXT_SOURCE_VARIABLES_H
#define CFRONT_TEXT_SOURCE_VARIABLES_H

#include "cfront/text/name_set.h"

struct source_variables {
    struct name_set has;       /* `int a[3] = {1}, b;`, not static */
    struct name_set elsewhere; /* `extern int c;` */
};

struct source_variables source_variables_find(struct arena *arena, const char *text);

#endif
