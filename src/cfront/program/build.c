#include "cfront/program/build.h"

#include "cfront/program/fold.h"

static struct c_expression *new_expression(struct front *front, enum c_expression_kind kind, const struct c_type *type,
                                           struct place place) {
    struct c_expression *new = arena_new_object(front->arena, struct c_expression);
    new->kind = kind, new->type = type, new->place = place;
    return new;
}

int64_t build_wrap(const struct c_type *type, int64_t value) {
    unsigned unused = 64 - type->size * 8;
    if (type->is_bool) return value != 0;
    if (!unused || type->size > 8) return value;
    uint64_t shifted = (uint64_t)value << unused;
    return type->is_signed ? (int64_t)shifted >> unused : (int64_t)(shifted >> unused);
}

expression build_integer(struct front *front, const struct c_type *type, int64_t value, struct place place) {
    struct c_expression *new = new_expression(front, C_CONSTANT, type, place);
    new->integer = build_wrap(type, value);
    return new;
}

expression build_real(struct front *front, const struct c_type *type, long double value, struct place place) {
    struct c_expression *new = new_expression(front, C_CONSTANT, type, place);
    new->real = type->size == 4 ? (float)value : type->size == 8 ? (double)value : value;
    return new;
}

/* Machines differ in what is wider than a double: 80 bits, 128, or twice 64. */
static void note_precision(struct front *front, const struct c_type *type) {
    if (type->kind != C_FLOAT || type->size <= 8 || front->computes_widely) return;
    front->computes_widely = true;
    front_assume(front, "`long double` is as precise on the target as on the machine that rtcheck runs on");
}

static expression finish(struct front *front, struct c_expression *new) {
    note_precision(front, new->type);
    expression folded = fold(front, new);
    return folded ? folded : new;
}

expression build_convert(struct front *front, expression operand, const struct c_type *type, struct place place) {
    if (operand->type == type || !type_is_scalar(type) || !type_is_scalar(operand->type)) return operand;
    struct c_expression *new = new_expression(front, C_CONVERT, type, place);
    new->left = operand;
    return finish(front, new);
}

expression build_address_0(struct front *front, const struct c_type *pointer, struct place place) {
    struct c_expression *new = new_expression(front, C_CONSTANT, pointer, place);
    new->is_address = true;
    return new;
}

expression build_unary(struct front *front, enum c_operator op, expression operand, const struct c_type *type,
                       struct place place) {
    struct c_expression *new = new_expression(front, C_UNARY, type, place);
    new->op = op, new->left = operand;
    return finish(front, new);
}

expression build_binary(struct front *front, enum c_operator op, expression left, expression right,
                        const struct c_type *type, struct place place) {
    struct c_expression *new = new_expression(front, C_BINARY, type, place);
    new->op = op, new->left = left, new->right = right;
    return finish(front, new);
}

expression build_logical(struct front *front, enum c_expression_kind kind, expression left, expression right,
                         struct place place) {
    struct c_expression *new = new_expression(front, kind, type_int(front), place);
    new->left = left, new->right = right;
    return finish(front, new);
}

expression build_conditional(struct front *front, expression condition, expression yes, expression no,
                             struct place place) {
    struct c_expression *new = new_expression(front, C_CONDITIONAL, yes->type, place);
    new->left = condition, new->right = yes, new->third = no;
    return finish(front, new);
}

expression build_real_function(struct front *front, enum real_function function, const expression *operands,
                               const struct c_type *type, struct place place) {
    struct c_expression *new = new_expression(front, C_REAL, type, place);
    unsigned count = real_operands(function);
    new->function = function, new->left = operands[0];
    new->right = count > 1 ? operands[1] : NULL, new->third = count > 2 ? operands[2] : NULL;
    note_precision(front, type);
    return new;
}

expression build_object(struct front *front, const struct c_object *object, struct place place) {
    struct c_expression *new = new_expression(front, C_OBJECT, object->type, place);
    new->object = object, new->is_volatile = object->is_volatile;
    return new;
}

/* What a pointer points to; after an error, something else may stand for the pointer. */
static const struct c_type *target_of(struct front *front, const struct c_type *type) {
    return type->target ? type->target : type_int(front);
}

/* *&x is x; *(a + i) is a[i], whose bounds are known. NULL: it is neither. */
static expression without_pointer(struct front *front, expression pointer, struct place place) {
    expression offset = NULL;
    if (pointer->kind == C_BINARY && pointer->op == C_ADD) offset = pointer->right, pointer = pointer->left;
    if (pointer->kind != C_ADDRESS) return NULL;
    expression of = pointer->left;
    if (!offset && of->type == pointer->type->target) return of;
    if (of->type->kind != C_ARRAY || !of->type->count || of->type->target != pointer->type->target) return NULL;
    return build_index(front, of, offset ? offset : build_integer(front, type_int(front), 0, place), place);
}

expression build_dereference(struct front *front, expression pointer, bool is_volatile, struct place place) {
    expression plain = without_pointer(front, pointer, place);
    if (plain && plain->is_volatile == is_volatile) return plain;
    struct c_expression *new = new_expression(front, C_DEREFERENCE, target_of(front, pointer->type), place);
    new->left = pointer, new->is_volatile = is_volatile;
    return new;
}

expression build_dereference_like(struct front *front, expression dereference, expression pointer) {
    expression plain = build_dereference(front, pointer, dereference->is_volatile, dereference->place);
    if (!dereference->align || plain->kind != C_DEREFERENCE) return plain;
    struct c_expression *copy = arena_new_object(front->arena, struct c_expression);
    *copy = *plain;
    copy->align = dereference->align;
    return copy;
}

expression build_member(struct front *front, expression record, const struct c_field *field, struct place place) {
    struct c_expression *new = new_expression(front, C_MEMBER, field->type, place);
    new->left = record, new->field = field, new->is_volatile = record->is_volatile || field->is_volatile;
    return new;
}

expression build_index(struct front *front, expression array, expression index, struct place place) {
    struct c_expression *new = new_expression(front, C_INDEX, target_of(front, array->type), place);
    new->left = array, new->right = index, new->is_volatile = array->is_volatile;
    return new;
}

expression build_load(struct front *front, expression from, struct place place) {
    struct c_expression *new = new_expression(front, C_LOAD, from->type, place);
    new->left = from;
    return new;
}

expression build_address(struct front *front, expression of, const struct c_type *type, struct place place) {
    struct fixed fixed;
    if (fold_place(of, &fixed) && !fixed.object)
        return build_integer(front, type, fixed.offset, place);          /* offsetof by hand */
    bool decays = of->type->kind == C_ARRAY && type->target != of->type; /* confined to it from now on */
    if (of->kind == C_DEREFERENCE && !decays) return build_convert(front, of->left, type, place); /* 6.5.3.2 */
    struct c_expression *new = new_expression(front, C_ADDRESS, type, place);
    new->left = of;
    return new;
}
