/* Words as C, OIL and Promela write them: letters, digits and underscores; and lists of words, which NULL ends. */
#ifndef BASE_WORD_H
#define BASE_WORD_H

#include <stdbool.h>
#include <string.h>

static inline bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Of the word that begins here; 0: none does. */
static inline size_t word_length(const char *text) {
    size_t length = 0;
    while (is_word_char(text[length])) length++;
    return length;
}

/* Word characters and nothing else; so is the empty text. */
static inline bool is_whole_word(const char *text) { return !text[word_length(text)]; }

/* Are these so many characters just this word? */
static inline bool spells(const char *text, size_t length, const char *word) {
    return strlen(word) == length && !memcmp(text, word, length);
}

/* Both, or neither is there. */
static inline bool are_same_texts(const char *one, const char *other) {
    return one == other || (one && other && !strcmp(one, other));
}

static inline bool has_small_letters(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] >= 'a' && text[i] <= 'z') return true;
    return false;
}

static inline bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (!strcmp(*words, word)) return true;
    return false;
}

static inline bool is_in_list(const char *word, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

static inline bool spells_one_of(const char *text, size_t length, const char *const *words) {
    for (; *words; words++)
        if (spells(text, length, *words)) return true;
    return false;
}

static inline bool begins_with(const char *text, const char *beginning) {
    return !strncmp(text, beginning, strlen(beginning));
}

static inline bool begins_with_one_of(const char *text, const char *const *beginnings) {
    for (; *beginnings; beginnings++)
        if (begins_with(text, *beginnings)) return true;
    return false;
}

/* A text ends with itself. */
static inline bool ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && !strcmp(text + length - tail, ending);
}

/* In capitals or not: people write the names of their interrupts as they like. */
static inline bool contains_one_of(const char *text, const char *const *parts) {
    for (; *parts; parts++)
        if (strcasestr(text, *parts)) return true;
    return false;
}

#endif
