/* Words as C, OIL and Promela write them: letters, digits and underscores; and lists of words, which NULL ends. */
#ifndef BASE_WORD_H
#define BASE_WORD_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static inline bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static inline bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (!strcmp(*words, word)) return true;
    return false;
}

#endif
