#include "search/left_out.h"

#include "search/store.h"

static bool add(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    uint32_t number;
    if (state && kind == BOTTOM_LEFT_OUT) nodeset_add(context, state, size, store_hash(state, size), &number);
    return true;
}

enum search_limit left_out_find(const struct ts *ts, const struct search_options *options,
                                const struct bottom_start *start, struct nodeset *states) {
    struct search_options all = *options;
    if (!ts->leaves_runs_out) return LIMIT_NONE;
    all.no_reduction = true;
    return bottom_components(ts, &all, start, &(struct bottom_visitor){.visit = add, .context = states});
}

bool left_out_has(const struct nodeset *states, const void *state, uint32_t size) {
    uint32_t number;
    return states->nodes.count && nodeset_find(states, state, size, store_hash(state, size), &number);
}

static bool see(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    (void)state, (void)size;
    *(bool *)context |= kind != BOTTOM_LEFT_OUT;
    return kind == BOTTOM_LEFT_OUT;
}

bool left_out_from(const struct ts *ts, const struct search_options *options, const struct bottom_start *start) {
    bool goes_on = false;
    struct bottom_visitor visitor = {.visit = see, .context = &goes_on};
    return ts->leaves_runs_out && bottom_components(ts, options, start, &visitor) == LIMIT_NONE && !goes_on;
}
