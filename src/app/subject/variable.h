/* Variables of the program by name: `x`, `file.c::x`, `function::x` (a static local). */
#ifndef APP_SUBJECT_VARIABLE_H
#define APP_SUBJECT_VARIABLE_H

#include "cfront/ir/ir.h"

#include <stddef.h>

/* One with an address. `qualifier` bytes of the name are a file or a function. `found`: how many there are. */
const struct c_object *variable_find(const struct c_program *program, const char *name, size_t qualifier,
                                     unsigned *found);
/* Is the path this file's? "src/main.c" is meant by itself and by "main.c". */
bool variable_is_file(const char *path, const char *name, size_t length);

#endif
