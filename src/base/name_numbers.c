#include "base/name_numbers.h"

#include "base/fingerprint.h"
#include "base/word.h"

#include <stdlib.h>
#include <string.h>

static size_t row_of(const struct name_numbers *numbers, const char *word, size_t length) {
    size_t row = (size_t)fingerprint_bytes(FINGERPRINT_START, word, length) & (numbers->room - 1);
    while (numbers->rows[row] && !spells(word, length, numbers->names.items[numbers->rows[row] - 1]))
        row = (row + 1) & (numbers->room - 1);
    return row;
}

static void make_room(struct name_numbers *numbers) {
    if (numbers->names.count * 2 < numbers->room) return;
    free(numbers->rows);
    numbers->room = numbers->room ? numbers->room * 2 : 1024;
    numbers->rows = memory_new(numbers->room * sizeof *numbers->rows);
    for (size_t i = 0; i < numbers->names.count; i++)
        numbers->rows[row_of(numbers, numbers->names.items[i], strlen(numbers->names.items[i]))] = (uint32_t)i + 1;
}

static size_t added(struct name_numbers *numbers, size_t row, const char *name) {
    vec_push(&numbers->names, name);
    numbers->rows[row] = (uint32_t)numbers->names.count;
    return numbers->names.count - 1;
}

size_t name_numbers_of(struct name_numbers *numbers, const char *name) {
    make_room(numbers);
    size_t row = row_of(numbers, name, strlen(name));
    return numbers->rows[row] ? numbers->rows[row] - 1 : added(numbers, row, name);
}

size_t name_numbers_of_word(struct name_numbers *numbers, struct arena *arena, const char *word, size_t length) {
    make_room(numbers);
    size_t row = row_of(numbers, word, length);
    return numbers->rows[row] ? numbers->rows[row] - 1 : added(numbers, row, arena_text_n(arena, word, length));
}

size_t name_numbers_find(const struct name_numbers *numbers, const char *word, size_t length) {
    size_t row = numbers->room ? row_of(numbers, word, length) : 0;
    return numbers->room && numbers->rows[row] ? numbers->rows[row] - 1 : SIZE_MAX;
}

void name_numbers_free(struct name_numbers *numbers) {
    vec_free(&numbers->names);
    free(numbers->rows);
    *numbers = (struct name_numbers){0};
}
