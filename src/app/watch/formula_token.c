#include "app/watch/formula_token.h"

#include "base/word.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Longer ones first. */
static const char *const signs[] = {
    "<->", "<>", "[]", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "<", ">", "!",
    "(",   ")",  "[",  "]",  ".",  ",",  "+",  "-",  "*",  "/",  "%",  "&",  "|", "^", "~"};

static bool is_path(char c) { return is_word_char(c) || c == '.' || c == '/' || c == '-'; }

static struct formula_token name(const char *at) {
    struct formula_token token = {.kind = FORMULA_NAME, .start = at};
    size_t path = 0;
    while (is_path(at[path])) path++;
    if (at[path] == ':' && at[path + 1] == ':' && is_word_char(at[path + 2])) {
        token.qualifier = path;
        token.length = path + 2;
    }
    while (is_word_char(at[token.length])) token.length++;
    return token;
}

static struct formula_token number(const char *at) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(at, &end, 0);
    bool good = !errno;
    while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L') end++;
    good = good && !is_word_char(*end) && *end != '.';
    return (struct formula_token){good ? FORMULA_NUMBER : FORMULA_BAD, at, (size_t)(end - at), 0, (int64_t)value};
}

struct formula_token formula_token(const char *text) {
    while (isspace((unsigned char)*text)) text++;
    if (!*text) return (struct formula_token){.kind = FORMULA_END, .start = text};
    if (isdigit((unsigned char)*text)) return number(text);
    if (is_word_char(*text)) return name(text);
    if (*text == '"') {
        const char *end = strchr(text + 1, '"');
        if (end)
            return (struct formula_token){.kind = FORMULA_STRING, .start = text, .length = (size_t)(end + 1 - text)};
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (begins_with(text, signs[i]))
            return (struct formula_token){.kind = FORMULA_SIGN, .start = text, .length = strlen(signs[i])};
    return (struct formula_token){.kind = FORMULA_BAD, .start = text, .length = 1};
}

bool formula_token_is(const struct formula_token *token, const char *what) {
    return (token->kind == FORMULA_SIGN || token->kind == FORMULA_NAME) && token->length == strlen(what) &&
           !strncmp(token->start, what, token->length);
}
