#include "app/sequential/leaf.h"

#include "app/exec/memory.h"

uint32_t sequential_leaf_count(const struct c_type *type) {
    uint32_t count = 0;
    if (type->kind == C_ARRAY) return type->count * sequential_leaf_count(type->target);
    if (type->kind != C_RECORD) return 1;
    for (uint32_t i = 0; i < type->count; i++) count += sequential_leaf_count(type->fields[i].type);
    return count;
}

uint32_t sequential_leaf_field(const struct c_type *record, const struct c_field *field) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < record->count; i++) {
        if (&record->fields[i] == field || record->fields[i].name == field->name) return count;
        count += sequential_leaf_count(record->fields[i].type);
    }
    return count;
}

static unsigned width(const struct c_type *type) { return type->size * 8; }

struct adding {
    struct sequential_leaves *leaves;
    bool is_constant;
};

static void add(const struct adding *adding, const struct c_type *type, const struct c_field *field,
                const unsigned char *bytes, const char *path) {
    struct sequential_leaves *leaves = adding->leaves;
    if (type->kind == C_ARRAY) {
        for (uint32_t i = 0; i < type->count; i++)
            add(adding, type->target, NULL, bytes ? bytes + (size_t)i * type->target->size : NULL,
                arena_printf(leaves->arena, "%s[%u]", path, i));
    } else if (type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count; i++)
            add(adding, type->fields[i].type, &type->fields[i], bytes ? bytes + type->fields[i].offset : NULL,
                arena_printf(leaves->arena, "%s.%s", path, type->fields[i].name));
    } else {
        const struct c_field *bits = field && field->bit_width ? field : NULL;
        struct sequential_leaf leaf = {.type = type,
                                       .bits = bits ? bits->bit_width : width(type),
                                       .initial = bytes ? (uint64_t)memory_decode(type, bits, bytes) : 0,
                                       .is_constant = adding->is_constant,
                                       .path = path};
        vec_push(&leaves->list, leaf);
    }
}

void sequential_leaves_build(struct sequential_leaves *leaves, const struct sequential_code *code,
                             struct arena *arena) {
    const struct c_program *program = code->subject->program;
    *leaves = (struct sequential_leaves){.code = code, .arena = arena};
    leaves->globals = arena_new_array(arena, uint32_t, program->global_count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        leaves->globals[i] = code->uses_global[i] ? (uint32_t)leaves->list.count : UINT32_MAX;
        struct adding adding = {leaves, code->analysis->image_offset[i] == NO_OFFSET};
        if (code->uses_global[i])
            add(&adding, object->type, NULL, object->initial, object->name ? object->name : "text");
    }
    leaves->global_count = (uint32_t)leaves->list.count;
}

void sequential_leaves_free(struct sequential_leaves *leaves) {
    vec_free(&leaves->list);
    vec_free(&leaves->frames);
}

static bool is_number(const struct c_type *type) {
    if (type->kind == C_ARRAY) return is_number(type->target);
    bool good = type->kind == C_INTEGER || (type->kind == C_RECORD && !type->is_union);
    for (uint32_t i = 0; good && type->kind == C_RECORD && i < type->count; i++) good = is_number(type->fields[i].type);
    return good;
}

static void add_local(struct sequential_leaves *leaves, struct sequential_leaf_frame *frame,
                      const struct c_object *local, uint32_t index) {
    struct adding adding = {leaves, false};
    const char *who = subject_context_name(leaves->code->subject, frame->context);
    const char *name = local->name ? local->name : arena_printf(leaves->arena, "tmp%u", index);
    frame->locals[index] = frame->flags[index] = UINT32_MAX;
    if (!is_number(local->type)) return;
    frame->locals[index] = (uint32_t)leaves->list.count;
    add(&adding, local->type, NULL, NULL, arena_printf(leaves->arena, "%s.%s", who, name));
    if (!sequential_is_doubtful(leaves->code, local)) return;
    frame->flags[index] = (uint32_t)leaves->list.count;
    add(&adding, leaves->code->subject->program->int_type, NULL, NULL,
        arena_printf(leaves->arena, "%s.%s has a value", who, name));
}

const struct sequential_leaf_frame *sequential_leaf_frame(struct sequential_leaves *leaves, uint32_t context,
                                                          const struct c_function *function) {
    for (size_t i = 0; i < leaves->frames.count; i++)
        if (leaves->frames.items[i].context == context && leaves->frames.items[i].function == function)
            return &leaves->frames.items[i];
    const struct sequential_locals *added = &leaves->code->locals[function->index];
    uint32_t count = function->local_count + (uint32_t)added->added.count;
    struct sequential_leaf_frame frame = {context,
                                          function,
                                          (uint32_t)leaves->list.count,
                                          0,
                                          arena_new_array(leaves->arena, uint32_t, count + 1),
                                          arena_new_array(leaves->arena, uint32_t, count + 1)};
    for (uint32_t i = 0; i < count; i++)
        add_local(leaves, &frame,
                  i < function->local_count ? function->locals[i] : added->added.items[i - function->local_count], i);
    frame.count = (uint32_t)leaves->list.count - frame.first;
    vec_push(&leaves->frames, frame);
    return &vec_last(&leaves->frames);
}

uint32_t sequential_leaf_of(struct sequential_leaves *leaves, const struct c_object *object, uint32_t context,
                            uint32_t *flag) {
    *flag = UINT32_MAX;
    if (c_has_address(object)) return leaves->globals[object->index];
    const struct sequential_leaf_frame *frame = sequential_leaf_frame(leaves, context, object->function);
    *flag = frame->flags[object->index];
    return frame->locals[object->index];
}
