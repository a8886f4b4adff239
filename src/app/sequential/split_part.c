#include "app/sequential/split.h"

void split_refuse(struct writing *w, struct place place, const char *what) {
    if (!place.file) place = w->from->place;
    if (!w->refused) diag_error(w->splitter->diagnostics, place, "%s cannot be said in a sequential program", what);
    w->refused = true;
}

const char *split_beyond(const struct c_type *type) {
    switch (type->kind) {
    case C_INTEGER: return NULL;
    case C_ARRAY: return split_beyond(type->target);
    case C_RECORD:
        if (type->is_union) return "a union";
        for (uint32_t i = 0; i < type->count; i++)
            if (split_beyond(type->fields[i].type)) return split_beyond(type->fields[i].type);
        return NULL;
    case C_FLOAT: return "a floating number";
    default: return "a pointer";
    }
}

struct c_expression *split_new(struct writing *w, enum c_expression_kind kind, const struct c_type *type) {
    struct c_expression *e = arena_new_object(w->splitter->code->arena, struct c_expression);
    *e = (struct c_expression){.kind = kind, .type = type, .place = w->from->place};
    return e;
}

expression split_number(struct writing *w, const struct c_type *type, int64_t value) {
    struct c_expression *e = split_new(w, C_CONSTANT, type);
    e->integer = value;
    return e;
}

expression split_load(struct writing *w, expression place) {
    struct c_expression *e = split_new(w, C_LOAD, place->type);
    e->left = place;
    return e;
}

expression split_temporary(struct writing *w, const struct c_type *type) {
    struct sequential_locals *locals = &w->splitter->code->locals[w->origin->index];
    struct c_object *object = arena_new_object(w->splitter->code->arena, struct c_object);
    *object = (struct c_object){.type = type,
                                .storage = C_TEMPORARY,
                                .place = w->from->place,
                                .index = w->origin->local_count + (uint32_t)locals->added.count,
                                .function = w->origin};
    vec_push(&locals->added, object);
    struct c_expression *e = split_new(w, C_OBJECT, type);
    e->object = object;
    return e;
}

struct c_instruction *split_add(struct writing *w, enum c_instruction_kind kind) {
    struct c_instruction instruction = {
        .kind = kind, .place = w->from->place, .statement = w->from->statement, .text = NULL};
    vec_push(&w->out, instruction);
    vec_push(&w->notes, (struct note){0, w->from_number, false});
    return &vec_last(&w->out);
}

void split_assign(struct writing *w, expression target, expression value) {
    struct c_instruction *instruction = split_add(w, C_ASSIGN);
    instruction->target = target;
    instruction->value = value;
    instruction->initializes = w->from->initializes;
}

uint32_t split_here(const struct writing *w) { return (uint32_t)w->out.count; }
