/* Declarations: variables, channels, mtype names, typedefs.
 *
 * Where a declaration stands decides what its initialiser is (Spin, spin.y `ivar`): among the globals, in a typedef and
 * before the first statement of a body it is evaluated when the process starts; anywhere else it is an assignment, and
 * a declaration without an initialiser assigns 0. That assignment is a step. */
#include "promela/parser.h"
#include "promela/walk.h"

bool at_declaration(struct parser *parser) {
    switch (parser->token.kind) {
    case TOKEN_HIDDEN:
    case TOKEN_SHOW:
    case TOKEN_LOCAL:
    case TOKEN_TYPE: return true;
    case TOKEN_NAME: {
        struct name *name = lookup(parser, parser->token.text);
        return name && name->kind == NAME_STRUCTURE;
    }
    default: return false;
    }
}

struct visibility {
    bool hidden, shown, local;
};

static struct visibility parse_visibility(struct parser *parser) {
    struct visibility visibility = {0};
    if (accept(parser, TOKEN_HIDDEN))
        visibility.hidden = true;
    else if (accept(parser, TOKEN_SHOW))
        visibility.shown = true;
    else if (accept(parser, TOKEN_LOCAL))
        visibility.local = true;
    return visibility;
}

static void report_redeclared(struct parser *parser, const struct name *name, struct place place) {
    error_at(parser, place, "`%s` is declared already, as %s", name->text, name_kind_words(name->kind));
    if (name->place.line && !parser->panicking)
        diag_note(parser->diagnostics, name->place, "`%s` was declared here", name->text);
}

static void add_field(struct parser *parser, struct variable *variable) {
    struct structure *structure = parser->structure;
    for (size_t i = 0; i < structure->fields.count; i++)
        if (!strcmp(structure->fields.items[i]->name, variable->name))
            error_at(parser, variable->place, "the typedef `%s` has a field `%s` already", structure->name,
                     variable->name);
    variable->index = (unsigned)structure->fields.count;
    list_add(parser->arena, &structure->fields, variable);
}

static void add_variable(struct parser *parser, struct variable *variable) {
    struct name *name = lookup(parser, variable->name);
    bool guessed = name && name->kind == NAME_VARIABLE && is_guess(name->variable);
    if (name && !guessed) report_redeclared(parser, name, variable->place);
    name = names_add(&parser->names, variable->name, NAME_VARIABLE, variable->place, parser->proctype, parser->scope);
    name->variable = variable;
    variable->owner = parser->proctype;
    if (parser->proctype) {
        variable->index = (unsigned)parser->proctype->variables.count;
        list_add(parser->arena, &parser->proctype->variables, variable);
    } else {
        variable->index = (unsigned)parser->model->globals.count;
        list_add(parser->arena, &parser->model->globals, variable);
    }
}

struct variable *declare(struct parser *parser, const char *name, struct place place, struct type type) {
    struct variable *variable = arena_new_object(parser->arena, struct variable);
    variable->name = variable->unique_name = name;
    variable->place = place;
    variable->type = type;
    variable->is_parameter = parser->in_parameters;
    return variable;
}

static void check_visibility(struct parser *parser, const struct variable *variable) {
    if (!variable->hidden) return;
    enum type_kind kind = variable->type.kind;
    if (parser->proctype || parser->structure)
        error_at(parser, variable->place, "`%s` cannot be hidden: only global variables can", variable->name);
    else if (kind == TYPE_CHAN)
        error_at(parser, variable->place, "`%s` cannot be hidden: it is a channel", variable->name);
    else if (kind == TYPE_BIT || kind == TYPE_BOOL)
        error_at(parser, variable->place, "`%s` cannot be hidden: it is a bit (use byte)", variable->name);
}

/* `x : 3` and `x[3]` */
static void parse_shape(struct parser *parser, struct variable *variable) {
    struct place place = parser->token.place;
    if (accept(parser, TOKEN_COLON)) {
        int32_t width = parser->token.value;
        if (!expect(parser, TOKEN_NUMBER, "as the width of an unsigned")) return;
        if (variable->type.kind != TYPE_UNSIGNED)
            error_at(parser, place, "only an unsigned can have a width");
        else if (width < 1 || width > 31)
            error_at(parser, place, "the width of `%s` is %d: expected 1 to 31 bits", variable->name, width);
        else
            variable->type.width = (unsigned)width;
        return;
    }
    if (!accept(parser, TOKEN_OPEN_BRACKET)) return;
    place = parser->token.place;
    int32_t length = parse_bound(parser, "the length of an array");
    expect(parser, TOKEN_CLOSE_BRACKET, "after the length of an array");
    if (length <= 0 || length > LONGEST_ARRAY) {
        error_at(parser, place, "the array `%s` has %d elements: expected 1 to %d", variable->name, length,
                 LONGEST_ARRAY);
        length = 1;
    }
    variable->length = (unsigned)length;
    if (parser->in_parameters)
        error_at(parser, variable->place, "the parameter `%s` cannot be an array", variable->name);
}

static struct type parse_base_type(struct parser *parser) {
    struct type type = {.kind = (enum type_kind)parser->token.value};
    if (at(parser, TOKEN_TYPE)) {
        advance(parser);
        return type;
    }
    struct name *name = at(parser, TOKEN_NAME) ? lookup(parser, parser->token.text) : NULL;
    if (!name || name->kind != NAME_STRUCTURE) {
        syntax_error(parser, "a type");
        return (struct type){.kind = TYPE_INT};
    }
    advance(parser);
    return (struct type){.kind = TYPE_STRUCT, .structure = name->structure};
}

static const char *parse_mtype_set(struct parser *parser) {
    const char *name = expect_name(parser, "the name of a set of mtype names after `:`");
    return parser->panicking ? NULL : name;
}

/* `[capacity] of { type, .. }` */
static struct channel_type *parse_channel_type(struct parser *parser) {
    struct channel_type *channel = arena_new_object(parser->arena, struct channel_type);
    channel->place = parser->token.place;
    expect(parser, TOKEN_OPEN_BRACKET, "before the capacity of a channel");
    int32_t capacity = parse_bound(parser, "a capacity");
    if (capacity < 0 || capacity > LARGEST_CAPACITY)
        error_at(parser, channel->place, "a channel of capacity %d: expected 0 to %d", capacity, LARGEST_CAPACITY);
    else
        channel->capacity = (unsigned)capacity;
    expect(parser, TOKEN_CLOSE_BRACKET, "after the capacity of a channel");
    expect(parser, TOKEN_OF, "after the capacity of a channel");
    expect(parser, TOKEN_OPEN_BRACE, "before the types of a channel's messages");
    unsigned fields = 0;
    do {
        struct place place = parser->token.place;
        struct type type = parse_base_type(parser);
        if (parser->panicking) break;
        if (type.kind == TYPE_UNSIGNED) error_at(parser, place, "an unsigned cannot be in a message");
        if (type.kind == TYPE_MTYPE && accept(parser, TOKEN_COLON)) type.mtype_set = parse_mtype_set(parser);
        fields += flattened_count(parser, &type, place);
        list_add(parser->arena, &channel->fields, type);
    } while (accept(parser, TOKEN_COMMA));
    if (fields > MOST_MESSAGE_FIELDS)
        error_at(parser, channel->place, "a message of more than %d fields", MOST_MESSAGE_FIELDS);
    expect(parser, TOKEN_CLOSE_BRACE, "after the types of a channel's messages");
    return channel;
}

/* `{1, 2, 3}` */
static void parse_initial_list(struct parser *parser, struct variable *variable) {
    struct place place = parser->token.place;
    advance(parser);
    if (!variable->length)
        error_at(parser, place, "`%s` is not an array: it cannot have a list of values", variable->name);
    do {
        struct place element = parser->token.place;
        int32_t value = parser->token.value;
        struct name *name = at(parser, TOKEN_NAME) ? lookup(parser, parser->token.text) : NULL;
        if (name && name->kind == NAME_MTYPE) {
            struct expression *constant = parse_expression(parser);
            list_add(parser->arena, &variable->initial_list, constant);
        } else if (expect(parser, TOKEN_NUMBER, "in a list of initial values")) {
            list_add(parser->arena, &variable->initial_list, new_number(parser, value, element));
        }
    } while (accept(parser, TOKEN_COMMA));
    expect(parser, TOKEN_CLOSE_BRACE, "after a list of initial values");
    if (variable->initial_list.count > (variable->length ? variable->length : 1))
        error_at(parser, place, "%zu values for the %u elements of `%s`", variable->initial_list.count,
                 variable->length, variable->name);
    if (!parser->starting)
        error_at(parser, place, "a list of initial values is only possible before the first statement");
}

static void note_question(void *context, const struct expression *e) {
    bool computed = e->kind == EXPR_UNARY || e->kind == EXPR_BINARY || e->kind == EXPR_CONDITIONAL;
    *(bool *)context |= !computed && e->kind != EXPR_NUMBER;
}

static void check_initial(struct parser *parser, struct variable *variable) {
    if (walk_expression_runs(variable->initial))
        error_at(parser, variable->place, "`run` cannot initialise a variable");
    bool questions = false;
    walk_expression(variable->initial, note_question, &questions);
    if (parser->structure && questions)
        error_at(parser, variable->place, "the initial value of the field `%s` must be a constant", variable->name);
    if (variable->type.kind == TYPE_STRUCT) {
        warn_at(parser, variable->place, "the initial value of the structure `%s` is ignored: assign to its fields",
                variable->name);
        variable->initial = NULL;
    } else {
        check_assignment(parser, reference_to(parser, variable, variable->place), variable->initial);
    }
}

static void parse_initialiser(struct parser *parser, struct variable *variable) {
    struct place place = parser->token.place;
    if (parser->in_parameters) error_at(parser, place, "a parameter cannot have an initial value");
    if (at(parser, TOKEN_OPEN_BRACKET)) {
        if (variable->type.kind != TYPE_CHAN)
            error_at(parser, place, "`%s` is not a chan: it cannot be given a channel", variable->name);
        if (!parser->starting)
            error_at(parser, variable->place,
                     "the channel `%s` must be declared before the first statement of its proctype", variable->name);
        variable->channel = parse_channel_type(parser);
    } else if (at(parser, TOKEN_OPEN_BRACE)) {
        parse_initial_list(parser, variable);
    } else {
        variable->initial = parse_expression(parser);
        if (!parser->panicking) check_initial(parser, variable);
    }
}

/* The step that a declaration after the first statement is. As in Spin it sets the first element of an array only, and
 * does nothing for a structure. */
static void emit_initialisation(struct parser *parser, struct variable *variable) {
    struct statement *statement;
    if (variable->type.kind == TYPE_STRUCT) {
        statement = new_condition(parser, new_number(parser, 1, variable->place));
    } else {
        struct reference *target = reference_to(parser, variable, variable->place);
        if (variable->length) target->index = new_number(parser, 0, variable->place);
        struct expression *value = variable->initial ? variable->initial : new_number(parser, 0, variable->place);
        statement = new_assignment(parser, target, value);
        variable->initial = NULL;
    }
    statement->from_declaration = true;
    emit(parser, statement);
}

/* How much a variable holds; complains when that is too much. */
static struct extent measure(struct parser *parser, const struct variable *variable) {
    struct extent extent = {0, 1};
    if (variable->type.kind == TYPE_STRUCT && variable->type.structure != parser->structure)
        extent = parser->extents.items[variable->type.structure->index];
    uint64_t numbers = (uint64_t)extent.numbers * (variable->length ? variable->length : 1);
    if (numbers > LARGEST_VARIABLE) {
        error_at(parser, variable->place, "`%s` holds more than %d numbers", variable->name, LARGEST_VARIABLE);
        numbers = 1;
    }
    return (struct extent){extent.depth, (unsigned)numbers};
}

static void measure_structure(struct parser *parser, const struct structure *structure) {
    struct extent extent = {0};
    for (size_t i = 0; i < structure->fields.count; i++) {
        struct extent field = measure(parser, structure->fields.items[i]);
        if (field.depth >= extent.depth) extent.depth = field.depth + 1;
        extent.numbers += field.numbers;
        if (extent.numbers > LARGEST_VARIABLE) extent.numbers = LARGEST_VARIABLE + 1;
    }
    if (extent.depth > DEEPEST_STRUCTURE) {
        error_at(parser, structure->place, "structures nested more than %d deep", DEEPEST_STRUCTURE);
        extent.depth = 0;
    }
    vec_push(&parser->extents, extent);
}

static void parse_variable(struct parser *parser, struct type type, struct visibility visibility) {
    struct place place = parser->token.place;
    const char *text = expect_name(parser, "the name of a variable");
    if (parser->panicking) return;
    struct variable *variable = declare(parser, text, place, type);
    variable->hidden = visibility.hidden;
    variable->shown = visibility.shown;
    variable->local_hint = visibility.local;
    parse_shape(parser, variable);
    if (type.kind == TYPE_UNSIGNED && !variable->type.width && !parser->panicking) {
        error_at(parser, place, "`%s` needs a width: `unsigned %s : 5`", text, text);
        variable->type.width = 16;
    }
    check_visibility(parser, variable);
    if (!parser->structure) (void)measure(parser, variable);
    bool initialised = accept(parser, TOKEN_ASSIGN);
    if (initialised) parse_initialiser(parser, variable);
    if (parser->proctype && parser->proctype->kind == PROCTYPE_NEVER)
        error_at(parser, place, "a never claim cannot have variables of its own");
    if (parser->structure)
        add_field(parser, variable);
    else
        add_variable(parser, variable);
    if (parser->in_parameters) list_add(parser->arena, &parser->proctype->parameters, variable);
    if (!parser->starting && !parser->panicking) emit_initialisation(parser, variable);
}

struct new_mtype {
    const char *name;
    struct place place;
};

/* Numbers count upwards from the last name of a declaration to the first, and on from those of earlier ones. */
static void number_mtypes(struct parser *parser, const char *set, const struct new_mtype *list, size_t count) {
    int highest = 0;
    for (size_t i = 0; i < parser->model->mtypes.count; i++) {
        const struct mtype_name *known = &parser->model->mtypes.items[i];
        bool same = known->set && set ? !strcmp(known->set, set) : known->set == set;
        if (same && known->value > highest) highest = known->value;
    }
    for (size_t i = 0; i < count; i++) {
        struct name *name = lookup(parser, list[i].name);
        if (name) report_redeclared(parser, name, list[i].place);
        name = names_add(&parser->names, list[i].name, NAME_MTYPE, list[i].place, NULL, NULL);
        name->mtype = parser->model->mtypes.count;
        list_add(parser->arena, &parser->model->mtypes,
                 (struct mtype_name){list[i].name, set, highest + (int)(count - i)});
    }
    if (highest + count > MOST_MTYPE_NAMES)
        error_at(parser, list[0].place, "more than %d mtype names", MOST_MTYPE_NAMES);
}

static void parse_mtype_names(struct parser *parser, const char *set, struct place place,
                              struct visibility visibility) {
    VEC(struct new_mtype) list = {0};
    advance(parser);
    while (!parser->panicking && !at(parser, TOKEN_CLOSE_BRACE)) {
        struct place name_place = parser->token.place;
        const char *name = expect_name(parser, "an mtype name");
        if (!parser->panicking) vec_push(&list, (struct new_mtype){name, name_place});
        while (accept(parser, TOKEN_COMMA)) {
        }
    }
    if (!parser->panicking && list.count == 0) error_at(parser, place, "an mtype declaration without names");
    if (parser->proctype) error_at(parser, place, "mtype names must be declared outside of proctypes");
    if (visibility.hidden || visibility.shown || visibility.local)
        error_at(parser, place, "mtype names cannot be hidden, shown or local");
    if (list.count) number_mtypes(parser, set, list.items, list.count);
    vec_free(&list);
    expect(parser, TOKEN_CLOSE_BRACE, "after mtype names");
}

/* After `mtype`: true if names are declared here, and not variables. */
static bool parse_mtype_head(struct parser *parser, struct type *type, struct place place,
                             struct visibility visibility) {
    if (accept(parser, TOKEN_COLON)) type->mtype_set = parse_mtype_set(parser);
    (void)accept(parser, TOKEN_ASSIGN);
    if (!at(parser, TOKEN_OPEN_BRACE)) return false;
    parse_mtype_names(parser, type->mtype_set, place, visibility);
    return true;
}

void parse_declaration(struct parser *parser) {
    struct place place = parser->token.place;
    struct visibility visibility = parse_visibility(parser);
    struct type type = parse_base_type(parser);
    if (type.kind == TYPE_MTYPE && !parser->panicking && parse_mtype_head(parser, &type, place, visibility)) return;
    if (type.kind == TYPE_STRUCT && parser->structure && type.structure == parser->structure)
        error_at(parser, place, "the typedef `%s` cannot contain itself", type.structure->name);
    if (parser->panicking) return;
    do parse_variable(parser, type, visibility);
    while (accept(parser, TOKEN_COMMA));
}

void parse_typedef(struct parser *parser) {
    advance(parser);
    struct structure *structure = arena_new_object(parser->arena, struct structure);
    structure->place = parser->token.place;
    structure->name = expect_name(parser, "the name of a typedef");
    if (parser->panicking) return;
    struct name *name = lookup(parser, structure->name);
    if (name) report_redeclared(parser, name, structure->place);
    parser->structure = structure;
    parser->starting = true;
    parser->stream.in_sequence = true;
    expect(parser, TOKEN_OPEN_BRACE, "after the name of a typedef");
    while (!parser->panicking && at_declaration(parser)) {
        parse_declaration(parser);
        if (!accept(parser, TOKEN_SEMICOLON)) break;
    }
    if (!parser->panicking && structure->fields.count == 0)
        error_at(parser, structure->place, "the typedef `%s` has no fields", structure->name);
    parser->structure = NULL;
    parser->stream.in_sequence = false;
    expect(parser, TOKEN_CLOSE_BRACE, "after the fields of a typedef");
    measure_structure(parser, structure);
    structure->index = (unsigned)parser->model->structures.count;
    list_add(parser->arena, &parser->model->structures, structure);
    name = names_add(&parser->names, structure->name, NAME_STRUCTURE, structure->place, NULL, NULL);
    name->structure = structure;
}
