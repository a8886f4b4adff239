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
const char *checking_time_text(const struct tm_answer *answer, const struct tm_system *system, int64_t units);
/* Why a search did not cover every behaviour; NULL: it did. */
const char *checking_why_incomplete(const struct tm_answer *answer, const struct tm_system *system,
                                    const struct search_result *search);
/* Why neither a proof nor a run of this part can be trusted; NULL: they can. */
const char *checking_doubt(const struct tm_answer *answer, const struct tm_system *system);

/* ---- watched.c ---- */

/* Fills in the verdict. `share`: of the time that is left. */
void checking_watch(struct checking *checking, struct tm_property *property, const struct tm_watches *watches,
                    double share);

#endif
