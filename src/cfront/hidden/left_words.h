/* What a word of code that was left out does: a service, a function or macro of the same texts, an instruction, a
 * register that masks interrupts, or a pointer to a function. */
#ifndef CFRONT_HIDDEN_LEFT_WORDS_H
#define CFRONT_HIDDEN_LEFT_WORDS_H

#include "cfront/hidden/left_code.h"

/* Who looks, and in which file. */
struct left_look {
    struct front *front;
    struct left_code *code;
    struct left_file *file; /* whose functions and macros are meant */
    struct left_file *text; /* ... in which the word stands */
    unsigned depth;         /* of macros */
};

struct left_effect left_words_of_body(struct front *front, struct left_code *code, struct left_body *body);

#endif
