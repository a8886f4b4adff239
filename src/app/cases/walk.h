/* Whoever knows the ways through an application, for those who look for test cases: a solver, which enumerates no
 * inputs (paths.h), or the ordinary engine, which does (enumerate.h).
 *
 * States, ways and runs are those of paths.h, whoever they come from. */
#ifndef APP_CASES_WALK_H
#define APP_CASES_WALK_H

#include "app/paths/paths.h"

struct walk {
    void *self;
    /* The states in which runs begin. */
    void (*initial)(void *self, ts_emit emit, void *context);
    bool is_sure; /* there is a run along every way, and it is found */
    /* paths_ways(), paths_run() */
    bool (*ways)(void *self, const void *state, uint32_t size, paths_visit visit, void *context);
    bool (*run)(void *self, const struct ts_trace *trace, paths_is_wanted is_wanted, void *context,
                struct paths_run *run);
};

#endif
