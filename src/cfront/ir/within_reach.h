/* Functions that may run, as far as names tell: contexts' code, what a declaration makes run, what others can get at,
 * and all that is called there, or whose address is there, in code or in the first value of a variable that is named
 * there. One whose address lies only where nothing looks, in a table that nobody uses, is not among them. */
#ifndef CFRONT_IR_WITHIN_REACH_H
#define CFRONT_IR_WITHIN_REACH_H

#include "cfront/ir/ir.h"

/* By function. `is_table`: is that the name of a table of vectors? */
bool *within_reach_find(const struct c_program *program, bool (*is_table)(const char *name), struct arena *arena);

#endif
