/* The words of one text (foreign.h). */
#ifndef CFRONT_SOURCE_FOREIGN_TEXT_H
#define CFRONT_SOURCE_FOREIGN_TEXT_H

#include "base/vec.h"
#include "cfront/text/foreign_words.h"

typedef VEC(const struct foreign_word *) foreign_list;

struct foreign_text {
    char *text;
    size_t length;
    const foreign_list *ours; /* words that are the program's own; NULL: none */
    foreign_list read;        /* those that were found */
    bool is_changed;
};

/* Rewrites in place; every other character keeps its line and column. */
void foreign_text_read(struct foreign_text *text);
/* Adds what the text defines or declares itself. */
void foreign_text_own(const char *text, size_t length, foreign_list *ours);

#endif
