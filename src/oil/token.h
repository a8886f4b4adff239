/* OIL text as tokens.
 *
 * Invariant: a token's `text` is NUL-terminated and belongs to the arena of the lexer; the last token of a text is
 * always TOKEN_END. OIL has no reserved words: what a name means is decided by where it stands. */
#ifndef OIL_TOKEN_H
#define OIL_TOKEN_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>

enum oil_token_kind {
    TOKEN_END,
    TOKEN_NAME,      /* also what only begins like a number: 16D4; and dotted: a.b */
    TOKEN_INTEGER,   /* 12, -3, 0x1F */
    TOKEN_REAL,      /* 1.5, -2.0e3 */
    TOKEN_STRING,    /* without its quotes */
    TOKEN_DIRECTIVE, /* a line that begins with '#', continuation lines joined, without the '#' and comments */
    TOKEN_RANGE,     /* .. */
    TOKEN_APPEND,    /* += */
    TOKEN_PUNCTUATION
};

struct oil_token {
    enum oil_token_kind kind;
    char punctuation; /* TOKEN_PUNCTUATION */
    bool negative;
    bool too_large;     /* TOKEN_INTEGER: more than 64 bits */
    bool glued;         /* follows the token before it without a blank */
    uint64_t magnitude; /* TOKEN_INTEGER */
    const char *text;
    struct place place;
};

struct oil_lexer {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const char *file;
    const char *start, *end, *at;
    const char *line_start;
    unsigned line;
    bool only_blanks; /* so far on this line */
};

/* `text` must outlive the lexer and be NUL-terminated at `length`. */
void oil_lexer_begin(struct oil_lexer *lexer, struct arena *arena, struct diagnostics *diagnostics, const char *file,
                     const char *text, size_t length);
struct oil_token oil_lexer_next(struct oil_lexer *lexer);

/* What a message calls it: "'PRIORITY'", "the string \"x\"", "the end of the file". */
const char *oil_token_words(struct arena *arena, const struct oil_token *token);

#endif
