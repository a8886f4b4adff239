/* What is watched while an application runs: properties over time, regions of mutual exclusion, and races. */
#ifndef APP_WATCH_WATCH_H
#define APP_WATCH_WATCH_H

#include "app/exec/executor.h"

struct property; /* observer.h */
struct atoms;    /* formula.h */

struct watch {
    const struct subject *subject;
    struct executor *executor; /* which is watched */
    struct arena *arena;       /* the subject's */

    uint32_t *regions;  /* per instruction: bit i: mutex i has it in its regions; NULL: there are none */
    bool *region_stops; /* per instruction: steps end there if somebody may come */
    const char **mutex_texts;

    struct property *properties;
    size_t property_count;
    struct atoms *atoms;
};

/* `watch` has its subject and executor. Finds what the options ask for, and has the executor tell of it. False with
 * errors. */
bool watch_build(struct watch *watch, const struct app_options *options, struct diagnostics *diagnostics);
/* Some formula has the operator X: what it says depends on what a step is. */
bool watch_counts_steps(const struct app_options *options);
/* Some formula asks for what the kernel forgets when it is shut down. */
bool watch_looks_back(const struct app_options *options);
void watch_free(struct watch *watch); /* what it points at */

#endif
