/* What the parts of the parser share. */
#ifndef OIL_PARSER_INTERNAL_H
#define OIL_PARSER_INTERNAL_H

#include "oil/parser.h"

#include <string.h>

/* Deeper nesting, or more of anything, is no configuration but an attack on the stack or on patience. */
enum { DEEPEST_NESTING = 50, MOST_ERRORS = 20, MOST_OBJECTS = 10000, MOST_PARAMETERS = 10000 };

enum oil_habit {
    HABIT_SEMICOLON,
    HABIT_VALUE_SEMICOLON,
    HABIT_NO_CPU,
    HABIT_OBJECT_EQUALS,
    HABIT_NO_EQUALS,
    HABIT_DASH,
    HABIT_EARLY_END,
    HABIT_COUNT
};

struct oil_parser {
    struct oil_tree *tree;
    const struct oil_token *first, *token; /* the current one */
    struct arena *arena;
    struct diagnostics *diagnostics;
    unsigned depth;
    size_t object_count;
    unsigned errors;
    bool stopped;             /* too many errors: the rest is not read */
    bool warned[HABIT_COUNT]; /* each habit is mentioned once */
};

static inline bool oil_at(const struct oil_parser *parser, char punctuation) {
    return parser->token->kind == TOKEN_PUNCTUATION && parser->token->punctuation == punctuation;
}

static inline bool oil_at_name(const struct oil_parser *parser, const char *name) {
    return parser->token->kind == TOKEN_NAME && !strcmp(parser->token->text, name);
}

static inline bool oil_at_end(const struct oil_parser *parser) {
    return parser->token->kind == TOKEN_END || parser->stopped;
}

static inline void oil_advance(struct oil_parser *parser) {
    if (parser->token->kind != TOKEN_END) parser->token++;
}

static inline bool oil_accept(struct oil_parser *parser, char punctuation) {
    if (!oil_at(parser, punctuation)) return false;
    oil_advance(parser);
    return true;
}

/* "expected WHAT, found ...". Always false. */
bool oil_expected(struct oil_parser *parser, const char *what);
/* After an error: to behind the next ';' or to the '}' that ends what encloses it. */
void oil_recover(struct oil_parser *parser);
void oil_warn_habit(struct oil_parser *parser, enum oil_habit habit, struct place place, const char *what);
bool oil_parse_name(struct oil_parser *parser, const char *what, const char **name);
bool oil_parse_value(struct oil_parser *parser, struct oil_value *value);
bool oil_parse_description(struct oil_parser *parser, const char **description);
/* The end of something: a ';' which may be missing after a '}'. */
bool oil_parse_end(struct oil_parser *parser, bool after_brace);
/* Attributes up to and with the '}'; `parse_one` reads one of them, or false after an error. */
bool oil_parse_body(struct oil_parser *parser, bool (*parse_one)(struct oil_parser *parser, void *context),
                    void *context);
bool oil_enter(struct oil_parser *parser); /* false, with an error, if it would be too deep */
static inline void oil_leave(struct oil_parser *parser) { parser->depth--; }

/* IMPLEMENTATION name { ... }; the current token is IMPLEMENTATION. */
void oil_parse_implementation(struct oil_parser *parser);

#endif
