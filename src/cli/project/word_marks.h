/* Which words a text may have in it: a number for each of them, so that many texts can be asked quickly. Two words may
 * have the same number: who needs to be sure looks again. */
#ifndef CLI_PROJECT_WORD_MARKS_H
#define CLI_PROJECT_WORD_MARKS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word_marks {
    uint32_t *items; /* ascending, each once */
    size_t count;
};

struct word_marks word_marks_of(struct arena *arena, const char *const *words, size_t count);
struct word_marks word_marks_of_text(struct arena *arena, const char *text);
struct word_marks word_marks_join(struct arena *arena, const struct word_marks *a, const struct word_marks *b);
bool word_marks_meet(const struct word_marks *a, const struct word_marks *b); /* have they one in common? */

#endif
