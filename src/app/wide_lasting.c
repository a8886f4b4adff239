#include "app/wide_lasting.h"

#include "app/exec/transitions.h"
#include "app/judging.h"
#include "app/parts.h"
#include "app/subject/half_sentence.h"

enum { MOST_REAL_STATES = 200000 };

uint32_t wide_actor_count(const struct app *app) {
    return app->subject.context_count + app->subject.config->counter_count;
}

/* A graph, and what is known of its states. */
struct lasting_side {
    const struct wide_graph *graph;
    struct attractor *surely;  /* whichever numbers come */
    struct attractor *perhaps; /* for some of them */
    struct attractor_edge *edges;
    bool *shut_down;     /* by state: nothing comes of it any more */
    bool *busy;          /* by state: code runs, and nothing can come */
    uint64_t *kept_back; /* by state: a bit for each actor whose time an alarm keeps back */
};

/* What is looked at while it is asked whether somebody can end what is so. */
struct lasting_look {
    struct app *app;
    const struct osek_config *config;
    struct arena *arena;
    uint32_t number; /* of the task, context or actor that is looked at */
    struct lasting_side wide;
    const char *assumed; /* what ends for some numbers, and perhaps not for all: as half a sentence; NULL: nothing */
    /* Runs of the application itself, once somebody has asked for them. */
    const struct wide_limits *limits; /* NULL: nobody may */
    struct wide_graph runs;
    struct lasting_side real;
};

typedef bool (*state_test)(const struct lasting_look *look, const struct lasting_side *side, uint32_t state);

static const void *state_of(const struct lasting_side *side, uint32_t state) {
    uint32_t size;
    return nodeset_get(&side->graph->states, state, &size);
}

static const void *kernel_of(const struct lasting_look *look, const struct lasting_side *side, uint32_t state) {
    return app_kernel_state(look->app, state_of(side, state));
}

static uint32_t count_of(const struct lasting_side *side) { return (uint32_t)side->graph->states.nodes.count; }

/* ---- what is asked of a state ---- */

static bool waits(const struct lasting_look *look, const struct lasting_side *side, uint32_t state) {
    return osek_task_state(look->config, kernel_of(look, side, state), look->number) == OSEK_WAITING;
}

static bool is_held_up(const struct lasting_look *look, const struct lasting_side *side, uint32_t state) {
    return judging_is_held_up(look->config, kernel_of(look, side, state), look->number);
}

/* A hook runs for somebody: it may be for this one. */
static bool is_undisturbed(const struct lasting_look *look, const struct lasting_side *side, uint32_t state) {
    uint32_t current = osek_current(look->config, kernel_of(look, side, state));
    return side->busy[state] && (current == look->number || subject_is_hook(&look->app->subject, current));
}

static bool is_kept_back(const struct lasting_look *look, const struct lasting_side *side, uint32_t state) {
    return side->kept_back[state] >> look->number & 1;
}

/* Time goes on where it does: while a routine runs, say, it may stand still for another reason. */
static bool comes(const struct lasting_look *look, const struct lasting_side *side, uint32_t state) {
    return side->graph->actors.items[state] >> look->number & 1;
}

/* ---- the sides ---- */

/* Of each state, whether code runs and nothing can come. */
static void find_busy(const struct lasting_look *look, struct lasting_side *side) {
    for (uint32_t s = 0; s < count_of(side); s++) {
        const void *kernel = kernel_of(look, side, s);
        bool spent = false;
        side->shut_down[s] = osek_is_stopped(look->config, kernel);
        side->busy[s] = osek_current(look->config, kernel) != OSEK_NONE && !osek_is_idle(look->config, kernel) &&
                        !transitions_somebody_may_come(&look->app->executor, state_of(side, s), &spent);
    }
}

static void find_kept_back(const struct lasting_look *look, struct lasting_side *side) {
    uint32_t actors = wide_actor_count(look->app), *alarms = memory_new((actors + 1) * sizeof *alarms);
    for (uint32_t s = 0; s < count_of(side) && app_is_timely(look->app); s++) {
        for (uint32_t i = 0; i < actors; i++) alarms[i] = OSEK_NONE;
        transitions_find_kept_back(&look->app->executor, state_of(side, s), alarms);
        for (uint32_t i = 0; i < actors; i++)
            if (alarms[i] != OSEK_NONE) side->kept_back[s] |= UINT64_C(1) << i;
    }
    free(alarms);
}

/* Each step is a choice of its own: whoever wants to end something has the numbers that he wants. */
static struct attractor *with_choice_of_numbers(const struct wide_graph *graph, struct attractor_edge *edges) {
    size_t count = graph->edges.count;
    for (size_t i = 0; i < count; i++)
        edges[i] = (struct attractor_edge){graph->edges.items[i].from, graph->edges.items[i].to, (uint32_t)i};
    return attractor_new(edges, count, (uint32_t)graph->states.nodes.count, (uint32_t)count);
}

static struct lasting_side side_of(const struct lasting_look *look, const struct wide_graph *graph) {
    uint32_t count = (uint32_t)graph->states.nodes.count;
    struct lasting_side side = {.graph = graph};
    side.edges = memory_new((graph->edges.count + 1) * sizeof *side.edges);
    side.surely = attractor_new(graph->edges.items, graph->edges.count, count, graph->group_count);
    side.perhaps = with_choice_of_numbers(graph, side.edges);
    side.shut_down = memory_new(count + 1);
    side.busy = memory_new(count + 1);
    side.kept_back = memory_new((count + 1) * sizeof(uint64_t));
    find_busy(look, &side);
    find_kept_back(look, &side);
    return side;
}

static void side_free(struct lasting_side *side) {
    attractor_free(side->surely);
    attractor_free(side->perhaps);
    free(side->edges);
    free(side->shut_down);
    free(side->busy);
    free(side->kept_back);
}

/* ---- whether it ends ---- */

/* What is asked: is it over somewhere, from wherever it lasts? Not by shutting the system down: nobody has to. */
struct ending {
    state_test lasts;
    state_test over; /* NULL: where it does not last */
};

/* By state, whether it ends from there. The caller frees it. */
static bool *find_ends(const struct lasting_look *look, const struct lasting_side *side, const struct attractor *ways,
                       const struct ending *ending) {
    bool *ends = memory_new(count_of(side) + 1);
    for (uint32_t s = 0; s < count_of(side); s++)
        ends[s] = !side->shut_down[s] && (ending->over ? ending->over(look, side, s) : !ending->lasts(look, side, s));
    attractor_extend(ways, ends);
    return ends;
}

/* Does it last there, and perhaps for ever? */
static bool is_open(const struct lasting_look *look, const struct lasting_side *side, const struct ending *ending,
                    const bool *ends, uint32_t state) {
    return !ends[state] && !side->shut_down[state] && ending->lasts(look, side, state);
}

static bool is_open_somewhere(const struct lasting_look *look, const struct ending *ending, const bool *ends) {
    bool open = false;
    for (uint32_t s = 0; s < count_of(&look->wide) && !open; s++) open = is_open(look, &look->wide, ending, ends, s);
    return open;
}

/* The application's own runs, as far as there is time and room. */
static void look_at_runs(struct lasting_look *look) {
    struct wide_limits few = *look->limits;
    few.states = MOST_REAL_STATES;
    wide_graph_explore(&look->runs, look->app, app_ts(look->app), NULL, &few);
    app_forget_samples(look->app);
    look->real = side_of(look, &look->runs);
}

/* Has it ended from wherever it lasts, as far as runs show? From where they had only come late they need not have come
 * to its end. */
static bool was_seen_to_end(struct lasting_look *look, const struct ending *ending) {
    if (!look->limits) return false;
    if (!look->real.graph) look_at_runs(look);
    bool *ends = find_ends(look, &look->real, look->real.perhaps, ending), all = true, any = false;
    for (uint32_t s = 0; s < look->runs.expanded && all; s++) {
        any |= ends[s] && ending->lasts(look, &look->real, s);
        all = s > look->runs.expanded / 4 || !is_open(look, &look->real, ending, ends, s);
    }
    free(ends);
    return all && any;
}

/* NULL: it ends. Where it does for some numbers only, that is assumed: `how` is what does not last for ever. */
static const char *what_lasts(struct lasting_look *look, struct ending ending, const char *name, const char *how) {
    bool *ends = find_ends(look, &look->wide, look->wide.surely, &ending),
         open = is_open_somewhere(look, &ending, ends);
    const char *words = NULL;
    if (open) {
        words = arena_printf(look->arena, "%s %s", name, how);
        bool *perhaps = find_ends(look, &look->wide, look->wide.perhaps, &ending);
        if (!is_open_somewhere(look, &ending, perhaps) && was_seen_to_end(look, &ending)) {
            look->assumed = half_sentence_join(look->arena, look->assumed, words);
            words = NULL;
        }
        free(perhaps);
    }
    free(ends);
    return words ? arena_printf(look->arena, "it is not certain that %s", words) : NULL;
}

/* ---- all of it ---- */

static const char *what_may_wait(struct lasting_look *look) {
    const char *open = NULL;
    for (uint32_t i = 0; i < look->config->task_count && app_looks_for(look->app, APP_CHECK_WAITING) && !open; i++) {
        const char *name = look->config->tasks[i].name;
        look->number = i;
        open = what_lasts(look, (struct ending){waits, NULL}, name, "does not wait for ever");
        if (!open) open = what_lasts(look, (struct ending){is_held_up, NULL}, name, "is not ready for ever");
    }
    return open;
}

static const char *what_may_run_on(struct lasting_look *look) {
    const char *open = NULL;
    uint32_t count = look->app->subject.context_count;
    for (uint32_t i = 0; i < count && app_looks_for(look->app, APP_CHECK_ENDLESS) && !open; i++) {
        look->number = i;
        open = what_lasts(look, (struct ending){is_undisturbed, NULL}, app_context_name(look->app, i),
                          "does not run for ever");
    }
    return open;
}

static const char *what_may_stand_still(struct lasting_look *look) {
    const char *open = NULL;
    for (look->number = 0; look->number < wide_actor_count(look->app) && app_is_timely(look->app) && !open;
         look->number++)
        open = what_lasts(look, (struct ending){is_kept_back, comes}, "time", "waits for no task for ever");
    return open;
}

const char *wide_lasting_find(struct app *app, const struct wide_graph *graph, const struct wide_limits *limits,
                              struct arena *arena, const char **assumed) {
    struct lasting_look look = {.app = app, .config = app->subject.config, .arena = arena, .limits = limits};
    look.wide = side_of(&look, graph);
    const char *open = what_may_wait(&look);
    if (!open) open = what_may_run_on(&look);
    if (!open) open = what_may_stand_still(&look);
    *assumed = look.assumed;
    if (look.real.graph) side_free(&look.real);
    side_free(&look.wide);
    wide_graph_free(&look.runs);
    return open;
}
