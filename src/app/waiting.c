/* A task that waits for ever while others go on: in a bottom component it waits in every state, and no spent budget is
 * to blame. (Where everything stands still, the search has found it.) */
#include "app/waiting.h"

#include "search/bottom.h"
#include "search/nodeset.h"
#include "ts/product.h"

#include <string.h>

enum { MOST_MEMBERS = 100000 /* that are kept, to look for a way to one of them */ };

struct judging {
    const struct app *app;
    const struct osek_config *config;
    uint32_t *waits; /* per task: in how many states of the component */
    uint32_t members;
    bool excused;
    struct nodeset states;
    uint32_t found;
};

static void add_state(struct judging *judging, const void *state, uint32_t size) {
    const void *kernel = app_kernel_state(judging->app, state);
    uint32_t number;
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        judging->waits[i] += osek_task_state(judging->config, kernel, i) == OSEK_WAITING;
    judging->members++;
    judging->excused = judging->excused || app_is_cut_short(judging->app, state);
    if (judging->states.nodes.count < MOST_MEMBERS)
        nodeset_add(&judging->states, state, size, store_hash(state, size), &number);
}

static bool visit(void *context, const void *state, uint32_t size) {
    struct judging *judging = context;
    if (state) {
        add_state(judging, state, size);
        return true;
    }
    for (uint32_t i = 0; i < judging->config->task_count && !judging->excused; i++)
        if (judging->waits[i] == judging->members && judging->found == OSEK_NONE) judging->found = i;
    if (judging->found != OSEK_NONE) return false;
    memset(judging->waits, 0, judging->config->task_count * sizeof *judging->waits);
    judging->members = 0;
    judging->excused = false;
    nodeset_clear(&judging->states);
    return true;
}

/* ---- the way there ---- */

enum { ELSEWHERE, THERE };

static void look(const struct ts_observer *observer, const struct ts_view *view, uint32_t location, observer_emit emit,
                 void *context) {
    const struct judging *judging = observer->self;
    uint32_t number;
    (void)location;
    bool there = nodeset_find(&judging->states, view->state, view->size, store_hash(view->state, view->size), &number);
    emit(context, there ? THERE : ELSEWHERE, TS_NO_ACTION, 0);
}

static unsigned marks(const struct ts_observer *observer, uint32_t location) {
    (void)observer;
    return location == THERE ? TS_VIOLATING : 0;
}

static struct search_result *find_way(const struct judging *judging, const struct search_options *options) {
    struct ts_observer observer = {
        .self = judging, .name = "waiting", .stutter_invariant = true, .next = look, .marks = marks};
    struct search_options shortest = *options;
    shortest.order = SEARCH_BFS;
    shortest.goal = SEARCH_SAFETY;
    shortest.ignore_end_states = shortest.ignore_faults = true;
    shortest.violations = 1;
    struct ts *product = ts_product_new(app_ts(judging->app), &observer);
    struct search_result *found = search_run(product, &shortest);
    ts_product_free(product);
    return found;
}

struct app_waiting app_waiting_find(const struct app *app, const struct search_options *options) {
    struct judging judging = {.app = app, .config = app_kernel_config(app), .found = OSEK_NONE};
    judging.waits = memory_new((judging.config->task_count + 1) * sizeof *judging.waits);
    struct app_waiting waiting = {.limit = bottom_components(app_ts(app), options, visit, &judging)};
    waiting.task = judging.found;
    if (waiting.task != OSEK_NONE) waiting.search = find_way(&judging, options);
    nodeset_free(&judging.states);
    free(judging.waits);
    return waiting;
}
