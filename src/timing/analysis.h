/* A second opinion: response-time analysis for fixed priorities (Joseph and Pandya 1986; Lehoczky 1990 for deadlines
 * beyond periods; Tindell, Burns and Wellings 1994 for jitter and blocking), and the demand bound for EDF (Baruah,
 * Rosier and Howell 1990). It never says less than what can happen. */
#ifndef TIMING_ANALYSIS_H
#define TIMING_ANALYSIS_H

#include "timing/system.h"

/* What analysis needs to know of a task. */
struct tm_profile {
    const char *obstacle; /* why it cannot be analysed; NULL: it can */
    int64_t most;         /* its execution time */
    int64_t segment;      /* the longest between two schedule points */
    bool locks, requests, is_exact;
};

struct tm_bound {
    bool is_known;       /* there is a bound */
    bool gets_done;      /* is_known false: there is one, but it is not computed */
    bool is_exact;       /* and it is reached */
    int64_t response;    /* units */
    int64_t instances;   /* that exist at once, at most */
    const char *why_not; /* is_known false: why */
};

/* One for each task, in the system's arena. */
struct tm_bound *tm_analyse(const struct tm_system *system);
/* The load of the domain's core in parts of a million; -1: nothing can be said. */
int64_t tm_load(const struct tm_system *system, unsigned domain);

#endif
