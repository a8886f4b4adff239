#include "app/staying.h"

#include "app/parts.h"
#include "app/reach.h"
#include "search/lasting.h"
#include "search/store.h"

#include <stdlib.h>
#include <string.h>

/* All states that can be reached before the end, with every step of the way. */
struct staying {
    struct judging *judging;
    struct nodeset states;
    struct lasting graph; /* of these, as they are numbered there */
    uint32_t from;        /* the state that is looked at */
};

static void add_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct staying *staying = context;
    uint32_t to;
    if (step->fault || judging_is_shut_down(staying->judging, state)) return;
    nodeset_add(&staying->states, state, size, store_hash(state, size), &to);
    vec_push(&staying->graph.steps, (struct lasting_step){staying->from, to, step->actor});
}

static enum search_limit limit_of(const struct staying *staying) {
    const struct search_options *options = staying->judging->options;
    bool is_full = options->memory_limit && lasting_memory(&staying->graph) > options->memory_limit;
    return is_full ? LIMIT_MEMORY : reach_limit(staying->judging, &staying->states);
}

/* False: the system may rest in one of the states, or a limit is reached. */
static bool build_graph(struct staying *staying) {
    struct judging *judging = staying->judging;
    const struct ts *ts = staying->graph.ts;
    struct transitions_visitor steps = {.emit = add_step, .context = staying};
    unsigned char *state = memory_new(judging->app->executor.max_state_size);
    uint32_t size, number;
    const void *first = nodeset_get(&judging->states, 0, &size);
    bool rests = false;
    nodeset_add(&staying->states, first, size, store_hash(first, size), &number);
    for (; staying->from < staying->states.nodes.count && !rests && judging->fate.limit == LIMIT_NONE;
         staying->from++) {
        const void *stored = nodeset_get(&staying->states, staying->from, &size);
        memcpy(state, stored, size); /* it moves when others are added */
        lasting_add(&staying->graph, state, size);
        rests = ts->may_stay && ts->may_stay(ts, state, size);
        reach_steps(judging, state, &steps);
        if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = limit_of(staying);
    }
    free(state);
    return !rests && judging->fate.limit == LIMIT_NONE;
}

/* A routine that nothing can interrupt is a step otherwise, in which nobody sees that it stops a clock for a moment. */
bool staying_is_possible(struct judging *judging) {
    struct executor *executor = &judging->app->executor;
    struct staying staying = {.judging = judging};
    bool saw_services = executor->sees_services;
    struct ts ts = *app_ts(judging->app);
    ts.is_kept_waiting = transitions_is_kept_out;
    lasting_begin(&staying.graph, &ts);
    executor->sees_services = true;
    bool possible = !build_graph(&staying) || lasting_is_possible(&staying.graph);
    executor->sees_services = saw_services;
    lasting_free(&staying.graph);
    nodeset_free(&staying.states);
    return possible;
}
