#include "app/departure.h"

#include "app/parts.h"
#include "app/reach.h"
#include "search/store.h"

#include <stdlib.h>
#include <string.h>

/* Where steps lead that begin in a component. */
struct departure {
    const struct judging *judging;
    uint32_t actor; /* whose steps they are; OSEK_NONE: anybody's */
    bool arrives;   /* ... those by which it comes, or else those of its code */
    struct nodeset beyond;
    bool departs, comes_back; /* there is such a step; one leads to the component */
};

static void depart(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct departure *departure = context;
    uint32_t number;
    bool arrives = transitions_is_arrival(&departure->judging->app->executor, step);
    bool is_its = step->actor == departure->actor && arrives == departure->arrives;
    if (departure->actor != OSEK_NONE && !is_its) return;
    departure->departs = true;
    departure->comes_back |= nodeset_find(&departure->judging->states, state, size, store_hash(state, size), &number);
    nodeset_add(&departure->beyond, state, size, store_hash(state, size), &number);
}

/* In how many of these states it makes a step, until one comes back. */
static uint32_t depart_from(struct departure *departure, struct judging *judging, const struct nodeset *states) {
    unsigned char *state = memory_new(judging->app->executor.max_state_size);
    struct transitions_visitor steps = {.emit = depart, .context = departure};
    uint32_t size, count = 0;
    for (uint32_t i = 0; i < states->nodes.count && !departure->comes_back && judging->fate.limit == LIMIT_NONE; i++) {
        const void *stored = nodeset_get(states, i, &size);
        memcpy(state, stored, size); /* it moves when others are added */
        departure->departs = false;
        reach_steps(judging, state, &steps);
        count += departure->departs;
        if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = reach_limit(judging, &departure->beyond);
    }
    free(state);
    return count;
}

/* Is each such step of the actor in the component the last that happens there? An arrival has to be possible in each of
 * its states. */
static bool ends_it(struct judging *judging, uint32_t actor, bool arrives) {
    struct departure departure = {.judging = judging, .actor = actor, .arrives = arrives};
    uint32_t count = depart_from(&departure, judging, &judging->states);
    bool is_last = !departure.comes_back && (arrives ? count == judging->members : count > 0);
    departure.actor = OSEK_NONE;
    if (is_last) depart_from(&departure, judging, &departure.beyond);
    nodeset_free(&departure.beyond);
    return is_last && !departure.comes_back;
}

bool departure_is_due(struct judging *judging) {
    const uint32_t owed_from = judging->app->executor.ts.owed_from;
    if (judging->members > judging->states.nodes.count) return false;
    for (uint32_t i = 0; i < judging_actors(judging); i++)
        if (ends_it(judging, i, false) || (i >= owed_from && ends_it(judging, i, true))) return true;
    return false;
}
