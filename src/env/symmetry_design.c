/* Numbers of the design: every expression and statement of the inlines that the environment calls.
 *
 * A place is named by its variable and fields, whatever the indices: all elements of an array have one type. What an
 * array is indexed with has a type, too. */
#include "base/word.h"
#include "env/symmetry_walk.h"
#include "promela/walk.h"

#include <string.h>

struct walker {
    const struct symmetry_walk *walk;
    struct identities *identities;
    const struct proctype *proctype;
};

static struct identity_value value_of(struct walker *walker, const struct expression *e);

/* ---- places ---- */

/* The variable that references without one of their own store into: each has it for itself. */
static void name_root(const struct walker *walker, const struct variable *variable, struct text *name) {
    bool own = variable->owner || strcmp(variable->name, design_result_variable) == 0;
    const struct proctype *owner = variable->owner ? variable->owner : walker->proctype;
    if (own)
        text_printf(name, "local %u %s", owner ? owner->index : 0, variable->unique_name);
    else
        text_printf(name, "global %s", variable->name);
}

static unsigned dimension_named(struct identities *identities, const struct text *name) {
    struct text dimension = {0};
    text_printf(&dimension, "%s[]", text_chars(name));
    unsigned node = identity_named(identities, text_chars(&dimension));
    text_free(&dimension);
    return node;
}

/* The name of a place; what its indices are indexed with is told on the way. */
static void name_reference(struct walker *walker, const struct reference *reference, struct text *name) {
    name_root(walker, reference->variable, name);
    for (const struct reference *link = reference; link; link = link->field) {
        if (link != reference) text_printf(name, ".%s", link->variable->name);
        if (link->variable->length)
            identity_same(walker->identities, identity_of_node(dimension_named(walker->identities, name)),
                          link->index ? value_of(walker, link->index) : identity_constant(0), link->place);
    }
}

static const struct variable *last_variable(const struct reference *reference) {
    while (reference->field) reference = reference->field;
    return reference->variable;
}

static struct identity_value value_of_reference(struct walker *walker, const struct reference *reference) {
    struct text name = {0};
    name_reference(walker, reference, &name);
    struct identity_value value = identity_of_node(identity_named(walker->identities, text_chars(&name)));
    text_free(&name);
    const struct variable *variable = last_variable(reference);
    if (variable->type.kind == TYPE_CHAN)
        identity_tell_all_apart(walker->identities, reference->place, "a channel is used as a value");
    if (variable->is_c_state)
        identity_tell_all_apart(walker->identities, reference->place, "embedded C is not looked into");
    return value;
}

static struct identity_storage storage_of(const struct type *type) {
    switch (type->kind) {
    case TYPE_BIT:
    case TYPE_BOOL: return (struct identity_storage){0, 1, 1};
    case TYPE_SHORT: return (struct identity_storage){INT16_MIN, INT16_MAX, 16};
    case TYPE_INT: return (struct identity_storage){INT32_MIN, INT32_MAX, 32};
    case TYPE_UNSIGNED: return (struct identity_storage){0, (INT64_C(1) << type->width) - 1, type->width};
    default: return (struct identity_storage){0, UINT8_MAX, 8};
    }
}

/* ---- expressions ---- */

static struct identity_value plain(struct walker *walker, struct place place) {
    struct identity_value value = identity_of_node(identity_node(walker->identities));
    identity_plain(walker->identities, value, place, "numbers of objects are mixed with results of arithmetic");
    return value;
}

static struct identity_value computed(struct walker *walker, struct identity_value a, struct identity_value b,
                                      struct place place) {
    identity_plain(walker->identities, a, place, "arithmetic on numbers of objects");
    identity_plain(walker->identities, b, place, "arithmetic on numbers of objects");
    return plain(walker, place);
}

/* A number as a condition is compared with 0. */
static void truth_of(struct walker *walker, const struct expression *e) {
    identity_same(walker->identities, value_of(walker, e), identity_constant(0), e->place);
}

static bool is_constant(const struct expression *e, int64_t number) {
    return e->kind == EXPR_NUMBER && e->value == number;
}

/* `set >> number`, of which only the last bit is taken. */
static const struct expression *shifted_right(const struct expression *e) {
    return e->kind == EXPR_BINARY && e->op == OP_SHIFT_RIGHT ? e : NULL;
}

static struct identity_value test_bit(struct walker *walker, const struct expression *shift, struct place place) {
    struct identity_value set = value_of(walker, shift->left), number = value_of(walker, shift->right);
    if (set.constant || number.constant) return computed(walker, set, number, place);
    identity_bit_of(walker->identities, set, number, place);
    return plain(walker, place);
}

static struct identity_value bitwise(struct walker *walker, const struct expression *e) {
    if (e->op == OP_BIT_AND && is_constant(e->right, 1) && shifted_right(e->left))
        return test_bit(walker, e->left, e->place);
    if (e->op == OP_BIT_AND && is_constant(e->left, 1) && shifted_right(e->right))
        return test_bit(walker, e->right, e->place);
    struct identity_value a = value_of(walker, e->left), b = value_of(walker, e->right);
    identity_bits(walker->identities, a, e->place);
    identity_bits(walker->identities, b, e->place);
    identity_same(walker->identities, a, b, e->place);
    return a.constant ? b : a;
}

static struct identity_value shift_left(struct walker *walker, const struct expression *e) {
    struct identity_value number = value_of(walker, e->right);
    if (!is_constant(e->left, 1) || number.constant)
        return computed(walker, value_of(walker, e->left), number, e->place);
    struct identity_value set = identity_of_node(identity_node(walker->identities));
    identity_bits(walker->identities, set, e->place);
    identity_bit_of(walker->identities, set, number, e->place);
    return set;
}

static struct identity_value sum(struct walker *walker, const struct expression *e) {
    struct identity_value a = value_of(walker, e->left), b = value_of(walker, e->right);
    int64_t sign = e->op == OP_SUBTRACT ? -1 : 1;
    if (b.constant) return identity_add(walker->identities, a, sign * b.number, e->place);
    if (a.constant && sign > 0) return identity_add(walker->identities, b, a.number, e->place);
    return computed(walker, a, b, e->place);
}

/* The left one first, whatever the order of arguments: what is told of two is what was seen first. */
static struct identity_value compared(struct walker *walker, const struct expression *e) {
    static const enum identity_order orders[] = {[OP_LESS] = IDENTITY_LESS,
                                                 [OP_LESS_EQUAL] = IDENTITY_LESS_EQUAL,
                                                 [OP_GREATER] = IDENTITY_GREATER,
                                                 [OP_GREATER_EQUAL] = IDENTITY_GREATER_EQUAL};
    struct identity_value a = value_of(walker, e->left), b = value_of(walker, e->right);
    if (e->op == OP_EQUAL || e->op == OP_NOT_EQUAL)
        identity_same(walker->identities, a, b, e->place);
    else
        identity_ordered(walker->identities, orders[e->op], a, b, e->place);
    return plain(walker, e->place);
}

static struct identity_value computed_of_two(struct walker *walker, const struct expression *e) {
    struct identity_value a = value_of(walker, e->left), b = value_of(walker, e->right);
    return computed(walker, a, b, e->place);
}

static struct identity_value of_two(struct walker *walker, const struct expression *e) {
    switch (e->op) {
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_GREATER:
    case OP_GREATER_EQUAL: return compared(walker, e);
    case OP_AND:
    case OP_OR:
        truth_of(walker, e->left);
        truth_of(walker, e->right);
        return plain(walker, e->place);
    case OP_ADD:
    case OP_SUBTRACT: return sum(walker, e);
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR: return bitwise(walker, e);
    case OP_SHIFT_LEFT: return shift_left(walker, e);
    case OP_MODULO:
        if (is_constant(e->right, 2) && shifted_right(e->left)) return test_bit(walker, e->left, e->place);
        /* fall through */
    default: return computed_of_two(walker, e);
    }
}

static struct identity_value of_one(struct walker *walker, const struct expression *e) {
    if (e->op == OP_NOT) {
        truth_of(walker, e->left);
        return plain(walker, e->place);
    }
    struct identity_value value = value_of(walker, e->left);
    if (value.constant) return identity_constant(e->op == OP_NEGATE ? -value.number : ~value.number);
    if (e->op == OP_NEGATE) return computed(walker, value, value, e->place);
    identity_bits(walker->identities, value, e->place);
    return value;
}

static struct identity_value choice(struct walker *walker, const struct expression *e) {
    struct identity_value value = identity_of_node(identity_node(walker->identities));
    truth_of(walker, e->left);
    identity_same(walker->identities, value, value_of(walker, e->right), e->place);
    identity_same(walker->identities, value, value_of(walker, e->third), e->place);
    return value;
}

/* ---- channels ---- */

static void name_field(const struct text *channel, size_t field, struct text *name) {
    text_clear(name);
    text_printf(name, "%s!%zu", text_chars(channel), field);
}

static void send(struct walker *walker, const struct statement *s) {
    struct text channel = {0}, name = {0};
    name_reference(walker, s->channel, &channel);
    for (size_t i = 0; i < s->arguments.count; i++) {
        name_field(&channel, i, &name);
        struct identity_value field = identity_of_node(identity_named(walker->identities, text_chars(&name)));
        identity_same(walker->identities, field, value_of(walker, s->arguments.items[i]), s->place);
        if (s->sorted) identity_plain(walker->identities, field, s->place, "a sorted send orders numbers of objects");
    }
    text_free(&channel);
    text_free(&name);
}

static void receive(struct walker *walker, const struct receive *receive, struct place place) {
    struct text channel = {0}, name = {0};
    name_reference(walker, receive->channel, &channel);
    for (size_t i = 0; i < receive->fields.count; i++) {
        const struct receive_field *field = &receive->fields.items[i];
        name_field(&channel, i, &name);
        struct identity_value own = identity_of_node(identity_named(walker->identities, text_chars(&name)));
        if (field->kind == RECEIVE_MATCH)
            identity_same(walker->identities, own, value_of(walker, field->match), place);
        else if (field->kind == RECEIVE_STORE)
            identity_same(walker->identities, own, value_of_reference(walker, field->target), place);
    }
    text_free(&channel);
    text_free(&name);
}

static void look_at_channel(struct walker *walker, const struct reference *channel) {
    struct text name = {0};
    name_reference(walker, channel, &name);
    text_free(&name);
}

static struct identity_value value_of(struct walker *walker, const struct expression *e) {
    switch (e->kind) {
    case EXPR_NUMBER: return identity_constant(e->value);
    case EXPR_REFERENCE: return value_of_reference(walker, e->reference);
    case EXPR_UNARY: return of_one(walker, e);
    case EXPR_BINARY: return of_two(walker, e);
    case EXPR_CONDITIONAL: return choice(walker, e);
    case EXPR_LEN:
    case EXPR_EMPTY:
    case EXPR_NEMPTY:
    case EXPR_FULL:
    case EXPR_NFULL: look_at_channel(walker, e->reference); return plain(walker, e->place);
    case EXPR_POLL: receive(walker, e->receive, e->place); return plain(walker, e->place);
    case EXPR_PID:
    case EXPR_NR_PR:
    case EXPR_LAST:
    case EXPR_PRIORITY:
    case EXPR_NP:
    case EXPR_TIMEOUT:
    case EXPR_ELSE: return plain(walker, e->place);
    case EXPR_C:
        identity_tell_all_apart(walker->identities, e->place, "embedded C is not looked into");
        return plain(walker, e->place);
    default:
        identity_tell_all_apart(walker->identities, e->place, "this expression is not looked into");
        return plain(walker, e->place);
    }
}

/* ---- statements ---- */

static void assign(struct walker *walker, const struct statement *s) {
    struct identity_value target = value_of_reference(walker, s->target);
    identity_same(walker->identities, target, value_of(walker, s->expression), s->place);
}

static void look_at_statement(void *context, const struct statement *s) {
    struct walker *walker = context;
    switch (s->kind) {
    case STATEMENT_EXPRESSION:
    case STATEMENT_ASSERT: truth_of(walker, s->expression); break;
    case STATEMENT_ASSIGN: assign(walker, s); break;
    case STATEMENT_SEND: send(walker, s); break;
    case STATEMENT_RECEIVE: receive(walker, s->receive, s->place); break;
    case STATEMENT_PRINTF: /* nothing depends on what is printed, only on the indices in it */
        for (size_t i = 0; i < s->arguments.count; i++) value_of(walker, s->arguments.items[i]);
        break;
    case STATEMENT_PRINTM: value_of(walker, s->expression); break;
    case STATEMENT_IF:
    case STATEMENT_DO:
    case STATEMENT_ATOMIC:
    case STATEMENT_D_STEP:
    case STATEMENT_BLOCK:
    case STATEMENT_UNLESS:
    case STATEMENT_GOTO:
    case STATEMENT_BREAK: break;
    case STATEMENT_C_CODE:
        identity_tell_all_apart(walker->identities, s->place, "embedded C is not looked into");
        break;
    default: identity_tell_all_apart(walker->identities, s->place, "this statement is not looked into"); break;
    }
}

/* ---- declarations ---- */

static const struct expression *initial_of(const struct variable *variable, size_t element) {
    size_t count = variable->initial_list.count;
    if (!count) return variable->initial;
    return variable->initial_list.items[element < count ? element : count - 1];
}

static bool begin_alike(const struct expression *a, const struct expression *b) {
    return a == b || (a && b && a->kind == EXPR_NUMBER && b->kind == EXPR_NUMBER && a->value == b->value);
}

static void declare_channel(struct walker *walker, const struct variable *variable, const struct text *name) {
    struct text field = {0};
    for (size_t i = 0; i < (variable->length ? variable->length : 1); i++)
        if (initial_of(variable, i)) value_of(walker, initial_of(variable, i)); /* another channel's name */
    for (size_t i = 0; variable->channel && i < variable->channel->fields.count; i++) {
        const struct type *type = &variable->channel->fields.items[i];
        if (type->kind == TYPE_STRUCT || type->kind == TYPE_CHAN)
            identity_tell_all_apart(walker->identities, variable->place, "messages of structures are not looked into");
        name_field(name, i, &field);
        identity_stored(walker->identities, identity_named(walker->identities, text_chars(&field)), storage_of(type),
                        variable->place);
    }
    text_free(&field);
}

static void declare_value(struct walker *walker, const struct variable *variable, const struct text *name) {
    struct identity_value own = identity_of_node(identity_named(walker->identities, text_chars(name)));
    identity_stored(walker->identities, own.node, storage_of(&variable->type), variable->place);
    if (variable->is_parameter) return;
    if (!variable->initial && !variable->initial_list.count)
        identity_same(walker->identities, own, identity_constant(0), variable->place);
    for (size_t i = 0; i < (variable->length ? variable->length : 1); i++) {
        const struct expression *initial = initial_of(variable, i);
        if (!initial || (i && initial == initial_of(variable, i - 1))) continue;
        identity_same(walker->identities, own, value_of(walker, initial), variable->place);
    }
}

/* A variable or field under its name: what it can hold, what it begins with, how it is indexed. */
static void declare(struct walker *walker, const struct variable *variable, struct text *name) {
    if (variable->length) {
        unsigned dimension = dimension_named(walker->identities, name);
        identity_indexes(walker->identities, dimension, variable->length, variable->place);
        for (unsigned i = 1; i < variable->length; i++)
            if (!begin_alike(initial_of(variable, i), initial_of(variable, i - 1)))
                identity_begins(walker->identities, dimension, i, variable->place);
    }
    if (variable->type.kind == TYPE_CHAN) {
        declare_channel(walker, variable, name);
    } else if (variable->type.kind == TYPE_STRUCT) {
        size_t length = name->length;
        for (size_t i = 0; i < variable->type.structure->fields.count; i++) {
            const struct variable *field = variable->type.structure->fields.items[i];
            text_printf(name, ".%s", field->name);
            declare(walker, field, name);
            name->length = length;
            name->chars[length] = 0;
        }
    } else {
        declare_value(walker, variable, name);
    }
}

static void declare_all(struct walker *walker, struct variable *const *variables, size_t count) {
    struct text name = {0};
    for (size_t i = 0; i < count; i++) {
        text_clear(&name);
        name_root(walker, variables[i], &name);
        declare(walker, variables[i], &name);
    }
    text_free(&name);
}

static bool is_called(const struct symmetry_walk *walk, const struct proctype *proctype) {
    return program_callable_parameters(walk->design->program, (int)proctype->index) > 0 ||
           begins_with(proctype->name, "call ");
}

void symmetry_walk_design(struct symmetry_walk *walk) {
    struct walker walker = {.walk = walk, .identities = walk->identities};
    declare_all(&walker, walk->promela->globals.items, walk->promela->globals.count);
    for (size_t i = 0; i < walk->promela->proctypes.count; i++) {
        walker.proctype = walk->promela->proctypes.items[i];
        if (!is_called(walk, walker.proctype)) continue;
        declare_all(&walker, walker.proctype->variables.items, walker.proctype->variables.count);
        walk_statements(walker.proctype->body, look_at_statement, &walker);
    }
    if (walk->promela->uses_code || walk->promela->c_declarations.count)
        identity_tell_all_apart(walk->identities, (struct place){walk->promela->path, 0, 0},
                                "embedded C is not looked into");
}

/* ---- for the other side ---- */

unsigned symmetry_parameter(const struct symmetry_walk *walk, int callable, size_t parameter) {
    struct walker walker = {.walk = walk, .identities = walk->identities};
    struct text name = {0};
    name_root(&walker, walk->promela->proctypes.items[callable]->parameters.items[parameter], &name);
    unsigned node = identity_named(walk->identities, text_chars(&name));
    text_free(&name);
    return node;
}

static const struct variable *find_field(struct variable *const *variables, size_t count, const char *name,
                                         size_t length) {
    for (size_t i = 0; i < count; i++)
        if (strncmp(variables[i]->name, name, length) == 0 && variables[i]->name[length] == 0) return variables[i];
    return NULL;
}

/* "task[].level", or "task[2].level" with a constant; `name` becomes what the walk over the design calls it. */
static bool name_place(const struct walker *walker, const char *text, struct text *name, unsigned *dimensions,
                       size_t *count) {
    struct variable *const *variables = walker->walk->promela->globals.items;
    size_t variable_count = walker->walk->promela->globals.count;
    for (bool first = true;; first = false) {
        size_t length = strcspn(text, ".[");
        const struct variable *variable = find_field(variables, variable_count, text, length);
        if (!variable) return false;
        if (first)
            name_root(walker, variable, name);
        else
            text_printf(name, ".%s", variable->name);
        text += length;
        if (*text == '[') {
            unsigned dimension = dimension_named(walker->identities, name);
            if (text[1] == ']') {
                if (*count == LOCATION_INDICES) return false;
                dimensions[(*count)++] = dimension;
            } else {
                identity_same(walker->identities, identity_of_node(dimension),
                              identity_constant(strtoll(text + 1, NULL, 10)), variable->place);
            }
            text = strchr(text, ']');
            if (!text++) return false;
        }
        if (!*text) return true;
        if (*text++ != '.' || variable->type.kind != TYPE_STRUCT) return false;
        variables = variable->type.structure->fields.items;
        variable_count = variable->type.structure->fields.count;
    }
}

bool symmetry_reference_place(const struct symmetry_walk *walk, const struct env_reference *reference,
                              struct identity_value *value, unsigned *dimensions, size_t *dimension_count) {
    const struct design_reference *found = &walk->design->references[reference->function];
    struct walker walker = {.walk = walk, .identities = walk->identities};
    if (found->callable >= 0) walker.proctype = walk->promela->proctypes.items[found->callable];
    struct text place = {0}, name = {0};
    *dimension_count = 0;
    for (size_t i = 0; i < reference->pieces.count; i++)
        if (!reference->pieces.items[i].index) text_add(&place, reference->pieces.items[i].text);
    if (!reference->pieces.count) text_add(&place, reference->into ? reference->into : design_result_variable);
    bool good = name_place(&walker, text_chars(&place), &name, dimensions, dimension_count);
    if (good) *value = identity_of_node(identity_named(walk->identities, text_chars(&name)));
    text_free(&place);
    text_free(&name);
    return good;
}
