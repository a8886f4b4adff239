/* Values of missing headers that have any width for once: which one is chosen when the program begins, for each name on
 * its own, and stays the same. One search sees all of them in all combinations. */
#ifndef CFRONT_OUTSIDE_OPEN_WIDTHS_H
#define CFRONT_OUTSIDE_OPEN_WIDTHS_H

#include "cfront/missing/number_once.h"
#include "cfront/outside/assign.h"
#include "cfront/outside/number_widths.h"

/* Which number stands for one of the value's widths: those that are left stand for what it is taken for, which is the
 * first one if it has all numbers of that, and otherwise the last. */
unsigned open_widths_number(const struct cfront_number *value, unsigned width);

/* Emits a choice between these. */
typedef void open_widths_emit(void *context, int64_t low, int64_t high);
/* ... for each width that the value may have, and in the end for the one that it is taken for. NULL: only that. */
void open_widths_choose(struct lower *lower, const struct cfront_number *value, int64_t low, int64_t high,
                        open_widths_emit *emit, void *context, struct place place);
/* What is there once this was stored: as much as there is room for. A number that is for once a narrow one is no other.
 */
expression open_widths_stored(struct lower *lower, const struct cfront_number *value, expression stored,
                              struct place place);
/* What is read where a pointer leads, as if it were in memory of that width. */
expression open_widths_read(struct lower *lower, const struct cfront_number *value, expression from,
                            struct place place);

#endif
