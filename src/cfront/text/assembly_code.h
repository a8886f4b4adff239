/* Sources in assembly, for whatever assembler: their text without comments, and the code behind labels that others can
 * call. */
#ifndef CFRONT_TEXT_ASSEMBLY_CODE_H
#define CFRONT_TEXT_ASSEMBLY_CODE_H

#include "cfront/text/name_set.h"

/* By its name. */
bool assembly_code_is_in(const char *path);
/* Blanks take the places of comments, and of what lies under `.if 0`; lines stay where they are. */
char *assembly_code_only(struct arena *arena, const char *text);

/* `.global f`, `EXPORT f`: as C would call it, with a `_` in front or not. */
struct name_set assembly_code_exports(struct arena *arena, const char *code);
/* A line that only says something of names: `.extern f`, `.type f, %function`. */
bool assembly_code_declares(const char *line);
typedef void assembly_body(void *context, const char *name, const char *body, size_t length);
/* Each of those that has a label here, with the code up to the next one. */
void assembly_code_bodies(struct arena *arena, const char *code, assembly_body *found, void *context);

#endif
