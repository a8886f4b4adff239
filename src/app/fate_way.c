#include "app/fate_way.h"

#include "app/exec/state.h"
#include "app/parts.h"
#include "cfront/library/headers.h"
#include "search/store.h"
#include "ts/product.h"

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

static struct search_result *find_way(const struct judging *judging) {
    struct ts_observer observer = {
        .self = judging, .name = "fate", .stutter_invariant = true, .next = look, .marks = marks};
    struct search_options shortest = *judging->options;
    shortest.order = SEARCH_BFS;
    shortest.goal = SEARCH_SAFETY;
    shortest.ignore_end_states = shortest.ignore_faults = true;
    shortest.violations = 1;
    struct ts *product = ts_product_new(app_ts(judging->app), &observer);
    struct search_result *found = search_run(product, &shortest);
    ts_product_free(product);
    return found;
}

/* Where the context's own code stands where the trace ends: of our library's, where it was called; in a loop without
 * end, where that is, and not in what it calls; of a task that has not begun, where it is defined. */
static struct place place_at_end(const struct judging *judging) {
    const struct app *app = judging->app;
    const struct app_fate *fate = &judging->fate;
    const struct executor *executor = &app->executor;
    const struct search_result *search = fate->search;
    struct place place = {0};
    struct state_calls calls;
    if (!search->violations.count || !search->violations.items[0].trace) return place;
    const void *last = vec_last(&search->violations.items[0].trace->states).bytes;
    uint32_t context = fate->endless != OSEK_NONE ? fate->endless : fate->starved;
    const struct c_function *entry = app->subject.program->entries[context];
    if (!state_calls(executor, last, context, &calls)) return entry ? entry->place : place;
    bool is_looping = fate->endless != OSEK_NONE && judging->looping < calls.count;
    for (uint32_t i = is_looping ? judging->looping : calls.count; i-- > 0;) {
        place = executor->actions[state_call(&calls, i)].place;
        if (!headers_hold(place)) break;
    }
    return place;
}

void fate_way_find(struct judging *judging) {
    struct app_fate *fate = &judging->fate;
    if (fate->search) return;
    fate->search = find_way(judging);
    if (fate->endless != OSEK_NONE || fate->starved != OSEK_NONE) fate->place = place_at_end(judging);
}
