/* Bottom components: sets of states that a run never leaves once it is in one, and all of which it can come back to.
 *
 * Every run can end up in one; so what never happens again in a bottom component never happens again at all, and
 * what can happen again from everywhere can do so in each of them. Found by Tarjan's algorithm, over the states that a
 * search stores. A state without a way on is one, too.
 *
 * A run that is over, as the caller says, hides where it was before: a round that only such ends lie behind is told,
 * too, since the run may stay there. What comes behind a step that goes wrong is not known: it leads out, wherever it
 * was made. A state where the system may stay (ts.h: may_stay) is a round of its own: nobody
 * has to go on from there.
 *
 * Where somebody has to go on (ts.h: owed), and cannot, a run is left out unless others come first, after whom it can.
 * A state is left out for good if no run goes on from there, for ever or to an end, that is not left out. */
#ifndef SEARCH_BOTTOM_H
#define SEARCH_BOTTOM_H

#include "search/search.h"

enum bottom_kind {
    BOTTOM_ROUND,
    BOTTOM_END,         /* a state without a way on */
    BOTTOM_BEFORE_OVER, /* a round that can be left, but only for states that are over, or lead nowhere else */
    BOTTOM_LEFT_OUT,    /* no bottom: what is left out for good */
    BOTTOM_WRONG,       /* no bottom, and no states: a step goes wrong */
};

/* Where to begin. */
struct bottom_start {
    const void *state;
    uint32_t size;
};

/* The states of one component, one after the other, and then NULL. False: nobody wants to know more. */
typedef bool (*bottom_visit)(void *context, const void *state, uint32_t size, enum bottom_kind kind);

typedef bool (*bottom_test)(void *context, const void *state);

/* Of the options, memory_limit, time_limit, interrupted, no_reduction and store count. LIMIT_NONE: all of them were
 * visited, or nobody wanted more. `start`: NULL, or where to begin instead of the initial states. */
enum search_limit bottom_components(const struct ts *ts, const struct search_options *options,
                                    const struct bottom_start *start, bottom_visit visit, bottom_test is_over,
                                    void *context);

#endif
