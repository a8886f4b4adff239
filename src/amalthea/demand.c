#include "amalthea/demand.h"

#include <string.h>

enum { DEEPEST = 200 }; /* nested calls: more are a circle */

static struct am_demand problem(const char *what, struct place place) {
    return (struct am_demand){.problem = what, .place = place};
}

/* An amount at a rate, in seconds. */
static struct am_demand at_rate(const struct am_amount *amount, struct rational rate, struct place place) {
    struct am_demand demand = {rational_divide(amount->lower, rate), rational_integer(0), amount->is_bounded, NULL,
                               place};
    if (amount->is_bounded) demand.most = rational_divide(amount->upper, rate);
    if (!rational_fits(demand.least) || !rational_fits(demand.most))
        return problem("this takes longer than can be counted", place);
    return demand;
}

static struct am_demand need_demand(const struct am_item *item, const struct am_core *core) {
    struct am_demand sum = {rational_integer(0), rational_integer(0), true, NULL, item->place};
    const char *own = NULL; /* the processor type's entries, if there are any */
    for (size_t i = 0; i < item->amounts.count; i++)
        if (item->amounts.items[i].definition && strcmp(item->amounts.items[i].definition, core->definition) == 0)
            own = core->definition;
    bool any = false;
    for (size_t i = 0; i < item->amounts.count; i++) {
        const struct am_feature *feature = NULL;
        const char *definition = item->amounts.items[i].definition;
        if (own ? !definition || strcmp(definition, own) != 0 : definition != NULL) continue;
        any = true;
        for (size_t j = 0; j < core->features.count && !feature; j++)
            if (strcmp(core->features.items[j].category, item->amounts.items[i].name) == 0)
                feature = &core->features.items[j];
        if (!feature || feature->value.above <= 0)
            return problem("the core has not the feature that this execution need asks for", item->place);
        struct rational rate = rational_multiply(core->frequency, feature->value);
        struct am_demand one = at_rate(&item->amounts.items[i].amount, rate, item->place);
        if (one.problem) return one;
        sum.least = rational_add(sum.least, one.least);
        sum.most = rational_add(sum.most, one.most);
        sum.is_bounded &= one.is_bounded;
    }
    return any ? sum : problem("no execution need is given for this type of core", item->place);
}

struct am_demand am_item_demand(const struct am_item *item, const struct am_core *core) {
    if (core->frequency.above <= 0) return problem("the core has no frequency", core->place);
    if (item->kind == AM_NEED) return need_demand(item, core);
    const struct am_amount *amount = item->has_default ? &item->amount : NULL;
    for (size_t i = 0; i < item->amounts.count; i++)
        if (strcmp(item->amounts.items[i].name, core->definition) == 0) amount = &item->amounts.items[i].amount;
    if (!amount) return problem("no number of ticks is given for this type of core", item->place);
    struct rational rate = core->frequency;
    for (size_t i = 0; i < core->features.count; i++) /* 0.7: instructions, not ticks */
        if (strcmp(core->features.items[i].name, "instructionsPerCycle") == 0)
            rate = rational_multiply(rate, core->features.items[i].value);
    return at_rate(amount, rate, item->place);
}

/* What each runnable takes is found once: a few runnables that call each other twice are 2^60 calls. */
struct known_demand {
    enum { NOT_ASKED, BEING_ASKED, ANSWERED } state;
    struct am_demand demand;
};
struct demanding {
    const struct am_core *core;
    VEC(struct known_demand) known; /* by the runnable's number */
};

static struct am_demand items_demand(struct demanding *demanding, const am_items *items, unsigned depth);

static struct am_demand branches_demand(struct demanding *demanding, const struct am_item *item, unsigned depth) {
    struct am_demand all = {.is_bounded = true, .least = {0, 1}, .most = {0, 1}};
    for (size_t i = 0; i < item->branches.count; i++) {
        struct am_demand one = items_demand(demanding, &item->branches.items[i].items, depth);
        if (one.problem) return one;
        if (i == 0 || rational_compare(one.least, all.least) < 0) all.least = one.least;
        if (!one.is_bounded) all.place = one.place;
        all.is_bounded &= one.is_bounded;
        if (rational_compare(one.most, all.most) > 0) all.most = one.most;
    }
    /* Where no condition is true, it does nothing. */
    if (item->branches.count && vec_last(&item->branches).condition) all.least = rational_integer(0);
    return all;
}

static struct am_demand runnable_demand(struct demanding *demanding, const struct am_item *call, unsigned depth) {
    const struct am_runnable *runnable = call->runnable;
    while (demanding->known.count <= runnable->number)
        vec_push(&demanding->known, (struct known_demand){.state = NOT_ASKED});
    struct known_demand *known = &demanding->known.items[runnable->number];
    if (known->state == BEING_ASKED) return problem("these calls go round in a circle", call->place);
    if (known->state == ANSWERED) return known->demand;
    known->state = BEING_ASKED;
    struct am_demand demand = items_demand(demanding, &runnable->items, depth + 1);
    known = &demanding->known.items[runnable->number]; /* others may have been added */
    *known = (struct known_demand){ANSWERED, demand};
    return demand;
}

static struct am_demand item_demand(struct demanding *demanding, const struct am_item *item, unsigned depth) {
    struct am_demand nothing = {.is_bounded = true, .least = {0, 1}, .most = {0, 1}};
    if (depth > DEEPEST) return problem("these calls go round in a circle", item->place);
    switch (item->kind) {
    case AM_TICKS:
    case AM_NEED: return am_item_demand(item, demanding->core);
    case AM_GROUP: return items_demand(demanding, &item->items, depth + 1);
    case AM_CALL: return runnable_demand(demanding, item, depth);
    case AM_SWITCH:
    case AM_CHOICE: return branches_demand(demanding, item, depth + 1);
    case AM_LOOP: {
        struct am_demand body = items_demand(demanding, &item->items, depth + 1);
        if (body.problem) return body;
        nothing.is_bounded = body.is_bounded && body.most.above == 0;
        nothing.place = item->place;
        return nothing;
    }
    default: return nothing;
    }
}

static struct am_demand items_demand(struct demanding *demanding, const am_items *items, unsigned depth) {
    struct am_demand sum = {.is_bounded = true, .least = {0, 1}, .most = {0, 1}};
    for (size_t i = 0; i < items->count; i++) {
        struct am_demand one = item_demand(demanding, items->items[i], depth);
        if (one.problem) return one;
        sum.least = rational_add(sum.least, one.least);
        sum.most = rational_add(sum.most, one.most);
        if (!rational_fits(sum.least) || !rational_fits(sum.most))
            return problem("this takes longer than can be counted", items->items[i]->place);
        if (!one.is_bounded) sum.place = one.place;
        sum.is_bounded &= one.is_bounded;
    }
    return sum;
}

struct am_demand am_process_demand(const struct am_process *process, const struct am_core *core) {
    struct demanding demanding = {.core = core};
    struct am_demand demand = items_demand(&demanding, &process->items, 0);
    vec_free(&demanding.known);
    return demand;
}

struct rational am_process_distance(const struct am_process *process) {
    struct rational rate = {0, 1}, one = {1, 1};
    for (size_t i = 0; i < process->stimuli.count; i++) {
        const struct am_stimulus *stimulus = process->stimuli.items[i];
        struct rational every = rational_integer(0);
        if (stimulus->kind == AM_PERIODIC) every = stimulus->recurrence;
        if (stimulus->kind == AM_RELATIVE) every = stimulus->distance.lower;
        for (size_t j = 0; j < stimulus->borders.count; j++) {
            const struct am_border *border = &stimulus->borders.items[j];
            struct rational share = rational_divide(border->lower, rational_integer(border->gaps));
            if (rational_compare(share, every) > 0) every = share;
        }
        if (stimulus->kind == AM_BURST && stimulus->burst_count > 0)
            every = rational_divide(stimulus->recurrence, rational_integer(stimulus->burst_count));
        if (stimulus->kind == AM_SYNTHETIC && stimulus->occurrences.count)
            every = rational_divide(stimulus->recurrence, rational_integer((int64_t)stimulus->occurrences.count));
        if (every.above > 0) rate = rational_add(rate, rational_divide(one, every));
    }
    return rate.above > 0 && rational_fits(rate) ? rational_divide(one, rate) : rational_integer(0);
}

const char *am_recurrence_obstacle(const struct am_stimulus *stimulus) {
    struct rational time = stimulus->apart;
    if (stimulus->kind == AM_BURST) time = rational_add(time, stimulus->burst);
    if ((stimulus->kind != AM_BURST && stimulus->kind != AM_PERIODIC) ||
        rational_compare(time, stimulus->recurrence) <= 0)
        return NULL;
    return stimulus->kind == AM_BURST ? "a burst must end before the next one begins, by the minimum distance"
                                      : "the minimum distance must not be above the recurrence";
}

const char *am_label_text(const struct am_mode_label *label, int64_t value, struct arena *arena) {
    if (label->mode && value >= 0 && (size_t)value < label->mode->literals.count)
        return label->mode->literals.items[value].name;
    return arena_printf(arena, "%lld", (long long)value);
}
