/* Definite assignment: which locals of a function have a value wherever they are read, whichever way leads there?
 *
 * A set of bits that may have no value is carried along the control flow; where ways meet, it is the union of theirs.
 * It is exact to the bit for whatever is named by constants, s.field or a[2], and gives up on the rest: an element
 * whose index is computed, an address that leaves before there is a value. What is not proved is in doubt, and looked
 * at when it runs (unset.h). */
#ifndef APP_ANALYSIS_ASSIGNED_H
#define APP_ANALYSIS_ASSIGNED_H

#include "cfront/ir/ir.h"

/* By local: is it in doubt? Is its address used other than for a service to write there? `with_padding`: in doubt is
 * also whose padding may have no value. */
void assigned_find(const struct c_function *function, bool with_padding, bool *doubtful, bool *exposed);

#endif
