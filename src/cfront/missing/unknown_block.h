/* `FOREACH(x, list) { ... }`, `CRITICAL_SECTION { ... }`: macros of missing headers with a block behind them. The block
 * runs once, with interrupts as they were; the header may make a loop of it, or leave it out, or keep interrupts out.
 */
#ifndef CFRONT_MISSING_UNKNOWN_BLOCK_H
#define CFRONT_MISSING_UNKNOWN_BLOCK_H

#include "cfront/missing/complaint.h"

/* Nothing declares the name, and the complaint is about it. True: it is such a macro, which was not known. */
bool unknown_block_learn(const struct complaint *complaint, const char *name);

/* `ATOMIC_BLOCK(x) { ... }` of <util/atomic.h>, which is missing: interrupts stay out until the block is left. */
bool unknown_block_is_atomic(struct front *front, CXCursor loop);

/* Where there is one: nothing holds for certain, and what is wrong behind it may be right. */
void unknown_block_doubt(struct front *front);

#endif
