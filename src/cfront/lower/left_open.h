/* Results of which C says the sign only, or whether they are zero: isalpha(), strcmp() (7.4.1, 7.24.4).
 *
 * The library (library.c) has two bodies for each: `strcmp` gives -1, 0 or 1, and `rtcheck_open_strcmp` any number that
 * C allows. Who asks no more than what C says gets the first one, which chooses nothing. */
#ifndef CFRONT_LOWER_LEFT_OPEN_H
#define CFRONT_LOWER_LEFT_OPEN_H

#include "cfront/lower/lower.h"

/* The value that is going to be lowered is asked about no more than whether it is zero. */
void left_open_tested(struct lower *lower, CXCursor cursor);
/* These are going to be compared: one of them with zero, perhaps. */
void left_open_compared(struct lower *lower, enum c_operator op, struct cursors operands);
/* Which body a use that is no call, or a call that is no such test, gets; the symbol's own where nothing is open. */
struct symbol *left_open(struct front *front, struct symbol *symbol, struct place used_at);
/* The same of a call. */
struct symbol *left_open_in_call(struct lower *lower, struct symbol *symbol, CXCursor call, struct place place);

#endif
