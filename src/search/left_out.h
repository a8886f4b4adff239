/* States that are left out for good (bottom.h): no run that counts comes there. */
#ifndef SEARCH_LEFT_OUT_H
#define SEARCH_LEFT_OUT_H

#include "search/bottom.h"
#include "search/nodeset.h"

/* Adds all of them that are reached from the start (NULL: the initial states), by any steps. */
enum search_limit left_out_find(const struct ts *ts, const struct search_options *options,
                                const struct bottom_start *start, struct nodeset *states);
bool left_out_has(const struct nodeset *states, const void *state, uint32_t size);

/* Is the start, or is every initial state, left out for good? False as well where that is too much to find out. */
bool left_out_from(const struct ts *ts, const struct search_options *options, const struct bottom_start *start);

#endif
