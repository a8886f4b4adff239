/* What the compiler complains of, and the text that it is about. */
#ifndef CFRONT_MISSING_COMPLAINT_H
#define CFRONT_MISSING_COMPLAINT_H

#include "base/word.h"
#include "cfront/load/front.h"

#include <ctype.h>

struct complaint {
    struct front *front;
    const char *source;
    const char *message;
    const char *text; /* of the file; NULL: not to be had */
    size_t length, offset;
    CXTranslationUnit tu;
    unsigned count; /* of all complaints of this parse */
    CXDiagnostic diagnostic;
};

static inline bool says(const struct complaint *complaint, const char *beginning) {
    return begins_with(complaint->message, beginning);
}

/* ---- Places in the text ---- */

/* 0: behind its end. */
static inline char char_at(const struct complaint *complaint, size_t at) {
    return at < complaint->length ? complaint->text[at] : '\0';
}

static inline size_t skip_spaces(const struct complaint *complaint, size_t at) {
    while (isspace((unsigned char)char_at(complaint, at))) at++;
    return at;
}

static inline size_t skip_word(const struct complaint *complaint, size_t at) {
    while (is_word_char(char_at(complaint, at))) at++;
    return at;
}

/* Where the spaces before it begin. */
static inline size_t spaces_before(const struct complaint *complaint, size_t at) {
    while (at && isspace((unsigned char)complaint->text[at - 1])) at--;
    return at;
}

static inline size_t word_before(const struct complaint *complaint, size_t at) {
    while (at && is_word_char(complaint->text[at - 1])) at--;
    return at;
}

/* Behind the bracket that closes the one here. */
static inline size_t skip_brackets(const struct complaint *complaint, size_t at) {
    unsigned depth = 0;
    for (; at < complaint->length; at++) {
        if (complaint->text[at] == '(') depth++;
        if (complaint->text[at] == ')' && --depth == 0) return at + 1;
    }
    return at;
}

/* Before the bracket that the one that ends here closes; 0: there is none. */
static inline size_t brackets_before(const struct complaint *complaint, size_t at, char open, char close) {
    unsigned depth = 0;
    while (at) {
        char c = complaint->text[--at];
        depth += c == close;
        if (c == open && --depth == 0) return spaces_before(complaint, at);
    }
    return 0;
}

/* `->` or `.` ends here: moves before it. */
static inline bool skip_access_before(const struct complaint *complaint, size_t *at) {
    size_t length = *at > 1 && !memcmp(complaint->text + *at - 2, "->", 2) ? 2 : *at && complaint->text[*at - 1] == '.';
    if (length) *at = spaces_before(complaint, *at - length);
    return length > 0;
}

/* A word as macros are called: in capitals, or beginning with an underscore. */
static inline bool looks_like_macro(const struct complaint *complaint, size_t begin, size_t end) {
    const char *word = complaint->text + begin;
    return begin < end && (*word == '_' || !has_small_letters(word, end - begin));
}

#endif
