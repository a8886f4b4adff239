/* A source's text without what is no code: comments, what lies under `#if 0`, and, if asked for, the insides of strings
 * (not of lines of the preprocessor: #include "name"). Blanks take their places; lines stay where they are. */
#ifndef CFRONT_TEXT_CODE_ONLY_H
#define CFRONT_TEXT_CODE_ONLY_H

#include "base/arena.h"

#include <stdbool.h>

char *code_only(struct arena *arena, const char *text, bool without_strings);

#endif
