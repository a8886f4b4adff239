/* Basic statements: assignments, messages, printing, conditions; and calls of inlines. */
#include "promela/expression.h"
#include "promela/statement.h"

/* ---- assignments ---- */

static bool is_channel(const struct expression *expression) {
    return expression->kind == EXPR_REFERENCE && reference_type(expression->reference)->kind == TYPE_CHAN;
}

/* Channels cannot be calculated with. */
static void reject_channel_operands(struct parser *parser, const struct expression *expression, bool operand) {
    if (!expression) return;
    if (operand && is_channel(expression)) {
        error_at(parser, expression->place, "`%s` is a channel: it cannot be calculated with",
                 last_link(expression->reference)->variable->name);
        return;
    }
    if (expression->kind != EXPR_UNARY && expression->kind != EXPR_BINARY && expression->kind != EXPR_CONDITIONAL)
        return;
    bool arithmetic = expression->kind != EXPR_CONDITIONAL;
    reject_channel_operands(parser, expression->left, arithmetic);
    reject_channel_operands(parser, expression->right, arithmetic);
    reject_channel_operands(parser, expression->third, false);
}

static void check_mtype_sets(struct parser *parser, const struct type *type, const struct expression *value) {
    if (type->kind != TYPE_MTYPE || !type->mtype_set || value->kind != EXPR_NUMBER || !value->mtype_name) return;
    struct name *name = lookup(parser, value->mtype_name);
    if (!name || name->kind != NAME_MTYPE) return;
    const char *set = parser->model->mtypes.items[name->mtype].set;
    if (!set || strcmp(set, type->mtype_set) != 0)
        error_at(parser, value->place, "`%s` is not one of mtype:%s", value->mtype_name, type->mtype_set);
}

void check_assignment(struct parser *parser, const struct reference *target, const struct expression *value) {
    if (parser->panicking) return;
    const struct type *type = reference_type(target);
    bool whole = !target->field; /* Spin does not look into structures here */
    if (whole && type->kind == TYPE_CHAN && value->kind == EXPR_NUMBER)
        error_at(parser, value->place, "the channel `%s` cannot be assigned a number",
                 last_link(target)->variable->name);
    if (whole) reject_channel_operands(parser, value, false);
    check_mtype_sets(parser, type, value);
}

static struct statement *parse_inline_call(struct parser *parser, struct inline_body *inlined,
                                           struct reference *return_target);

static struct inline_body *at_inline(struct parser *parser) {
    struct name *name = at(parser, TOKEN_NAME) ? lookup(parser, parser->token.text) : NULL;
    return name && name->kind == NAME_INLINE ? name->inlined : NULL;
}

static struct statement *parse_assignment(struct parser *parser, struct reference *target) {
    advance(parser);
    struct inline_body *inlined = at_inline(parser);
    if (inlined) return parse_inline_call(parser, inlined, target);
    struct expression *value = parse_full_expression(parser);
    check_assignment(parser, target, value);
    return new_assignment(parser, target, value);
}

static struct statement *parse_increment(struct parser *parser, struct reference *target, enum operator_kind op) {
    struct place place = parser->token.place;
    if (reference_type(target)->kind == TYPE_CHAN) error_at(parser, place, "a channel cannot be calculated with");
    advance(parser);
    struct expression *one = new_number(parser, 1, place);
    parser->height = 1;
    return new_assignment(parser, target, new_binary(parser, op, reference_expression(parser, target), one));
}

/* ---- messages ---- */

static struct statement *parse_receive_statement(struct parser *parser, struct reference *channel) {
    struct statement *statement = new_statement(parser, STATEMENT_RECEIVE, channel->place);
    bool random = at(parser, TOKEN_RANDOM_RECEIVE);
    require_channel(parser, channel);
    advance(parser);
    bool peek = accept(parser, TOKEN_LESS);
    statement->receive = parse_receive(parser, channel, peek ? RECEIVE_PEEKS : RECEIVE_TAKES);
    statement->receive->random = random;
    if (peek) expect(parser, TOKEN_GREATER, "after the fields of `q?<..>`");
    return statement;
}

/* ---- conditions ---- */

static unsigned count_runs(const struct expression *expression) {
    if (!expression) return 0;
    return (expression->kind == EXPR_RUN) + count_runs(expression->left) + count_runs(expression->right) +
           count_runs(expression->third);
}

static struct statement *finish_condition(struct parser *parser, struct expression *expression) {
    unsigned runs = count_runs(expression);
    if (runs > 1)
        error_at(parser, expression->place, "more than one `run` in an expression");
    else if (runs == 1 && expression->kind != EXPR_RUN)
        error_at(parser, expression->place, "`run` must stand alone or be assigned: it cannot be part of a condition");
    return new_condition(parser, expression);
}

static struct statement *parse_after_reference(struct parser *parser, struct reference *reference) {
    switch (parser->token.kind) {
    case TOKEN_ASSIGN: return parse_assignment(parser, reference);
    case TOKEN_INCREMENT: return parse_increment(parser, reference, OP_ADD);
    case TOKEN_DECREMENT: return parse_increment(parser, reference, OP_SUBTRACT);
    case TOKEN_SEND:
    case TOKEN_SORTED_SEND: require_channel(parser, reference); return parse_send(parser, reference);
    case TOKEN_RECEIVE:
    case TOKEN_RANDOM_RECEIVE:
        if (!at_poll(parser)) return parse_receive_statement(parser, reference);
        return finish_condition(parser, parse_expression_after(parser, parse_poll(parser, reference)));
    default: return finish_condition(parser, parse_expression_after(parser, reference_expression(parser, reference)));
    }
}

/* ---- predefined variables ---- */

/* `_ = e`: the value is lost. */
static struct statement *parse_scratch(struct parser *parser) {
    struct place place = parser->token.place;
    if (!parser->scratch) {
        parser->scratch = declare(parser, "_", place, (struct type){.kind = TYPE_INT});
        parser->scratch->hidden = true;
        parser->scratch->index = (unsigned)parser->model->globals.count;
        list_add(parser->arena, &parser->model->globals, parser->scratch);
    }
    advance(parser);
    return parse_assignment(parser, reference_to(parser, parser->scratch, place));
}

static struct statement *parse_special_statement(struct parser *parser, const struct name *name) {
    struct place place = parser->token.place;
    enum token_kind next = stream_peek(&parser->stream)->kind;
    if (next == TOKEN_ASSIGN && !strcmp(name->text, "_")) return parse_scratch(parser);
    if (next == TOKEN_INCREMENT || next == TOKEN_DECREMENT || next == TOKEN_ASSIGN) {
        if (name->special != EXPR_PRIORITY || next != TOKEN_ASSIGN) {
            error_at(parser, place, "`%s` cannot be assigned to", name->text);
            parser->panicking = true;
            return new_skip(parser, place);
        }
        advance(parser), advance(parser);
        struct statement *statement = new_statement(parser, STATEMENT_SET_PRIORITY, place);
        statement->cuts = true;
        parser->model->uses_priority = true;
        list_add(parser->arena, &statement->arguments, new_expression(parser, EXPR_PID, place));
        list_add(parser->arena, &statement->arguments, parse_full_expression(parser));
        return statement;
    }
    return finish_condition(parser, parse_full_expression(parser));
}

/* ---- inlines ---- */

/* One argument's tokens, up to the comma or parenthesis that ends it. */
static struct token_span read_argument(struct parser *parser) {
    VEC(struct token) tokens = {0};
    unsigned depth = 0;
    while (!at(parser, TOKEN_END)) {
        enum token_kind kind = parser->token.kind;
        if (depth == 0 && (kind == TOKEN_COMMA || kind == TOKEN_CLOSE_PAREN)) break;
        depth += kind == TOKEN_OPEN_PAREN;
        depth -= kind == TOKEN_CLOSE_PAREN;
        vec_push(&tokens, parser->token);
        advance(parser);
    }
    struct token *copy = arena_new_array(parser->arena, struct token, tokens.count);
    if (tokens.count) memcpy(copy, tokens.items, tokens.count * sizeof *copy);
    struct token_span span = {copy, tokens.count};
    vec_free(&tokens);
    return span;
}

/* Leaves the closing parenthesis as the next token. */
static size_t read_arguments(struct parser *parser, struct token_span *arguments, size_t wanted) {
    size_t count = 0;
    if (at(parser, TOKEN_CLOSE_PAREN)) return 0;
    for (;;) {
        struct place place = parser->token.place;
        struct token_span argument = read_argument(parser);
        if (!argument.count && !at(parser, TOKEN_END)) error_at(parser, place, "an empty argument");
        if (count < wanted) arguments[count] = argument;
        count++;
        if (!at(parser, TOKEN_COMMA)) return count;
        advance(parser);
    }
}

static struct statement *parse_inline_call(struct parser *parser, struct inline_body *inlined,
                                           struct reference *return_target) {
    struct place place = parser->token.place;
    const char *name = inlined->definition->name;
    size_t wanted = inlined->definition->parameters.count;
    advance(parser);
    if (!expect(parser, TOKEN_OPEN_PAREN, "after the name of an inline")) return new_skip(parser, place);
    struct token_span *arguments = arena_new_array(parser->arena, struct token_span, wanted);
    size_t count = read_arguments(parser, arguments, wanted);
    if (at(parser, TOKEN_END)) {
        syntax_error(parser, "`)` after the arguments of an inline");
        return new_skip(parser, place);
    }
    const char *problem = NULL;
    if (stream_is_inside(&parser->stream, inlined))
        problem = "calls itself";
    else if (parser->stream.frames.count > DEEPEST_INLINE)
        problem = "is nested too deeply in other inlines";
    if (problem) error_at(parser, place, "the inline `%s` %s", name, problem);
    if (count != wanted)
        error_at(parser, place, "the inline `%s` has %zu parameter%s, but %zu argument%s given", name, wanted,
                 wanted == 1 ? "" : "s", count, count == 1 ? " is" : "s are");
    parser->starting = false;
    if (problem || count != wanted) {
        advance(parser);
        return new_skip(parser, place);
    }
    stream_push(&parser->stream, inlined, arguments, return_target);
    advance(parser);
    return parse_statement(parser);
}

static struct statement *parse_return(struct parser *parser) {
    struct place place = parser->token.place;
    struct stream_frame *frame = stream_inline(&parser->stream);
    struct reference *target = frame ? frame->return_target : NULL;
    advance(parser);
    struct expression *value = parse_full_expression(parser);
    if (target) {
        check_assignment(parser, target, value);
        return new_assignment(parser, target, value);
    }
    error_at(parser, place,
             frame ? "the value of this inline goes nowhere: call it as `x = %s(..)`"
                   : "`return` is only possible in an inline%s",
             frame ? frame->inlined->definition->name : "");
    return new_skip(parser, place);
}

/* ---- by their first token ---- */

struct statement *parse_named_statement(struct parser *parser) {
    struct name *name = lookup(parser, parser->token.text);
    if (name && name->kind == NAME_INLINE) return parse_inline_call(parser, name->inlined, NULL);
    if (name && name->kind == NAME_SPECIAL) return parse_special_statement(parser, name);
    if (name && name->kind == NAME_VARIABLE) return parse_after_reference(parser, parse_reference(parser, USE_SCALAR));
    enum token_kind next = stream_peek(&parser->stream)->kind;
    if (!name && next == TOKEN_OPEN_PAREN) {
        struct nearest near;
        char room[NEAREST_ROOM];
        nearest_begin(&near, parser->token.text);
        names_offer(&parser->names, NAME_INLINE, parser->proctype, parser->scope, &near);
        error_at(parser, parser->token.place, "there is no inline `%s`%s", near.word, nearest_hint(&near, '`', room));
        parser->panicking = true;
    }
    if (name && next == TOKEN_ASSIGN) {
        error_at(parser, parser->token.place, "`%s` is %s: it cannot be assigned to", name->text,
                 name_kind_words(name->kind));
        parser->panicking = true;
    }
    if (!name && (next == TOKEN_ASSIGN || next == TOKEN_SEND || next == TOKEN_RECEIVE || next == TOKEN_INCREMENT ||
                  next == TOKEN_DECREMENT || next == TOKEN_OPEN_BRACKET || next == TOKEN_DOT))
        return parse_after_reference(parser, parse_reference(parser, USE_SCALAR));
    return finish_condition(parser, parse_full_expression(parser));
}

static char unescape(const char **at) {
    static const char letters[] = "ntrfabv0", values[] = "\n\t\r\f\a\b\v";
    char c = *++*at;
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? values[found - letters] : c;
}

static const char *decode(struct parser *parser, const char *raw) {
    struct text text = {0};
    for (; *raw; raw++) {
        bool continued = *raw == '\\' && raw[1] == '\n';
        char c = *raw == '\\' && raw[1] ? unescape(&raw) : *raw;
        if (c && !continued) text_add_char(&text, c);
    }
    const char *decoded = arena_text(parser->arena, text_chars(&text));
    text_free(&text);
    return decoded;
}

static unsigned count_conversions(const char *format) {
    unsigned count = 0;
    for (; *format; format++) {
        if (*format != '%') continue;
        if (format[1] == '%')
            format++;
        else
            count++;
    }
    return count;
}

static struct statement *parse_printf(struct parser *parser) {
    struct statement *statement = new_statement(parser, STATEMENT_PRINTF, parser->token.place);
    advance(parser);
    expect(parser, TOKEN_OPEN_PAREN, "after `printf`");
    statement->text = at(parser, TOKEN_STRING) ? decode(parser, parser->token.text) : "";
    expect(parser, TOKEN_STRING, "as the format of printf");
    while (accept(parser, TOKEN_COMMA)) list_add(parser->arena, &statement->arguments, parse_expression(parser));
    expect(parser, TOKEN_CLOSE_PAREN, "after the arguments of printf");
    if (!parser->panicking && count_conversions(statement->text) != statement->arguments.count)
        warn_at(parser, statement->place, "printf's format asks for %u value%s, but there %s %zu",
                count_conversions(statement->text), count_conversions(statement->text) == 1 ? "" : "s",
                statement->arguments.count == 1 ? "is" : "are", statement->arguments.count);
    return statement;
}

static struct statement *parse_printm(struct parser *parser) {
    struct statement *statement = new_statement(parser, STATEMENT_PRINTM, parser->token.place);
    advance(parser);
    expect(parser, TOKEN_OPEN_PAREN, "after `printm`");
    statement->expression = parse_expression(parser);
    expect(parser, TOKEN_CLOSE_PAREN, "after the argument of printm");
    return statement;
}

static struct statement *parse_assert(struct parser *parser) {
    struct statement *statement = new_statement(parser, STATEMENT_ASSERT, parser->token.place);
    advance(parser);
    statement->expression = parse_full_expression(parser);
    return statement;
}

static struct statement *parse_set_priority(struct parser *parser) {
    struct statement *statement = new_statement(parser, STATEMENT_SET_PRIORITY, parser->token.place);
    parser->model->uses_priority = true;
    advance(parser);
    expect(parser, TOKEN_OPEN_PAREN, "after `set_priority`");
    list_add(parser->arena, &statement->arguments, parse_expression(parser));
    expect(parser, TOKEN_COMMA, "between the process and its priority");
    list_add(parser->arena, &statement->arguments, parse_expression(parser));
    expect(parser, TOKEN_CLOSE_PAREN, "after the arguments of set_priority");
    return statement;
}

static struct statement *parse_c_code(struct parser *parser) {
    struct statement *statement = new_statement(parser, STATEMENT_C_CODE, parser->token.place);
    statement->text = parser->token.text;
    statement->c_assertion = parser->token.extra;
    parser->model->uses_code = true;
    advance(parser);
    return statement;
}

static struct statement *parse_else(struct parser *parser) {
    struct expression *expression = new_expression(parser, EXPR_ELSE, parser->token.place);
    advance(parser);
    return new_condition(parser, expression);
}

struct statement *parse_basic_statement(struct parser *parser) {
    switch (parser->token.kind) {
    case TOKEN_PRINTF: return parse_printf(parser);
    case TOKEN_PRINTM: return parse_printm(parser);
    case TOKEN_ASSERT: return parse_assert(parser);
    case TOKEN_SET_PRIORITY: return parse_set_priority(parser);
    case TOKEN_C_CODE:
    case TOKEN_C_DECL: return parse_c_code(parser);
    case TOKEN_ELSE: return parse_else(parser);
    case TOKEN_RETURN: return parse_return(parser);
    case TOKEN_END:
    case TOKEN_CLOSE_BRACE:
    case TOKEN_OPTION:
    case TOKEN_FI:
    case TOKEN_OD: syntax_error(parser, "a statement"); return new_skip(parser, parser->token.place);
    default: return finish_condition(parser, parse_full_expression(parser));
    }
}
