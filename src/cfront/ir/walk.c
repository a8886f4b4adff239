#include "cfront/ir/walk.h"

void walk_inside(const struct c_expression *e, walk_visit visit, void *context) {
    if (!e) return;
    visit(context, e);
    walk_inside(e->left, visit, context);
    walk_inside(e->right, visit, context);
    walk_inside(e->third, visit, context);
}

void walk_instruction(const struct c_instruction *instruction, walk_visit visit, void *context) {
    walk_inside(instruction->target, visit, context);
    walk_inside(instruction->value, visit, context);
    walk_inside(instruction->other, visit, context);
    for (uint32_t i = 0; i < instruction->argument_count; i++) walk_inside(instruction->arguments[i], visit, context);
    for (uint32_t i = 0; i < instruction->output_count; i++) walk_inside(instruction->outputs[i], visit, context);
}
