/* Every expression of an instruction, and every one in it. */
#ifndef CFRONT_IR_WALK_H
#define CFRONT_IR_WALK_H

#include "cfront/ir/ir.h"

typedef void (*walk_visit)(void *context, const struct c_expression *expression);
void walk_inside(const struct c_expression *expression, walk_visit visit, void *context); /* NULL: none */
void walk_instruction(const struct c_instruction *instruction, walk_visit visit, void *context);

#endif
