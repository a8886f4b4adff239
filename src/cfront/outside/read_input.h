/* Reading what the world outside writes: volatile variables that the program only reads, and registers. */
#ifndef CFRONT_OUTSIDE_READ_INPUT_H
#define CFRONT_OUTSIDE_READ_INPUT_H

#include "cfront/program/emit.h"

/* Does reading the place, or a part of it, give what the world outside writes? */
bool lower_reads_input(expression place_expression);
/* Then this place holds what was read. */
expression lower_input(struct lower *lower, expression place_expression, struct place place);

#endif
