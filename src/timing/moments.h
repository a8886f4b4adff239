/* Moments between the multiples of the unit.
 *
 * Durations are whole units, and so are the bounds of stimuli, but within its bounds a stimulus may occur at any time.
 * Where all that matters are differences of times that are bounded by whole units, every run can be moved to whole
 * units without changing the order of what happens; only, what was a moment apart may then come at one instant
 * (Henzinger, Manna and Pnueli, "What Good Are Digital Clocks?", 1992). So whoever searches whole units sees every
 * behaviour if he tries all orders of what happens at one instant: that is a *closed* system. It has more behaviours
 * than there are, since what comes at exactly one instant has an order; times that are measured in it are bounds that
 * are reached, or come as near as one likes.
 *
 * That is so as long as a task goes on where it was stopped: between an item's beginning and its end its core then runs
 * other items as a whole, and the end is so many units after the beginning. A task that goes on elsewhere takes the
 * rest with it, which is a difference of times itself, and what is decided there may lie strictly between whole units.
 * Where somebody waits actively, it is the same: how long that keeps others from the core is a difference of times.
 *
 * Deadlines are compared as differences of times, too: those that are less than a unit apart may be the same in whole
 * units, and then are in any order (timing/ranks.c).
 *
 * For independent preemptive tasks of different priorities, whole units without that are enough: of a busy period that
 * begins at s, all times are rounded up whose fraction is not less than that of s, and the others down. Whoever came
 * before the end of something still does, and the period is as long as before. A guide allows what it allowed, since it
 * takes what occurs at one instant in any order. */
#ifndef TIMING_MOMENTS_H
#define TIMING_MOMENTS_H

#include "timing/system.h"

/* May it occur at moments between? */
static inline bool tm_has_window(const struct tm_stimulus *stimulus) {
    return stimulus->is_timed && (stimulus->width || stimulus->first_width || stimulus->gaps);
}

bool tm_has_windows(const struct tm_system *system);

/* After a search: whole units have shown all response times, start delays and lost activations that there are, or there
 * are no windows. Not for what is observed, and not for formulas. */
bool tm_is_digital(const struct tm_system *system);

/* A task that is stopped in the middle may go on on another core. */
bool tm_has_moving_task(const struct tm_system *system);

/* Can what is observed be decided by one difference of times, above or below a limit? */
bool tm_is_difference(const struct tm_observer *observer);

#endif
