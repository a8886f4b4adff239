/* Whether numbers come from inputs, or from constants that nobody knows: through assignments, arguments and results,
 * whichever way a run goes. */
#ifndef APP_ANALYSIS_INPUT_FLOW_H
#define APP_ANALYSIS_INPUT_FLOW_H

#include "app/subject/subject.h"

enum flow_from {
    FLOW_FROM_INPUTS,  /* what lies behind pointers, and what pointers may lead to, always may */
    FLOW_FROM_HEADERS, /* constants of headers that are missing */
    FLOW_FROM_NUMBERS, /* ... and numbers that stand for such */
    FLOW_FROM_NAMES,   /* ... that may name one of several things, as far as anybody knows; guesses, macros' numbers */
    FLOW_FROM_NOTHING, /* ... of these, those of which it is not known that they name anything */
    FLOW_FROM_PICKED,  /* of these, those of which one value was tried */
    FLOW_FROM_NAMED    /* what one function without a body gives, or one variable has: see below */
};

/* May what the instruction there computes come from one? */
bool input_flow_may_reach(const struct subject *subject, enum flow_from from, struct place place);
/* May what is computed there come from what the function, or variable, of this name gives, or may that decide whether a
 * run comes there? */
bool input_flow_leads(const struct subject *subject, const char *name, struct place place);
/* May what a service gets come from one? */
bool input_flow_reaches_service(const struct subject *subject, enum flow_from from);
/* By instruction, in the arena: one decides something there: a condition, an argument of a service, what is in an index
 * or a divisor with other things than such constants. NULL: none does anywhere. */
bool *input_flow_deciding(const struct subject *subject, enum flow_from from, struct arena *arena);
/* The first of those globals from which they come; NULL: there is none. */
const struct c_object *input_flow_source(const struct subject *subject, enum flow_from from);

#endif
