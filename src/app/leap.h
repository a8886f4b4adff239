/* Runs that come by code of which only a missing header says what it does: rtcheck took one reading of many. */
#ifndef APP_LEAP_H
#define APP_LEAP_H

#include "app/exec/executor.h"

struct leaping {
    unsigned char *reached; /* as it was before */
};

/* From now on, what is executed is noted anew. */
struct leaping leap_watch(const struct executor *executor);
/* What the code that was executed since then rests on: half a sentence; NULL: nothing. What was noted before counts
 * again. */
const char *leap_met(const struct executor *executor, struct leaping *leaping);
/* ... what some code of the program does; NULL: none does. */
const char *leap_anywhere(const struct c_program *program);

#endif
