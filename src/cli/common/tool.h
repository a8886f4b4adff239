/* Other programs, run without a shell. */
#ifndef CLI_COMMON_TOOL_H
#define CLI_COMMON_TOOL_H

#include "base/text.h"

#include <stdbool.h>

/* Where `name` is on the PATH; false if it is not. */
bool tool_find(const char *name, struct text *path);
/* Runs it with `input` on its standard input; collects its standard output. `arguments` starts with the name and ends
 * with NULL. The exit status; -1 if it could not be run or was killed. */
int tool_run(const char *const *arguments, const struct text *input, struct text *output);

#endif
