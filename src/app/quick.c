#include "app/quick.h"

#include "app/exec/transitions.h"
#include "app/parts.h"
#include "search/bottom.h"
#include "search/store.h"

#include <stdlib.h>
#include <string.h>

struct quick {
    struct ts ts; /* the application's, from `begins` on */
    struct executor *executor;
    const struct search_options *options;
    struct nodeset *waits;
    struct nodeset begins, later; /* where time has passed: of this round, and of the next one */
    uint32_t waits_before;        /* the component's own come behind so many */
    unsigned char *first;         /* state of the component */
    uint32_t first_size;          /* 0: none was told yet */
    enum search_limit limit;
};

static void add(struct nodeset *states, const void *state, uint32_t size) {
    uint32_t number;
    nodeset_add(states, state, size, store_hash(state, size), &number);
}

static bool has(const struct nodeset *states, const void *state, uint32_t size) {
    uint32_t number;
    return nodeset_find(states, state, size, store_hash(state, size), &number);
}

static void emit_begins(const struct ts *ts, ts_emit emit, void *context) {
    const struct quick *quick = (const struct quick *)ts;
    const struct ts_step step = {
        .action = TS_NO_ACTION, .reply = TS_NO_ACTION, .actor = TS_NOBODY, .partner = TS_NOBODY, .holder = TS_NOBODY};
    for (uint32_t i = 0; i < quick->begins.nodes.count; i++) {
        uint32_t size;
        const void *state = nodeset_get(&quick->begins, i, &size);
        emit(context, state, size, &step);
    }
}

/* ---- one component, which only time leads out of ---- */

static void add_member(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    if (!step->fault) add(context, state, size);
}

static void add_later(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct quick *quick = context;
    if (!step->fault && !has(quick->waits, state, size)) add(&quick->later, state, size);
}

/* What is done from each of the states that wait, from the component's first one on. */
static enum search_limit go_through(struct quick *quick, const struct transitions_visitor *steps) {
    unsigned char *here = memory_new(quick->executor->max_state_size);
    const struct search_options *options = quick->options;
    enum search_limit limit = LIMIT_NONE;
    for (uint32_t i = quick->waits_before; i < quick->waits->nodes.count && limit == LIMIT_NONE; i++) {
        uint32_t size;
        const void *stored = nodeset_get(quick->waits, i, &size);
        memcpy(here, stored, size); /* it moves when others are added */
        transitions_from(quick->executor, here, TS_EVERYBODY, steps);
        if (options->interrupted && *options->interrupted) limit = LIMIT_INTERRUPTED;
        if (options->memory_limit && quick->waits->bytes.capacity > options->memory_limit) limit = LIMIT_MEMORY;
    }
    free(here);
    return limit;
}

/* Code alone makes its states; steps that lead elsewhere are those of time. */
static enum search_limit look_at_component(struct quick *quick) {
    struct transitions_visitor members = {.emit = add_member, .context = quick->waits};
    struct transitions_visitor ticks = {.emit = add_later, .context = quick};
    if (!quick->first_size || has(quick->waits, quick->first, quick->first_size)) return LIMIT_NONE;
    quick->waits_before = (uint32_t)quick->waits->nodes.count;
    add(quick->waits, quick->first, quick->first_size);
    enum search_limit limit = go_through(quick, &members);
    quick->executor->instant = false;
    if (limit == LIMIT_NONE) limit = go_through(quick, &ticks);
    quick->executor->instant = true;
    return limit;
}

static bool visit(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    struct quick *quick = context;
    if (state && !quick->first_size) {
        memcpy(quick->first, state, size);
        quick->first_size = size;
    }
    if (state) return true;
    if (kind == BOTTOM_ROUND || kind == BOTTOM_BEFORE_OVER) quick->limit = look_at_component(quick);
    quick->first_size = 0;
    return quick->limit == LIMIT_NONE;
}

static bool is_shut_down(void *context, const void *state) {
    const struct quick *quick = context;
    return osek_is_stopped(quick->executor->subject->config, state);
}

/* ---- all of them ---- */

static void begin_again(struct quick *quick) {
    struct nodeset done = quick->begins;
    quick->begins = quick->later;
    quick->later = done;
    nodeset_clear(&quick->later);
}

static void go_on_while_time_passes(struct quick *quick) {
    struct bottom_visitor visitor = {.visit = visit, .is_over = is_shut_down, .context = quick};
    while (quick->begins.nodes.count && quick->limit == LIMIT_NONE) {
        enum search_limit limit = bottom_components(&quick->ts, quick->options, NULL, &visitor);
        if (quick->limit == LIMIT_NONE) quick->limit = limit;
        begin_again(quick);
    }
}

enum search_limit quick_waits(struct app *app, const struct search_options *options, struct nodeset *states) {
    const struct ts *ts = app_ts(app);
    struct quick quick = {.ts = *ts, .executor = &app->executor, .options = options, .waits = states};
    bool was_instant = app->executor.instant;
    quick.ts.initial = emit_begins;
    quick.first = memory_new(app->executor.max_state_size);
    ts->initial(ts, add_member, &quick.begins);
    app->executor.instant = true;
    go_on_while_time_passes(&quick);
    app->executor.instant = was_instant;
    free(quick.first);
    nodeset_free(&quick.begins);
    nodeset_free(&quick.later);
    return quick.limit;
}
