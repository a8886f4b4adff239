/* Tokens of OCL and of the .env language. Invariant: `token` is the first token not yet consumed, `next` the one after
 * it; a token's text lies in the lexer's text. Comments are // to the end of the line and slash-star. */
#ifndef OCL_LEXER_H
#define OCL_LEXER_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ocl_token_kind {
    OCL_TOKEN_END,
    OCL_TOKEN_NAME,
    OCL_TOKEN_NUMBER,
    OCL_TOKEN_SYMBOL, /* "->", "<=", "..", "(" ... */
    OCL_TOKEN_BAD     /* what cannot be a token; `problem` says why */
};

struct ocl_token {
    enum ocl_token_kind kind;
    const char *text;
    size_t length;
    struct place place;
    int64_t number;
    const char *problem;
};

struct ocl_lexer {
    const char *position, *end;
    struct place place; /* of `position` */
    struct ocl_token token, next;
};

void ocl_lexer_start(struct ocl_lexer *lexer, const char *text, size_t length, struct place place);
void ocl_lexer_advance(struct ocl_lexer *lexer);
/* Is it this symbol, or this word? */
bool ocl_token_is(const struct ocl_token *token, const char *text);
/* Consumes the token if it is `text`. */
bool ocl_lexer_accept(struct ocl_lexer *lexer, const char *text);
/* For messages: `'->'`, `the end`, `'3'`. The text may point into `room`. */
const char *ocl_token_describe(const struct ocl_token *token, struct arena *arena);

#endif
