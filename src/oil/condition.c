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
    struct oil_macros *macros;
    unsigned depth;
    unsigned passed; /* operands around this one that decide without it: here nothing is divided */
    bool failed;
};

/* As C's preprocessor computes: with 64 bits, without a sign where one operand has none. */
struct value {
    uint64_t bits;
    bool is_unsigned;
};

static struct value conditional(struct condition *condition);

static struct value number(int64_t value) { return (struct value){(uint64_t)value, false}; }

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
static struct value integer(struct condition *condition, const char *text) {
    char *rest;
    errno = 0;
    unsigned long long bits = strtoull(text, &rest, 0);
    if (errno || rest[strspn(rest, "uUlL")]) fail(condition, "a number is expected that C knows, of at most 64 bits");
    return (struct value){bits, bits > INT64_MAX || strpbrk(rest, "uU")};
}

static struct value primary(struct condition *condition);

/* An operand of a unary operator, or what stands in parentheses. */
static struct value nested(struct condition *condition, struct value (*read)(struct condition *)) {
    struct value value = number(0);
    if (++condition->depth > DEEPEST)
        fail(condition, "it is nested too deeply");
    else
        value = read(condition);
    condition->depth--;
    return value;
}

static struct value primary(struct condition *condition) {
    const struct oil_token *token = condition->token;
    next(condition);
    if (is_mark(token, '!')) return number(!nested(condition, primary).bits);
    if (is_mark(token, '+')) return nested(condition, primary);
    if (is_mark(token, '-') || is_mark(token, '~')) {
        struct value value = nested(condition, primary);
        value.bits = is_mark(token, '-') ? 0 - value.bits : ~value.bits;
        return value;
    }
    if (is_mark(token, '(')) {
        struct value value = nested(condition, conditional);
        if (!accept(condition, ')')) fail(condition, "expected ')'");
        return value;
    }
    bool is_name = token->kind == TOKEN_NAME && !isdigit((unsigned char)token->text[0]);
    if (is_name) oil_macro_note_zero(condition->macros, token->text);
    if (is_name) return number(0);
    if (token->kind == TOKEN_INTEGER || token->kind == TOKEN_NAME) return integer(condition, token->text);
    fail(condition, "expected a number or a name");
    return number(0);
}

enum operation {
    OR,
    AND,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    EQUAL,
    UNEQUAL,
    LESS,
    GREATER,
    AT_MOST,
    AT_LEAST,
    LEFT,
    RIGHT,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MODULO,
    NO_OPERATION
};

static const struct {
    const char *text;
    unsigned level;
} operations[] = {{"||", 0}, {"&&", 1}, {"|", 2},  {"^", 3},  {"&", 4}, {"==", 5}, {"!=", 5}, {"<", 6}, {">", 6},
                  {"<=", 6}, {">=", 6}, {"<<", 7}, {">>", 7}, {"+", 8}, {"-", 8},  {"*", 9},  {"/", 9}, {"%", 9}};

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

static bool is_less(struct value a, struct value b) {
    return a.is_unsigned || b.is_unsigned ? a.bits < b.bits : (int64_t)a.bits < (int64_t)b.bits;
}

/* -9223372036854775808 / -1 is left as it is: it wraps around. */
static uint64_t divide(struct condition *condition, bool modulo, struct value a, struct value b) {
    if (!b.bits) {
        if (!condition->passed) fail(condition, "a division by zero");
        return 0;
    }
    if (a.is_unsigned || b.is_unsigned) return modulo ? a.bits % b.bits : a.bits / b.bits;
    if (b.bits == UINT64_MAX) return modulo ? 0 : 0 - a.bits;
    return (uint64_t)(modulo ? (int64_t)a.bits % (int64_t)b.bits : (int64_t)a.bits / (int64_t)b.bits);
}

/* A negative count shifts the other way, as in GNU's preprocessor. */
static uint64_t shift(struct value a, struct value count, bool left) {
    uint64_t by = count.bits;
    if (!count.is_unsigned && (int64_t)by < 0) by = 0 - by, left = !left;
    uint64_t fill = !a.is_unsigned && (int64_t)a.bits < 0 ? UINT64_MAX : 0;
    if (left) return by > 63 ? 0 : a.bits << by;
    return by > 63 ? fill : by ? a.bits >> by | fill << (64 - by) : a.bits;
}

static struct value compute(struct condition *condition, enum operation operation, struct value a, struct value b) {
    bool either = a.is_unsigned || b.is_unsigned;
    switch (operation) {
    case OR: return number(a.bits || b.bits);
    case AND: return number(a.bits && b.bits);
    case EQUAL: return number(a.bits == b.bits);
    case UNEQUAL: return number(a.bits != b.bits);
    case LESS: return number(is_less(a, b));
    case GREATER: return number(is_less(b, a));
    case AT_MOST: return number(!is_less(b, a));
    case AT_LEAST: return number(!is_less(a, b));
    case BIT_OR: return (struct value){a.bits | b.bits, either};
    case BIT_XOR: return (struct value){a.bits ^ b.bits, either};
    case BIT_AND: return (struct value){a.bits & b.bits, either};
    case LEFT:
    case RIGHT: return (struct value){shift(a, b, operation == LEFT), a.is_unsigned};
    case ADD: return (struct value){a.bits + b.bits, either};
    case SUBTRACT: return (struct value){a.bits - b.bits, either};
    case MULTIPLY: return (struct value){a.bits * b.bits, either};
    case DIVIDE:
    case MODULO: return (struct value){divide(condition, operation == MODULO, a, b), either};
    case NO_OPERATION: break;
    }
    return number(0);
}

static struct value binary(struct condition *condition, unsigned level) {
    struct value value = primary(condition);
    for (;;) {
        enum operation operation = operation_here(condition);
        if (operation == NO_OPERATION || operations[operation].level < level || condition->failed) return value;
        next(condition);
        if (operations[operation].text[1]) next(condition);
        bool decided = (operation == OR && value.bits) || (operation == AND && !value.bits);
        condition->passed += decided;
        struct value right = binary(condition, operations[operation].level + 1);
        condition->passed -= decided;
        value = compute(condition, operation, value, right);
    }
}

/* One of two values, which the other's type is part of. */
static struct value choose(struct condition *condition, bool first) {
    condition->passed += !first;
    struct value yes = nested(condition, conditional);
    condition->passed -= !first;
    if (!accept(condition, ':')) fail(condition, "expected ':'");
    condition->passed += first;
    struct value no = nested(condition, conditional);
    condition->passed -= first;
    return (struct value){first ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
}

static struct value conditional(struct condition *condition) {
    struct value value = binary(condition, 0);
    return accept(condition, '?') ? choose(condition, value.bits != 0) : value;
}

/* ---- macros ---- */

struct expansion {
    VEC(struct oil_token) list;
};

/* OIL has numbers with a sign; in C it is an operator. */
static bool add(void *context, const struct oil_token *token) {
    struct expansion *expansion = context;
    struct oil_token rest = *token;
    if (token->kind == TOKEN_INTEGER && (*token->text == '-' || *token->text == '+')) {
        struct oil_token sign = *token;
        sign.kind = TOKEN_PUNCTUATION;
        sign.punctuation = *token->text;
        vec_push(&expansion->list, sign);
        rest.text++;
        rest.glued = true;
    }
    vec_push(&expansion->list, rest);
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
    if (*value == '0' && !condition->failed) {
        oil_macro_note_unknown(condition->macros, name.text);
        oil_macro_note_asked(condition->macros, name.text);
    }
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
    struct condition condition = {.place = place, .diagnostics = macros->diagnostics, .macros = macros};
    struct expansion expansion = {0};
    expand(&expansion, text, macros, &condition);
    condition.token = expansion.list.items;
    struct value value = condition.failed ? number(0) : conditional(&condition);
    if (condition.token->kind != TOKEN_END) fail(&condition, "expected an operator");
    vec_free(&expansion.list);
    return value.bits != 0 && !condition.failed;
}
