/* The words of a formula. */
#ifndef APP_WATCH_FORMULA_TOKEN_H
#define APP_WATCH_FORMULA_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum formula_token_kind { FORMULA_END, FORMULA_NAME, FORMULA_NUMBER, FORMULA_STRING, FORMULA_SIGN, FORMULA_BAD };

struct formula_token {
    enum formula_token_kind kind;
    const char *start;
    size_t length;
    size_t qualifier; /* FORMULA_NAME: bytes before "::", or 0 */
    int64_t number;
};

/* The word that begins at or after `text`; the next one is at start + length. */
struct formula_token formula_token(const char *text);
bool formula_token_is(const struct formula_token *token, const char *sign_or_name);

#endif
