/* What one statement does to a place in several steps: it reads it and writes it back changed (`x++`, `x = x + f()`),
 * or reads it twice for one value (`x + x`). Each step may be an instruction of its own, whose values the next ones
 * find in temporaries. */
#ifndef APP_WATCH_OPERATOR_H
#define APP_WATCH_OPERATOR_H

#include "cfront/ir.h"

/* The instruction `at` reads this place, or writes it, as one of several such steps. */
bool operator_reads(const struct c_function *function, uint32_t at, const struct c_expression *place);
bool operator_writes(const struct c_function *function, uint32_t at, const struct c_expression *place);

#endif
