/* Pairs of functions without a body between which interrupts may be held off (`LOCK()` and `UNLOCK()`, `SchM_Enter_X()`
 * and `SchM_Exit_X()`): macros of missing headers, above all. They do nothing at first; for a second question they are
 * the standard's services, and whatever is forbidden between these is found on the ways that code really goes, also by
 * pointers to functions. */
#ifndef CFRONT_HIDDEN_HIDDEN_SECTIONS_H
#define CFRONT_HIDDEN_HIDDEN_SECTIONS_H

#include "cfront/program/emit.h"

/* Those of the program. All code is there; the marks of calls (C_CLEAR with a text) are in it. */
void hidden_sections_find(struct front *front);
/* Is it one of a pair, so that it is asked about as if it were a service? */
bool hidden_sections_have(struct front *front, const char *name);
/* A call of this function: as if its service stood here, if it is one of those that are to be services. */
void hidden_sections_call(struct lower *lower, const char *name, struct place place);

#endif
