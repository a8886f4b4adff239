#include "app/outrun.h"

#include "app/never_idle.h"
#include "app/parts.h"
#include "app/quick.h"
#include "app/reach.h"
#include "search/store.h"

struct meeting {
    const struct nodeset *waits; /* of quick runs */
    struct nodeset states;
    bool found;
};

static void look(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct meeting *meeting = context;
    uint32_t number;
    uint64_t hash = store_hash(state, size);
    (void)step;
    meeting->found |= nodeset_find(meeting->waits, state, size, hash, &number);
    nodeset_add(&meeting->states, state, size, hash, &number);
}

static bool is_met_by_quick_code(struct judging *judging) {
    struct meeting meeting = {.waits = &judging->quick_waits};
    struct transitions_visitor steps = {.emit = look, .context = &meeting};
    if (!judging->quick_is_known) {
        enum search_limit limit = quick_waits(judging->app, judging->options, &judging->quick_waits);
        if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = limit;
    }
    judging->quick_is_known = true;
    reach_go_through(judging, &meeting.states, &steps, &meeting.found);
    return meeting.found;
}

/* `is_known`: false, if perhaps. */
static bool helps(struct judging *judging, enum rescue_kind kind, uint32_t number, uint32_t alarm, bool *is_known) {
    uint32_t size;
    const void *state = nodeset_get(&judging->states, number, &size);
    return rescue_may_be_ready(judging_rescue(judging, kind), state, size, alarm, is_known);
}

/* By itself, or where time alone does not help. */
static bool is_kept_out(struct judging *judging, uint32_t alarm) {
    bool is_known;
    if (!judging_keeps_out(judging)) return false;
    if (helps(judging, RESCUE_IF_BUSY, 0, alarm, &is_known)) return true;
    return !helps(judging, RESCUE_BY_TIME, 0, alarm, &is_known) && helps(judging, RESCUE_BY_ALL, 0, alarm, &is_known);
}

enum outrun outrun_of(struct judging *judging, uint32_t alarm) {
    bool is_known;
    if (is_kept_out(judging, alarm)) {
        judging_miss_kept_out(judging);
        return OUTRUN_IF_KEPT_OUT;
    }
    if (!helps(judging, RESCUE_BY_TIME, 0, alarm, &is_known)) return OUTRUN_FOR_EVER;
    if (is_met_by_quick_code(judging)) return is_known ? OUTRUN_BY_WAITING : OUTRUN_PERHAPS;
    return is_known && judging->fate.limit == LIMIT_NONE ? OUTRUN_IF_SLOW : OUTRUN_PERHAPS;
}

enum outrun outrun_of_states(struct judging *judging, uint32_t alarm) {
    enum rescue_kind busy = never_idle_matters(judging->app) ? RESCUE_BY_ALL : RESCUE_BY_TIME;
    bool is_known;
    for (uint32_t i = 0; i < judging->states.nodes.count; i++)
        if (!helps(judging, busy, i, alarm, &is_known)) return OUTRUN_FOR_EVER;
    return OUTRUN_PERHAPS;
}
