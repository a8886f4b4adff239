#include "cfront/walk.h"

static void walk(const struct c_expression *e, walk_visit visit, void *context) {
    if (!e) return;
    visit(context, e);
    walk(e->left, visit, context);
    walk(e->right, visit, context);
    walk(e->third, visit, context);
}

void walk_instruction(const struct c_instruction *instruction, walk_visit visit, void *context) {
    walk(instruction->target, visit, context);
    walk(instruction->value, visit, context);
    walk(instruction->other, visit, context);
    for (uint32_t i = 0; i < instruction->argument_count; i++) walk(instruction->arguments[i], visit, context);
    for (uint32_t i = 0; i < instruction->output_count; i++) walk(instruction->outputs[i], visit, context);
}
