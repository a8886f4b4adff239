/* Names, to be looked up. Invariant: ascending, each once. */
#ifndef CFRONT_TEXT_NAME_SET_H
#define CFRONT_TEXT_NAME_SET_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct name_set {
    const char **items;
    size_t count;
};

/* The list is copied; the names are not. */
struct name_set name_set_of(struct arena *arena, const char *const *list, size_t count);
struct name_set name_set_of_words(struct arena *arena, const char *text); /* all that are in it */
struct name_set name_set_join(struct arena *arena, const struct name_set *a, const struct name_set *b);
const char *name_set_common(const struct name_set *a, const struct name_set *b); /* the first in both; NULL: none */
bool name_set_has(const struct name_set *set, const char *name);

#endif
