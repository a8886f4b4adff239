/* A guide over a timing model: timed stimuli are the interactions, and each time one occurs it is a letter.
 *
 * Whatever occurs at one moment has no order: if the guide allows any order of it, it may occur. Where the guide leads
 * to several places by several orders, each of them is gone on from. Where nothing that can come next is allowed, the
 * run ends at that moment, when time has passed and nothing has occurred yet. */
#ifndef TIMING_GUIDED_H
#define TIMING_GUIDED_H

#include "timing/state.h"
#include "xgdl/automaton.h"

enum { TM_NO_LETTER = -1 };

struct tm_guide {
    const struct xgdl_automaton *automaton;
    const int32_t *letters; /* by the stimulus's place in the model's list; TM_NO_LETTER: it occurs as it likes */
    _Atomic bool *met;      /* by letter: it was allowed to occur somewhere */
};

/* As tm_pass() and tm_begin(), under the system's guide, if there is one. */
void tm_guided_pass(struct tm_run *run, tm_emit emit, void *context);
void tm_guided_begin(struct tm_run *run, tm_emit emit, void *context);
/* Did the guide end the run here? */
bool tm_is_stopped(const struct tm_run *run);

#endif
