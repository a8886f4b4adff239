#include "cfront/program/emit.h"

#include "cfront/program/guess.h"
#include "cfront/program/types.h"

#include <stdarg.h>

/* ---- Instructions ---- */

struct c_instruction *lower_emit(struct lower *lower, enum c_instruction_kind kind, struct place place) {
    struct c_instruction instruction = {.kind = kind,
                                        .then = NO_LABEL,
                                        .otherwise = NO_LABEL,
                                        .place = place,
                                        .statement = lower->statement.line ? lower->statement : place};
    if (lower->unreachable) {
        lower->dead = instruction;
        return &lower->dead;
    }
    vec_push(&lower->code, instruction);
    return &vec_last(&lower->code);
}

label lower_new_label(struct lower *lower) {
    vec_push(&lower->labels, UINT32_MAX);
    return (label)lower->labels.count - 1;
}

void lower_place_label(struct lower *lower, label label) {
    lower->labels.items[label] = (uint32_t)lower->code.count;
    lower->unreachable = false;
}

void lower_jump(struct lower *lower, label to, struct place place) {
    if (lower->unreachable) return;
    lower_emit(lower, C_JUMP, place)->then = to;
    lower->unreachable = true;
}

bool lower_is_true(expression constant) {
    return constant->type->kind == C_FLOAT ? constant->real != 0 : constant->integer != 0;
}

struct c_instruction *lower_branch(struct lower *lower, expression condition, label then, label otherwise,
                                   struct place place) {
    if (condition->kind == C_CONSTANT) {
        guess_decides(lower->front, condition);
        lower_jump(lower, lower_is_true(condition) ? then : otherwise, place);
        return NULL;
    }
    struct c_instruction *branch = lower_emit(lower, C_BRANCH, place);
    branch->value = condition, branch->then = then, branch->otherwise = otherwise;
    lower->unreachable = true;
    return branch;
}

struct c_instruction *lower_choose(struct lower *lower, expression target, int64_t low, int64_t high,
                                   struct place place) {
    struct c_instruction *choose = lower_emit(lower, C_CHOOSE, place);
    choose->target = target;
    bool is_real = target->type->kind == C_FLOAT;
    choose->value = is_real ? build_real(lower->front, target->type, c_real_bound(low), place)
                            : build_integer(lower->front, target->type, low, place);
    choose->other = is_real ? build_real(lower->front, target->type, c_real_bound(high), place)
                            : build_integer(lower->front, target->type, high, place);
    return choose;
}

void lower_clear(struct lower *lower, const struct c_object *object, struct place place) {
    if (lower->unreachable) return;
    lower_emit(lower, C_CLEAR, place)->target = build_object(lower->front, object, place);
}

/* ---- Locals and temporaries ---- */

struct c_object *lower_new_local(struct lower *lower, const char *name, const struct c_type *type,
                                 enum c_storage storage, struct place place) {
    struct c_object *object = arena_new_object(lower->front->arena, struct c_object);
    object->name = name, object->type = type, object->storage = storage, object->place = place;
    object->align = type->align;
    object->index = (uint32_t)lower->locals.count;
    object->function = lower->function;
    vec_push(&lower->locals, object);
    return object;
}

expression lower_temporary(struct lower *lower, const struct c_type *type, struct place place) {
    struct c_object *object = NULL;
    for (size_t i = 0; !object && i < lower->free_temporaries.count; i++)
        if (lower->free_temporaries.items[i]->type == type) {
            object = lower->free_temporaries.items[i];
            lower->free_temporaries.items[i] = vec_pop(&lower->free_temporaries);
        }
    if (!object) object = lower_new_local(lower, NULL, type, C_TEMPORARY, place);
    vec_push(&lower->used_temporaries, object);
    return build_object(lower->front, object, place);
}

void lower_end_temporaries(struct lower *lower, size_t mark, struct place place) {
    while (lower->used_temporaries.count > mark) {
        struct c_object *object = vec_pop(&lower->used_temporaries);
        lower_clear(lower, object, place);
        vec_push(&lower->free_temporaries, object);
    }
}

/* Nothing is done. */
void lower_barrier(struct lower *lower, struct place place) {
    size_t mark = lower->used_temporaries.count;
    expression nobodys = lower_temporary(lower, type_int(lower->front), place);
    struct c_instruction *barrier = lower_emit(lower, C_CLEAR, place);
    barrier->target = nobodys;
    barrier->gives_value = barrier->is_barrier = true;
    lower_end_temporaries(lower, mark, place);
}

expression lower_refuse(struct lower *lower, CXCursor cursor, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    struct place place = front_place(lower->front, cursor);
    diag_error(lower->front->diagnostics, place, "%s", text_chars(&message));
    text_free(&message);
    bool has_type = lower->front->clang.isExpression(lower->front->clang.getCursorKind(cursor));
    const struct c_type *type = has_type ? type_of_cursor(lower->front, cursor) : type_int(lower->front);
    return build_integer(lower->front, type_is_scalar(type) ? type : type_int(lower->front), 0, place);
}
