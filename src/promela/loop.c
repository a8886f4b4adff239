/* `for` and `select`, written out as Spin does (flow.c, for_setup, for_index, for_body, sel_index; spinlex.c for
 * `select` with constant bounds), so that the control states are the same. */
#include "promela/statement.h"

static bool at_in(const struct parser *parser) { return at(parser, TOKEN_NAME) && !strcmp(parser->token.text, "in"); }

static void check_index_variable(struct parser *parser, const struct reference *index) {
    const struct variable *variable = last_link(index)->variable;
    if (parser->panicking || is_guess(variable)) return;
    if (index->field || variable->length || variable->type.kind == TYPE_CHAN || variable->type.kind == TYPE_STRUCT)
        error_at(parser, index->place, "the index of a loop must be a plain variable that holds a number");
}

static void check_range(struct parser *parser, const struct expression *first, const struct expression *last) {
    if (first->kind == EXPR_NUMBER && last->kind == EXPR_NUMBER && first->value > last->value)
        error_at(parser, first->place, "the range from %d to %d is empty", first->value, last->value);
}

static struct statement *increment(struct parser *parser, struct reference *index) {
    struct expression *one = new_number(parser, 1, index->place);
    return new_assignment(parser, index, new_binary(parser, OP_ADD, reference_expression(parser, index), one));
}

static struct statement *compare(struct parser *parser, enum operator_kind op, struct reference *index,
                                 struct expression *bound) {
    return new_condition(parser, new_binary(parser, op, reference_expression(parser, index), bound));
}

/* The loop begins with it: it stands where the whole does, so that an annotation before the loop is its own. */
static void emit_first(struct parser *parser, struct reference *index, struct expression *first, struct place place) {
    struct statement *assignment = new_assignment(parser, index, first);
    assignment->place = place;
    emit(parser, assignment);
}

/* `{ statements }`, into the open sequence. */
static void parse_body(struct parser *parser) {
    struct scope *scope = arena_new_object(parser->arena, struct scope);
    scope->parent = parser->scope;
    parser->scope = scope;
    parser->loops++;
    (void)accept(parser, TOKEN_SEMICOLON); /* of a line end before the brace */
    if (expect(parser, TOKEN_OPEN_BRACE, "before the body of a loop")) {
        parse_steps(parser);
        expect(parser, TOKEN_CLOSE_BRACE, "after the body of a loop");
    }
    parser->loops--;
    parser->scope = scope->parent;
}

static struct sequence *leave_option(struct parser *parser, bool with_else, struct place place) {
    struct sequence *saved, *option = open_sequence(parser, &saved);
    if (with_else) emit(parser, new_condition(parser, new_expression(parser, EXPR_ELSE, place)));
    emit(parser, new_statement(parser, STATEMENT_BREAK, place));
    parser->sequence = saved;
    return option;
}

/* Spin adds the option that leaves first, but `else` moves to the end. */
static struct statement *finish_loop(struct parser *parser, struct sequence *body, bool with_else, struct place place) {
    struct statement *loop = new_statement(parser, STATEMENT_DO, place);
    if (!with_else) list_add(parser->arena, &loop->options, leave_option(parser, false, place));
    list_add(parser->arena, &loop->options, body);
    if (with_else) list_add(parser->arena, &loop->options, leave_option(parser, true, place));
    return loop;
}

static struct statement *parse_counting(struct parser *parser, struct reference *index, struct expression *first,
                                        struct expression *last, struct place place) {
    check_index_variable(parser, index);
    check_range(parser, first, last);
    emit_first(parser, index, first, place);
    struct sequence *saved, *body = open_sequence(parser, &saved);
    emit(parser, compare(parser, OP_LESS_EQUAL, index, last));
    parse_body(parser);
    emit(parser, increment(parser, index));
    parser->sequence = saved;
    return finish_loop(parser, body, true, place);
}

/* The counter that Spin adds; loops in one scope share it. */
static struct reference *channel_counter(struct parser *parser, unsigned capacity, struct place place) {
    struct variable *counter = parser->scope->counter;
    if (!counter) {
        counter = declare(parser, "_for_count", place, (struct type){.kind = TYPE_BYTE});
        counter->owner = parser->proctype;
        counter->index = (unsigned)parser->proctype->variables.count;
        list_add(parser->arena, &parser->proctype->variables, counter);
        parser->scope->counter = counter;
    }
    if (capacity > 255) counter->type.kind = TYPE_SHORT;
    return reference_to(parser, counter, place);
}

static struct statement *new_rotation(struct parser *parser, struct reference *message, struct reference *channel,
                                      bool sending) {
    struct statement *statement = new_statement(parser, sending ? STATEMENT_SEND : STATEMENT_RECEIVE, channel->place);
    expression_list fields = {0};
    flatten_reference(parser, message, &fields);
    if (sending)
        statement->channel = channel;
    else
        statement->receive = arena_new_object(parser->arena, struct receive), statement->receive->channel = channel;
    for (size_t i = 0; i < fields.count; i++) {
        if (sending)
            list_add(parser->arena, &statement->arguments, fields.items[i]);
        else
            list_add(parser->arena, &statement->receive->fields,
                     (struct receive_field){.kind = RECEIVE_STORE, .target = fields.items[i]->reference});
    }
    return statement;
}

static bool fits(const struct channel_type *type, const struct reference *message) {
    return type && type->capacity > 0 && type->fields.count == 1 && type->fields.items[0].kind == TYPE_STRUCT &&
           type->fields.items[0].structure == reference_type(message)->structure;
}

/* Over the messages of a channel, by turning it round. */
static struct statement *parse_over_channel(struct parser *parser, struct reference *message, struct reference *channel,
                                            struct place place) {
    const struct channel_type *type = last_link(channel)->variable->channel;
    if (!fits(type, message)) {
        error_at(parser, channel->place,
                 "expected a channel with a capacity whose messages are just the structure of the loop's variable");
        parser->panicking = true;
        return new_skip(parser, place);
    }
    struct reference *counter = channel_counter(parser, type->capacity, place);
    struct expression *length = new_expression(parser, EXPR_LEN, place);
    length->reference = channel;
    emit_first(parser, counter, new_number(parser, 0, place), place);
    struct sequence *saved, *body = open_sequence(parser, &saved);
    emit(parser, compare(parser, OP_LESS, counter, length));
    emit(parser, new_rotation(parser, message, channel, false));
    emit(parser, new_rotation(parser, message, channel, true));
    parse_body(parser);
    emit(parser, increment(parser, counter));
    parser->sequence = saved;
    return finish_loop(parser, body, true, place);
}

static struct statement *parse_over(struct parser *parser, struct reference *index, struct place place) {
    advance(parser);
    struct reference *range = parse_reference(parser, USE_ARRAY);
    expect(parser, TOKEN_CLOSE_PAREN, "after the range of a loop");
    if (parser->panicking) return new_skip(parser, place);
    if (reference_type(index)->kind == TYPE_STRUCT) return parse_over_channel(parser, index, range, place);
    const struct variable *array = last_link(range)->variable;
    if (!array->length || last_link(range)->index)
        error_at(parser, range->place, "`%s` is not an array: expected one after `in`", array->name);
    struct expression *last = new_number(parser, array->length ? (int32_t)array->length - 1 : 0, place);
    return parse_counting(parser, index, new_number(parser, 0, place), last, place);
}

struct statement *parse_for(struct parser *parser) {
    struct place place = parser->token.place;
    advance(parser);
    expect(parser, TOKEN_OPEN_PAREN, "after `for`");
    struct reference *index = parse_reference(parser, USE_MESSAGE);
    if (at_in(parser)) return parse_over(parser, index, place);
    expect(parser, TOKEN_COLON, "or `in` after the variable of a loop");
    struct expression *first = parse_expression(parser);
    expect(parser, TOKEN_DOT_DOT, "between the bounds of a loop");
    struct expression *last = parse_expression(parser);
    expect(parser, TOKEN_CLOSE_PAREN, "after the range of a loop");
    return parser->panicking ? new_skip(parser, place) : parse_counting(parser, index, first, last, place);
}

/* ---- select ---- */

struct selection {
    struct place place;
    struct reference *index;
    struct expression *first, *last;
    bool textual; /* Spin's lexer replaces it by text: constant bounds, outside of inlines, on one line */
};

static bool is_letters(const char *name) { return !strchr(name, '_'); }

static struct expression *parse_select_bound(struct parser *parser, struct selection *selection) {
    struct token before = parser->token;
    struct expression *bound = parse_expression(parser);
    bool digits = before.is_digits && bound->kind == EXPR_NUMBER;
    selection->textual &= digits && !before.newline_before && !parser->token.newline_before;
    return bound;
}

static struct statement *choose_by_if(struct parser *parser, const struct selection *selection) {
    struct statement *choice = new_statement(parser, STATEMENT_IF, selection->place);
    for (int32_t value = selection->first->value; value <= selection->last->value; value++) {
        struct sequence *saved, *option = open_sequence(parser, &saved);
        emit(parser, new_assignment(parser, selection->index, new_number(parser, value, selection->place)));
        parser->sequence = saved;
        list_add(parser->arena, &choice->options, option);
    }
    return choice;
}

static struct statement *choose_by_loop(struct parser *parser, const struct selection *selection) {
    struct sequence *saved, *body = open_sequence(parser, &saved);
    emit(parser, compare(parser, OP_LESS, selection->index, selection->last));
    emit(parser, increment(parser, selection->index));
    parser->sequence = saved;
    return finish_loop(parser, body, false, selection->place);
}

/* As text: `i = first; do :: i < last -> i++ :: break od`, so that a label stands on the assignment. */
static struct statement *choose_as_text(struct parser *parser, const struct selection *selection) {
    struct statement *block = new_statement(parser, STATEMENT_BLOCK, selection->place);
    struct sequence *saved;
    block->body = open_sequence(parser, &saved);
    emit_first(parser, selection->index, selection->first, selection->place);
    struct statement *loop = choose_by_loop(parser, selection);
    struct sequence *leaving = loop->options.items[0];
    loop->options.items[0] = loop->options.items[1];
    loop->options.items[1] = leaving;
    emit(parser, loop);
    parser->sequence = saved;
    return block;
}

struct statement *parse_select(struct parser *parser) {
    enum { LONGEST_LIST = 32 };
    struct selection selection = {.place = parser->token.place, .textual = !stream_inline(&parser->stream)};
    advance(parser);
    expect(parser, TOKEN_OPEN_PAREN, "after `select`");
    selection.textual &= at(parser, TOKEN_NAME) && is_letters(parser->token.text) && !parser->token.newline_before;
    selection.index = parse_reference(parser, USE_SCALAR);
    selection.textual &= !selection.index->field && !selection.index->index && !parser->token.newline_before;
    expect(parser, TOKEN_COLON, "after the variable of select");
    selection.first = parse_select_bound(parser, &selection);
    expect(parser, TOKEN_DOT_DOT, "between the bounds of select");
    selection.last = parse_select_bound(parser, &selection);
    expect(parser, TOKEN_CLOSE_PAREN, "after the range of select");
    check_index_variable(parser, selection.index);
    check_range(parser, selection.first, selection.last);
    if (parser->panicking) return new_skip(parser, selection.place);
    if (selection.textual && (int64_t)selection.last->value - selection.first->value <= LONGEST_LIST)
        return choose_by_if(parser, &selection);
    if (selection.textual) return choose_as_text(parser, &selection);
    emit_first(parser, selection.index, selection.first, selection.place);
    return choose_by_loop(parser, &selection);
}
