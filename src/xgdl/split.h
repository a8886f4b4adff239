/* Cutting a guide into smaller ones that together allow the same. */
#ifndef XGDL_SPLIT_H
#define XGDL_SPLIT_H

#include "xgdl/term.h"

typedef VEC(xgdl_term) xgdl_terms;
typedef bool xgdl_cutter(struct xgdl_pool *pool, xgdl_term term, xgdl_terms *parts);

enum { XGDL_MOST_PARTS = 100000 };

/* One cut, at the first place where there is one: the alternatives of a choice; for `{i,j} of [..]` the sets of j
 * terms, and when there are only j, a cut of one of them; of terms in series or side by side a cut of one of them, with
 * the others as they are. False: nothing can be cut, or it would be more than XGDL_MOST_PARTS. Rules of thumb: that the
 * parts allow what the term does is for the caller to prove. */
bool xgdl_split(struct xgdl_pool *pool, xgdl_term term, xgdl_terms *parts);

/* A finer cut, likewise: `A* || B` by which letter of B comes first, as `A* ; b ; (A* || rest of B)`; and of a
 * repetition with something behind it, `A* ; B`, by how often: `A{n} ; B` for small n, and at least that often. */
bool xgdl_split_positions(struct xgdl_pool *pool, xgdl_term term, xgdl_terms *parts);

/* Is the term `a{n,} ; B`, a a letter? Then `*star` is `a*`, and `*times` n. */
bool xgdl_is_rest(struct xgdl_pool *pool, xgdl_term term, xgdl_term *star, uint32_t *times);

#endif
