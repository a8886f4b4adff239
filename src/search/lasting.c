/* Like the emptiness of Streett automata: in each component, states in which somebody is owed a step that nobody makes
 * there are taken away, until a component needs nothing to be taken away, or nothing is left. */
#include "search/lasting.h"

#include "base/components.h"

#include <stdlib.h>

#define GONE UINT32_MAX

/* Of an actor in a state: whether it has a step there, inside of the part or out of it. */
enum { IS_EXCUSED, IS_KEPT_WAITING, IS_ENABLED };

/* ---- the part ---- */

void lasting_begin(struct lasting *part, const struct ts *ts) { *part = (struct lasting){.ts = ts}; }

void lasting_free(struct lasting *part) {
    vec_free(&part->owed);
    vec_free(&part->readiness);
    vec_free(&part->steps);
}

/* What asking takes is less. */
size_t lasting_memory(const struct lasting *part) {
    return 2 * (part->owed.capacity * sizeof(unsigned) + part->readiness.capacity +
                part->steps.capacity * sizeof(struct lasting_step));
}

static void note_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    (void)state, (void)size, (void)step;
    *(bool *)context = true;
}

uint32_t lasting_add(struct lasting *part, const void *state, uint32_t size) {
    const struct ts *ts = part->ts;
    part->actors = ts->actors(ts, state, size);
    for (unsigned actor = ts->owed_from; actor < part->actors; actor++) {
        bool enabled = false;
        ts->next(ts, state, size, actor, note_step, &enabled);
        bool waits = !enabled && ts->is_kept_waiting && ts->is_kept_waiting(ts, state, size, actor);
        vec_push(&part->readiness, enabled ? IS_ENABLED : waits ? IS_KEPT_WAITING : IS_EXCUSED);
    }
    vec_push(&part->owed, ts->owed ? ts->owed(ts, state) : TS_NOBODY);
    return (uint32_t)part->owed.count - 1;
}

static unsigned readiness_of(const struct lasting *part, uint32_t state, unsigned actor) {
    unsigned from = part->ts->owed_from;
    return part->readiness.items[(size_t)state * (part->actors - from) + actor - from];
}

/* ---- its components ---- */

/* What of it is left, and who does what in its components. */
struct rest {
    const struct lasting *part;
    uint32_t states, components;
    uint32_t *component_of; /* by state; GONE */
    bool *goes_round;       /* by component: a step is made in it */
    bool *is_less;          /* ... something of it is taken away */
    bool *made, *excused;   /* by component and actor: it makes a step; it need not */
};

static bool is_inside(const struct rest *rest, const struct lasting_step *step) {
    return rest->component_of[step->from] != GONE && rest->component_of[step->from] == rest->component_of[step->to];
}

/* Steps between components, or out of what is left, are none any more. */
static void number_components(struct rest *rest) {
    const struct lasting *part = rest->part;
    uint32_t *first = memory_new((rest->states + 2) * sizeof *first), *component_of;
    uint32_t *targets = memory_new((part->steps.count + 1) * sizeof *targets);
    for (size_t i = 0; i < part->steps.count; i++)
        if (is_inside(rest, &part->steps.items[i])) first[part->steps.items[i].from + 2]++;
    for (uint32_t i = 2; i < rest->states + 2; i++) first[i] += first[i - 1];
    for (size_t i = 0; i < part->steps.count; i++)
        if (is_inside(rest, &part->steps.items[i]))
            targets[first[part->steps.items[i].from + 1]++] = part->steps.items[i].to;
    component_of = memory_new((rest->states + 1) * sizeof *component_of);
    rest->components = components_number(rest->states, first, targets, component_of);
    for (uint32_t i = 0; i < rest->states; i++)
        if (rest->component_of[i] != GONE) rest->component_of[i] = component_of[i];
    free(component_of);
    free(targets);
    free(first);
}

static size_t at(const struct rest *rest, uint32_t component, unsigned actor) {
    return (size_t)component * rest->part->actors + actor;
}

static void find_who_comes(struct rest *rest) {
    const struct lasting *part = rest->part;
    for (size_t i = 0; i < part->steps.count; i++) {
        const struct lasting_step *step = &part->steps.items[i];
        if (!is_inside(rest, step)) continue;
        rest->goes_round[rest->component_of[step->from]] = true;
        if (step->actor < part->actors) rest->made[at(rest, rest->component_of[step->from], step->actor)] = true;
    }
    for (uint32_t i = 0; i < rest->states; i++)
        for (unsigned actor = part->ts->owed_from; actor < part->actors && rest->component_of[i] != GONE; actor++)
            rest->excused[at(rest, rest->component_of[i], actor)] |= readiness_of(part, i, actor) == IS_EXCUSED;
}

/* Is somebody owed a step there, whom the component does not let come? */
static bool is_unpaid(const struct rest *rest, uint32_t state) {
    const struct lasting *part = rest->part;
    uint32_t component = rest->component_of[state];
    unsigned owed = part->owed.items[state];
    if (owed < part->actors && !rest->made[at(rest, component, owed)]) return true;
    for (unsigned actor = part->ts->owed_from; actor < part->actors; actor++) {
        size_t all = at(rest, component, actor);
        if (readiness_of(part, state, actor) == IS_ENABLED && !rest->made[all] && !rest->excused[all]) return true;
    }
    return false;
}

/* Takes away what no such run comes back to. True if something else is left. */
static bool take_away(struct rest *rest) {
    bool any = false;
    for (uint32_t i = 0; i < rest->states; i++) {
        uint32_t component = rest->component_of[i];
        if (component == GONE || (rest->goes_round[component] && !is_unpaid(rest, i))) continue;
        rest->component_of[i] = GONE;
        rest->is_less[component] = true;
    }
    for (uint32_t i = 0; i < rest->states; i++) any |= rest->component_of[i] != GONE;
    return any;
}

static bool some_is_whole(const struct rest *rest) {
    for (uint32_t i = 0; i < rest->states; i++)
        if (rest->component_of[i] != GONE && !rest->is_less[rest->component_of[i]]) return true;
    return false;
}

bool lasting_is_possible(const struct lasting *part) {
    uint32_t states = (uint32_t)part->owed.count;
    struct rest rest = {.part = part, .states = states};
    rest.component_of = memory_new((states + 1) * sizeof *rest.component_of);
    bool found = false, any = true;
    while (any && !found) {
        number_components(&rest);
        size_t pairs = (size_t)rest.components * part->actors;
        bool *flags = memory_new(2 * (rest.components + pairs) + 1);
        rest.goes_round = flags;
        rest.is_less = rest.goes_round + rest.components;
        rest.made = rest.is_less + rest.components;
        rest.excused = rest.made + pairs;
        find_who_comes(&rest);
        any = take_away(&rest);
        found = some_is_whole(&rest);
        free(flags);
    }
    free(rest.component_of);
    return found;
}
