/* Runs that come by code of which only a missing header says what it does: rtcheck took one reading of many. */
#ifndef APP_LEAP_H
#define APP_LEAP_H

#include "app/exec/executor.h"
#include "app/exec/passed.h"

/* What the code that is noted as reached rests on: half a sentence; NULL: nothing. */
const char *leap_met(const struct executor *executor, enum c_leap_kind kind);
/* Where locks are that may be some, and what undoes them, by instruction: the caller frees it. NULL: there are none. */
bool *leap_locks(const struct executor *executor);
/* ... which of them may keep those apart between whom a race was found: those that had been passed when the one was
 * stopped, and not undone; or may keep somebody out who ran meanwhile. */
const char *leap_of_lock(const struct executor *executor, const struct passed *passed);
/* ... has it numbers of types in it that only a missing header has? */
bool leap_meets_types(const struct executor *executor);
/* ... does it come by other values of such a header, where it matters of which type they are? */
bool leap_meets_values(const struct executor *executor);
/* ... does it come by one of these? NULL: there are none. */
bool leap_meets(const struct executor *executor, const bool *instructions);
/* ... what the check there rests on; NULL: it is one that is made. */
const char *leap_of_check(const struct c_program *program, struct place place);
/* ... what some code of the program does; NULL: none does. */
const char *leap_anywhere(const struct executor *executor, enum c_leap_kind kind);

#endif
