/* Bottom components: sets of states that a run never leaves once it is in one, and all of which it can come back to.
 *
 * Every run can end up in one; so what never happens again in a bottom component never happens again at all, and
 * what can happen again from everywhere can do so in each of them. Found by Tarjan's algorithm, over the states that a
 * search stores. A state without a way on is one, too.
 *
 * A run that is over, as the caller says, hides where it was before: a round that only such ends lie behind is told,
 * too, if the caller says that a run may stay there. What comes behind a step that goes wrong is
 * not known: it leads out, wherever it was made. A state where the system may stay (ts.h: may_stay) is a round of its
 * own: nobody has to go on from there.
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
    BOTTOM_NO_ROUND,    /* no bottom: it has to be left, for such states */
    BOTTOM_LEFT_OUT,    /* no bottom: what is left out for good */
    BOTTOM_WRONG,       /* no bottom, and no states: a step goes wrong */
};

/* Where to begin. */
struct bottom_start {
    const void *state;
    uint32_t size;
};

struct bottom_visitor {
    /* The states of one component, one after the other, and then NULL: only then BOTTOM_NO_ROUND is told from
     * BOTTOM_BEFORE_OVER. False: nobody wants to know more. */
    bool (*visit)(void *context, const void *state, uint32_t size, enum bottom_kind kind);
    bool (*is_over)(void *context, const void *state); /* NULL: it never is */
    /* Of the states that were told last, which can be left, but only for such that are over: may a run stay there, or
     * does nobody want to know, neither of them nor of what leads there? NULL: it may. */
    bool (*may_stay)(void *context);
    /* A step that goes wrong so ends the run for good: it is over. NULL: what comes behind is not known. */
    bool (*is_end)(void *context, uint32_t fault);
    bool all_come; /* a round that can be left only for what is over counts if a run may stay there in which all come
                      that have to (lasting.h) */
    void *context;
};

/* Of the options, memory_limit, time_limit, interrupted, no_reduction and store count. LIMIT_NONE: all of them were
 * visited, or nobody wanted more. `start`: NULL, or where to begin instead of the initial states. */
enum search_limit bottom_components(const struct ts *ts, const struct search_options *options,
                                    const struct bottom_start *start, const struct bottom_visitor *visitor);

#endif
