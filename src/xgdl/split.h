/* Cutting a guide into smaller ones that together allow the same. */
#ifndef XGDL_SPLIT_H
#define XGDL_SPLIT_H

#include "xgdl/term.h"

typedef VEC(xgdl_term) xgdl_terms;

enum { XGDL_MOST_PARTS = 100000 };

/* One cut, at the first place where there is one: the alternatives of a choice; for `{i,j} of [..]` the sets of j terms,
 * and when there are only j, a cut of one of them; of terms in series or side by side a cut of one of them, with the
 * others as they are. False: nothing can be cut, or it would be more than XGDL_MOST_PARTS. Rules of thumb: that the parts
 * allow what the term does is for the caller to prove. */
bool xgdl_split(struct xgdl_pool *pool, xgdl_term term, xgdl_terms *parts);

#endif
