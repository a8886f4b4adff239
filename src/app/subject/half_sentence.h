/* Half sentences, for what is assumed: "that ..., and that ...", and lists of names in them. All in the arena. */
#ifndef APP_SUBJECT_HALF_SENTENCE_H
#define APP_SUBJECT_HALF_SENTENCE_H

#include "base/arena.h"

const char *half_sentence_list(struct arena *arena, const char *names, const char *name); /* "a, b"; "" is none */
/* NULL is none; what one of them says already is not said again. */
const char *half_sentence_join(struct arena *arena, const char *one, const char *other);

#endif
