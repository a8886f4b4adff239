/* Messages: the arguments of sends and `run`, the fields of receives, structures written out field by field. */
#include "promela/expression.h"
#include "promela/walk.h"

/* Counting stops above the limit: nested structures can have more fields than there are atoms. */
static unsigned count_fields(const struct type *type, unsigned limit) {
    if (type->kind != TYPE_STRUCT) return 1;
    unsigned count = 0;
    for (size_t i = 0; i < type->structure->fields.count && count <= limit; i++) {
        const struct variable *field = type->structure->fields.items[i];
        unsigned each = count_fields(&field->type, limit);
        unsigned times = field->length ? field->length : 1;
        if (each > limit || times > limit || each * times > limit) return limit + 1;
        count += each * times;
    }
    return count;
}

unsigned flattened_count(struct parser *parser, const struct type *type, struct place place) {
    unsigned count = count_fields(type, MOST_MESSAGE_FIELDS);
    if (count <= MOST_MESSAGE_FIELDS) return count;
    error_at(parser, place, "a message of more than %d fields", MOST_MESSAGE_FIELDS);
    return 1;
}

/* A copy of the chain with one more link. */
static struct reference *extend(struct parser *parser, const struct reference *chain, struct variable *field,
                                struct expression *index) {
    struct reference *copy = reference_to(parser, chain->variable, chain->place);
    copy->index = chain->index;
    if (chain->field) {
        copy->field = extend(parser, chain->field, field, index);
    } else {
        copy->field = reference_to(parser, field, chain->place);
        copy->field->index = index;
    }
    return copy;
}

static void flatten(struct parser *parser, struct reference *reference, expression_list *list) {
    const struct type *type = reference_type(reference);
    if (type->kind != TYPE_STRUCT) {
        struct expression *expression = new_expression(parser, EXPR_REFERENCE, reference->place);
        expression->reference = reference;
        list_add(parser->arena, list, expression);
        return;
    }
    for (size_t i = 0; i < type->structure->fields.count; i++) {
        struct variable *field = type->structure->fields.items[i];
        if (field->length && field->type.kind == TYPE_STRUCT) {
            error_at(parser, reference->place, "the structure `%s` has an array of structures, `%s`: it cannot be sent",
                     type->structure->name, field->name);
            return;
        }
        for (unsigned element = 0; element < field->length; element++)
            flatten(parser, extend(parser, reference, field, new_number(parser, (int32_t)element, reference->place)),
                    list);
        if (!field->length) flatten(parser, extend(parser, reference, field, NULL), list);
    }
}

void flatten_reference(struct parser *parser, struct reference *reference, expression_list *list) {
    unsigned errors = parser->diagnostics->errors;
    (void)flattened_count(parser, reference_type(reference), reference->place);
    if (parser->diagnostics->errors == errors) flatten(parser, reference, list);
}

static bool in_trace(const struct parser *parser) {
    return parser->proctype && (parser->proctype->kind == PROCTYPE_TRACE || parser->proctype->kind == PROCTYPE_NOTRACE);
}

static void parse_argument(struct parser *parser, expression_list *list) {
    if (in_trace(parser) && at(parser, TOKEN_NAME) && !strcmp(parser->token.text, "_")) {
        list_add(parser->arena, list, new_expression(parser, EXPR_ANY, parser->token.place));
        advance(parser);
        return;
    }
    struct name *name = at(parser, TOKEN_NAME) ? lookup(parser, parser->token.text) : NULL;
    struct expression *first = NULL;
    if (name && name->kind == NAME_VARIABLE) {
        struct reference *reference = parse_reference(parser, USE_MESSAGE);
        if (reference_type(reference)->kind == TYPE_STRUCT) {
            flatten_reference(parser, reference, list);
            return;
        }
        unsigned height = parser->height;
        first = at_poll(parser) ? parse_poll(parser, reference) : reference_expression(parser, reference);
        parser->height = height;
        first = parse_expression_after(parser, first);
    } else {
        first = parse_expression(parser);
    }
    list_add(parser->arena, list, first);
}

void parse_arguments(struct parser *parser, expression_list *list) {
    do parse_argument(parser, list);
    while (accept(parser, TOKEN_COMMA));
}

/* How many fields the channel's messages have; false if that is not known here. */
static bool message_size(const struct reference *channel, size_t *size) {
    const struct channel_type *type = last_link(channel)->variable->channel;
    if (!type) return false;
    *size = 0;
    for (size_t i = 0; i < type->fields.count; i++) *size += count_fields(&type->fields.items[i], MOST_MESSAGE_FIELDS);
    return true;
}

static void check_message(struct parser *parser, const struct reference *channel, size_t count, struct place place,
                          const char *what) {
    size_t wanted;
    if (!parser->panicking && message_size(channel, &wanted) && wanted != count)
        error_at(parser, place, "%s has %zu field%s, but the messages of `%s` have %zu", what, count,
                 count == 1 ? "" : "s", last_link(channel)->variable->name, wanted);
}

struct statement *parse_send(struct parser *parser, struct reference *channel) {
    struct statement *statement = new_statement(parser, STATEMENT_SEND, channel->place);
    statement->channel = channel;
    statement->sorted = at(parser, TOKEN_SORTED_SEND);
    struct place place = parser->token.place;
    advance(parser);
    expression_list arguments = {0};
    parse_argument(parser, &arguments);
    if (accept(parser, TOKEN_OPEN_PAREN)) { /* q!type(a, b) */
        parse_arguments(parser, &arguments);
        expect(parser, TOKEN_CLOSE_PAREN, "after the fields of the message");
    } else if (accept(parser, TOKEN_COMMA)) {
        parse_arguments(parser, &arguments);
    }
    for (size_t i = 0; i < arguments.count; i++) {
        if (walk_expression_runs(arguments.items[i]))
            error_at(parser, arguments.items[i]->place, "`run` cannot be used in a message");
        list_add(parser->arena, &statement->arguments, arguments.items[i]);
    }
    check_message(parser, channel, arguments.count, place, "this message");
    return statement;
}

static void add_match(struct parser *parser, struct receive *receive, struct expression *match, bool is_eval) {
    list_add(parser->arena, &receive->fields,
             (struct receive_field){.kind = RECEIVE_MATCH, .match = match, .is_eval = is_eval});
}

static void parse_stored_field(struct parser *parser, struct receive *receive) {
    struct reference *target = parse_reference(parser, USE_MESSAGE);
    if (parser->panicking) return;
    expression_list flat = {0};
    flatten_reference(parser, target, &flat);
    for (size_t i = 0; i < flat.count; i++)
        list_add(parser->arena, &receive->fields,
                 (struct receive_field){.kind = RECEIVE_STORE, .target = flat.items[i]->reference});
}

static void parse_named_field(struct parser *parser, struct receive *receive) {
    struct name *name = lookup(parser, parser->token.text);
    if (!strcmp(parser->token.text, "_")) {
        list_add(parser->arena, &receive->fields, (struct receive_field){.kind = RECEIVE_DROP});
        advance(parser);
    } else if (name && name->kind == NAME_MTYPE) {
        add_match(parser, receive, parse_expression(parser), false);
    } else if (name && name->kind == NAME_SPECIAL) {
        error_at(parser, parser->token.place, "`%s` cannot be received into: to compare with it, write eval(%s)",
                 name->text, name->text);
        advance(parser);
    } else {
        parse_stored_field(parser, receive);
    }
}

static void parse_field(struct parser *parser, struct receive *receive) {
    struct place place = parser->token.place;
    if (parser->panicking) return;
    if (accept(parser, TOKEN_EVAL)) {
        expect(parser, TOKEN_OPEN_PAREN, "after `eval`");
        struct expression *value = parse_expression(parser);
        expect(parser, TOKEN_CLOSE_PAREN, "after the expression of `eval`");
        if (walk_expression_runs(value)) error_at(parser, place, "`run` cannot be used in eval()");
        add_match(parser, receive, value, true);
    } else if (at(parser, TOKEN_NAME)) {
        parse_named_field(parser, receive);
    } else if (at(parser, TOKEN_NUMBER) || at(parser, TOKEN_MINUS)) {
        bool negative = accept(parser, TOKEN_MINUS);
        uint32_t value = (uint32_t)parser->token.value;
        if (expect(parser, TOKEN_NUMBER, "after `-`"))
            add_match(parser, receive, new_number(parser, (int32_t)(negative ? 0u - value : value), place), false);
    } else {
        syntax_error(parser, "a variable, a constant or eval(..) in a receive");
    }
}

/* rarg | rarg , rargs | rarg ( rargs ) | ( rargs ) */
static void parse_fields(struct parser *parser, struct receive *receive) {
    if (!enter(parser)) {
        leave(parser);
        return;
    }
    if (accept(parser, TOKEN_OPEN_PAREN)) {
        parse_fields(parser, receive);
        expect(parser, TOKEN_CLOSE_PAREN, "after the fields of a receive");
    } else {
        parse_field(parser, receive);
        while (accept(parser, TOKEN_COMMA)) parse_field(parser, receive);
        if (accept(parser, TOKEN_OPEN_PAREN)) {
            parse_fields(parser, receive);
            expect(parser, TOKEN_CLOSE_PAREN, "after the fields of a receive");
        }
    }
    leave(parser);
}

static void reject_doubles(struct parser *parser, const struct receive *receive) {
    for (size_t i = 0; i < receive->fields.count; i++)
        for (size_t j = i + 1; j < receive->fields.count; j++) {
            const struct receive_field *a = &receive->fields.items[i], *b = &receive->fields.items[j];
            if (a->kind != RECEIVE_STORE || b->kind != RECEIVE_STORE || a->target->field || a->target->variable->length)
                continue;
            if (a->target->variable == b->target->variable)
                error_at(parser, b->target->place, "`%s` cannot receive two fields of one message",
                         b->target->variable->name);
        }
}

/* Looking at a message without taking it may leave its last fields out. */
static void complete(struct parser *parser, struct receive *receive) {
    size_t wanted;
    if (!message_size(receive->channel, &wanted)) return;
    while (receive->fields.count < wanted)
        list_add(parser->arena, &receive->fields, (struct receive_field){.kind = RECEIVE_DROP});
}

struct receive *parse_receive(struct parser *parser, struct reference *channel, enum receive_form form) {
    struct place place = parser->token.place;
    struct receive *receive = arena_new_object(parser->arena, struct receive);
    receive->channel = channel;
    receive->peek = form == RECEIVE_PEEKS;
    parse_fields(parser, receive);
    if (parser->panicking) return receive;
    if (form != RECEIVE_POLLS && receive->fields.count <= MOST_MESSAGE_FIELDS) reject_doubles(parser, receive);
    if (form != RECEIVE_TAKES) complete(parser, receive);
    check_message(parser, channel, receive->fields.count, place, "this receive");
    return receive;
}
