/* Branches that meet again before anybody is asked: both sides at once.
 *
 * A run whose inputs are not enumerated goes one way at a branch, and others go the other way (symbolic.h): code with
 * many branches in a row has many ways. Here a branch whose sides do nothing but compute numbers, assign them to
 * variables, and call functions that do no more, up to where they meet, is executed as a whole: what a variable has
 * then is a term that asks for the condition. What can go wrong on a side is decided together with what leads there; a
 * run in which it does go wrong goes that way alone. */
#ifndef APP_EXEC_JOIN_H
#define APP_EXEC_JOIN_H

#include "app/exec/machine.h"

/* The machine stands at this branch, and nothing of it was evaluated. True: it stands where the sides meet now. False:
 * it is to go one way; conditions may have been added to the path that are true for it. */
bool join_sides(struct machine *machine, const struct c_instruction *branch);

#endif
