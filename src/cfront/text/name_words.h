/* What words the names of functions have in them: people write `wake_t`, `wakeT` and `WAKE_T`. */
#ifndef CFRONT_TEXT_NAME_WORDS_H
#define CFRONT_TEXT_NAME_WORDS_H

#include <stdbool.h>

/* Where the word stands in the name, as one of its words; NULL: it does not. */
const char *name_word(const char *name, const char *word);
/* ... that begins so, or ends so: `ENDTASK` has the part `task`. */
bool name_has_part(const char *name, const char *part);

/* ... one of these, with NULL behind them. */
bool name_has_word_of(const char *name, const char *const *words);
bool name_has_part_of(const char *name, const char *const *parts);

#endif
