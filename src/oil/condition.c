#include "oil/condition.h"

#include <string.h>

enum { DEEPEST = 100 };

struct condition {
    struct oil_lexer lexer;
    struct oil_token token;
    struct place place;
    oil_macro_lookup lookup;
    const void *context;
    struct diagnostics *diagnostics;
    unsigned depth;
    bool failed;
};

static int64_t binary(struct condition *condition, unsigned level);

static void fail(struct condition *condition, const char *what) {
    if (!condition->failed) diag_error(condition->diagnostics, condition->place, "in this condition: %s", what);
    condition->failed = true;
}

static void next(struct condition *condition) { condition->token = oil_lexer_next(&condition->lexer); }

static bool is(const struct condition *condition, char punctuation) {
    return condition->token.kind == TOKEN_PUNCTUATION && condition->token.punctuation == punctuation;
}

static bool accept(struct condition *condition, char punctuation) {
    if (!is(condition, punctuation)) return false;
    next(condition);
    return true;
}

static int64_t integer(const struct oil_token *token) {
    return (int64_t)(token->negative ? 0 - token->magnitude : token->magnitude);
}

/* A name is what its macro says, through several macros if need be; without one it is 0, as in C. */
static int64_t name_value(struct condition *condition, const char *name) {
    for (unsigned hops = 0; hops < DEEPEST; hops++) {
        const struct oil_token *body = condition->lookup(condition->context, name);
        if (!body || body[0].kind == TOKEN_END) return 0;
        if (body[0].kind == TOKEN_INTEGER) return integer(&body[0]);
        if (body[0].kind != TOKEN_NAME) return 0;
        name = body[0].text;
    }
    return 0;
}

static int64_t defined(struct condition *condition) {
    bool parenthesis = accept(condition, '(');
    if (condition->token.kind != TOKEN_NAME) {
        fail(condition, "'defined' needs a name");
        return 0;
    }
    bool found = condition->lookup(condition->context, condition->token.text) != NULL;
    next(condition);
    if (parenthesis && !accept(condition, ')')) fail(condition, "expected ')'");
    return found;
}

static int64_t primary(struct condition *condition) {
    struct oil_token token = condition->token;
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
    if (token.kind == TOKEN_INTEGER) return integer(&token);
    if (token.kind == TOKEN_NAME)
        return strcmp(token.text, "defined") != 0 ? name_value(condition, token.text) : defined(condition);
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
    if (condition->token.kind != TOKEN_PUNCTUATION) return NO_OPERATION;
    const char *rest = condition->lexer.at;
    char text[3] = {condition->token.punctuation, rest < condition->lexer.end ? *rest : '\0', '\0'};
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

bool oil_condition(const char *text, struct place place, oil_macro_lookup lookup, const void *context,
                   struct arena *arena, struct diagnostics *diagnostics) {
    struct condition condition = {.place = place, .lookup = lookup, .context = context, .diagnostics = diagnostics};
    oil_lexer_begin(&condition.lexer, arena, diagnostics, place.file, text, strlen(text));
    condition.lexer.only_blanks = false;
    condition.lexer.line = place.line;
    next(&condition);
    int64_t value = binary(&condition, 0);
    if (condition.token.kind != TOKEN_END) fail(&condition, "expected an operator");
    return value != 0 && !condition.failed;
}
