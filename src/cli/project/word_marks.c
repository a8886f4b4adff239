#include "cli/project/word_marks.h"

#include "base/fingerprint.h"
#include "base/vec.h"
#include "base/word.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) numbers;

static uint32_t mark_of(const char *word, size_t length) {
    return (uint32_t)fingerprint_bytes(FINGERPRINT_START, word, length);
}

static int by_number(const void *a, const void *b) {
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

static struct word_marks sorted(struct arena *arena, const numbers *list) {
    struct word_marks marks = {arena_new_array(arena, uint32_t, list->count + 1), 0};
    if (list->count) qsort(list->items, list->count, sizeof *list->items, by_number);
    for (size_t i = 0; i < list->count; i++)
        if (!i || list->items[i] != list->items[i - 1]) marks.items[marks.count++] = list->items[i];
    return marks;
}

struct word_marks word_marks_of(struct arena *arena, const char *const *words, size_t count) {
    numbers list = {0};
    for (size_t i = 0; i < count; i++) vec_push(&list, mark_of(words[i], strlen(words[i])));
    struct word_marks marks = sorted(arena, &list);
    vec_free(&list);
    return marks;
}

struct word_marks word_marks_of_text(struct arena *arena, const char *text) {
    numbers list = {0};
    size_t length;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = word_length(at);
        if (length) vec_push(&list, mark_of(at, length));
    }
    struct word_marks marks = sorted(arena, &list);
    vec_free(&list);
    return marks;
}

struct word_marks word_marks_join(struct arena *arena, const struct word_marks *a, const struct word_marks *b) {
    numbers list = {0};
    for (size_t i = 0; i < a->count; i++) vec_push(&list, a->items[i]);
    for (size_t i = 0; i < b->count; i++) vec_push(&list, b->items[i]);
    struct word_marks marks = sorted(arena, &list);
    vec_free(&list);
    return marks;
}

bool word_marks_meet(const struct word_marks *a, const struct word_marks *b) {
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->items[i] == b->items[j]) return true;
        if (a->items[i] < b->items[j])
            i++;
        else
            j++;
    }
    return false;
}
