/* Terms of one collection, written down in another: their parts first, the left one before the right one, and inputs
 * numbered in the order in which they are met, so that what comes out depends on the terms alone, not on when and
 * beside what they were made. */
#ifndef APP_TERM_COPY_H
#define APP_TERM_COPY_H

#include "app/term/term.h"

struct term_copy {
    const struct terms *from;
    struct terms to;
    bool *is_input;       /* by term: it counts as one, though it is none. All false at first */
    uint32_t *input_of;   /* by term: 1 + the number of the input that it is there; 0: none, or not yet */
    VEC(uint32_t) inputs; /* by that number: the term */
    /* the copy's own */
    uint32_t *term_of;
    bool *reached;
    VEC(uint32_t) under_way;
};

/* Of the terms that are there now. */
void term_copy_begin(struct term_copy *copy, const struct terms *from);
void term_copy_free(struct term_copy *copy);

uint32_t term_copy(struct term_copy *copy, uint32_t term);

/* Which inputs of a term are marked (by term)? `add`: all of them are from now on. */
enum term_marked { TERM_NONE_MARKED, TERM_SOME_MARKED, TERM_ALL_MARKED };
enum term_marked term_copy_marks(struct term_copy *copy, uint32_t term, bool *marks, bool add);

#endif
