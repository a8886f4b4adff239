/* That nothing goes wrong, where numbers take so many values that a search comes to no end: these are taken to be any
 * (exec/widened.h), and what goes wrong in none of the runs that there are then does not go wrong. What lasts for ever
 * is no matter of a run: no task waits, or is ready, for ever, no code runs for ever and no time stands still if from
 * every state somebody can end it, whichever numbers come (search/attractor.h). It says nothing of formulas. */
#ifndef APP_WIDE_PROOF_H
#define APP_WIDE_PROOF_H

#include "app/app.h"
#include "app/paths/paths.h"

#include <signal.h>

struct wide_proof {
    bool holds;
    bool overflows;      /* a signed number leaves its type, which is why nothing is known */
    const char *open;    /* why nothing is known, as half a sentence; NULL if it holds */
    const char *assumed; /* if it holds: what is taken to end, as it does for some numbers, in runs that were seen */
    const char *places;  /* "`ms`, `head`": what was widened; NULL: nothing */
    uint64_t states, transitions;
};

/* Why there is no point in asking, as half a sentence; NULL: it can be asked. */
const char *wide_proof_refusal(const struct app *app);

struct wide_proof_limits {
    size_t bytes;    /* for the graph */
    unsigned values; /* that a place may take before it is any number; 0: many, or fewer where that takes too long */
    enum form_keeps keeps; /* ... where that is said, what is known of them */
    bool assumes;          /* what ends for some numbers may be taken to end */
    double seconds;
    const volatile sig_atomic_t *interrupted;
};

/* The application is as it is then: with time that is kind, or without. What was reached before is forgotten. */
struct wide_proof wide_proof_find(struct app *app, struct paths *paths, const struct wide_proof_limits *limits,
                                  struct arena *arena);

#endif
