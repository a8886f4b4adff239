/* Definite assignment: which locals of a function have a value wherever they are read, whichever way leads there?
 *
 * A set of bits that may have no value is carried along the control flow; where ways meet, it is the union of theirs.
 * It is exact to the bit for whatever is named by constants, s.field or a[2], and gives up on the rest: an element
 * whose index is computed, an address that leaves before there is a value. What is not proved is in doubt, and looked
 * at when it runs (unset.h). */
#ifndef APP_ANALYSIS_ASSIGNED_H
#define APP_ANALYSIS_ASSIGNED_H

#include "cfront/ir/ir.h"

/* By local: is it in doubt? Is its address used other than for a service to write there? */
void assigned_find(const struct c_function *function, bool *doubtful, bool *exposed);

/* Sets (or clears) the bits of a field of `bits`, or, where that is NULL, all of `size` bytes. */
void assigned_put(unsigned char *at, uint32_t size, const struct c_field *bits, bool set);
/* Is one of them set? */
bool assigned_any(const unsigned char *at, uint32_t size, const struct c_field *bits);

#endif
