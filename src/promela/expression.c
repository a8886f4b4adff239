/* Expressions and temporal formulas: precedence climbing, with the levels of Spin's grammar. */
#include "promela/expression.h"
#include "promela/walk.h"

#include <limits.h>

struct expression *new_expression(struct parser *parser, enum expression_kind kind, struct place place) {
    struct expression *expression = arena_new_object(parser->arena, struct expression);
    expression->kind = kind;
    expression->place = place;
    parser->height = 1;
    return expression;
}

struct expression *new_number(struct parser *parser, int32_t value, struct place place) {
    struct expression *expression = new_expression(parser, EXPR_NUMBER, place);
    expression->value = value;
    return expression;
}

bool is_temporal(const struct expression *expression) {
    switch (expression->kind) {
    case EXPR_ALWAYS:
    case EXPR_EVENTUALLY:
    case EXPR_NEXT:
    case EXPR_UNTIL:
    case EXPR_WEAK_UNTIL:
    case EXPR_RELEASE: return true;
    default: return false;
    }
}

/* full(), empty() and their opposites, alone or joined by && and ||: Spin lets nothing else be done with them, so that
 * partial-order reduction can rely on them. */
static const struct expression *find_probe(const struct expression *expression) {
    switch (expression->kind) {
    case EXPR_FULL:
    case EXPR_NFULL:
    case EXPR_EMPTY:
    case EXPR_NEMPTY: return expression;
    case EXPR_BINARY: {
        if (expression->op != OP_AND && expression->op != OP_OR) return NULL;
        const struct expression *left = find_probe(expression->left);
        return left ? left : find_probe(expression->right);
    }
    default: return NULL;
    }
}

static void reject_probe(struct parser *parser, const struct expression *expression) {
    const struct expression *probe = parser->in_formula ? NULL : find_probe(expression);
    if (probe)
        error_at(parser, probe->place,
                 "full(), nfull(), empty() and nempty() can only be joined by && and ||: use the opposite one instead "
                 "of a negation, or len()");
}

static void reject_temporal(struct parser *parser, const struct expression *expression) {
    if (is_temporal(expression))
        error_at(parser, expression->place,
                 "a temporal formula is no number here: temporal operators bind tighter than comparisons, write "
                 "`[] (x > 1)` and not `[] x > 1`");
}

static bool joins_formulas(enum operator_kind op) {
    return op == OP_AND || op == OP_OR || op == OP_IMPLIES || op == OP_EQUIVALENT || op == OP_NOT;
}

struct expression *new_binary(struct parser *parser, enum operator_kind op, struct expression *left,
                              struct expression *right) {
    struct expression *expression = new_expression(parser, EXPR_BINARY, left->place);
    expression->op = op;
    expression->left = left;
    expression->right = right;
    if (joins_formulas(op)) return expression;
    reject_probe(parser, left), reject_probe(parser, right);
    reject_temporal(parser, left), reject_temporal(parser, right);
    return expression;
}

struct binary_operator {
    enum token_kind token;
    unsigned level; /* higher binds tighter */
    enum operator_kind op;
    enum expression_kind temporal; /* EXPR_BINARY: none */
};

static const struct binary_operator binary_operators[] = {
    {TOKEN_IMPLIES, 1, OP_IMPLIES, EXPR_BINARY},
    {TOKEN_EQUIVALENT, 1, OP_EQUIVALENT, EXPR_BINARY},
    {TOKEN_OR, 2, OP_OR, EXPR_BINARY},
    {TOKEN_AND, 3, OP_AND, EXPR_BINARY},
    {TOKEN_UNTIL, 4, OP_AND, EXPR_UNTIL},
    {TOKEN_WEAK_UNTIL, 4, OP_AND, EXPR_WEAK_UNTIL},
    {TOKEN_RELEASE, 4, OP_AND, EXPR_RELEASE},
    {TOKEN_BAR, 5, OP_BIT_OR, EXPR_BINARY},
    {TOKEN_CARET, 6, OP_BIT_XOR, EXPR_BINARY},
    {TOKEN_AMPERSAND, 7, OP_BIT_AND, EXPR_BINARY},
    {TOKEN_EQUAL, 8, OP_EQUAL, EXPR_BINARY},
    {TOKEN_NOT_EQUAL, 8, OP_NOT_EQUAL, EXPR_BINARY},
    {TOKEN_GREATER, 9, OP_GREATER, EXPR_BINARY},
    {TOKEN_LESS, 9, OP_LESS, EXPR_BINARY},
    {TOKEN_GREATER_EQUAL, 9, OP_GREATER_EQUAL, EXPR_BINARY},
    {TOKEN_LESS_EQUAL, 9, OP_LESS_EQUAL, EXPR_BINARY},
    {TOKEN_SHIFT_LEFT, 10, OP_SHIFT_LEFT, EXPR_BINARY},
    {TOKEN_SHIFT_RIGHT, 10, OP_SHIFT_RIGHT, EXPR_BINARY},
    {TOKEN_PLUS, 11, OP_ADD, EXPR_BINARY},
    {TOKEN_MINUS, 11, OP_SUBTRACT, EXPR_BINARY},
    {TOKEN_STAR, 12, OP_MULTIPLY, EXPR_BINARY},
    {TOKEN_SLASH, 12, OP_DIVIDE, EXPR_BINARY},
    {TOKEN_PERCENT, 12, OP_MODULO, EXPR_BINARY},
};

static const struct binary_operator release_by_letter = {TOKEN_NAME, 4, OP_AND, EXPR_RELEASE};

static const struct binary_operator *binary_operator(const struct parser *parser) {
    if (parser->in_formula && at(parser, TOKEN_NAME) && !strcmp(parser->token.text, "R")) return &release_by_letter;
    for (size_t i = 0; i < sizeof binary_operators / sizeof *binary_operators; i++)
        if (at(parser, binary_operators[i].token)) return &binary_operators[i];
    return NULL;
}

static struct expression *join(struct parser *parser, const struct binary_operator *operator, struct expression * left,
                               struct expression *right) {
    if (operator->temporal == EXPR_BINARY) return new_binary(parser, operator->op, left, right);
    struct expression *expression = new_expression(parser, operator->temporal, left->place);
    expression->left = left;
    expression->right = right;
    return expression;
}

static struct expression *parse_unary(struct parser *parser);

/* What follows an operand, as long as its operators bind at least as tightly as `level`. */
static struct expression *parse_rest(struct parser *parser, struct expression *left, unsigned level) {
    unsigned height = parser->height;
    while (!parser->panicking) {
        const struct binary_operator *operator= binary_operator(parser);
        if (!operator|| operator->level<level) break;
        advance(parser);
        struct expression *right = parse_unary(parser);
        right = parse_rest(parser, right, operator->level + 1);
        height = 1 + (height > parser->height ? height : parser->height);
        left = join(parser, operator, left, right);
        if (height > HIGHEST_EXPRESSION) {
            error_at(parser, left->place, "an expression of more than %d operators in a chain", HIGHEST_EXPRESSION);
            parser->panicking = true;
        }
    }
    parser->height = height;
    return left;
}

static struct expression *parse_any(struct parser *parser) {
    if (!enter(parser)) {
        leave(parser);
        return new_number(parser, 0, parser->token.place);
    }
    struct expression *expression = parse_rest(parser, parse_unary(parser), 1);
    leave(parser);
    return expression;
}

struct expression *parse_expression_after(struct parser *parser, struct expression *first) {
    return parse_rest(parser, first, 1);
}

struct expression *parse_full_expression(struct parser *parser) {
    return parse_any(parser);
}

struct expression *parse_expression(struct parser *parser) {
    struct expression *expression = parse_any(parser);
    reject_probe(parser, expression);
    return expression;
}

static struct expression *parse_prefixed(struct parser *parser, enum expression_kind kind, enum operator_kind op) {
    struct place place = parser->token.place;
    advance(parser);
    struct expression *operand = new_number(parser, 0, place);
    if (enter(parser)) operand = parse_unary(parser);
    leave(parser);
    unsigned height = parser->height + 1;
    if (kind == EXPR_UNARY) {
        reject_probe(parser, operand);
        if (op != OP_NOT) reject_temporal(parser, operand);
    }
    struct expression *expression = new_expression(parser, kind, place);
    expression->op = op;
    expression->left = operand;
    parser->height = height;
    return expression;
}

static struct expression *parse_parenthesised(struct parser *parser) {
    struct place place = parser->token.place;
    advance(parser);
    struct expression *inner = parse_any(parser);
    if (accept(parser, TOKEN_ARROW)) {
        unsigned height = parser->height;
        struct expression *expression = new_expression(parser, EXPR_CONDITIONAL, place);
        reject_probe(parser, inner);
        expression->left = inner;
        expression->right = parse_expression(parser);
        height = height > parser->height ? height : parser->height;
        expect(parser, TOKEN_COLON, "in a conditional expression `(a -> b : c)`");
        expression->third = parse_expression(parser);
        parser->height = 1 + (height > parser->height ? height : parser->height);
        inner = expression;
    }
    expect(parser, TOKEN_CLOSE_PAREN, "after an expression in parentheses");
    return inner;
}

/* keyword ( expression ) */
static struct expression *parse_call(struct parser *parser, enum expression_kind kind) {
    struct place place = parser->token.place;
    advance(parser);
    expect(parser, TOKEN_OPEN_PAREN, "here");
    struct expression *argument = parse_expression(parser);
    expect(parser, TOKEN_CLOSE_PAREN, "after the argument");
    unsigned height = parser->height + 1;
    struct expression *expression = new_expression(parser, kind, place);
    expression->left = argument;
    parser->height = height;
    return expression;
}

/* len(q) and the like */
static struct expression *parse_channel_call(struct parser *parser, enum expression_kind kind) {
    struct place place = parser->token.place;
    advance(parser);
    expect(parser, TOKEN_OPEN_PAREN, "here");
    struct reference *channel = parse_reference(parser, USE_SCALAR);
    if (kind != EXPR_LEN) require_channel(parser, channel); /* Spin takes any number for len() */
    expect(parser, TOKEN_CLOSE_PAREN, "after the channel");
    struct expression *expression = new_expression(parser, kind, place);
    expression->reference = channel;
    return expression;
}

unsigned parse_priority(struct parser *parser) {
    if (!accept(parser, TOKEN_PRIORITY)) return 0;
    parser->model->uses_priority = true;
    struct place place = parser->token.place;
    int32_t priority = parser->token.value;
    if (expect(parser, TOKEN_NUMBER, "after `priority`") && (priority < 1 || priority > 255))
        error_at(parser, place, "a priority is a number from 1 to 255");
    return (unsigned)priority & 255;
}

static struct expression *parse_run(struct parser *parser) {
    struct place place = parser->token.place;
    advance(parser);
    if (!parser->proctype) error_at(parser, place, "`run` is only possible inside a proctype or init");
    if (parser->d_steps) error_at(parser, place, "`run` is not possible inside d_step: use atomic");
    struct expression *expression = new_expression(parser, EXPR_RUN, place);
    const char *name = expect_name(parser, "the name of a proctype after `run`");
    expect(parser, TOKEN_OPEN_PAREN, "after the name of the proctype");
    expression_list arguments = {0};
    if (!at(parser, TOKEN_CLOSE_PAREN)) parse_arguments(parser, &arguments);
    for (size_t i = 0; i < arguments.count; i++) list_add(parser->arena, &expression->arguments, arguments.items[i]);
    expect(parser, TOKEN_CLOSE_PAREN, "after the arguments of `run`");
    for (size_t i = 0; i < expression->arguments.count; i++)
        if (walk_expression_runs(expression->arguments.items[i]))
            error_at(parser, expression->arguments.items[i]->place, "`run` cannot be an argument of `run`");
    struct place after = parser->token.place;
    unsigned priority = parse_priority(parser);
    if (priority) expression->left = new_number(parser, (int32_t)priority, after);
    vec_push(&parser->runs, (struct pending_run){expression, name, parser->proctype});
    return expression;
}

static bool is_proctype_name(struct parser *parser, const char *text) {
    struct name *name = lookup(parser, text);
    if (name) return name->kind == NAME_PROCTYPE;
    for (size_t i = 0; i < parser->later_proctypes.count; i++)
        if (!strcmp(parser->later_proctypes.items[i], text)) return true;
    return false;
}

/* P[i]@label, P@label, P[i]:variable, P:variable; resolved when all proctypes are known. */
static struct expression *parse_remote(struct parser *parser) {
    struct pending_remote remote = {.proctype = parser->token.text};
    struct place place = parser->token.place;
    struct expression *pid = NULL;
    advance(parser);
    if (accept(parser, TOKEN_OPEN_BRACKET)) {
        pid = parse_expression(parser);
        expect(parser, TOKEN_CLOSE_BRACKET, "after the number of the process");
    }
    bool is_label = at(parser, TOKEN_AT);
    if (!is_label && !at(parser, TOKEN_COLON))
        syntax_error(parser, "`@label` or `:variable` after the name of a proctype");
    else
        advance(parser);
    remote.name_place = parser->token.place;
    const char *name = expect_name(parser, is_label ? "a label after `@`" : "a variable of the proctype after `:`");
    if (!is_label && accept(parser, TOKEN_OPEN_BRACKET)) {
        remote.index = parse_expression(parser);
        expect(parser, TOKEN_CLOSE_BRACKET, "after the index");
    }
    struct expression *expression = new_expression(parser, is_label ? EXPR_REMOTE_LABEL : EXPR_REMOTE_VARIABLE, place);
    expression->left = pid;
    if (is_label)
        expression->label = name;
    else
        remote.variable = name;
    remote.expression = expression;
    if (!parser->panicking) vec_push(&parser->remotes, remote);
    return expression;
}

static struct expression *parse_special(struct parser *parser, enum expression_kind kind) {
    struct expression *expression = new_expression(parser, kind, parser->token.place);
    advance(parser);
    if (kind == EXPR_NUMBER) error_at(parser, expression->place, "`_` can only be written to");
    if (kind == EXPR_LAST) parser->model->uses_last = true;
    if (kind == EXPR_PRIORITY) parser->model->uses_priority = true;
    if (kind == EXPR_NP) {
        parser->model->uses_np = true;
        if (parser->proctype && parser->proctype->kind != PROCTYPE_NEVER)
            error_at(parser, expression->place, "np_ can only be used in a never claim or an ltl formula");
    }
    if (kind == EXPR_TIMEOUT) parser->model->uses_timeout = true;
    return expression;
}

struct expression *parse_poll(struct parser *parser, struct reference *channel) {
    struct place place = parser->token.place;
    bool random = at(parser, TOKEN_RANDOM_RECEIVE);
    advance(parser);
    expect(parser, TOKEN_OPEN_BRACKET, "here");
    struct receive *receive = parse_receive(parser, channel, RECEIVE_POLLS);
    receive->random = random;
    struct expression *expression = new_expression(parser, EXPR_POLL, place);
    expression->reference = channel;
    expression->receive = receive;
    expect(parser, TOKEN_CLOSE_BRACKET, "after the fields of `q?[..]`");
    return expression;
}

bool at_poll(struct parser *parser) {
    return (at(parser, TOKEN_RECEIVE) || at(parser, TOKEN_RANDOM_RECEIVE)) &&
           stream_peek(&parser->stream)->kind == TOKEN_OPEN_BRACKET;
}

static struct expression *parse_name(struct parser *parser) {
    struct name *name = lookup(parser, parser->token.text);
    if (name && name->kind == NAME_MTYPE) {
        const struct mtype_name *constant = &parser->model->mtypes.items[name->mtype];
        struct expression *expression = new_number(parser, constant->value, parser->token.place);
        expression->mtype_name = constant->name;
        advance(parser);
        return expression;
    }
    if (name && name->kind == NAME_SPECIAL) return parse_special(parser, name->special);
    if (is_proctype_name(parser, parser->token.text)) return parse_remote(parser);
    struct reference *reference = parse_reference(parser, USE_SCALAR);
    if (at_poll(parser)) return parse_poll(parser, reference);
    return reference_expression(parser, reference);
}

static struct expression *parse_c_expression(struct parser *parser) {
    struct expression *expression = new_expression(parser, EXPR_C, parser->token.place);
    expression->text = parser->token.text;
    expression->c_assertion = parser->token.extra;
    parser->model->uses_code = true;
    advance(parser);
    return expression;
}

static struct expression *parse_enabled(struct parser *parser, enum expression_kind kind) {
    struct place place = parser->token.place;
    if (kind == EXPR_GET_PRIORITY)
        parser->model->uses_priority = true;
    else
        parser->model->uses_enabled = true;
    if (kind != EXPR_GET_PRIORITY && parser->proctype && parser->proctype->kind != PROCTYPE_NEVER)
        warn_at(parser, place, "%s is meant for never claims", kind == EXPR_ENABLED ? "enabled()" : "pc_value()");
    return parse_call(parser, kind);
}

static struct expression *parse_literal(struct parser *parser) {
    struct expression *expression = new_number(parser, parser->token.value, parser->token.place);
    advance(parser);
    return expression;
}

static struct expression *parse_unary(struct parser *parser) {
    if (parser->panicking) return new_number(parser, 0, parser->token.place);
    switch (parser->token.kind) {
    case TOKEN_SEND: return parse_prefixed(parser, EXPR_UNARY, OP_NOT);
    case TOKEN_MINUS: return parse_prefixed(parser, EXPR_UNARY, OP_NEGATE);
    case TOKEN_TILDE: return parse_prefixed(parser, EXPR_UNARY, OP_COMPLEMENT);
    case TOKEN_ALWAYS: return parse_prefixed(parser, EXPR_ALWAYS, OP_ADD);
    case TOKEN_EVENTUALLY: return parse_prefixed(parser, EXPR_EVENTUALLY, OP_ADD);
    case TOKEN_NEXT: return parse_prefixed(parser, EXPR_NEXT, OP_ADD);
    case TOKEN_OPEN_PAREN: return parse_parenthesised(parser);
    case TOKEN_NUMBER: return parse_literal(parser);
    case TOKEN_NAME: return parse_name(parser);
    case TOKEN_RUN: return parse_run(parser);
    case TOKEN_LEN: return parse_channel_call(parser, EXPR_LEN);
    case TOKEN_FULL: return parse_channel_call(parser, EXPR_FULL);
    case TOKEN_NFULL: return parse_channel_call(parser, EXPR_NFULL);
    case TOKEN_EMPTY: return parse_channel_call(parser, EXPR_EMPTY);
    case TOKEN_NEMPTY: return parse_channel_call(parser, EXPR_NEMPTY);
    case TOKEN_ENABLED: return parse_enabled(parser, EXPR_ENABLED);
    case TOKEN_PC_VALUE: return parse_enabled(parser, EXPR_PC_VALUE);
    case TOKEN_GET_PRIORITY: return parse_enabled(parser, EXPR_GET_PRIORITY);
    case TOKEN_TIMEOUT: return parse_special(parser, EXPR_TIMEOUT);
    case TOKEN_NP: return parse_special(parser, EXPR_NP);
    case TOKEN_C_EXPR: return parse_c_expression(parser);
    case TOKEN_ELSE: syntax_error(parser, "an expression: `else` stands alone"); break;
    default: syntax_error(parser, "an expression"); break;
    }
    return new_number(parser, 0, parser->token.place);
}
