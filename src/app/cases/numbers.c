#include "app/cases/numbers.h"

#include "app/exec/memory.h"
#include "app/exec/path.h"
#include "app/exec/state.h"

#include <string.h>

enum { MOST_ELEMENTS = 16 };

struct visiting {
    const struct c_object *object;
    const unsigned char *bytes;
    bool is_ambiguous; /* others have its name */
    numbers_visitor visit;
    void *context;
};

static void visit_number(const struct visiting *visiting, const struct c_type *type, const struct c_field *bits,
                         uint32_t offset) {
    const struct c_object *object = visiting->object;
    struct text name = {0};
    path_print(object, offset, type, bits, &name);
    if (visiting->is_ambiguous)
        text_printf(&name, " (%s:%u:%u)", object->place.file ? object->place.file : "?", object->place.line,
                    object->place.column);
    struct case_number number = {
        text_chars(&name), object, offset, type, bits, memory_decode(type, bits, visiting->bytes + offset)};
    visiting->visit(visiting->context, &number);
    text_free(&name);
}

static void visit_parts(const struct visiting *visiting, const struct c_type *type, const struct c_field *bits,
                        uint32_t offset) {
    if (type->kind == C_INTEGER) visit_number(visiting, type, bits, offset);
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count && type->count <= MOST_ELEMENTS; i++)
        visit_parts(visiting, type->target, NULL, offset + i * type->target->size);
    for (uint32_t i = 0; type->kind == C_RECORD && !type->is_union && i < type->count; i++)
        if (!type->fields[i].bit_width || (type->fields[i].name && *type->fields[i].name)) /* padding has none */
            visit_parts(visiting, type->fields[i].type, type->fields[i].bit_width ? &type->fields[i] : NULL,
                        offset + type->fields[i].offset);
}

static bool is_ambiguous(const struct c_program *program, const struct c_object *object) {
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *other = program->globals[i];
        if (other != object && other->name && other->storage == object->storage &&
            other->function == object->function && !strcmp(other->name, object->name))
            return true;
    }
    return false;
}

void numbers_visit(const struct app *app, const struct test_case *test, numbers_visitor visit, void *context) {
    const struct executor *executor = app_executor(app);
    const struct c_program *program = app_program(app);
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (executor->analysis->image_offset[i] == NO_OFFSET || object->storage == C_STRING || !object->name) continue;
        struct visiting visiting = {object, state_global(executor, test->last, i), is_ambiguous(program, object), visit,
                                    context};
        visit_parts(&visiting, object->type, NULL, 0);
    }
}
