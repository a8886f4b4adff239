#include "eventb/token.h"

#include "eventb/operator.h"

#include <ctype.h>
#include <string.h>

static const char *const keywords[] = {
    "machine",  "context",    "refines",     "extends",  "sees",         "sets",  "constants",
    "axioms",   "variables",  "invariants",  "variant",  "events",       "event", "any",
    "where",    "when",       "with",        "then",     "begin",        "end",   "theorem",
    "ordinary", "convergent", "anticipated", "includes", "synchronises",
};

static bool same_word(const char *text, size_t length, const char *word, bool upper) {
    if (strlen(word) != length) return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != (upper ? toupper((unsigned char)word[i]) : word[i])) return false;
    }
    return true;
}

static bool is_keyword(const char *text, size_t length, bool upper_too) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (same_word(text, length, keywords[i], false)) return true;
        if (upper_too && same_word(text, length, keywords[i], true)) return true;
    }
    return false;
}

/* ---- Characters ---- */

static unsigned code_point(const char *text, size_t length) {
    const unsigned char *s = (const unsigned char *)text;
    switch (length) {
    case 1: return s[0];
    case 2: return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    case 3: return (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
    default: return (s[0] & 0x07u) << 18 | (s[1] & 0x3fu) << 12 | (s[2] & 0x3fu) << 6 | (s[3] & 0x3fu);
    }
}

static bool is_blank(unsigned c) {
    return c == ' ' || (c >= 0x9 && c <= 0xd) || (c >= 0x1c && c <= 0x1f) || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

/* Letters as in Java's identifiers, near enough: outside ASCII all but signs, punctuation and what is not assigned. */
static bool is_letter(unsigned c) {
    if (c < 0x80) return isalpha((int)c) || c == '_' || c == '$';
    if (c == 0x3bb) return false; /* λ */
    if (c < 0xc0) return c == 0xaa || c == 0xb5 || c == 0xba;
    if (c == 0xd7 || c == 0xf7) return false;
    if (c >= 0x2000 && c < 0x2c00)
        return c == 0x2071 || c == 0x207f || (c >= 0x2090 && c <= 0x209c) || (c >= 0x2100 && c < 0x2190);
    return !(c >= 0x3000 && c <= 0x3004) && !(c >= 0xe000 && c < 0xf900) && c != 0xfeff && c < 0xe0000;
}

/* The character at the position and its length; 0 at the end and where there is no valid one. */
static unsigned peek(const struct eb_lexer *lexer, size_t *length) {
    *length = lexer->position < lexer->end ? text_utf8_length(lexer->position) : 0;
    if (*length > (size_t)(lexer->end - lexer->position)) *length = 0;
    return *length ? code_point(lexer->position, *length) : 0;
}

static void move(struct eb_lexer *lexer, size_t count) {
    for (const char *end = lexer->position + count; lexer->position < end; lexer->position++) {
        if (!lexer->column_by_column) continue;
        if (*lexer->position == '\n') {
            lexer->place.line++;
            lexer->place.column = 1;
        } else if (((unsigned char)*lexer->position & 0xc0) != 0x80) {
            lexer->place.column++;
        }
    }
}

static bool looking_at(const struct eb_lexer *lexer, const char *text) {
    size_t length = strlen(text);
    return (size_t)(lexer->end - lexer->position) >= length && !memcmp(lexer->position, text, length);
}

/* False at a comment that does not end. */
static bool skip_blanks(struct eb_lexer *lexer) {
    for (;;) {
        size_t length;
        unsigned c = peek(lexer, &length);
        if (length && is_blank(c)) {
            if (c == '\n') lexer->at_line_start = true;
            move(lexer, length);
        } else if (lexer->comments && looking_at(lexer, "//")) {
            while (lexer->position < lexer->end && *lexer->position != '\n') move(lexer, 1);
        } else if (lexer->comments && looking_at(lexer, "/*")) {
            const char *close = memmem(lexer->position + 2, (size_t)(lexer->end - lexer->position) - 2, "*/", 2);
            if (!close) return false;
            move(lexer, (size_t)(close + 2 - lexer->position));
        } else {
            return true;
        }
    }
}

/* ---- Tokens ---- */

static void bad(struct eb_lexer *lexer, const char *problem, size_t length) {
    lexer->token.kind = EB_TOKEN_BAD;
    lexer->token.problem = problem;
    lexer->token.length = length;
    move(lexer, length);
}

static void scan_number(struct eb_lexer *lexer) {
    lexer->token.kind = EB_TOKEN_NUMBER;
    while (lexer->position < lexer->end && isdigit((unsigned char)*lexer->position)) move(lexer, 1);
    size_t length;
    unsigned c = peek(lexer, &length);
    if (length && is_letter(c)) {
        bad(lexer, "a name cannot begin with a digit", length);
        return;
    }
    lexer->token.length = (size_t)(lexer->position - lexer->token.text);
}

static void scan_word(struct eb_lexer *lexer) {
    struct eb_token *token = &lexer->token;
    for (;;) {
        size_t length;
        unsigned c = peek(lexer, &length);
        if (!length || (!is_letter(c) && !(c < 0x80 && isdigit((int)c)))) break;
        move(lexer, length);
    }
    token->length = (size_t)(lexer->position - token->text);
    if (looking_at(lexer, "'")) {
        token->primed = true;
        move(lexer, 1);
    }
    token->kind = EB_TOKEN_NAME;
    if (token->primed) return;
    if (eb_word_means(token->text, token->length, lexer->ascii_words, lexer->version_1, &token->op))
        token->kind = EB_TOKEN_OPERATOR;
    else if (lexer->form != EB_FORMULA_ONLY && is_keyword(token->text, token->length, lexer->form == EB_ANY_KEYWORDS))
        token->kind = EB_TOKEN_KEYWORD;
}

/* `name`: any characters but a line's end. */
static void scan_quoted(struct eb_lexer *lexer, char quote, enum eb_token_kind kind, const char *unclosed) {
    struct eb_token *token = &lexer->token;
    move(lexer, 1);
    token->text = lexer->position;
    while (lexer->position < lexer->end && *lexer->position != quote &&
           (kind == EB_TOKEN_STRING || *lexer->position != '\n'))
        move(lexer, 1);
    if (lexer->position == lexer->end || *lexer->position != quote) {
        bad(lexer, unclosed, 0);
        return;
    }
    token->kind = kind;
    token->quoted = true;
    token->length = (size_t)(lexer->position - token->text);
    move(lexer, 1);
    if (kind == EB_TOKEN_NAME && !token->length) token->kind = EB_TOKEN_BAD, token->problem = "an empty name";
    if (kind == EB_TOKEN_NAME && looking_at(lexer, "'")) {
        token->primed = true;
        move(lexer, 1);
    }
}

/* @label ends at a blank or a colon; a colon after it belongs to it. @"any characters" ends at the quote. */
static void scan_label(struct eb_lexer *lexer) {
    struct eb_token *token = &lexer->token;
    move(lexer, 1);
    token->kind = EB_TOKEN_LABEL;
    token->text = lexer->position;
    if (looking_at(lexer, "\"")) {
        scan_quoted(lexer, '"', EB_TOKEN_LABEL, "this label does not end");
        if (token->kind == EB_TOKEN_BAD) return;
    } else {
        size_t length;
        for (unsigned c = peek(lexer, &length); length && !is_blank(c) && c != ':'; c = peek(lexer, &length))
            move(lexer, length);
        token->length = (size_t)(lexer->position - token->text);
    }
    if (!token->length) {
        bad(lexer, "a label is missing after '@'", 0);
        return;
    }
    struct eb_lexer after = *lexer;
    if (!skip_blanks(&after)) return;
    /* No formula begins with a colon. */
    if (looking_at(&after, ":")) {
        move(&after, 1);
        after.token = lexer->token;
        *lexer = after;
    }
}

/* Signs of other languages, none of which can stand in a formula; false: it is no such sign. */
static bool scan_foreign(struct eb_lexer *lexer, size_t known) {
    static const struct {
        const char *sign, *problem;
    } foreign[] = {{"==", "'==' is no sign of Event-B: '=' is"},
                   {"!=", "'!=' is no sign of Event-B: '≠' is, or '/='"},
                   {"<>", "'<>' is no sign of Event-B: '≠' is, or '/='"},
                   {"&&", "'&&' is no sign of Event-B: '∧' is, or '&'"},
                   {"=<", "'=<' is no sign of Event-B: '≤' is, or '<='"},
                   {"->", "'->' is no sign of Event-B: '→' is, or '-->', of functions; '↦', or '|->', of pairs"}};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        size_t length = strlen(foreign[i].sign);
        if (length <= known || !looking_at(lexer, foreign[i].sign)) continue;
        bad(lexer, foreign[i].problem, length);
        return true;
    }
    return false;
}

static void scan_sign(struct eb_lexer *lexer) {
    struct eb_token *token = &lexer->token;
    enum eb_op op;
    size_t length;
    bool is_operator = eb_sign_at(lexer->position, (size_t)(lexer->end - lexer->position), &op, &length);
    if (scan_foreign(lexer, is_operator ? length : 0)) return;
    if (is_operator) {
        token->kind = EB_TOKEN_OPERATOR;
        token->op = op;
        token->length = length;
        move(lexer, length);
        return;
    }
    static const struct {
        const char *sign;
        char mark;
    } marks[] = {{"(", '('}, {")", ')'}, {"[", '['}, {"]", ']'}, {"{", '{'}, {"}", '}'}, {",", ','},
                 {"·", '.'}, {".", '.'}, {"⋅", '.'}, {"•", '.'}, {"∣", '|'}, {"|", '|'}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (!looking_at(lexer, marks[i].sign)) continue;
        token->kind = EB_TOKEN_MARK;
        token->mark = marks[i].mark;
        token->length = strlen(marks[i].sign);
        move(lexer, token->length);
        return;
    }
    peek(lexer, &length);
    bad(lexer, length ? "this character means nothing here" : "this byte is not UTF-8", length ? length : 1);
}

static void begin_token(struct eb_lexer *lexer, enum eb_token_kind kind) {
    lexer->token = (struct eb_token){.kind = kind,
                                     .text = lexer->position,
                                     .start = lexer->position,
                                     .place = lexer->place,
                                     .first_on_line = lexer->at_line_start};
    lexer->at_line_start = false;
}

void eb_lexer_advance(struct eb_lexer *lexer) {
    bool closed = skip_blanks(lexer);
    begin_token(lexer, EB_TOKEN_END);
    size_t length;
    unsigned c = peek(lexer, &length);
    bool text_file = lexer->form != EB_FORMULA_ONLY;
    if (!closed)
        bad(lexer, "this comment does not end", (size_t)(lexer->end - lexer->position));
    else if (lexer->position >= lexer->end)
        return;
    else if (length && is_letter(c))
        scan_word(lexer);
    else if (c < 0x80 && isdigit((int)c))
        scan_number(lexer);
    else if (c == '`')
        scan_quoted(lexer, '`', EB_TOKEN_NAME, "this name in backquotes does not end");
    else if (text_file && c == '"')
        scan_quoted(lexer, '"', EB_TOKEN_STRING, "this string does not end");
    else if (text_file && c == '@')
        scan_label(lexer);
    else
        scan_sign(lexer);
    /* A string is a comment: what follows it still begins the line. */
    if (lexer->token.kind == EB_TOKEN_STRING) lexer->at_line_start = lexer->token.first_on_line;
}

void eb_lexer_again(struct eb_lexer *lexer) {
    lexer->position = lexer->token.start;
    lexer->place = lexer->token.place;
    lexer->at_line_start = lexer->token.first_on_line;
}

void eb_lexer_advance_raw(struct eb_lexer *lexer) {
    bool closed = skip_blanks(lexer);
    if (!closed || looking_at(lexer, "`") || lexer->position >= lexer->end) {
        eb_lexer_advance(lexer);
        return;
    }
    begin_token(lexer, EB_TOKEN_NAME);
    size_t length;
    for (unsigned c = peek(lexer, &length); length && !is_blank(c) &&
                                            !strchr("=,:@\"`", (int)(c < 0x80      ? c
                                                                     : c == 0x2259 ? '='
                                                                                   : ' '));
         c = peek(lexer, &length))
        move(lexer, length);
    lexer->token.length = (size_t)(lexer->position - lexer->token.text);
    if (!lexer->token.length) bad(lexer, "a name is missing", 0);
}

void eb_lexer_start(struct eb_lexer *lexer, const struct eb_source *source, size_t length) {
    *lexer = (struct eb_lexer){.position = source->text,
                               .begin = source->text,
                               .end = source->text + length,
                               .place = source->origin,
                               .column_by_column = source->column_by_column,
                               .version_1 = source->version_1,
                               .ascii_words = !source->words_are_names,
                               .at_line_start = true};
}

/* ---- Questions ---- */

bool eb_token_is_mark(const struct eb_token *token, char mark) {
    return token->kind == EB_TOKEN_MARK && token->mark == mark;
}

bool eb_token_is_operator(const struct eb_token *token, enum eb_op op) {
    return token->kind == EB_TOKEN_OPERATOR && token->op == op;
}

bool eb_token_is_word(const struct eb_lexer *lexer, const struct eb_token *token, const char *word) {
    if (token->kind != EB_TOKEN_KEYWORD && (token->kind != EB_TOKEN_NAME || token->quoted || token->primed))
        return false;
    return same_word(token->text, token->length, word, false) ||
           (lexer->form == EB_ANY_KEYWORDS && same_word(token->text, token->length, word, true));
}

const char *eb_token_describe(const struct eb_token *token, struct text *room) {
    text_clear(room);
    if (token->kind == EB_TOKEN_END) return "the end";
    text_add_char(room, '\'');
    if (token->kind == EB_TOKEN_LABEL) text_add_char(room, '@');
    text_add_n(room, token->text, token->length);
    if (token->primed) text_add_char(room, '\'');
    text_add_char(room, '\'');
    return text_chars(room);
}

bool eb_is_identifier(const char *name, bool version_1) {
    struct eb_source source = {.text = name, .words_are_names = true, .version_1 = version_1};
    struct eb_lexer lexer;
    eb_lexer_start(&lexer, &source, strlen(name));
    eb_lexer_advance(&lexer);
    return lexer.token.kind == EB_TOKEN_NAME && !lexer.token.primed && !lexer.token.quoted &&
           lexer.token.length == strlen(name);
}

bool eb_needs_quotes(const char *name) {
    struct eb_source source = {.text = name};
    struct eb_lexer lexer;
    eb_lexer_start(&lexer, &source, strlen(name));
    lexer.form = EB_LOWER_KEYWORDS; /* as we print them */
    eb_lexer_advance(&lexer);
    return lexer.token.kind != EB_TOKEN_NAME || lexer.token.quoted || lexer.token.primed ||
           lexer.token.length != strlen(name);
}
