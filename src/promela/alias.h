/* By what a channel can be known besides the variable that was declared with it.
 *
 * Who copies the variable's value is seen where it is read. Two ways are not seen there: a chan that gets a number
 * which no channel gave (`run P(1)`, `t.c = 1`, a byte received into a chan), and a number that outlives its process
 * and is given out again to a channel of the next one. */
#ifndef PROMELA_ALIAS_H
#define PROMELA_ALIAS_H

#include "promela/layout.h"

struct aliases {
    bool by_number;   /* some chan may hold any number                                         */
    bool after_death; /* somebody else may know the number of a channel that a process declared */
};

struct aliases alias_find(const struct layout *layout);

#endif
