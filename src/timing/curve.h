/* Stimuli by arrival curves (docs/timing-semantics.md). */
#ifndef TIMING_CURVE_H
#define TIMING_CURVE_H

#include "timing/state.h"

struct tm_border { /* so many distances together, in units; most < 0: no limit */
    int64_t gaps, least, most;
};

/* Gives the stimulus its borders, closed. False: they contradict each other. */
bool tm_close_curve(struct tm_stimulus *stimulus, const struct tm_border *borders, size_t count, struct arena *arena);

/* Has it occurred? Before that, it has the window of its first occurrence, as others have. */
bool tm_curve_has_begun(const struct tm_run *run, const struct tm_stimulus *stimulus);
/* When it may occur next, and when it must (< 0: never). */
void tm_curve_window(const struct tm_run *run, const struct tm_stimulus *stimulus, int64_t *may, int64_t *must);
void tm_curve_occurs(struct tm_run *run, const struct tm_stimulus *stimulus);
void tm_curve_advance(struct tm_run *run, const struct tm_stimulus *stimulus, int64_t units);
/* How far it is counted how long ago the last occurrence was, the one before it ... */
int64_t tm_curve_cap(const struct tm_stimulus *stimulus, unsigned gap);

/* The shortest time from the first to the last of so many occurrences; and so many at most in a half-open interval. */
int64_t tm_curve_distance(const struct tm_stimulus *stimulus, int64_t occurrences);
int64_t tm_curve_arrivals(const struct tm_stimulus *stimulus, int64_t length);

#endif
