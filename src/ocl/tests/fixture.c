#include "ocl/tests/fixture.h"

#include <string.h>

static int64_t reference(void *context, unsigned function, const int64_t *arguments) {
    (void)context, (void)function;
    return arguments[0] * 10;
}

static void add_member(struct ocl_class *class, const char *name, enum ocl_member_kind kind, struct ocl_type type,
                       int64_t low, int64_t high) {
    struct ocl_member member = {.name = name, .kind = kind, .type = type, .low = low, .high = high};
    vec_push(&class->members, member);
}

static void add_classes(struct ocl_schema *schema) {
    static const struct ocl_type integer = {OCL_INTEGER, 0}, boolean = {OCL_BOOLEAN, 0}, task = {OCL_OBJECT, 0},
                                 tasks = {OCL_SET, 0}, resources = {OCL_SET, 1};
    struct ocl_class class = {.name = "Task"}, resource = {.name = "Resource"};
    add_member(&class, "pr", OCL_ATTRIBUTE, integer, 1, 4);
    add_member(&class, "on", OCL_ATTRIBUTE, boolean, 0, 1);
    add_member(&class, "res", OCL_ASSOCIATION, resources, 0, 2);
    add_member(&class, "dpr", OCL_VARIABLE, integer, INT64_MIN, INT64_MAX);
    add_member(&class, "next", OCL_VARIABLE, task, INT64_MIN, INT64_MAX);
    add_member(&class, "friends", OCL_VARIABLE, tasks, INT64_MIN, INT64_MAX);
    vec_push(&class.states, "Sus");
    vec_push(&class.states, "Rdy");
    vec_push(&class.states, "Run");
    add_member(&resource, "pr", OCL_ATTRIBUTE, integer, 1, 4);
    vec_push(&schema->classes, class);
    vec_push(&schema->classes, resource);
}

struct fixture *fixture_new(void) {
    static const int64_t tasks[] = {1, 0, 0, 5, 1, 6, /**/ 2, 1, 1, 2, 2, 0, /**/ 3, 1, 3, 9, -1, 1};
    static const unsigned char states[] = {2, 1, 0};
    struct fixture *fixture = memory_new(sizeof *fixture);
    fixture->schema.arena = arena_new();
    add_classes(&fixture->schema);
    vec_push(&fixture->schema.constants, (struct ocl_constant){"K", 7});
    struct ocl_function ask = {.name = "Ask", .result = {OCL_INTEGER, 0}};
    vec_push(&ask.parameters, (struct ocl_parameter){"n", {OCL_INTEGER, 0}});
    vec_push(&fixture->schema.functions, ask);
    memcpy(fixture->tasks, tasks, sizeof tasks);
    memcpy(fixture->states, states, sizeof states);
    fixture->resources[0] = 3;
    fixture->resources[1] = 4;
    fixture->sizes[0] = TASKS;
    fixture->sizes[1] = RESOURCES;
    fixture->values[0] = fixture->tasks;
    fixture->values[1] = fixture->resources;
    fixture->state_rows[0] = fixture->states;
    fixture->state_rows[1] = fixture->resource_states;
    fixture->known[0] = fixture->known_tasks;
    fixture->known[1] = fixture->known_resources;
    memset(fixture->known_tasks, 1, sizeof fixture->known_tasks);
    memset(fixture->known_resources, 1, sizeof fixture->known_resources);
    fixture->world = (struct ocl_world){.schema = &fixture->schema,
                                        .sizes = fixture->sizes,
                                        .values = fixture->values,
                                        .states = fixture->state_rows,
                                        .reference = reference};
    return fixture;
}

void fixture_free(struct fixture *fixture) {
    ocl_schema_free(&fixture->schema);
    diag_free(&fixture->diagnostics);
    free(fixture);
}

struct ocl_expression *fixture_parse(struct fixture *fixture, const char *text) {
    struct ocl_scope scope = {.allow_states = true, .allow_variables = true, .allow_references = true};
    size_t used;
    struct ocl_expression *expression = ocl_parse(&fixture->schema, &scope, text, strlen(text),
                                                  (struct place){"test", 1, 1}, NULL, &used, &fixture->diagnostics);
    return expression && used == strlen(text) ? expression : NULL;
}

void fixture_define(struct fixture *fixture, const char *name, unsigned parameters, struct ocl_type result,
                    const char *body) {
    static const char *const names[] = {"a", "b", "c"};
    struct ocl_function function = {.name = name, .result = result};
    for (unsigned i = 0; i < parameters; i++)
        vec_push(&function.parameters, (struct ocl_parameter){names[i], {OCL_OBJECT, 0}});
    struct ocl_scope scope = {.self_class = -1,
                              .parameters = function.parameters.items,
                              .parameter_count = parameters,
                              .allow_states = true,
                              .allow_variables = true};
    function.body = ocl_parse(&fixture->schema, &scope, body, strlen(body), (struct place){"test", 1, 1}, &result, NULL,
                              &fixture->diagnostics);
    if (!function.body) abort();
    vec_push(&fixture->schema.functions, function);
}
