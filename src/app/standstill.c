#include "app/standstill.h"

#include "app/exec/transitions.h"
#include "app/judging.h"
#include "app/parts.h"
#include "search/left_out.h"
#include "search/store.h"

#include <string.h>

struct edge {
    uint32_t from, to;
    uint16_t actor;
    bool arrives; /* from outside */
};

struct kept {
    uint32_t state, alarm;
};

struct standstill {
    const struct app *app;
    const struct osek_config *config;
    struct nodeset states;
    struct nodeset left_out; /* no run that counts comes there */
    VEC(struct edge) edges;
    VEC(struct kept) kept_back;    /* the alarm, in the state */
    VEC(uint32_t) unknown;         /* states: what follows goes wrong, and is not known */
    const struct machine *machine; /* that makes the step */
    uint32_t from;                 /* the state that is looked at */
};

static bool cancels(const struct c_instruction *code) {
    return code->kind == C_SERVICE && code->service == OSEK_CancelAlarm;
}

bool standstill_may_be(const struct app *app) { return c_has_code(app_program(app), cancels); }

/* ---- all states ---- */

static void begin_step(void *context, struct machine *machine) { ((struct standstill *)context)->machine = machine; }

static void add_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct standstill *all = context;
    struct edge edge = {.from = all->from, .actor = step->actor};
    edge.arrives = transitions_is_arrival(&all->app->executor, step);
    for (uint32_t i = 0; i < all->machine->stopped_clocks.count; i++)
        vec_push(&all->kept_back, (struct kept){all->from, all->machine->stopped_clocks.items[i].alarm});
    if (step->fault) {
        vec_push(&all->unknown, all->from);
        return;
    }
    if (left_out_has(&all->left_out, state, size)) return;
    nodeset_add(&all->states, state, size, store_hash(state, size), &edge.to);
    vec_push(&all->edges, edge);
}

static void add_first(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct standstill *all = context;
    uint32_t number;
    (void)step;
    nodeset_add(&all->states, state, size, store_hash(state, size), &number);
}

static void add_kept_back(struct standstill *all, const void *state, uint32_t *alarms) {
    uint32_t actors = all->app->subject.context_count + all->config->counter_count;
    for (uint32_t i = 0; i < actors; i++) alarms[i] = OSEK_NONE;
    transitions_find_kept_back(&all->app->executor, state, alarms);
    for (uint32_t i = 0; i < actors; i++)
        if (alarms[i] != OSEK_NONE) vec_push(&all->kept_back, (struct kept){all->from, alarms[i]});
}

static enum search_limit limit_of(const struct standstill *all, const struct search_options *options) {
    size_t memory = all->states.bytes.capacity + all->edges.capacity * sizeof *all->edges.items;
    if (options->interrupted && *options->interrupted) return LIMIT_INTERRUPTED;
    return options->memory_limit && memory > options->memory_limit ? LIMIT_MEMORY : LIMIT_NONE;
}

struct standstill *standstill_new(const struct app *app, const struct search_options *options,
                                  enum search_limit *limit) {
    struct standstill *all = memory_new(sizeof *all);
    const struct ts *ts = app_ts(app);
    struct transitions_visitor steps = {.emit = add_step, .context = all, .begin = begin_step};
    unsigned char *state = memory_new(app->executor.max_state_size);
    uint32_t size,
        *alarms = memory_new((app->subject.context_count + app->subject.config->counter_count + 1) * sizeof *alarms);
    *all = (struct standstill){.app = app, .config = app->subject.config};
    *limit = left_out_find(ts, options, NULL, &all->left_out);
    ts->initial(ts, add_first, all);
    for (; all->from < all->states.nodes.count && *limit == LIMIT_NONE; all->from++) {
        const void *stored = nodeset_get(&all->states, all->from, &size);
        memcpy(state, stored, size); /* it moves when others are added */
        add_kept_back(all, state, alarms);
        transitions_from(&app->executor, state, TS_EVERYBODY, &steps);
        *limit = limit_of(all, options);
    }
    free(alarms);
    free(state);
    return all;
}

void standstill_free(struct standstill *standstill) {
    if (!standstill) return;
    nodeset_free(&standstill->states);
    nodeset_free(&standstill->left_out);
    vec_free(&standstill->edges);
    vec_free(&standstill->kept_back);
    vec_free(&standstill->unknown);
    free(standstill);
}

/* ---- from where they lead somewhere ---- */

/* Steps, by where they lead: those to state n are list[first[n]] and so on, up to first[n + 1]. */
struct ways_back {
    uint32_t *first, *list;
};

static struct ways_back ways_back_of(const struct standstill *all) {
    uint32_t states = (uint32_t)all->states.nodes.count;
    struct ways_back ways = {memory_new((states + 2) * sizeof *ways.first),
                             memory_new((all->edges.count + 1) * sizeof *ways.list)};
    for (uint32_t i = 0; i < all->edges.count; i++) ways.first[all->edges.items[i].to + 2]++;
    for (uint32_t i = 2; i < states + 2; i++) ways.first[i] += ways.first[i - 1];
    for (uint32_t i = 0; i < all->edges.count; i++) ways.list[ways.first[all->edges.items[i].to + 1]++] = i;
    return ways;
}

/* Is it a step of code, or of the alarm's own time? */
static bool is_owed(const struct standstill *all, const struct edge *edge, uint32_t alarm) {
    uint32_t counters_at = all->app->subject.context_count, own = all->config->alarms[alarm].counter;
    const uint32_t *base = all->app->analysis.time_base;
    if (!edge->arrives) return true;
    if (edge->actor < counters_at) return false;
    uint32_t counter = edge->actor - counters_at;
    return counter == own || (base && base[counter] == base[own]);
}

/* Marks whatever leads to what is marked, by any steps or by those that are owed. */
static void mark_what_leads(const struct standstill *all, const struct ways_back *ways, uint32_t alarm, bool owed_alone,
                            bool *marks) {
    uint32_t *waiting = memory_new((all->states.nodes.count + 1) * sizeof *waiting), count = 0;
    for (uint32_t i = 0; i < all->states.nodes.count; i++)
        if (marks[i]) waiting[count++] = i;
    while (count) {
        uint32_t to = waiting[--count];
        for (uint32_t i = ways->first[to]; i < ways->first[to + 1]; i++) {
            const struct edge *edge = &all->edges.items[ways->list[i]];
            if (marks[edge->from] || (owed_alone && !is_owed(all, edge, alarm))) continue;
            marks[edge->from] = true;
            waiting[count++] = edge->from;
        }
    }
    free(waiting);
}

/* Nothing waits for the alarm, or nothing runs that it could wait for. */
static bool is_free(const struct standstill *all, const void *kernel, uint32_t alarm) {
    uint32_t left, cycle;
    return !osek_alarm_is_set(all->config, kernel, alarm, &left, &cycle) || osek_is_idle(all->config, kernel) ||
           osek_is_stopped(all->config, kernel);
}

void standstill_add(const struct standstill *standstill, uint32_t alarm, struct nodeset *states) {
    uint32_t count = (uint32_t)standstill->states.nodes.count, size, number;
    bool *helped = memory_new(count + 1), *freed = memory_new(count + 1);
    struct ways_back ways = ways_back_of(standstill);
    for (uint32_t i = 0; i < count; i++) {
        const void *kernel = app_kernel_state(standstill->app, nodeset_get(&standstill->states, i, &size));
        helped[i] = judging_is_ready(standstill->config, kernel, alarm);
        freed[i] = is_free(standstill, kernel, alarm);
    }
    for (uint32_t i = 0; i < standstill->unknown.count; i++) helped[standstill->unknown.items[i]] = true;
    mark_what_leads(standstill, &ways, alarm, false, helped);
    mark_what_leads(standstill, &ways, alarm, true, freed);
    for (uint32_t i = 0; i < standstill->kept_back.count; i++) {
        struct kept kept = standstill->kept_back.items[i];
        if (kept.alarm != alarm || helped[kept.state] || freed[kept.state]) continue;
        const void *state = nodeset_get(&standstill->states, kept.state, &size);
        nodeset_add(states, state, size, store_hash(state, size), &number);
    }
    free(ways.first);
    free(ways.list);
    free(helped);
    free(freed);
}
