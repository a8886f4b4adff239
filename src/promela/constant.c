/* Constant expressions: array sizes, capacities, counts. Evaluated as they are read. */
#include "promela/parser.h"

static int64_t parse_sum(struct parser *parser);

static int64_t bounded(struct parser *parser, int64_t value, struct place place) {
    if (value >= INT32_MIN && value <= INT32_MAX) return value;
    error_at(parser, place, "a constant that does not fit into an int");
    return 1;
}

static int64_t parse_factor(struct parser *parser) {
    struct place place = parser->token.place;
    int64_t value = 0;
    if (parser->panicking || !enter(parser)) {
        value = 1;
    } else if (accept(parser, TOKEN_MINUS)) {
        value = bounded(parser, -parse_factor(parser), place);
    } else if (accept(parser, TOKEN_OPEN_PAREN)) {
        value = parse_sum(parser);
        expect(parser, TOKEN_CLOSE_PAREN, "in a constant expression");
    } else if (at(parser, TOKEN_NUMBER)) {
        value = parser->token.value;
        advance(parser);
    } else if (at(parser, TOKEN_NAME)) {
        struct name *name = lookup(parser, parser->token.text);
        if (name && name->kind == NAME_MTYPE)
            value = parser->model->mtypes.items[name->mtype].value;
        else
            error_at(parser, place, "`%s` is not a constant: expected a number", parser->token.text);
        advance(parser);
    } else {
        syntax_error(parser, "a constant");
    }
    leave(parser);
    return value;
}

static int64_t divide(struct parser *parser, int64_t left, int64_t right, bool modulo, struct place place) {
    if (right == 0) {
        error_at(parser, place, "division by zero");
        return 1;
    }
    return modulo ? left % right : left / right;
}

static int64_t parse_product(struct parser *parser) {
    int64_t left = parse_factor(parser);
    while (!parser->panicking) {
        struct place place = parser->token.place;
        if (accept(parser, TOKEN_STAR))
            left = bounded(parser, left * parse_factor(parser), place);
        else if (accept(parser, TOKEN_SLASH))
            left = divide(parser, left, parse_factor(parser), false, place);
        else if (accept(parser, TOKEN_PERCENT))
            left = divide(parser, left, parse_factor(parser), true, place);
        else
            break;
        left = bounded(parser, left, place);
    }
    return left;
}

static int64_t parse_sum(struct parser *parser) {
    int64_t left = parse_product(parser);
    while (!parser->panicking) {
        struct place place = parser->token.place;
        if (accept(parser, TOKEN_PLUS))
            left = bounded(parser, left + parse_product(parser), place);
        else if (accept(parser, TOKEN_MINUS))
            left = bounded(parser, left - parse_product(parser), place);
        else
            break;
    }
    return left;
}

int32_t parse_constant(struct parser *parser) { return (int32_t)parse_sum(parser); }

int32_t parse_bound(struct parser *parser, const char *what) {
    struct name *name = at(parser, TOKEN_NAME) ? lookup(parser, parser->token.text) : NULL;
    if (!name || name->kind != NAME_VARIABLE) return parse_constant(parser);
    const struct expression *initial = name->variable->initial;
    int32_t value = initial && initial->kind == EXPR_NUMBER && initial->value > 0 ? initial->value : 1;
    warn_at(parser, parser->token.place, "`%s` is a variable: as %s it counts as %d", name->text, what, value);
    advance(parser);
    return value;
}
