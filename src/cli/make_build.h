/* What nxtOSEK's makefiles say of the build. Texts are looked through: variables that are made of others that are, in
 * turn, made of others, functions and conditions are not followed. */
#ifndef CLI_MAKE_BUILD_H
#define CLI_MAKE_BUILD_H

#include "base/arena.h"

#include <stddef.h>

/* What the variable stands for, a line, without `$(OTHER)` for variables that are given in the text; "": nothing. */
const char *make_build_value(struct arena *arena, const char *text, const char *name);
/* The next word at `from` or behind it, and how long it is, without a `./` before it; NULL: there are no more. */
const char *make_build_word(const char *from, size_t *length);

#endif
