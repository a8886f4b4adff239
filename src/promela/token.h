/* Promela's tokens, and the text cut into them.
 *
 * Invariant of a token vector: it ends with one TOKEN_END; names, strings and C fragments belong to the arena. */
#ifndef PROMELA_TOKEN_H
#define PROMELA_TOKEN_H

#include "promela/source.h"

#include <stdint.h>

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,   /* text                                        */
    TOKEN_NUMBER, /* value; true, false and skip too             */
    TOKEN_STRING, /* text: what stands between the quotes        */
    /* keywords, in the order of their table in token.c */
    TOKEN_D_PROCTYPE,
    TOKEN_ACTIVE,
    TOKEN_ASSERT,
    TOKEN_ATOMIC,
    TOKEN_BREAK,
    TOKEN_C_CODE, /* text: the code; extra: the assertion before it, or NULL */
    TOKEN_C_DECL,
    TOKEN_C_EXPR,
    TOKEN_C_STATE,
    TOKEN_C_TRACK,
    TOKEN_D_STEP,
    TOKEN_DO,
    TOKEN_ELSE,
    TOKEN_EMPTY,
    TOKEN_ENABLED,
    TOKEN_EVAL,
    TOKEN_FI,
    TOKEN_FOR,
    TOKEN_FULL,
    TOKEN_GET_PRIORITY,
    TOKEN_GOTO,
    TOKEN_HIDDEN,
    TOKEN_IF,
    TOKEN_INIT,
    TOKEN_INLINE,
    TOKEN_LEN,
    TOKEN_LOCAL,
    TOKEN_LTL,
    TOKEN_NEMPTY,
    TOKEN_NEVER,
    TOKEN_NFULL,
    TOKEN_NOTRACE,
    TOKEN_NP,
    TOKEN_OD,
    TOKEN_OF,
    TOKEN_PC_VALUE,
    TOKEN_PRINTF,
    TOKEN_PRINTM,
    TOKEN_PRIORITY,
    TOKEN_PROCTYPE,
    TOKEN_PROVIDED,
    TOKEN_RETURN,
    TOKEN_RUN,
    TOKEN_SELECT,
    TOKEN_SET_PRIORITY,
    TOKEN_SHOW,
    TOKEN_TIMEOUT,
    TOKEN_TRACE,
    TOKEN_TYPE, /* value: the enum type_kind */
    TOKEN_TYPEDEF,
    TOKEN_UNLESS,
    TOKEN_XR,
    TOKEN_XS,
    /* punctuation */
    TOKEN_SEMICOLON,
    TOKEN_ARROW,
    TOKEN_OPTION, /* :: */
    TOKEN_COLON,
    TOKEN_COMMA,
    TOKEN_DOT,
    TOKEN_DOT_DOT,
    TOKEN_OPEN_PAREN,
    TOKEN_CLOSE_PAREN,
    TOKEN_OPEN_BRACKET,
    TOKEN_CLOSE_BRACKET,
    TOKEN_OPEN_BRACE,
    TOKEN_CLOSE_BRACE,
    TOKEN_ASSIGN,
    TOKEN_INCREMENT,
    TOKEN_DECREMENT,
    TOKEN_SEND, /* !, also negation */
    TOKEN_SORTED_SEND,
    TOKEN_RECEIVE,
    TOKEN_RANDOM_RECEIVE,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_STAR,
    TOKEN_SLASH,
    TOKEN_PERCENT,
    TOKEN_AMPERSAND,
    TOKEN_BAR,
    TOKEN_CARET,
    TOKEN_TILDE,
    TOKEN_SHIFT_LEFT,
    TOKEN_SHIFT_RIGHT,
    TOKEN_LESS,
    TOKEN_LESS_EQUAL,
    TOKEN_GREATER,
    TOKEN_GREATER_EQUAL,
    TOKEN_EQUAL,
    TOKEN_NOT_EQUAL,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_AT,
    /* only inside an ltl formula */
    TOKEN_ALWAYS,
    TOKEN_EVENTUALLY,
    TOKEN_NEXT,
    TOKEN_UNTIL,
    TOKEN_WEAK_UNTIL,
    TOKEN_RELEASE,
    TOKEN_IMPLIES,
    TOKEN_EQUIVALENT
};

struct token {
    enum token_kind kind;
    bool newline_before; /* a line ended between the token before and this one */
    bool is_digits;      /* TOKEN_NUMBER written as digits                     */
    int32_t value;
    struct place place;
    const char *text; /* also how a keyword or a number was written */
    const char *extra;
};

struct tokens {
    VEC(struct token) list;
};

/* Cuts the text. Errors (an open string, a stray character) go to `diagnostics`; the vector is complete anyhow. */
void tokenize(const struct source *source, struct arena *arena, struct tokens *tokens, struct diagnostics *diagnostics);

/* For messages: "`while`", "end of file", "a number". */
const char *token_describe(struct arena *arena, const struct token *token);
const char *token_kind_name(enum token_kind kind);
bool token_is_keyword(const char *word);
bool token_is_temporal(const char *word); /* a word of formulas: until, X */

#endif
