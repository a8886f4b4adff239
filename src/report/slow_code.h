/* How much time code takes in a run, in words. */
#ifndef REPORT_SLOW_CODE_H
#define REPORT_SLOW_CODE_H

#include "app/exec/timeline.h"

/* "only if code is slow: in this run t runs longer than 5 ticks of c": since whose code ran at the end began.
 * `timeline` may be NULL. */
const char *slow_code_words(const struct timeline *timeline, struct arena *arena);

/* "5 ticks of c pass while t can run": where most of them do. NULL: fewer than `least`, or a single one, which may come
 * at once where somebody has started t who keeps no time. */
const char *slow_code_moment(const struct timeline *timeline, unsigned least, struct arena *arena);

#endif
