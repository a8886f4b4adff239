#include "app/subject/tally.h"

#include "base/arena.h"
#include "cfront/ir/walk.h"

/* By the number of a global: how often it is named, and how often in counting. */
struct counts {
    uint32_t *named, *counted;
    bool *counts;
};

/* Numbers without a sign, which go round; whoever else may look at one is not to be seen here. */
static bool may_be_tally(const struct c_object *object) {
    bool is_number = object->type->kind == C_INTEGER && !object->type->is_signed && !object->type->is_bool;
    return is_number && object->storage <= C_STATIC_LOCAL && object->name && !object->is_input &&
           !object->is_elsewhere && !object->starts_with_any && !object->is_pointed_at;
}

static void note(void *context, const struct c_expression *e) {
    struct counts *counts = context;
    if (e->kind == C_OBJECT && c_has_address(e->object)) counts->named[e->object->index]++;
}

/* `n = n + 1`, with a step so small that no promoted sum leaves its type. */
static bool is_counting(const struct c_instruction *code) {
    enum { LARGEST_STEP = 255 };
    if (code->kind != C_ASSIGN || code->text || code->target->kind != C_OBJECT) return false;
    const struct c_expression *sum = c_without_conversions(code->value);
    if (!sum || sum->kind != C_BINARY || (sum->op != C_ADD && sum->op != C_SUBTRACT)) return false;
    const struct c_expression *step = c_constant(sum->right);
    return c_is_load_of(sum->left, code->target->object) && step && step->type->kind == C_INTEGER &&
           step->integer >= 0 && step->integer <= LARGEST_STEP;
}

static bool is_reset(const struct c_instruction *code) {
    return code->kind == C_ASSIGN && !code->text && code->target->kind == C_OBJECT && c_constant(code->value);
}

static void count(const struct c_program *program, struct counts *counts) {
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            walk_instruction(code, note, counts);
            bool counting = is_counting(code);
            if ((!counting && !is_reset(code)) || !c_has_address(code->target->object)) continue;
            counts->counted[code->target->object->index] += counting ? 2 : 1;
            counts->counts[code->target->object->index] |= counting;
        }
}

/* `n = n`: it is read and written, and stays as it is. */
static void hold(struct c_program *program, struct c_instruction *code) {
    struct c_expression *load = arena_new_object(program->arena, struct c_expression);
    *load = *c_without_conversions(c_without_conversions(code->value)->left);
    code->value = load;
}

void tally_hold(struct c_program *program) {
    struct arena *arena = arena_new();
    struct counts counts = {arena_new_array(arena, uint32_t, program->global_count + 1),
                            arena_new_array(arena, uint32_t, program->global_count + 1),
                            arena_new_array(arena, bool, program->global_count + 1)};
    count(program, &counts);
    for (uint32_t i = 0; i < program->global_count; i++)
        ((struct c_object *)program->globals[i])->is_tally =
            may_be_tally(program->globals[i]) && counts.counts[i] && counts.named[i] == counts.counted[i];
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            struct c_instruction *code = (struct c_instruction *)&program->functions[f]->code[i];
            if (is_counting(code) && code->target->object->is_tally) hold(program, code);
        }
    arena_free(arena);
}
