/* The code of files, by path: each is read once, and rid once of what is no code (cfront/text/code_only.h). Makefiles
 * are kept as they are. */
#ifndef CLI_PROJECT_CODE_TEXTS_H
#define CLI_PROJECT_CODE_TEXTS_H

#include "base/arena.h"
#include "cfront/text/source_types.h"
#include "cfront/text/source_words.h"

#include <stdbool.h>

enum { CODE_TEXTS_ROWS = 4096 };

struct code_text {
    const char *path, *code;
    const char *strings;              /* what its strings have in them, and where that is; NULL: not yet */
    const struct source_words *words; /* in it; NULL: not yet */
    const struct name_set *asked;     /* code in it (asked_code.h); NULL: not yet */
    const struct source_types *types; /* in it; NULL: not yet */
    bool is_unread;                   /* it cannot be read */
    struct code_text *next;           /* in the same row */
};

struct code_texts {
    struct code_text *rows[CODE_TEXTS_ROWS];
};

bool code_texts_is_makefile(const char *path);
/* "": it cannot be read, or has none. */
const char *code_texts_get(struct code_texts *texts, struct arena *arena, const char *path);
/* Or it has letters of two bytes, as compilers do not read them. */
bool code_texts_is_unread(struct code_texts *texts, struct arena *arena, const char *path);
/* What the file has for others and uses of them, as far as its code alone shows. */
const struct source_words *code_texts_words(struct code_texts *texts, struct arena *arena, const char *path);
/* The code in it that a configuration may ask for (asked_code.h). */
const struct name_set *code_texts_asked(struct code_texts *texts, struct arena *arena, const char *path);
/* What it says of types and numbers. */
const struct source_types *code_texts_types(struct code_texts *texts, struct arena *arena, const char *path);
/* Do both say the same, but for comments and the like? */
bool code_texts_are_same(struct code_texts *texts, struct arena *arena, const char *one, const char *other);
/* From now on the code of `part` belongs to that of the file. */
void code_texts_join(struct code_texts *texts, struct arena *arena, const char *path, const char *part);

#endif
