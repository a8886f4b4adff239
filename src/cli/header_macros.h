/* Macros and functions of headers whose texts call or use something: whoever mentions one does so. To be sorted when
 * all are there. */
#ifndef CLI_HEADER_MACROS_H
#define CLI_HEADER_MACROS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cfront/name_set.h"

struct header_macro {
    const char *name, *text;
};

typedef VEC(struct header_macro) header_macros;

void header_macros_add(header_macros *macros, struct arena *arena, const char *header);
void header_macros_sort(header_macros *macros);
struct name_set header_macros_pasting(const header_macros *macros, struct arena *arena); /* those with `##` */
/* The source's text, and behind it the texts of all macros that it mentions, or that these do. */
const char *header_macros_expand(const header_macros *macros, struct arena *arena, const char *source);

#endif
