/* Macros that mean the same in every header that has them. */
#ifndef CFRONT_USUAL_MACRO_H
#define CFRONT_USUAL_MACRO_H

/* What follows its name: "(a, b) ((a) < (b) ? (a) : (b))"; NULL: it is none of these. */
const char *usual_macro(const char *name);

#endif
