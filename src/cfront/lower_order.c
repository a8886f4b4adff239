/* Operands that C leaves unordered: we take them from left to right, and keep in mind where other code runs in one, and
 * where others may change what several of them read. */
#include "cfront/lower.h"
#include "cfront/walk.h"

static bool runs_other_code(const struct lower *lower, const struct lower_operand *operand) {
    for (size_t i = operand->first; i < operand->end; i++) {
        enum c_instruction_kind kind = lower->code.items[i].kind;
        if (kind == C_CALL || kind == C_SERVICE || kind == C_INTERRUPT) return true;
    }
    return false;
}

/* What is kept for later is its operand's alone. */
static bool assigns(const struct lower *lower, const struct lower_operand *operand) {
    for (size_t i = operand->first; i < operand->end; i++) {
        const struct c_instruction *instruction = &lower->code.items[i];
        if (!instruction->target || instruction->kind == C_CLEAR) continue;
        if (!c_is_temporary(instruction->target)) return true;
    }
    return false;
}

static void look_for_volatile(void *context, const struct c_expression *e) {
    bool *found = context;
    *found |= e->kind == C_LOAD && e->left->is_volatile;
}

static bool reads_volatile(const struct lower *lower, const struct lower_operand *operand) {
    struct c_instruction rest = {.kind = C_ASSIGN, .value = operand->rest};
    bool found = false;
    for (size_t i = operand->first; i < operand->end; i++)
        walk_instruction(&lower->code.items[i], look_for_volatile, &found);
    walk_instruction(&rest, look_for_volatile, &found);
    return found;
}

static struct c_operand copied(const struct lower *lower, const struct lower_operand *operand) {
    size_t count = operand->end - operand->first;
    struct c_instruction *code = arena_new_array(lower->front->arena, struct c_instruction, count + 1);
    for (size_t i = 0; i < count; i++) code[i] = lower->code.items[operand->first + i];
    code[count] = (struct c_instruction){.kind = C_ASSIGN, .value = operand->rest};
    return (struct c_operand){code, (uint32_t)count + 1};
}

static void keep(struct lower *lower, const struct lower_operand *operands, size_t count, struct c_unordered about) {
    struct c_operand *list = arena_new_array(lower->front->arena, struct c_operand, count);
    for (size_t i = 0; i < count; i++) list[i] = copied(lower, &operands[i]);
    about.function = lower->function, about.operands = list, about.count = (uint32_t)count;
    vec_push(&lower->front->unordered, about);
}

void lower_unordered(struct lower *lower, const struct lower_operand *operands, size_t count, expression stored,
                     struct place place) {
    size_t with_code = 0, with_volatile = 0;
    for (size_t i = 0; i < count; i++) {
        with_code += runs_other_code(lower, &operands[i]) || assigns(lower, &operands[i]);
        with_volatile += reads_volatile(lower, &operands[i]);
    }
    if (count < 2 || (!with_code && with_volatile < 2)) return;
    keep(lower, operands, count, (struct c_unordered){.place = place, .stored = stored});
}

/* A list within the operand has numbered its own. */
static void number(struct lower *lower, const struct lower_operand *operand, uint32_t list) {
    for (size_t i = operand->first; i < operand->end; i++) {
        lower->code.items[i].list = list;
        if (!lower->code.items[i].list_part) lower->code.items[i].list_part = (uint32_t)operand->first + 1;
    }
}

void lower_unordered_list(struct lower *lower, const struct lower_operand *operands, size_t count, struct place place) {
    size_t with_code = 0, with_volatile = 0;
    for (size_t i = 0; i < count; i++) {
        with_code += runs_other_code(lower, &operands[i]);
        with_volatile += reads_volatile(lower, &operands[i]);
        if (count > 1) number(lower, &operands[i], (uint32_t)operands[0].first + 1);
    }
    if (count < 2 || (!with_code && with_volatile < 2)) return;
    keep(lower, operands, count, (struct c_unordered){.place = place, .is_list = true});
}
