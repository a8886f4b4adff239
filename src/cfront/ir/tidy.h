/* Removes from a function's code what nothing leads to, and jumps that do nothing. */
#ifndef CFRONT_IR_TIDY_H
#define CFRONT_IR_TIDY_H

#include "cfront/ir/ir.h"

/* `then` and `otherwise` are instruction numbers, before and after; is_back_edge is set where one leads back. Returns
 * how many instructions remain. */
uint32_t tidy(struct c_instruction *code, uint32_t count);

#endif
