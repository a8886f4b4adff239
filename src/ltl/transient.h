/* States on no cycle. */
#ifndef LTL_TRANSIENT_H
#define LTL_TRANSIENT_H

#include "ltl/omega.h"

/* Merges each state that is on no cycle with one that has the same edges but for their marks: a run passes the former
 * at most once, so its marks do not matter. True if something changed. */
bool transient_merge(struct omega *automaton);

#endif
