/* Types all expressions of a model, now that every name is declared. */
#include "env/parse_model.h"

#include <string.h>

static const struct ocl_type boolean = {OCL_BOOLEAN, 0};
static const struct ocl_type integer = {OCL_INTEGER, 0};

/* ---- functions ---- */

static void define_body(struct env_builder *builder, const struct env_function_syntax *syntax,
                        struct ocl_function *function) {
    struct ocl_scope scope = {.self_class = -1,
                              .parameters = function->parameters.items,
                              .parameter_count = function->parameters.count,
                              .allow_states = true,
                              .allow_variables = true,
                              .allow_references = true};
    ocl_define(&builder->model->schema, &scope, syntax->body, &function->result, function->body, builder->diagnostics);
}

static void define_reference(struct env_builder *builder, const struct env_function_syntax *syntax,
                             struct env_reference *reference) {
    const struct ocl_function *function = &builder->model->schema.functions.items[reference->function];
    struct ocl_scope scope = {
        .self_class = -1, .parameters = function->parameters.items, .parameter_count = function->parameters.count};
    for (const struct env_item_syntax *p = syntax->pieces; p; p = p->next) {
        struct env_place_piece piece = {.text = p->name};
        if (p->value)
            piece.index = ocl_check(&builder->model->schema, &scope, p->value, &integer, builder->diagnostics);
        vec_push(&reference->pieces, piece);
    }
}

static void define_configuration(struct env_builder *builder, const struct env_function_syntax *syntax) {
    struct ocl_schema *schema = &builder->model->schema;
    struct env_configuration configuration = {.name = syntax->name, .place = syntax->place};
    struct ocl_scope scope = {.self_class = -1};
    bool good = true;
    for (const struct env_item_syntax *p = syntax->parameters; p && good; p = p->next) {
        scope.parameters = configuration.scope.items;
        scope.parameter_count = configuration.scope.count;
        struct ocl_expression *source = ocl_check(schema, &scope, p->value, NULL, builder->diagnostics);
        good = source && ocl_type_of(source).kind == OCL_SET && configuration.scope.count < OCL_MAX_ARGUMENTS;
        if (source && !good)
            diag_error(builder->diagnostics, p->value->place, "'%s' must run through a set of objects", p->name);
        if (ocl_find_class(schema, p->name) >= 0) {
            diag_error(builder->diagnostics, p->place, "'%s' is already a class", p->name);
            good = false;
        }
        if (!good) break;
        vec_push(&configuration.iterators, (struct env_iterator){p->name, source});
        vec_push(&configuration.scope, (struct ocl_parameter){p->name, {OCL_OBJECT, ocl_type_of(source).class_index}});
    }
    scope.parameters = configuration.scope.items;
    scope.parameter_count = configuration.scope.count;
    for (const struct env_item_syntax *a = syntax->arguments; a && good; a = a->next) {
        struct ocl_expression *argument = ocl_check(schema, &scope, a->value, NULL, builder->diagnostics);
        if (argument && ocl_type_of(argument).kind != OCL_INTEGER && ocl_type_of(argument).kind != OCL_BOOLEAN)
            diag_error(builder->diagnostics, a->value->place, "an argument of %s() is %s, expected Integer or Boolean",
                       syntax->name, ocl_type_name(schema, ocl_type_of(argument)));
        vec_push(&configuration.arguments, argument);
    }
    vec_push(&builder->model->configurations, configuration);
}

static void define_functions(struct env_builder *builder) {
    struct env_model *model = builder->model;
    size_t function = 0, reference = 0;
    for (const struct env_function_syntax *f = builder->syntax->functions; f; f = f->next) {
        if (f->kind == ENV_DEF) define_body(builder, f, &model->schema.functions.items[function++]);
        if (f->kind == ENV_REF) {
            define_reference(builder, f, &model->references.items[reference++]);
            function++;
        }
    }
    ocl_check_functions(&model->schema, builder->diagnostics);
    for (const struct env_function_syntax *f = builder->syntax->functions; f; f = f->next) {
        if (f->kind == ENV_CONFIGURE) define_configuration(builder, f);
    }
}

/* ---- classes ---- */

static struct ocl_expression *define_default(struct env_builder *builder, unsigned class_index,
                                             const struct env_member_syntax *syntax, const struct ocl_member *member) {
    if (syntax->kind != OCL_VARIABLE) return NULL;
    struct ocl_syntax nothing = {.place = syntax->place, .name_place = syntax->place};
    switch (member->type.kind) {
    case OCL_BOOLEAN: nothing.kind = OCL_SYNTAX_BOOLEAN; break;
    case OCL_OBJECT: nothing.kind = OCL_SYNTAX_NULL; break;
    case OCL_SET: nothing.kind = OCL_SYNTAX_SET; break;
    default:
        nothing.kind = OCL_SYNTAX_NUMBER;
        nothing.number = member->low > 0 ? member->low : member->high < 0 ? member->high : 0;
        break;
    }
    struct ocl_scope scope = {.self_class = (int)class_index};
    return ocl_check(&builder->model->schema, &scope, syntax->value ? syntax->value : &nothing, &member->type,
                     builder->diagnostics);
}

static void define_class(struct env_builder *builder, const struct env_class_syntax *syntax, struct env_class *class) {
    struct ocl_schema *schema = &builder->model->schema;
    struct ocl_scope structure = {.self_class = (int)class->index};
    struct ocl_scope everything = {
        .self_class = (int)class->index, .allow_states = true, .allow_variables = true, .allow_references = true};
    for (const struct env_item_syntax *i = syntax->invariants; i; i = i->next) {
        vec_push(&class->invariants, ocl_check(schema, &structure, i->value, &boolean, builder->diagnostics));
        vec_push(&class->invariant_names, i->name);
    }
    for (const struct env_item_syntax *a = syntax->assertions; a; a = a->next) {
        vec_push(&class->assertions, ocl_check(schema, &everything, a->value, &boolean, builder->diagnostics));
        vec_push(&class->assertion_names, a->name);
    }
    size_t member = 0;
    for (const struct env_member_syntax *m = syntax->members; m; m = m->next, member++) {
        const struct ocl_member *declared = &schema->classes.items[class->index].members.items[member];
        vec_push(&class->defaults, define_default(builder, class->index, m, declared));
    }
    for (const struct env_transition_syntax *t = syntax->transitions; t; t = t->next)
        env_define_transition(builder, class, t);
}

void env_define(struct env_builder *builder) {
    define_functions(builder);
    size_t index = 0;
    for (const struct env_class_syntax *c = builder->syntax->classes; c; c = c->next, index++)
        define_class(builder, c, &builder->model->classes.items[index]);
}
