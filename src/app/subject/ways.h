/* Ways through code. */
#ifndef APP_SUBJECT_WAYS_H
#define APP_SUBJECT_WAYS_H

#include "cfront/ir/ir.h"

enum way { WAY_GOES_ON, WAY_COMES_BY, WAY_ENDS };

/* Is there a way through the function, and what it calls by name, that comes to an end and by nothing that is looked
 * for? What calls itself is taken to have one. `look`: of an instruction. */
bool ways_pass_by(const struct c_program *program, const struct c_function *function,
                  enum way (*look)(const void *context, const struct c_instruction *code), const void *context);

#endif
