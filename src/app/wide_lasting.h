/* What lasts for ever is no matter of a run: no task waits, or is ready, for ever, no code runs for ever and no time
 * stands still if from every state somebody can end it, whichever numbers come (search/attractor.h).
 *
 * Where it ends for some numbers only, that may be assumed, if runs of the application itself have shown it: of the
 * states that come first, each in which it lasts is one from which it has ended later on. */
#ifndef APP_WIDE_LASTING_H
#define APP_WIDE_LASTING_H

#include "app/wide_graph.h"

/* Tasks, routines, hooks and counters. */
uint32_t wide_actor_count(const struct app *app);

/* NULL: nothing lasts for ever, as far as `assumed` says, which is half a sentence, or NULL: it is certain. Otherwise
 * what may last. `graph` is all of it. `limits`: of a look at runs of the application; NULL: nothing is assumed. */
const char *wide_lasting_find(struct app *app, const struct wide_graph *graph, const struct wide_limits *limits,
                              struct arena *arena, const char **assumed);

#endif
