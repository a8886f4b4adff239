/* Names of missing headers that a loop waits for: no constants, since nothing else would end it. */
#ifndef CFRONT_MISSING_POLLED_H
#define CFRONT_MISSING_POLLED_H

#include "cfront/load/front.h"

/* `while (!(STATUS & 1));`: each read of such a name gives another number. By one parse of a source. False: there was
 * nothing new. */
bool polled_learn(struct front *front, CXTranslationUnit tu, const char *source);
/* ... and by the last parse of all: what functions do that are called there, and what is in variables of all. */
bool polled_learn_from_all(struct front *front);
/* By its words: `TMR1`, `TICKS`. */
bool polled_is_clock(const char *name);

#endif
