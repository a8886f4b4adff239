#include "cfront/name_set.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

struct name_set name_set_of(struct arena *arena, const char *const *list, size_t count) {
    struct name_set set = {arena_new_array(arena, const char *, count + 1), count};
    if (!count) return set;
    memcpy(set.items, list, count * sizeof *set.items);
    qsort(set.items, count, sizeof *set.items, by_name);
    return set;
}

bool name_set_has(const struct name_set *set, const char *name) {
    return set->count && bsearch(&name, set->items, set->count, sizeof *set->items, by_name);
}
