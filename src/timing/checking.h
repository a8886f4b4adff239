/* What the files that decide share (timing/check.h). */
#ifndef TIMING_CHECKING_H
#define TIMING_CHECKING_H

#include "timing/check.h"
#include "timing/watch.h"

struct checking {
    struct tm_answer *answer;
    struct am_model *model;
    const struct tm_options *build;
    const struct search_options *options;
    double started;
};

/* Of the time for everything; 0: there is no limit. */
double checking_time_left(const struct checking *checking);
void checking_add_statistics(struct tm_answer *answer, const struct search_statistics *more);
/* All states of the part, for so many seconds if there is a limit of time at all; `stops`: up to its target. */
struct search_result *checking_search(struct checking *checking, struct tm_system *system, double seconds, bool stops);
const char *checking_time_text(const struct tm_answer *answer, const struct tm_system *system, int64_t units);
/* Why a search did not cover every behaviour; NULL: it did. */
const char *checking_why_incomplete(const struct tm_answer *answer, const struct tm_system *system,
                                    const struct search_result *search);
/* Is it only that stimuli may occur at moments between the multiples of the unit (timing/moments.h)? */
bool checking_lacks_moments(const struct tm_answer *answer, const struct tm_system *system,
                            const struct search_result *search);
/* Why neither a proof nor a run of this part can be trusted; NULL: they can. */
const char *checking_doubt(const struct tm_answer *answer, const struct tm_system *system);

/* A run breaks it: it is violated, or, where the run may be none of the model's, only possibly. */
void checking_break(const struct tm_answer *answer, const struct tm_system *system, struct tm_property *property);

/* Why some behaviours were not followed to their end: a task without a limit had more instances than are looked at, or
 * one got older than deadlines can be compared; NULL: all were. */
const char *checking_cut_off(const struct tm_answer *answer, const struct tm_system *system);

/* ---- dense.c ---- */

enum dense_word {
    DENSE_SAYS_NOTHING,
    DENSE_EXCLUDES, /* it cannot happen */
    DENSE_ALLOWS    /* it happens there, and may be nothing real */
};
/* Searches the part in dense time, if that was asked for or may decide what the search could not; or, where only the
 * moments between the units were not looked at, in every order of what happens at one instant. */
void checking_search_dense(struct checking *checking, unsigned part, double share);
/* Is there a condition on the part that neither what was seen nor analysis has decided? */
bool checking_is_open(const struct checking *checking, unsigned part);
/* `said`: which search decides. */
enum dense_word checking_ask_dense(const struct checking *checking, const struct tm_property *property,
                                   const struct tm_dense **said);
/* How it happens there. */
void checking_dense_trace(struct checking *checking, struct tm_property *property, const struct tm_dense *dense);

/* ---- replay.c ---- */

/* Without rounding. */
struct tm_options checking_exact(const struct checking *checking);
/* A violation that is only possible since durations are rounded: is there one without that? */
void checking_replay(struct checking *checking, struct tm_property *property);
/* To see all of them; and some of them, in runs that are real. */
struct tm_options checking_closed(const struct checking *checking);
struct tm_options checking_finer(const struct checking *checking, const struct tm_system *system);
/* One that is only possible since every order at one instant was tried: is there one at moments between? */
void checking_replay_between(struct checking *checking, struct tm_property *property);

/* ---- temporal.c ---- */

/* Adds the formula's verdict to the answer. `share`: of the time that is left. */
void checking_formula(struct checking *checking, const struct tm_formula *formula, double share);

/* ---- watched.c ---- */

/* Fills in the verdict. `share`: of the time that is left. */
void checking_watch(struct checking *checking, struct tm_property *property, const struct tm_watches *watches,
                    double share);

#endif
