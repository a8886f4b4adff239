#include "eventb/theory.h"

#include "eventb/operator.h"

#include <string.h>

struct eb_formula *eb_new_node(struct arena *arena, const struct eb_formula *at, enum eb_op op,
                               const struct eb_formula *const *children, unsigned count) {
    struct eb_formula *made = arena_new_object(arena, struct eb_formula);
    const struct eb_formula **list = arena_new_array(arena, const struct eb_formula *, count + 1);
    if (count) memcpy(list, children, count * sizeof *list);
    *made = (struct eb_formula){
        .op = op, .place = at->place, .children = list, .child_count = count, .identifier = EB_UNRESOLVED};
    return made;
}

/* The type is dropped again when types are checked; nobody wrote it. */
static struct eb_formula *typed(struct arena *arena, const struct eb_formula *value, const struct eb_type *type) {
    struct eb_formula *node = eb_new_node(arena, value, EB_OF_TYPE, &value, 1);
    node->type = type;
    node->written = value;
    return node;
}

struct eb_formula *eb_of_parameter(struct arena *arena, const struct eb_formula *argument, const struct eb_type *type) {
    bool can_have_type = type && !eb_is_predicate(argument->op);
    return can_have_type ? typed(arena, argument, type) : (struct eb_formula *)argument; /* made by the caller */
}

/* dom(id), with the identity of this type; NULL: of one that follows from what is around. */
struct eb_formula *eb_all_of_type(struct arena *arena, const struct eb_formula *at, const struct eb_type *type) {
    const struct eb_formula *identity = eb_new_node(arena, at, EB_IDENTITY, NULL, 0);
    if (type) identity = typed(arena, identity, eb_type_relation(arena, type, type));
    return eb_new_node(arena, at, EB_DOMAIN, &identity, 1);
}

bool eb_has_asides(const struct eb_formula *formula) {
    return formula->op == EB_WITH_ASIDES || formula->op == EB_WITH_ASIDES_PREDICATE;
}

struct eb_formula *eb_with_aside(struct arena *arena, const struct eb_formula *value,
                                 const struct eb_formula *argument) {
    const struct eb_formula *parts[] = {value, argument};
    enum eb_op op = eb_is_predicate(value->op) ? EB_WITH_ASIDES_PREDICATE : EB_WITH_ASIDES;
    struct eb_formula *node = eb_new_node(arena, value, op, parts, 2);
    node->written = value;
    return node;
}

static const struct eb_formula *called(struct arena *arena, const struct eb_formula *at, const char *name) {
    struct eb_formula *identifier = eb_new_node(arena, at, EB_IDENTIFIER, NULL, 0);
    identifier->name = name;
    return identifier;
}

/* ∅(TRUE), which never has a value, and fits every type; messages name the operator, and the condition. */
static const struct eb_formula *undefined(struct arena *arena, const char *operator,
                                          const struct eb_formula * condition, const struct eb_formula *at) {
    struct eb_formula *nowhere = eb_new_node(arena, at, EB_EMPTY_SET, NULL, 0),
                      *argument = eb_new_node(arena, at, EB_CONSTANT_TRUE, NULL, 0);
    const struct eb_formula *parts[] = {nowhere, argument};
    struct eb_formula *value = eb_new_node(arena, at, EB_APPLICATION, parts, 2);
    value->written = nowhere->written = called(arena, at, operator);
    argument->written = condition;
    return value;
}

bool eb_is_undefined(const struct eb_formula *formula) {
    return formula->op == EB_APPLICATION && formula->children[0]->op == EB_EMPTY_SET && formula->children[0]->written;
}

void eb_name_undefined(const struct eb_formula *formula, const struct eb_formula *call) {
    bool is_it = eb_is_undefined(formula) && formula->written->op == EB_IDENTIFIER;
    if (is_it && !strcmp(formula->written->name, call->name)) {
        struct eb_formula *own = (struct eb_formula *)formula; /* whoever made it for this call asks */
        own->written = call;
        own->place = call->place;
    }
    for (unsigned i = 0; i < formula->child_count; i++) eb_name_undefined(formula->children[i], call);
}

/* COND(condition, value, ∅(TRUE)), or, of a predicate, COND(condition, TRUE, ∅(TRUE)) = TRUE ∧ value. */
struct eb_formula *eb_where_defined(struct arena *arena, const char *operator, const struct eb_formula * condition,
                                    const struct eb_formula *value) {
    bool is_predicate = eb_is_predicate(value->op);
    const struct eb_formula *defined = is_predicate ? eb_new_node(arena, value, EB_CONSTANT_TRUE, NULL, 0) : value;
    const struct eb_formula *parts[] = {condition, defined, undefined(arena, operator, condition, value)};
    struct eb_formula *chosen = eb_new_node(arena, value, EB_CONDITIONAL, parts, 3);
    chosen->name = "COND";
    if (!is_predicate) return chosen;
    const struct eb_formula *sides[] = {chosen, eb_new_node(arena, value, EB_CONSTANT_TRUE, NULL, 0)};
    const struct eb_formula *both[] = {eb_new_node(arena, value, EB_EQUAL, sides, 2), value};
    return eb_new_node(arena, value, EB_AND, both, 2);
}

/* Is the argument evaluated whenever the value is? */
static bool looks_at(const struct eb_formula *value, const struct eb_formula *argument) {
    if (eb_formula_equal(value, argument)) return true;
    bool lazy = value->op == EB_AND || value->op == EB_OR || value->op == EB_IMPLIES || value->op == EB_CONDITIONAL;
    bool binds = value->op == EB_COMPREHENSION || eb_operator(value->op)->shape == EB_SHAPE_QUANTIFIER;
    bool first = (lazy && value->child_count) || eb_has_asides(value);
    unsigned count = binds ? 0 : first ? 1 : value->child_count;
    for (unsigned i = 0; i < count; i++)
        if (looks_at(value->children[i], argument)) return true;
    return false;
}

bool eb_is_unseen(const struct eb_formula *value, const struct eb_formula *argument) {
    return !eb_is_safe(argument) && !looks_at(value, argument);
}

/* {E} ≠ ∅, which is true wherever E has a value. */
struct eb_formula *eb_where_argument(struct arena *arena, const char *operator, const struct eb_formula * argument,
                                     const struct eb_formula *value) {
    if (eb_is_predicate(argument->op)) argument = eb_new_node(arena, argument, EB_BOOL, &argument, 1);
    const struct eb_formula *sides[] = {eb_new_node(arena, argument, EB_SET_EXTENSION, &argument, 1),
                                        eb_new_node(arena, argument, EB_EMPTY_SET, NULL, 0)};
    return eb_where_defined(arena, operator, eb_new_node(arena, argument, EB_NOT_EQUAL, sides, 2), value);
}

const struct eb_type *eb_type_data(struct arena *arena, const struct eb_datatype *data,
                                   const struct eb_type *const *arguments) {
    struct eb_type *type = arena_new_object(arena, struct eb_type);
    *type = (struct eb_type){.kind = EB_TYPE_DATA, .name = data->name, .data = data};
    for (unsigned i = data->parameter_count; i--;)
        type->left = type->left ? eb_type_product(arena, arguments[i], type->left) : arguments[i];
    return type;
}

void eb_data_arguments(const struct eb_type *type, const struct eb_type **arguments) {
    const struct eb_type *rest = type->left;
    for (unsigned i = 0; i < type->data->parameter_count; i++) {
        bool last = i + 1 == type->data->parameter_count;
        rest = eb_type_known(rest);
        arguments[i] = last ? rest : rest->left;
        if (!last) rest = rest->right;
    }
}

const struct eb_type *eb_type_instance(struct arena *arena, const struct eb_type *type, const char *const *names,
                                       unsigned count, const struct eb_type *const *types) {
    type = eb_type_known(type);
    for (unsigned i = 0; type->kind == EB_TYPE_GIVEN && i < count; i++)
        if (!strcmp(type->name, names[i])) return types[i];
    if (type->kind == EB_TYPE_UNKNOWN || !type->left) return type;
    struct eb_type *copy = arena_new_object(arena, struct eb_type);
    *copy = *type;
    copy->left = eb_type_instance(arena, type->left, names, count, types);
    if (type->right) copy->right = eb_type_instance(arena, type->right, names, count, types);
    return copy;
}

const struct eb_type *eb_field_type(struct arena *arena, const struct eb_type *type, unsigned constructor,
                                    unsigned field) {
    const struct eb_datatype *data = type->data;
    const struct eb_type **arguments = arena_new_array(arena, const struct eb_type *, data->parameter_count + 1);
    eb_data_arguments(type, arguments);
    return eb_type_instance(arena, data->constructors[constructor].fields[field].type, data->parameters,
                            data->parameter_count, arguments);
}

bool eb_field_recurs(const struct eb_datatype *data, const struct eb_data_field *field) {
    return field->type->kind == EB_TYPE_DATA && field->type->data == data;
}

static bool mentions(const struct eb_type *type, const struct eb_datatype *data) {
    if (!type) return false;
    if (type->kind == EB_TYPE_DATA && type->data == data) return true;
    return mentions(type->left, data) || mentions(type->right, data);
}

/* List(T) inside of List(T), not List(ℙ(T)). */
static bool has_own_parameters(const struct eb_datatype *data, const struct eb_type *type) {
    const struct eb_type *rest = type->left;
    for (unsigned i = 0; i < data->parameter_count; i++) {
        bool last = i + 1 == data->parameter_count;
        const struct eb_type *argument = last ? rest : rest->left;
        if (argument->kind != EB_TYPE_GIVEN || strcmp(argument->name, data->parameters[i]) != 0) return false;
        if (!last) rest = rest->right;
    }
    return true;
}

bool eb_datatype_finish(struct eb_datatype *data) {
    bool ends = false;
    for (unsigned i = 0; i < data->constructor_count; i++) {
        bool recurs = false;
        for (unsigned j = 0; j < data->constructors[i].field_count; j++) {
            const struct eb_data_field *field = &data->constructors[i].fields[j];
            bool direct = eb_field_recurs(data, field);
            if (direct ? !has_own_parameters(data, field->type) : mentions(field->type, data)) return false;
            recurs = recurs || direct;
        }
        data->recursive = data->recursive || recurs;
        ends = ends || !recurs;
    }
    return ends;
}

static bool has_integers(const struct eb_type *type) {
    if (!type) return false;
    if (type->kind == EB_TYPE_DATA && eb_data_is_infinite(type->data)) return true;
    return type->kind == EB_TYPE_INTEGER || has_integers(type->left) || has_integers(type->right);
}

bool eb_data_is_infinite(const struct eb_datatype *data) {
    if (data->recursive) return true;
    for (unsigned i = 0; i < data->constructor_count; i++)
        for (unsigned j = 0; j < data->constructors[i].field_count; j++)
            if (has_integers(data->constructors[i].fields[j].type)) return true;
    return false;
}
