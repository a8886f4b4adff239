/* Which names a source or header gives to types and numbers at file scope, for whoever includes it. Texts are looked
 * through once, not parsed (code_only.h takes comments out of them). */
#ifndef CFRONT_TEXT_SOURCE_TYPES_H
#define CFRONT_TEXT_SOURCE_TYPES_H

#include "cfront/text/name_set.h"

struct source_types {
    struct name_set declares; /* `typedef ... T;`, `struct S {`, `enum { A, B }` */
    struct name_set defines;  /* `#define N 7` */
};

struct source_types source_types_find(struct arena *arena, const char *text);

#endif
