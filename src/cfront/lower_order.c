/* Operands that C leaves unordered: we take them from left to right, and keep in mind where a call is one of them. */
#include "cfront/lower.h"
#include "cfront/walk.h"

struct collecting {
    struct front *front;
    VEC(const struct c_function *) calls;
    VEC(const struct c_object *) reads;
};

static void collect_read(void *context, const struct c_expression *e) {
    struct collecting *collecting = context;
    if (e->kind != C_LOAD) return;
    expression root = c_root(e->left);
    if (root->kind == C_OBJECT && root->object->storage != C_TEMPORARY) vec_push(&collecting->reads, root->object);
}

static struct c_operand collect(struct lower *lower, size_t first, size_t end, expression rest) {
    struct collecting collecting = {.front = lower->front};
    struct c_instruction last = {.kind = C_ASSIGN, .value = rest};
    for (size_t i = first; i < end; i++) {
        const struct c_instruction *instruction = &lower->code.items[i];
        if (instruction->kind == C_CALL && instruction->callee) vec_push(&collecting.calls, instruction->callee);
        walk_instruction(instruction, collect_read, &collecting);
    }
    walk_instruction(&last, collect_read, &collecting);
    struct c_operand operand = {
        arena_new_array(lower->front->arena, const struct c_function *, collecting.calls.count + 1),
        arena_new_array(lower->front->arena, const struct c_object *, collecting.reads.count + 1),
        (uint32_t)collecting.calls.count, (uint32_t)collecting.reads.count};
    for (size_t i = 0; i < collecting.calls.count; i++) operand.calls[i] = collecting.calls.items[i];
    for (size_t i = 0; i < collecting.reads.count; i++) operand.reads[i] = collecting.reads.items[i];
    vec_free(&collecting.calls);
    vec_free(&collecting.reads);
    return operand;
}

static bool has_call(const struct lower *lower, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        if (lower->code.items[i].kind == C_CALL && lower->code.items[i].callee) return true;
    return false;
}

void lower_unordered(struct lower *lower, struct lower_operand left, struct lower_operand right, struct place place) {
    if (!has_call(lower, left.first, left.end) && !has_call(lower, right.first, right.end)) return;
    struct c_unordered unordered = {place, collect(lower, left.first, left.end, left.rest),
                                    collect(lower, right.first, right.end, right.rest)};
    vec_push(&lower->front->unordered, unordered);
}
