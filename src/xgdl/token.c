#include "xgdl/token.h"

#include <string.h>

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool goes_on(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

bool xgdl_is_name(const char *name) {
    if (!is_letter(name[0]) || strcmp(name, "def") == 0 || strcmp(name, "guide") == 0 || strcmp(name, "of") == 0)
        return false;
    for (const char *c = name; *c; c++)
        if (!goes_on(*c)) return false;
    return true;
}

static bool looks_at(const struct xgdl_scanner *scanner, const char *word) {
    size_t length = strlen(word);
    return (size_t)(scanner->end - scanner->at) >= length && memcmp(scanner->at, word, length) == 0;
}

static struct place here(const struct xgdl_scanner *scanner) {
    struct place place = scanner->place;
    place.column = (unsigned)(scanner->at - scanner->line_start) + 1;
    return place;
}

static void advance(struct xgdl_scanner *scanner, size_t count) {
    for (; count && scanner->at < scanner->end; count--)
        if (*scanner->at++ == '\n') scanner->place.line++, scanner->line_start = scanner->at;
}

/* False: a comment has no end, which was complained about. */
static bool skip_blanks(struct xgdl_scanner *scanner) {
    for (;;) {
        while (scanner->at < scanner->end && strchr(" \t\r\n", *scanner->at) && *scanner->at) advance(scanner, 1);
        if (looks_at(scanner, "//")) {
            while (scanner->at < scanner->end && *scanner->at != '\n') advance(scanner, 1);
        } else if (looks_at(scanner, "/*")) {
            struct place start = here(scanner);
            advance(scanner, 2);
            while (scanner->at < scanner->end && !looks_at(scanner, "*/")) advance(scanner, 1);
            if (scanner->at == scanner->end) {
                diag_error(scanner->diagnostics, start, "this comment has no end");
                return false;
            }
            advance(scanner, 2);
        } else {
            return true;
        }
    }
}

static void scan_number(struct xgdl_scanner *scanner, struct xgdl_token *token) {
    uint64_t number = 0;
    token->kind = TOKEN_NUMBER;
    for (; scanner->at < scanner->end && is_digit(*scanner->at); advance(scanner, 1))
        if (number <= UINT32_MAX) number = number * 10 + (uint64_t)(*scanner->at - '0');
    token->number = (uint32_t)number;
    if (number < UINT32_MAX) return;
    diag_error(scanner->diagnostics, token->place, "this number is too large");
    token->kind = TOKEN_BAD;
}

static void scan_text(struct xgdl_scanner *scanner, struct xgdl_token *token) {
    advance(scanner, 1);
    const char *start = scanner->at;
    while (scanner->at < scanner->end && *scanner->at != '"' && (unsigned char)*scanner->at >= ' ') advance(scanner, 1);
    token->kind = TOKEN_TEXT;
    token->name = arena_text_n(scanner->arena, start, (size_t)(scanner->at - start));
    if (scanner->at == scanner->end || *scanner->at != '"') {
        diag_error(scanner->diagnostics, token->place, "this text has no closing '\"' in its line");
        token->kind = TOKEN_BAD;
    } else if (scanner->at == start) {
        diag_error(scanner->diagnostics, token->place, "an interaction has a name: \"\" is none");
        token->kind = TOKEN_BAD;
    }
    advance(scanner, 1);
}

static void scan_sign(struct xgdl_scanner *scanner, struct xgdl_token *token) {
    static const char *const signs[] = {"||", "[]", "|", "[", "]", "(", ")", "{", "}", ";", ",", "?", "*", "+", "="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (looks_at(scanner, signs[i])) {
            token->kind = TOKEN_SIGN, token->name = signs[i];
            advance(scanner, strlen(signs[i]));
            return;
        }
    token->kind = TOKEN_BAD;
    unsigned char c = (unsigned char)*scanner->at;
    if (c > ' ' && c < 0x7f)
        diag_error(scanner->diagnostics, token->place, "unexpected '%c'", c);
    else
        diag_error(scanner->diagnostics, token->place,
                   "unexpected character, byte 0x%02x: a name that has it goes into quotes", c);
    advance(scanner, 1);
}

struct xgdl_token xgdl_scan(struct xgdl_scanner *scanner) {
    bool good = skip_blanks(scanner);
    struct xgdl_token token = {.kind = TOKEN_END, .name = "", .place = here(scanner)};
    if (!good) {
        token.kind = TOKEN_BAD;
    } else if (scanner->at < scanner->end && is_letter(*scanner->at)) {
        const char *start = scanner->at;
        while (scanner->at < scanner->end && goes_on(*scanner->at)) advance(scanner, 1);
        token.kind = TOKEN_NAME, token.name = arena_text_n(scanner->arena, start, (size_t)(scanner->at - start));
    } else if (scanner->at < scanner->end && is_digit(*scanner->at)) {
        scan_number(scanner, &token);
    } else if (scanner->at < scanner->end && *scanner->at == '"') {
        scan_text(scanner, &token);
    } else if (scanner->at < scanner->end) {
        scan_sign(scanner, &token);
    }
    return token;
}
