/* Calls of functions without a body (lower_missing.c). */
#ifndef CFRONT_LOWER_MISSING_H
#define CFRONT_LOWER_MISSING_H

#include "cfront/lower/lower.h"

/* The function reads there: that nobody writes meanwhile is told. */
void missing_read(struct front *front, expression pointer, const char *name);
/* Does its name say that it writes where its pointers lead: `read`, `get`? */
bool missing_says_that_it_writes(const char *name);
/* It only reads what one of a variable number of arguments leads to, which is told: `log("%s", text)`. */
void missing_show(struct front *front, expression pointer, const char *name);
/* What the pointer leads to may be anything from now on. */
void missing_overwrite(struct lower *lower, expression pointer, const char *name, struct place place);
/* The place gets any value that a call may return. False: refused, and that was said. */
bool missing_result(struct lower *lower, struct symbol *symbol, expression target, struct place place);

/* Refuses, where it is called or its address is taken, a function that may be another one, or none: no source defines
 * it, and it is declared weak, or a pragma gives it another name. True: so it is. */
bool missing_refuse_open(struct front *front, const struct symbol *symbol, struct place place);

/* Functions that were met and of which nothing is known: one message for all. */
void missing_note(struct front *front, struct symbol *symbol, struct place place);
/* Code calls by a pointer that such a function could have set: nobody knows what. All code is there. */
void missing_doubt_calls(struct front *front);
void missing_tell(struct front *front);

#endif
