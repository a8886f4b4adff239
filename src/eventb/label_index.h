/* Which labels a list of formulas has: found at once where the list is long.
 *
 * An index is made of what the list has when it is asked, and grows with it; where the list is another one by then, it
 * is made anew. */
#ifndef EVENTB_LABEL_INDEX_H
#define EVENTB_LABEL_INDEX_H

#include "eventb/read.h"

struct eb_label_index {
    const eb_labels *list;
    size_t indexed;   /* so many of the list's formulas are in the rows */
    const char *last; /* the label of the last of them */
    size_t *rows;     /* by hash: the formula's number, from 1 on */
    size_t row_count;
};

/* Has a formula of the list (NULL: an empty one) this label? */
bool eb_label_is_used(struct eb_label_index *index, const eb_labels *list, const char *label);
void eb_label_index_free(struct eb_label_index *index);

#endif
