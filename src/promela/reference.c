/* References: `a[i].b.c[j]`, checked link by link against what was declared. */
#include "promela/parser.h"
#include "promela/walk.h"

const struct reference *last_link(const struct reference *reference) {
    while (reference->field) reference = reference->field;
    return reference;
}

const struct type *reference_type(const struct reference *reference) { return &last_link(reference)->variable->type; }

struct reference *reference_to(struct parser *parser, struct variable *variable, struct place place) {
    struct reference *reference = arena_new_object(parser->arena, struct reference);
    reference->variable = variable;
    reference->place = place;
    return reference;
}

struct expression *reference_expression(struct parser *parser, struct reference *reference) {
    unsigned height = parser->height;
    struct expression *expression = new_expression(parser, EXPR_REFERENCE, reference->place);
    expression->reference = reference;
    parser->height = height + 1;
    return expression;
}

bool is_guess(const struct variable *variable) { return !variable->unique_name; }

/* Stands in for what was not found, so that parsing goes on; it has no unique name. */
static struct variable *unknown_variable(struct parser *parser, const char *name, struct place place) {
    struct variable *variable = arena_new_object(parser->arena, struct variable);
    variable->name = name;
    variable->place = place;
    variable->type.kind = TYPE_INT;
    return variable;
}

static void report_undeclared(struct parser *parser, const char *name, struct place place) {
    struct name *found = lookup(parser, name);
    if (found) {
        error_at(parser, place, "`%s` is %s: expected a variable", name, name_kind_words(found->kind));
        return;
    }
    struct nearest near;
    char room[NEAREST_ROOM];
    nearest_begin(&near, name);
    names_offer(&parser->names, NAME_VARIABLE, parser->proctype, parser->scope, &near);
    error_at(parser, place, "`%s` is not declared%s", name, nearest_hint(&near, '`', room));
}

static struct variable *find_variable(struct parser *parser, const char *text, struct place place) {
    struct name *name = lookup(parser, text);
    if (name && name->kind == NAME_VARIABLE) return name->variable;
    report_undeclared(parser, text, place);
    struct variable *variable = unknown_variable(parser, text, place);
    if (!name) { /* say it once */
        name = names_add(&parser->names, text, NAME_VARIABLE, place, parser->proctype, parser->scope);
        name->variable = variable;
    }
    return variable;
}

static struct variable *find_field(struct parser *parser, const struct structure *structure, const char *text,
                                   struct place place) {
    struct nearest near;
    char room[NEAREST_ROOM];
    nearest_begin(&near, text);
    for (size_t i = 0; i < structure->fields.count; i++) {
        struct variable *field = structure->fields.items[i];
        if (!strcmp(field->name, text)) return field;
        nearest_offer(&near, field->name);
    }
    error_at(parser, place, "the typedef `%s` has no field `%s`%s", structure->name, text,
             nearest_hint(&near, '`', room));
    return unknown_variable(parser, text, place);
}

static void check_index(struct parser *parser, const struct reference *link, bool whole_array) {
    const struct variable *variable = link->variable;
    if (is_guess(variable) || parser->panicking) return;
    if (!link->index) {
        if (variable->length && !whole_array)
            error_at(parser, link->place, "`%s` is an array: expected an index, `%s[..]`", variable->name,
                     variable->name);
        return;
    }
    bool constant = link->index->kind == EXPR_NUMBER;
    if (!variable->length) {
        if (!constant || link->index->value != 0)
            error_at(parser, link->place, "`%s` is not an array: it cannot have an index", variable->name);
    } else if (constant && (link->index->value < 0 || (unsigned)link->index->value >= variable->length)) {
        warn_at(parser, link->place, "index %d is outside of `%s[%u]`", link->index->value, variable->name,
                variable->length);
    }
}

/* One name with its index. */
static struct reference *parse_link(struct parser *parser, const struct structure *structure) {
    struct place place = parser->token.place;
    const char *name = expect_name(parser, structure ? "the name of a field after `.`" : "the name of a variable");
    struct variable *variable = parser->panicking ? unknown_variable(parser, name, place)
                                : structure       ? find_field(parser, structure, name, place)
                                                  : find_variable(parser, name, place);
    struct reference *link = reference_to(parser, variable, place);
    unsigned height = parser->height;
    if (accept(parser, TOKEN_OPEN_BRACKET)) {
        link->index = parse_expression(parser);
        expect(parser, TOKEN_CLOSE_BRACKET, "after an index");
        if (walk_expression_runs(link->index)) error_at(parser, place, "`run` cannot be used in an index");
    }
    parser->height = 1 + (height > parser->height ? height : parser->height);
    return link;
}

static void check_use(struct parser *parser, const struct reference *reference, enum reference_use use) {
    const struct reference *link = last_link(reference);
    check_index(parser, link, use == USE_ARRAY);
    if (use == USE_SCALAR && link->variable->type.kind == TYPE_STRUCT)
        error_at(parser, reference->place, "`%s` is a structure of type `%s`: expected one of its fields, `%s.%s`",
                 link->variable->name, link->variable->type.structure->name, link->variable->name,
                 link->variable->type.structure->fields.count ? link->variable->type.structure->fields.items[0]->name
                                                              : "..");
}

struct reference *parse_reference(struct parser *parser, enum reference_use use) {
    parser->height = 0;
    struct reference *reference = parse_link(parser, NULL);
    struct reference *link = reference;
    unsigned links = 0;
    while (at(parser, TOKEN_DOT) && !parser->panicking) {
        check_index(parser, link, false);
        const struct variable *variable = link->variable;
        if (++links > DEEPEST_NESTING) {
            syntax_error(parser, "a shorter chain of fields");
            break;
        }
        if (variable->type.kind != TYPE_STRUCT) {
            if (!is_guess(variable))
                error_at(parser, parser->token.place, "`%s` is not a structure: it has no fields", variable->name);
            advance(parser);
            (void)expect_name(parser, "the name of a field after `.`");
            continue;
        }
        advance(parser);
        link->field = parse_link(parser, variable->type.structure);
        link = link->field;
    }
    check_use(parser, reference, use);
    return reference;
}

void require_channel(struct parser *parser, const struct reference *reference) {
    const struct variable *variable = last_link(reference)->variable;
    if (variable->type.kind != TYPE_CHAN && variable->type.kind != TYPE_STRUCT && !is_guess(variable))
        error_at(parser, reference->place, "`%s` is not a channel", variable->name);
}

struct reference *parse_channel(struct parser *parser) {
    struct reference *reference = parse_reference(parser, USE_SCALAR);
    require_channel(parser, reference);
    return reference;
}
