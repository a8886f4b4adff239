/* Questions about the words of guides. */
#ifndef XGDL_WORDS_H
#define XGDL_WORDS_H

#include "xgdl/automaton.h"
#include "xgdl/guide.h"

typedef VEC(uint32_t) xgdl_word; /* letters */

/* counts[n] is how many words have the length n, for n up to `longest`; UINT64_MAX: so many or more. */
void xgdl_count_words(const struct xgdl_automaton *automaton, uint32_t longest, uint64_t *counts);

/* How much of the word the guide allows: its length if the whole. Needs no automaton. */
size_t xgdl_allowed(struct xgdl_guide *guide, const uint32_t *word, size_t length);

/* A shortest word that `one` allows and `other` does not, into `word`; false if there is none: all words of the one
 * are words of the other. Letters are those of `one`; `translate` turns them into those of `other` (XGDL_NOWHERE: it
 * has no such letter). */
bool xgdl_separate(const struct xgdl_automaton *one, const struct xgdl_automaton *other, const uint32_t *translate,
                   xgdl_word *word);

#endif
