/* Assignments, and values that are kept in temporaries. What is assigned to a register is gone, but for what it may do
 * to others. */
#ifndef CFRONT_OUTSIDE_ASSIGN_H
#define CFRONT_OUTSIDE_ASSIGN_H

#include "cfront/program/emit.h"

void lower_assign(struct lower *lower, expression target, expression value, struct place place);

/* Its value as it is now, whatever happens until the end of the statement. */
expression lower_keep(struct lower *lower, expression value, struct place place);
expression lower_keep_place(struct lower *lower, expression place_expression, struct place place);

#endif
