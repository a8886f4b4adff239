#include "cli/alphabet.h"

#include <string.h>

const char *const *alphabet_names(const struct text_list *alphabets, struct arena *arena) {
    if (!alphabets->list.count) return NULL;
    VEC(const char *) names = {0};
    for (size_t i = 0; i < alphabets->list.count; i++) {
        const char *at = alphabets->list.items[i];
        while (*at) {
            size_t length = strcspn(at, ",");
            if (length) vec_push(&names, arena_text_n(arena, at, length));
            at += length + (at[length] == ',');
        }
    }
    const char **list = arena_alloc(arena, (names.count + 1) * sizeof *list);
    for (size_t i = 0; i < names.count; i++) list[i] = names.items[i];
    list[names.count] = NULL;
    vec_free(&names);
    return list;
}
