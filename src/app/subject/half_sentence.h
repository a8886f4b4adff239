/* Half sentences, for what is assumed: "that ..., and that ...", and lists of names in them. All in the arena. */
#ifndef APP_SUBJECT_HALF_SENTENCE_H
#define APP_SUBJECT_HALF_SENTENCE_H

#include "base/arena.h"

const char *half_sentence_list(struct arena *arena, const char *names, const char *name); /* "a, b"; "" is none */
/* NULL is none; what one of them says already is not said again. */
const char *half_sentence_join(struct arena *arena, const char *one, const char *other);

/* Names in `...`: the first few of them, and how many more there are. */
struct half_sentence_names {
    const char *first, *text;
    size_t count;
};
void half_sentence_name(struct half_sentence_names *names, struct arena *arena, const char *name);
const char *half_sentence_names_text(const struct half_sentence_names *names, struct arena *arena);

#endif
