/* Types of what theories add to formulas. */
#include "eventb/check.h"

#include <string.h>

bool eb_is_of_theory(enum eb_op op) { return op == EB_IS_CONSTRUCTED || (op >= EB_CONSTRUCT && op <= EB_CONDITIONAL); }

static const struct eb_type **variables(struct eb_checker *checker, unsigned count) {
    const struct eb_type **types = arena_new_array(checker->arena, const struct eb_type *, count + 1);
    for (unsigned i = 0; i < count; i++) types[i] = eb_type_variable(checker->arena);
    return types;
}

static bool check_constructed(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_type **arguments = variables(checker, node->data->parameter_count);
    const struct eb_type *type = eb_type_data(checker->arena, node->data, arguments);
    if (node->op == EB_IS_CONSTRUCTED) return eb_check_type(checker, node->children[0], type);
    if (node->op == EB_DESTRUCT) {
        node->type = eb_field_type(checker->arena, type, node->index, (unsigned)node->value);
        return eb_check_type(checker, node->children[0], type);
    }
    for (unsigned i = 0; i < node->child_count; i++)
        if (!eb_check_type(checker, node->children[i], eb_field_type(checker->arena, type, node->index, i)))
            return false;
    node->type = type;
    return true;
}

static bool check_set(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_type **arguments = variables(checker, node->data->parameter_count);
    for (unsigned i = 0; i < node->child_count; i++)
        if (!eb_check_type(checker, node->children[i], eb_type_power(checker->arena, arguments[i]))) return false;
    node->type = eb_type_power(checker->arena, eb_type_data(checker->arena, node->data, arguments));
    return true;
}

/* ---- functions ---- */

static const struct eb_formula *check_definition(struct eb_checker *checker, const struct eb_function *function,
                                                 const struct eb_type *const *parameters,
                                                 const struct eb_type *result) {
    struct eb_formula definition = *function->definition;
    struct eb_bound *bound = arena_new_array(checker->arena, struct eb_bound, definition.bound_count + 1);
    for (unsigned i = 0; i < definition.bound_count; i++) {
        bound[i] = definition.bound[i];
        if (parameters) bound[i].type = parameters[i];
    }
    definition.bound = bound;
    struct eb_formula *typed = eb_check_names(checker, function->name, &definition);
    return typed && eb_check_type(checker, typed->children[1], result) ? typed : NULL;
}

/* The type of its value, over its type parameters. Where it calls itself, all types are the same. */
static bool find_type(struct arena *arena, struct eb_function *function, struct diagnostics *diagnostics) {
    if (function->state != EB_FUNCTION_NEW) return function->state != EB_FUNCTION_BAD;
    struct eb_checker checker = {.arena = arena, .diagnostics = diagnostics, .trusts_types = true};
    function->state = EB_FUNCTION_IN_WORK;
    function->result = eb_type_variable(arena);
    bool good = check_definition(&checker, function, NULL, function->result) != NULL;
    function->state = good ? EB_FUNCTION_TYPED : EB_FUNCTION_BAD;
    eb_checker_free(&checker);
    return good;
}

static bool check_call(struct eb_checker *checker, struct eb_formula *node) {
    struct eb_function *function = node->function;
    if (!find_type(checker->arena, function, checker->diagnostics)) return false;
    const struct eb_type **types = variables(checker, function->type_count);
    bool inside = function->state == EB_FUNCTION_IN_WORK;
    for (unsigned i = 0; i < node->child_count; i++) {
        const struct eb_type *type = function->definition->bound[i].type;
        if (!inside)
            type = eb_type_instance(checker->arena, type, function->type_parameters, function->type_count, types);
        if (!eb_check_type(checker, node->children[i], type)) return false;
    }
    node->type = inside ? function->result
                        : eb_type_instance(checker->arena, function->result, function->type_parameters,
                                           function->type_count, types);
    return true;
}

const struct eb_formula *eb_check_function(struct arena *arena, const struct eb_function *function,
                                           const struct eb_type *const *parameters, const struct eb_type *result,
                                           struct diagnostics *diagnostics) {
    struct eb_checker checker = {.arena = arena, .diagnostics = diagnostics, .trusts_types = true};
    const struct eb_formula *typed = check_definition(&checker, function, parameters, result);
    if (typed && !eb_check_ground(&checker, function->name, (struct eb_formula *)typed)) typed = NULL; /* made here */
    eb_checker_free(&checker);
    return typed;
}

bool eb_check_data(struct eb_checker *checker, struct eb_formula *node) {
    switch (node->op) {
    case EB_DATA_SET: return check_set(checker, node);
    case EB_CALL: return check_call(checker, node);
    case EB_CONDITIONAL:
        node->type = node->children[1]->type;
        return eb_check_type(checker, node->children[2], node->type);
    default: return check_constructed(checker, node);
    }
}
