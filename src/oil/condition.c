#include "oil/condition.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 100 };

struct condition {
    const struct oil_token *token; /* the first that was not taken */
    struct place place;
    struct diagnostics *diagnostics;
    unsigned depth;
    bool failed;
};

static int64_t binary(struct condition *condition, unsigned level);

static void fail(struct condition *condition, const char *what) {
    if (!condition->failed) diag_error(condition->diagnostics, condition->place, "in this condition: %s", what);
    condition->failed = true;
}

static void next(struct condition *condition) {
    if (condition->token->kind != TOKEN_END) condition->token++;
}

static bool is_mark(const struct oil_token *token, char punctuation) {
    return token->kind == TOKEN_PUNCTUATION && token->punctuation == punctuation;
}

static bool accept(struct condition *condition, char punctuation) {
    if (!is_mark(condition->token, punctuation)) return false;
    next(condition);
    return true;
}

/* As C reads it: with 0 before octal digits, and with u and l behind. */
static int64_t integer(struct condition *condition, const char *text) {
    char *rest;
    errno = 0;
    bool negative = *text == '-';
    unsigned long long value = strtoull(text + negative, &rest, 0);
    if (errno || rest[strspn(rest, "uUlL")]) fail(condition, "a number is expected that C knows, of at most 64 bits");
    return (int64_t)(negative ? 0 - value : value);
}

static int64_t primary(struct condition *condition) {
    const struct oil_token *token = condition->token;
    if (condition->depth > DEEPEST) {
        fail(condition, "it is nested too deeply");
        return 0;
    }
    if (accept(condition, '!')) {
        condition->depth++;
        int64_t value = !primary(condition);
        condition->depth--;
        return value;
    }
    if (accept(condition, '(')) {
        condition->depth++;
        int64_t value = binary(condition, 0);
        condition->depth--;
        if (!accept(condition, ')')) fail(condition, "expected ')'");
        return value;
    }
    next(condition);
    bool is_name = token->kind == TOKEN_NAME && !isdigit((unsigned char)token->text[0]);
    if (is_name) return 0; /* it is no macro */
    if (token->kind == TOKEN_INTEGER || token->kind == TOKEN_NAME) return integer(condition, token->text);
    fail(condition, "expected a number or a name");
    return 0;
}

enum operation {
    OR,
    AND,
    BIT_OR,
    BIT_AND,
    EQUAL,
    UNEQUAL,
    LESS,
    GREATER,
    AT_MOST,
    AT_LEAST,
    ADD,
    SUBTRACT,
    MULTIPLY,
    NO_OPERATION
};

static const struct {
    const char *text;
    unsigned level;
} operations[] = {{"||", 0}, {"&&", 1}, {"|", 2},  {"&", 3}, {"==", 4}, {"!=", 4}, {"<", 5},
                  {">", 5},  {"<=", 5}, {">=", 5}, {"+", 6}, {"-", 6},  {"*", 7}};

static enum operation operation_here(const struct condition *condition) {
    const struct oil_token *token = condition->token;
    if (token->kind != TOKEN_PUNCTUATION) return NO_OPERATION;
    bool two = token[1].kind == TOKEN_PUNCTUATION && token[1].glued;
    char text[3] = {token->punctuation, two ? token[1].punctuation : '\0', '\0'};
    for (unsigned i = 0; i < NO_OPERATION; i++)
        if (operations[i].text[1] && !strcmp(operations[i].text, text)) return (enum operation)i;
    for (unsigned i = 0; i < NO_OPERATION; i++)
        if (!operations[i].text[1] && operations[i].text[0] == text[0]) return (enum operation)i;
    return NO_OPERATION;
}

static int64_t compute(enum operation operation, int64_t a, int64_t b) {
    switch (operation) {
    case OR: return a || b;
    case AND: return a && b;
    case BIT_OR: return a | b;
    case BIT_AND: return a & b;
    case EQUAL: return a == b;
    case UNEQUAL: return a != b;
    case LESS: return a < b;
    case GREATER: return a > b;
    case AT_MOST: return a <= b;
    case AT_LEAST: return a >= b;
    case ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case SUBTRACT: return (int64_t)((uint64_t)a - (uint64_t)b);
    case MULTIPLY: return (int64_t)((uint64_t)a * (uint64_t)b);
    case NO_OPERATION: break;
    }
    return 0;
}

static int64_t binary(struct condition *condition, unsigned level) {
    int64_t value = primary(condition);
    for (;;) {
        enum operation operation = operation_here(condition);
        if (operation == NO_OPERATION || operations[operation].level < level || condition->failed) return value;
        next(condition);
        if (operations[operation].text[1]) next(condition);
        condition->depth++;
        int64_t right = binary(condition, operations[operation].level + 1);
        condition->depth--;
        value = compute(operation, value, right);
    }
}

/* ---- macros ---- */

struct expansion {
    VEC(struct oil_token) list;
};

static bool add(void *context, const struct oil_token *token) {
    struct expansion *expansion = context;
    vec_push(&expansion->list, *token);
    return true;
}

/* `defined X`, `defined(X)`: 1 or 0. Its name is not replaced. */
static void add_defined(struct expansion *expansion, const struct oil_macros *macros, struct oil_lexer *lexer,
                        struct condition *condition) {
    struct oil_token name = oil_lexer_next(lexer);
    bool parenthesis = is_mark(&name, '(');
    if (parenthesis) name = oil_lexer_next(lexer);
    if (name.kind != TOKEN_NAME) fail(condition, "'defined' needs a name");
    if (parenthesis && !condition->failed) {
        struct oil_token close = oil_lexer_next(lexer);
        if (!is_mark(&close, ')')) fail(condition, "expected ')'");
    }
    const char *value = oil_macro_find(macros, name.text) ? "1" : "0";
    add(expansion, &(struct oil_token){.kind = TOKEN_INTEGER, .text = value, .place = name.place});
}

static void expand(struct expansion *expansion, const char *text, struct oil_macros *macros,
                   struct condition *condition) {
    struct oil_lexer lexer;
    struct oil_token_source source = {.lexer = &lexer};
    oil_lexer_begin(&lexer, macros->arena, condition->diagnostics, condition->place.file, text, strlen(text));
    lexer.only_blanks = false;
    lexer.line = condition->place.line;
    for (;;) {
        struct oil_token token = oil_source_next(&source);
        if (token.kind == TOKEN_NAME && !strcmp(token.text, "defined"))
            add_defined(expansion, macros, &lexer, condition);
        else if (token.kind == TOKEN_END || !oil_macro_expand(macros, &source, &token, add, expansion, 0))
            break;
    }
    add(expansion, &(struct oil_token){.kind = TOKEN_END, .text = ""});
}

bool oil_condition(const char *text, struct place place, struct oil_macros *macros) {
    struct condition condition = {.place = place, .diagnostics = macros->diagnostics};
    struct expansion expansion = {0};
    expand(&expansion, text, macros, &condition);
    condition.token = expansion.list.items;
    int64_t value = condition.failed ? 0 : binary(&condition, 0);
    if (condition.token->kind != TOKEN_END) fail(&condition, "expected an operator");
    vec_free(&expansion.list);
    return value != 0 && !condition.failed;
}
