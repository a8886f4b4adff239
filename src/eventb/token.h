/* Tokens of formulas and of the text form of components.
 *
 * A lexer stands at one token and can be copied to look ahead. Columns count characters, not bytes. */
#ifndef EVENTB_TOKEN_H
#define EVENTB_TOKEN_H

#include "eventb/formula.h"

enum eb_token_kind {
    EB_TOKEN_END,
    EB_TOKEN_BAD, /* `problem` says why */
    EB_TOKEN_NUMBER,
    EB_TOKEN_NAME,     /* an identifier; `quoted` where it was written in backquotes */
    EB_TOKEN_OPERATOR, /* `op`: signs and words of the mathematical language */
    EB_TOKEN_MARK,     /* `mark`: ( ) [ ] { } , and `.` for the dot, `|` for the bar */
    EB_TOKEN_LABEL,    /* @label: the name is the label; only in text files */
    EB_TOKEN_STRING,   /* "comment"; only in text files */
    EB_TOKEN_KEYWORD   /* a word that ends formulas; only in text files */
};

struct eb_token {
    enum eb_token_kind kind;
    const char *text; /* where it begins; for names: what it says */
    size_t length;
    const char *start; /* where it begins */
    struct place place;
    enum eb_op op;
    char mark;
    bool primed, quoted;
    bool first_on_line;
    const char *problem;
};

enum eb_text_form {
    EB_FORMULA_ONLY,
    EB_LOWER_KEYWORDS, /* a text file; its keywords are in lower case */
    EB_ANY_KEYWORDS    /* a text file; keywords in lower or upper case */
};

struct eb_lexer {
    const char *position, *end, *begin;
    struct place place; /* of `position` */
    bool column_by_column;
    bool version_1;
    bool ascii_words; /* INT, or, not ... are operators, not names */
    enum eb_text_form form;
    bool comments; /* // and slash-star */
    bool at_line_start;
    struct eb_token token;
};

void eb_lexer_start(struct eb_lexer *lexer, const struct eb_source *source, size_t length);
void eb_lexer_advance(struct eb_lexer *lexer);
/* Goes back to just before the token, as when it is to be read again in another form. */
void eb_lexer_again(struct eb_lexer *lexer);
/* Takes what stands at the position up to the next blank as a name (of a component or an event). */
void eb_lexer_advance_raw(struct eb_lexer *lexer);

bool eb_token_is_mark(const struct eb_token *token, char mark);
bool eb_token_is_operator(const struct eb_token *token, enum eb_op op);
/* Is it this word, as the file's form allows? `word` in lower case. */
bool eb_token_is_word(const struct eb_lexer *lexer, const struct eb_token *token, const char *word);
/* For messages: 'x', the end of the formula ... */
const char *eb_token_describe(const struct eb_token *token, struct text *room);
/* Is this one identifier of Rodin's files, where INT, or, not ... are names? `version_1`: `partition`, too. */
bool eb_is_identifier(const char *name, bool version_1);
/* Must this name stand in backquotes in a text file with keywords in lower case? */
bool eb_needs_quotes(const char *name);

#endif
