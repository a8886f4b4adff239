/* What makefiles say of the build: the values of variables, as `make` would have them that is given none.
 * Functions and the environment are not followed. */
#ifndef CLI_PROJECT_MAKE_BUILD_H
#define CLI_PROJECT_MAKE_BUILD_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct make_build;

/* Of this text, which lies at `path`: so do the makefiles that it includes, which are read, too; NULL: they are not.
 * What it says is the arena's. */
struct make_build *make_build_read(struct arena *arena, const char *text, const char *path);
void make_build_free(struct make_build *build);
/* What the variable stands for, a line, without `$(OTHER)` for variables that are given in the text; "": nothing. */
const char *make_build_value(struct make_build *build, const char *name);
/* All lines of the text, in one piece each, with their variables replaced likewise; those that a condition leaves out
 * as they are, and those that hinge on one, or vary, both ways. */
const char *make_build_text(struct make_build *build);
/* Some condition (`ifdef`, `ifeq` ...) decides what it stands for. */
bool make_build_hinges(struct make_build *build, const char *name);
/* For some target it stands for something else (`sim: NAME += b.c`). */
bool make_build_varies(struct make_build *build, const char *name);
/* Some of them has a function in it, or what make itself gives: it is taken not to hold. */
bool make_build_is_unsure(const struct make_build *build);
/* `$(eval ...)` and the like make lines that are not read. */
bool make_build_makes_lines(const struct make_build *build);
/* Makefiles that are included and were not read, in their order; NULL: there are no more. */
const char *make_build_unread(const struct make_build *build, size_t number);
/* The next word at `from` or behind it, and how long it is, without a `./` before it (a function of make is one word);
 * NULL: there are no more. */
const char *make_build_word(const char *from, size_t *length);
/* The same as the shell of a recipe has it, without quotes and backslashes; `from` is behind it then. */
const char *make_build_shell_word(struct arena *arena, const char **from);

#endif
