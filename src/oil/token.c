#include "oil/token.h"

#include "base/word.h"

#include <ctype.h>
#include <string.h>

void oil_lexer_begin(struct oil_lexer *lexer, struct arena *arena, struct diagnostics *diagnostics, const char *file,
                     const char *text, size_t length) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    *lexer = (struct oil_lexer){.arena = arena,
                                .diagnostics = diagnostics,
                                .file = file,
                                .start = text,
                                .end = text + length,
                                .at = text,
                                .line_start = text,
                                .line = 1,
                                .only_blanks = true};
    if (length >= 3 && memcmp(text, byte_order_mark, 3) == 0) lexer->at = lexer->line_start = text + 3;
}

static struct place here(const struct oil_lexer *lexer) {
    return (struct place){lexer->file, lexer->line, (unsigned)(lexer->at - lexer->line_start) + 1};
}

static char peek(const struct oil_lexer *lexer, size_t ahead) {
    return (size_t)(lexer->end - lexer->at) > ahead ? lexer->at[ahead] : '\0';
}

static void step(struct oil_lexer *lexer) {
    if (*lexer->at++ != '\n') return;
    lexer->line++;
    lexer->line_start = lexer->at;
    lexer->only_blanks = true;
}

static void skip_block_comment(struct oil_lexer *lexer) {
    struct place place = here(lexer);
    step(lexer), step(lexer);
    while (lexer->at < lexer->end && !(peek(lexer, 0) == '*' && peek(lexer, 1) == '/')) step(lexer);
    if (lexer->at == lexer->end) {
        diag_error(lexer->diagnostics, place, "this comment is never closed");
        return;
    }
    lexer->at += 2;
}

static void skip_blanks(struct oil_lexer *lexer) {
    while (lexer->at < lexer->end) {
        char c = peek(lexer, 0), next = peek(lexer, 1);
        if (isspace((unsigned char)c))
            step(lexer);
        else if (c == '/' && next == '*')
            skip_block_comment(lexer);
        else if (c == '/' && next == '/')
            while (lexer->at < lexer->end && *lexer->at != '\n') step(lexer);
        else
            return;
    }
}

/* ---- directives ---- */

static bool is_continuation(const struct oil_lexer *lexer) {
    return peek(lexer, 0) == '\\' && (peek(lexer, 1) == '\n' || (peek(lexer, 1) == '\r' && peek(lexer, 2) == '\n'));
}

static void directive_string(struct oil_lexer *lexer, struct text *line) {
    do {
        text_add_char(line, *lexer->at++);
    } while (lexer->at < lexer->end && *lexer->at != '"' && *lexer->at != '\n');
    if (peek(lexer, 0) == '"') text_add_char(line, *lexer->at++);
}

static struct oil_token directive(struct oil_lexer *lexer) {
    struct oil_token token = {.kind = TOKEN_DIRECTIVE, .place = here(lexer)};
    struct text line = {0};
    lexer->at++;
    while (lexer->at < lexer->end && *lexer->at != '\n') {
        if (is_continuation(lexer)) {
            while (*lexer->at != '\n') lexer->at++;
            step(lexer);
            text_add_char(&line, ' ');
        } else if (peek(lexer, 0) == '/' && peek(lexer, 1) == '*') {
            skip_block_comment(lexer);
            text_add_char(&line, ' ');
        } else if (peek(lexer, 0) == '/' && peek(lexer, 1) == '/') {
            while (lexer->at < lexer->end && *lexer->at != '\n') lexer->at++;
        } else if (*lexer->at == '"') {
            directive_string(lexer, &line);
        } else {
            text_add_char(&line, *lexer->at++);
        }
    }
    token.text = arena_text(lexer->arena, text_chars(&line));
    text_free(&line);
    return token;
}

/* ---- words and strings ---- */

static bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

/* A '.' belongs to a name if a name goes on after it (`a.b`), never to the `..` of a range. */
static size_t dotted_length(const struct oil_lexer *lexer) {
    size_t length = 0;
    bool number = is_decimal_digit(peek(lexer, 0));
    for (;; length++) {
        char c = peek(lexer, length);
        if (is_word_char(c)) continue;
        if (c != '.' || number || !is_word_char(peek(lexer, length + 1))) return length;
    }
}

static bool integer_value(struct oil_token *token, const char *digits) {
    unsigned base = 10;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) base = 16, digits += 2;
    if (!*digits) return false;
    for (; *digits; digits++) {
        if (strspn(digits, "uUlL") == strlen(digits) && isxdigit((unsigned char)digits[-1])) return true;
        if (base == 16 ? !isxdigit((unsigned char)*digits) : !is_decimal_digit(*digits)) return false;
        unsigned digit = is_decimal_digit(*digits) ? (unsigned)(*digits - '0')
                                                   : (unsigned)(tolower((unsigned char)*digits) - 'a') + 10;
        if (token->magnitude > (UINT64_MAX - digit) / base) token->too_large = true;
        token->magnitude = token->magnitude * base + digit;
    }
    return true;
}

/* The length of a number with a fraction at `at`, 0 if there is none. */
static size_t real_length(const struct oil_lexer *lexer) {
    size_t length = 0;
    while (is_decimal_digit(peek(lexer, length))) length++;
    if (length == 0 || peek(lexer, length) != '.' || peek(lexer, length + 1) == '.') return 0;
    length++;
    while (is_decimal_digit(peek(lexer, length))) length++;
    size_t exponent = length;
    if (peek(lexer, exponent) == 'e' || peek(lexer, exponent) == 'E') {
        exponent++;
        if (peek(lexer, exponent) == '+' || peek(lexer, exponent) == '-') exponent++;
        if (is_decimal_digit(peek(lexer, exponent))) {
            while (is_decimal_digit(peek(lexer, exponent))) exponent++;
            length = exponent;
        }
    }
    return length;
}

static struct oil_token word(struct oil_lexer *lexer) {
    struct oil_token token = {.kind = TOKEN_NAME, .place = here(lexer)};
    const char *start = lexer->at;
    bool sign = *lexer->at == '-' || *lexer->at == '+';
    token.negative = *lexer->at == '-';
    lexer->at += sign;
    const char *digits = lexer->at;
    size_t real = real_length(lexer);
    lexer->at += real ? real : dotted_length(lexer);
    token.text = arena_text_n(lexer->arena, start, (size_t)(lexer->at - start));
    if (real)
        token.kind = TOKEN_REAL;
    else if (is_decimal_digit(*digits) && integer_value(&token, token.text + (digits - start)))
        token.kind = TOKEN_INTEGER;
    return token;
}

/* The standard knows no escapes; real files have both `\"` inside a string and paths that end in a backslash. A
 * backslash hides a quote only if the line has another one to close the string. */
static bool hidden_quote(const struct oil_lexer *lexer) {
    if (peek(lexer, 0) != '\\' || peek(lexer, 1) != '"') return false;
    for (const char *c = lexer->at + 2; c < lexer->end && *c != '\n'; c++)
        if (*c == '"') return true;
    return false;
}

static struct oil_token string(struct oil_lexer *lexer) {
    struct oil_token token = {.kind = TOKEN_STRING, .place = here(lexer)};
    struct text content = {0};
    step(lexer);
    while (lexer->at < lexer->end && *lexer->at != '"') {
        if (hidden_quote(lexer)) lexer->at++;
        text_add_char(&content, *lexer->at);
        step(lexer);
    }
    token.text = arena_text_n(lexer->arena, text_chars(&content), content.length);
    text_free(&content);
    if (lexer->at == lexer->end)
        diag_error(lexer->diagnostics, token.place, "this string is never closed");
    else
        lexer->at++;
    lexer->only_blanks = false;
    return token;
}

struct oil_token oil_lexer_next(struct oil_lexer *lexer) {
    const char *before = lexer->at;
    skip_blanks(lexer);
    bool glued = lexer->at == before;
    struct oil_token token = {.kind = TOKEN_END, .place = here(lexer), .text = ""};
    if (lexer->at == lexer->end) return token;
    char c = peek(lexer, 0), next = peek(lexer, 1);
    if (c == '#' && lexer->only_blanks) return directive(lexer);
    lexer->only_blanks = false;
    if (is_word_char(c) || ((c == '-' || c == '+') && is_decimal_digit(next))) {
        token = word(lexer);
    } else if (c == '"') {
        token = string(lexer);
    } else {
        size_t length = (c == '.' && next == '.') || (c == '+' && next == '=') ? 2 : 1;
        token.kind = length == 1 ? TOKEN_PUNCTUATION : c == '.' ? TOKEN_RANGE : TOKEN_APPEND;
        token.punctuation = c;
        token.text = arena_text_n(lexer->arena, lexer->at, length);
        lexer->at += length;
    }
    token.glued = glued;
    return token;
}

const char *oil_token_words(struct arena *arena, const struct oil_token *token) {
    enum { LONGEST = 60 };
    const char *dots = strlen(token->text) > LONGEST ? "..." : "";
    switch (token->kind) {
    case TOKEN_END: return "the end of the file";
    case TOKEN_STRING: return arena_printf(arena, "the string \"%.*s%s\"", LONGEST, token->text, dots);
    case TOKEN_PUNCTUATION:
        if (!isprint((unsigned char)token->punctuation))
            return arena_printf(arena, "the byte 0x%02x", (unsigned char)token->punctuation);
        return arena_printf(arena, "'%c'", token->punctuation);
    default: return arena_printf(arena, "'%.*s%s'", LONGEST, token->text, dots);
    }
}
