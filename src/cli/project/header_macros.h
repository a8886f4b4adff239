/* Macros, functions and variables with values of headers whose texts call or use something: whoever mentions one does
 * so. To be sorted when all are there. */
#ifndef CLI_PROJECT_HEADER_MACROS_H
#define CLI_PROJECT_HEADER_MACROS_H

#include "base/arena.h"
#include "base/name_numbers.h"
#include "base/vec.h"
#include "cfront/text/name_set.h"

struct header_macro {
    const char *name, *text;
};

struct header_macros {
    VEC(struct header_macro) list; /* by name, once they are sorted, and each once */
    struct name_numbers names;
    VEC(size_t) first;        /* by number of a name: in the list; behind the last one, how long that is */
    VEC(unsigned) written_in; /* by number of a name: the last text that it was written out in */
    unsigned texts;           /* that were written out so far */
};

void header_macros_add(struct header_macros *macros, struct arena *arena, const char *header);
void header_macros_sort(struct header_macros *macros);
void header_macros_free(struct header_macros *macros);
struct name_set header_macros_pasting(const struct header_macros *macros, struct arena *arena); /* those with `##` */
/* The source's text, and behind it the texts of all macros that it mentions, or that these do. */
const char *header_macros_expand(struct header_macros *macros, struct arena *arena, const char *source);

#endif
