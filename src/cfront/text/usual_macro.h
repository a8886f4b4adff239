/* Macros that mean the same in every header that has them. */
#ifndef CFRONT_TEXT_USUAL_MACRO_H
#define CFRONT_TEXT_USUAL_MACRO_H

/* What follows its name: "(a, b) ((a) < (b) ? (a) : (b))"; NULL: it is none of these. */
const char *usual_macro(const char *name);

/* avr-libc's <util/atomic.h>: a variable of the loop that `ATOMIC_BLOCK` is, and what the block ends with, however it
 * is left. */
#define USUAL_MACRO_ATOMIC     "rtcheck_atomic"
#define USUAL_MACRO_ATOMIC_END "_enable_interrupts"

/* Declarations, in C, of what it calls. */
const char *usual_macro_needs(const char *name);

#endif
