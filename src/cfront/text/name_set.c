#include "cfront/text/name_set.h"

#include "base/name_numbers.h"
#include "base/word.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

struct name_set name_set_of(struct arena *arena, const char *const *list, size_t count) {
    struct name_set set = {arena_new_array(arena, const char *, count + 1), 0};
    if (!count) return set;
    memcpy(set.items, list, count * sizeof *set.items);
    qsort(set.items, count, sizeof *set.items, by_name);
    for (size_t i = 0; i < count; i++)
        if (!i || strcmp(set.items[i], set.items[set.count - 1]) != 0) set.items[set.count++] = set.items[i];
    return set;
}

struct name_set name_set_of_words(struct arena *arena, const char *text) {
    struct name_numbers words = {0}; /* most stand there many times */
    size_t length;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = word_length(at);
        if (length) name_numbers_of_word(&words, arena, at, length);
    }
    struct name_set all = name_set_of(arena, words.names.items, words.names.count);
    name_numbers_free(&words);
    return all;
}

struct name_set name_set_join(struct arena *arena, const struct name_set *a, const struct name_set *b) {
    struct name_set both = {arena_new_array(arena, const char *, a->count + b->count + 1), 0};
    for (size_t i = 0, j = 0; i < a->count || j < b->count;) {
        int order = j == b->count ? -1 : i == a->count ? 1 : strcmp(a->items[i], b->items[j]);
        both.items[both.count++] = order <= 0 ? a->items[i] : b->items[j];
        i += order <= 0;
        j += order >= 0;
    }
    return both;
}

bool name_set_has(const struct name_set *set, const char *name) {
    return set->count && bsearch(&name, set->items, set->count, sizeof *set->items, by_name);
}

const char *name_set_common(const struct name_set *a, const struct name_set *b) {
    for (size_t i = 0; i < a->count; i++)
        if (name_set_has(b, a->items[i])) return a->items[i];
    return NULL;
}
