/* Which functions a source has code of, and which it calls. Texts are looked through once, not parsed: names count
 * where a comment has them, too. */
#ifndef CFRONT_SOURCE_WORDS_H
#define CFRONT_SOURCE_WORDS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct source_words { /* all ascending, some more than once */
    const char **has; /* `name(...) {`, not static */
    size_t has_count;
    const char **calls; /* `name(` */
    size_t call_count;
};

struct source_words source_words_find(struct arena *arena, const char *text);
bool source_words_have(const struct source_words *words, const char *name); /* code of it */
bool source_words_call(const struct source_words *words, const char *name);

#endif
