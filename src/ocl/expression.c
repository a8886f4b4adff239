#include "ocl/checker.h"

#include <string.h>

struct ocl_expression *ocl_declare(struct ocl_schema *schema) {
    struct ocl_expression *expression = arena_new_object(schema->arena, struct ocl_expression);
    expression->schema = schema;
    return expression;
}

struct ocl_expression ocl_part(const struct ocl_node *node, unsigned slots, int self_class) {
    return (struct ocl_expression){.root = node,
                                   .place = node->place,
                                   .type = node->type,
                                   .slots = slots,
                                   .parameter_count = slots,
                                   .self_class = self_class};
}

static bool known_class(struct ocl_checker *checker, const struct ocl_node *node) {
    if (!ocl_has_class(node->type) || node->type.class_index != OCL_ANY_CLASS) return true;
    diag_error(checker->diagnostics, node->place, "of which class is this?");
    return false;
}

bool ocl_define(struct ocl_schema *schema, const struct ocl_scope *scope, const struct ocl_syntax *syntax,
                const struct ocl_type *expected, struct ocl_expression *expression, struct diagnostics *diagnostics) {
    struct ocl_checker checker = {.schema = schema, .scope = scope, .diagnostics = diagnostics};
    struct ocl_parameter *parameters = arena_new_array(schema->arena, struct ocl_parameter, scope->parameter_count + 1);
    for (size_t i = 0; i < scope->parameter_count; i++) {
        parameters[i] = scope->parameters[i];
        vec_push(&checker.locals, (struct ocl_local){parameters[i].name, parameters[i].type, (unsigned)i});
    }
    checker.most_slots = (unsigned)scope->parameter_count;
    struct ocl_node *root = expected ? ocl_check_typed(&checker, syntax, *expected, "this expression")
                                     : ocl_check_node(&checker, syntax, NULL);
    vec_free(&checker.locals);
    if (!root || !known_class(&checker, root)) return false;
    if (ocl_node_depth(root) > OCL_MAX_CALL_DEPTH) {
        diag_error(diagnostics, syntax->place, "this expression is nested too deeply");
        return false;
    }
    expression->root = root;
    expression->place = syntax->place;
    expression->type = root->type;
    expression->slots = checker.most_slots;
    expression->parameters = parameters;
    expression->parameter_count = (unsigned)scope->parameter_count;
    expression->self_class = scope->self_class;
    return true;
}

struct ocl_expression *ocl_check(struct ocl_schema *schema, const struct ocl_scope *scope,
                                 const struct ocl_syntax *syntax, const struct ocl_type *expected,
                                 struct diagnostics *diagnostics) {
    struct ocl_expression *expression = ocl_declare(schema);
    return ocl_define(schema, scope, syntax, expected, expression, diagnostics) ? expression : NULL;
}

struct ocl_expression *ocl_parse(struct ocl_schema *schema, const struct ocl_scope *scope, const char *text,
                                 size_t length, struct place place, const struct ocl_type *expected, size_t *used,
                                 struct diagnostics *diagnostics) {
    struct ocl_parser parser = {.arena = schema->arena, .diagnostics = diagnostics};
    if (!place.line) place.line = place.column = 1;
    ocl_lexer_start(&parser.lexer, text, length, place);
    struct ocl_syntax *syntax = ocl_parse_expression(&parser);
    if (!syntax) return NULL;
    if (used) *used = (size_t)(parser.lexer.token.text - text);
    return ocl_check(schema, scope, syntax, expected, diagnostics);
}

struct ocl_type ocl_type_of(const struct ocl_expression *expression) {
    return expression->type;
}

struct place ocl_place_of(const struct ocl_expression *expression) {
    return expression->place;
}

void ocl_schema_free(struct ocl_schema *schema) {
    for (size_t i = 0; i < schema->classes.count; i++) {
        vec_free(&schema->classes.items[i].members);
        vec_free(&schema->classes.items[i].states);
    }
    for (size_t i = 0; i < schema->functions.count; i++) vec_free(&schema->functions.items[i].parameters);
    vec_free(&schema->classes);
    vec_free(&schema->functions);
    vec_free(&schema->constants);
    arena_free(schema->arena);
    schema->arena = NULL;
}
