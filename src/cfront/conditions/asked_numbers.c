#include "cfront/conditions/asked_numbers.h"

#include "base/word.h"
#include "cfront/conditions/conditions.h"
#include "cfront/text/directive.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOR_NAME = 4 };

void asked_numbers_read(struct front *front, const char *line, size_t length) {
    if (!directive_behind(line, "if") && !directive_behind(line, "elif")) return;
    const char *text = arena_text_n(front->scratch, line, length);
    if (!is_in_list(text, front->conditions->with_words.items, front->conditions->with_words.count))
        vec_push(&front->conditions->with_words, text);
}

/* In ascending order. */
struct numbers {
    int64_t items[MOST_FOR_NAME];
    size_t count;
};

static void add(struct numbers *numbers, int64_t number) {
    size_t at = 0;
    while (at < numbers->count && numbers->items[at] < number) at++;
    bool is_there = at < numbers->count && numbers->items[at] == number;
    if (number < 1 || is_there || numbers->count == MOST_FOR_NAME) return;
    for (size_t i = numbers->count++; i > at; i--) numbers->items[i] = numbers->items[i - 1];
    numbers->items[at] = number;
}

static bool has_name(const char *text, const char *name) {
    for (const char *at = text; *at;) {
        size_t length = word_length(at);
        if (spells(at, length, name)) return true;
        at += length ? length : 1;
    }
    return false;
}

/* The one that makes a difference to `> 2` and `>= 2` first. */
static void add_numbers_in(struct numbers *numbers, const char *condition) {
    for (const char *at = condition; *at;) {
        size_t length = word_length(at);
        int64_t number = length && isdigit((unsigned char)*at) ? strtoll(at, NULL, 0) : -1;
        if (number >= 0 && number < INT32_MAX) {
            add(numbers, number + 1);
            add(numbers, number);
            add(numbers, number - 1);
        }
        at += length ? length : 1;
    }
}

static bool has_one_of(const char *text, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (has_name(text, names[i])) return true;
    return false;
}

static void add_words(struct front *front, const char *condition, name_list *words) {
    const char *at = strpbrk(condition, "#") + 1;
    for (at += strspn(at, " \t"), at += word_length(at); *at;) {
        size_t length = word_length(at);
        bool is_name = length && !isdigit((unsigned char)*at) && !spells(at, length, "defined");
        const char *word = is_name ? arena_text_n(front->scratch, at, length) : NULL;
        if (word && !is_in_list(word, words->items, words->count)) vec_push(words, word);
        at += length ? length : 1;
    }
}

void asked_numbers_beside(struct front *front, const char *const *names, size_t count, name_list *words) {
    for (size_t i = 0; i < front->conditions->with_words.count; i++)
        if (has_one_of(front->conditions->with_words.items[i], names, count))
            add_words(front, front->conditions->with_words.items[i], words);
}

static void add_definitions(struct front *front, const char *name, name_list *definitions) {
    struct numbers numbers = {{1}, 1};
    for (size_t i = 0; i < front->conditions->with_words.count; i++)
        if (has_name(front->conditions->with_words.items[i], name))
            add_numbers_in(&numbers, front->conditions->with_words.items[i]);
    for (size_t i = 0; i < numbers.count; i++)
        vec_push(definitions, arena_printf(front->arena, "%s=%lld", name, (long long)numbers.items[i]));
}

void asked_numbers_hand_out(struct front *front, const char *const *names, size_t count) {
    name_list definitions = {0};
    for (size_t i = 0; i < count; i++) add_definitions(front, names[i], &definitions);
    const char **all = arena_new_array(front->arena, const char *, definitions.count + 1);
    for (size_t i = 0; i < definitions.count; i++) all[i] = definitions.items[i];
    front->program->numbers_asked = all;
    front->program->numbers_asked_count = (uint32_t)definitions.count;
    vec_free(&definitions);
}
