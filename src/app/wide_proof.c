#include "app/wide_proof.h"

#include "app/exec/transitions.h"
#include "app/judging.h"
#include "app/parts.h"
#include "app/standstill.h"
#include "app/subject/half_sentence.h"
#include "app/wide_graph.h"
#include "base/clock.h"

#include <string.h>

static uint32_t actor_count(const struct app *app) {
    return app->subject.context_count + app->subject.config->counter_count;
}

static bool is_increment(const struct c_instruction *code) {
    return code->kind == C_SERVICE && code->service == OSEK_IncrementCounter;
}

/* Time that code makes waits in the middle of a step. */
static bool advances_counters(const struct app *app) {
    const struct osek_config *config = app->subject.config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].action == OSEK_INCREMENT) return true;
    return c_has_code(app->subject.program, is_increment);
}

const char *wide_proof_refusal(const struct app *app) {
    const struct subject *subject = &app->subject;
    const struct osek_config *config = subject->config;
    if (app_property_count(app)) return "there are formulas";
    if (c_leaves_runs_out(subject->program)) return "assumptions end runs";
    if (config->no_scheduler) return "there is no scheduler";
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (subject->isr_sources[i].idle_only) return "interrupts come only while nothing runs";
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (subject->counter_sources[i].idle_only) return "time passes only while nothing runs";
    if (actor_count(app) > 64) return "there are too many tasks, routines and counters";
    if (app_is_timely(app) && advances_counters(app)) return "code advances counters, and time waits for tasks";
    if (app_is_timely(app) && standstill_may_be(app)) return "alarms are cancelled, and time waits for them";
    return NULL;
}

/* ---- what lasts ---- */

/* The graph, and what is known of each state, while it is asked whether somebody can end what is so in it. */
struct lasting_look {
    const struct app *app;
    const struct osek_config *config;
    const struct wide_graph *graph;
    struct attractor *surely;  /* whichever numbers come */
    struct attractor *perhaps; /* for some of them */
    struct arena *arena;
    const char *assumed; /* what ends for some numbers, and perhaps not for all: as half a sentence; NULL: nothing */
    bool *shut_down;     /* by state: nothing comes of it any more */
    bool *busy;          /* by state: code runs, and nothing can come */
    uint64_t *kept_back; /* by state: a bit for each actor whose time an alarm keeps back */
    uint32_t number;     /* of the task, context or actor that is looked at */
};

typedef bool (*state_test)(const struct lasting_look *look, const void *kernel, uint32_t state);

static const void *kernel_of(const struct lasting_look *look, uint32_t state) {
    uint32_t size;
    return app_kernel_state(look->app, nodeset_get(&look->graph->states, state, &size));
}

/* Is it over somewhere, from wherever it is so? Not by shutting the system down: nobody has to. */
static bool always_ends(const struct lasting_look *look, const struct attractor *ways, state_test lasts,
                        state_test over) {
    uint32_t count = (uint32_t)look->graph->states.nodes.count;
    bool *is_over = memory_new(count + 1), all = true, any = false;
    for (uint32_t s = 0; s < count; s++) {
        const void *kernel = kernel_of(look, s);
        bool is_so = lasts(look, kernel, s);
        is_over[s] = !look->shut_down[s] && (over ? over(look, kernel, s) : !is_so);
        any |= is_so && !look->shut_down[s];
    }
    if (any) attractor_extend(ways, is_over);
    for (uint32_t s = 0; s < count && all && any; s++)
        all = is_over[s] || look->shut_down[s] || !lasts(look, kernel_of(look, s), s);
    free(is_over);
    return all;
}

/* False: it may last. Where it ends for some numbers only, that is assumed: `how` is what does not last for ever.
 * `over`: where it has ended; NULL: where it is not so. */
static bool ends(struct lasting_look *look, state_test lasts, state_test over, const char *name, const char *how) {
    if (always_ends(look, look->surely, lasts, over)) return true;
    if (!always_ends(look, look->perhaps, lasts, over)) return false;
    look->assumed = half_sentence_join(look->arena, look->assumed, arena_printf(look->arena, "%s %s", name, how));
    return true;
}

static bool waits(const struct lasting_look *look, const void *kernel, uint32_t state) {
    (void)state;
    return osek_task_state(look->config, kernel, look->number) == OSEK_WAITING;
}

static bool is_held_up(const struct lasting_look *look, const void *kernel, uint32_t state) {
    (void)state;
    return judging_is_held_up(look->config, kernel, look->number);
}

/* A hook runs for somebody: it may be for this one. */
static bool is_undisturbed(const struct lasting_look *look, const void *kernel, uint32_t state) {
    uint32_t current = osek_current(look->config, kernel);
    return look->busy[state] && (current == look->number || subject_is_hook(&look->app->subject, current));
}

static bool is_kept_back(const struct lasting_look *look, const void *kernel, uint32_t state) {
    (void)kernel;
    return look->kept_back[state] >> look->number & 1;
}

/* Time goes on where it does: while a routine runs, say, it may stand still for another reason. */
static bool comes(const struct lasting_look *look, const void *kernel, uint32_t state) {
    (void)kernel;
    return look->graph->actors.items[state] >> look->number & 1;
}

/* Of each state, whether code runs and nothing can come. */
static void find_busy(struct lasting_look *look) {
    uint32_t size;
    for (uint32_t s = 0; s < look->graph->states.nodes.count; s++) {
        const void *state = nodeset_get(&look->graph->states, s, &size), *kernel = app_kernel_state(look->app, state);
        bool spent = false;
        look->shut_down[s] = osek_is_stopped(look->config, kernel);
        look->busy[s] = osek_current(look->config, kernel) != OSEK_NONE && !osek_is_idle(look->config, kernel) &&
                        !transitions_somebody_may_come(&look->app->executor, state, &spent);
    }
}

static void find_kept_back(struct lasting_look *look, uint32_t actors) {
    uint32_t size, *alarms = memory_new((actors + 1) * sizeof *alarms);
    for (uint32_t s = 0; s < look->graph->states.nodes.count; s++) {
        for (uint32_t i = 0; i < actors; i++) alarms[i] = OSEK_NONE;
        transitions_find_kept_back(&look->app->executor, nodeset_get(&look->graph->states, s, &size), alarms);
        for (uint32_t i = 0; i < actors; i++)
            if (alarms[i] != OSEK_NONE) look->kept_back[s] |= UINT64_C(1) << i;
    }
    free(alarms);
}

static const char *what_may_wait(struct lasting_look *look) {
    for (uint32_t i = 0; i < look->config->task_count && app_looks_for(look->app, APP_CHECK_WAITING); i++) {
        const char *name = look->config->tasks[i].name;
        look->number = i;
        if (!ends(look, waits, NULL, name, "does not wait for ever"))
            return arena_printf(look->arena, "it is not known whether %s waits for ever", name);
        if (!ends(look, is_held_up, NULL, name, "is not ready for ever"))
            return arena_printf(look->arena, "it is not known whether %s is ready for ever", name);
    }
    return NULL;
}

static const char *what_may_run_on(struct lasting_look *look) {
    for (uint32_t i = 0; i < look->app->subject.context_count && app_looks_for(look->app, APP_CHECK_ENDLESS); i++) {
        const char *name = app_context_name(look->app, i);
        look->number = i;
        if (!ends(look, is_undisturbed, NULL, name, "does not run for ever"))
            return arena_printf(look->arena, "it is not known whether %s runs for ever", name);
    }
    return NULL;
}

static const char *what_may_stand_still(struct lasting_look *look) {
    if (!app_is_timely(look->app)) return NULL;
    find_kept_back(look, actor_count(look->app));
    for (look->number = 0; look->number < actor_count(look->app); look->number++)
        if (!ends(look, is_kept_back, comes, "time", "waits for no task for ever"))
            return "it is not known whether time waits for a task for ever";
    return NULL;
}

/* Each step is a choice of its own: whoever wants to end something has the numbers that he wants. */
static struct attractor *with_choice_of_numbers(const struct wide_graph *graph, struct attractor_edge *edges) {
    size_t count = graph->edges.count;
    for (size_t i = 0; i < count; i++)
        edges[i] = (struct attractor_edge){graph->edges.items[i].from, graph->edges.items[i].to, (uint32_t)i};
    return attractor_new(edges, count, (uint32_t)graph->states.nodes.count, (uint32_t)count);
}

/* NULL: nothing lasts for ever, as far as `assumed` says. */
static const char *what_may_last(const struct app *app, const struct wide_graph *graph, struct arena *arena,
                                 const char **assumed) {
    uint32_t count = (uint32_t)graph->states.nodes.count;
    struct attractor_edge *edges = memory_new((graph->edges.count + 1) * sizeof *edges);
    struct lasting_look look = {.app = app, .config = app->subject.config, .graph = graph, .arena = arena};
    look.surely = attractor_new(graph->edges.items, graph->edges.count, count, graph->group_count);
    look.perhaps = with_choice_of_numbers(graph, edges);
    look.shut_down = memory_new(count + 1);
    look.busy = memory_new(count + 1);
    look.kept_back = memory_new((count + 1) * sizeof(uint64_t));
    find_busy(&look);
    const char *open = what_may_wait(&look);
    if (!open) open = what_may_run_on(&look);
    if (!open) open = what_may_stand_still(&look);
    *assumed = look.assumed;
    attractor_free(look.surely);
    attractor_free(look.perhaps);
    free(edges);
    free(look.shut_down);
    free(look.busy);
    free(look.kept_back);
    return open;
}

/* ---- what no run has shown ---- */

/* Of each instruction, whether steps have executed it so far: those of runs of the application. */
static bool *reached_so_far(const struct app *app) {
    uint32_t count = app->subject.instruction_count;
    bool *reached = memory_new(count + 1);
    for (uint32_t i = 0; i < count; i++) reached[i] = atomic_load(&app->executor.reached[i]) & REACHED;
    return reached;
}

/* What is assumed to end has ended in some run: with any numbers no code runs that had not run before. */
static bool reaches_more(const struct app *app, const bool *before) {
    for (uint32_t i = 0; i < app->subject.instruction_count; i++)
        if (!before[i] && (atomic_load(&app->executor.reached[i]) & REACHED)) return true;
    return false;
}

/* ---- round by round ---- */

struct patience {
    double until;
    const volatile sig_atomic_t *interrupted;
};

static bool goes_on(void *context) {
    const struct patience *patience = context;
    return !*patience->interrupted && clock_seconds() < patience->until;
}

struct naming {
    struct text *text;
    unsigned count;
};

enum { MOST_NAMES = 5, MOST_STATES = 400000 };

static void add_name(void *context, const struct c_object *object) {
    struct naming *naming = context;
    if (naming->count++ >= MOST_NAMES) return;
    text_printf(naming->text, "%s`%s`", naming->text->length ? ", " : "", object->name ? object->name : "(unnamed)");
}

static const char *names_of(const struct widened *widened, struct arena *arena) {
    struct text text = {0};
    struct naming naming = {&text, 0};
    widened_visit(widened, add_name, &naming);
    if (naming.count > MOST_NAMES) text_printf(&text, " and %u more", naming.count - MOST_NAMES);
    const char *names = text.length ? arena_text(arena, text_chars(&text)) : NULL;
    text_free(&text);
    return names;
}

static const char *words_for(enum wide_graph_end end, const struct wide_graph *graph, struct arena *arena) {
    const struct ts_fault *fault = graph->fault;
    switch (end) {
    case WIDE_WRONG:
        return arena_printf(arena, "something may go wrong: %s%s%s", fault->message, fault->place.file ? ", at " : "",
                            fault->place.file ? arena_printf(arena, "%s:%u", fault->place.file, fault->place.line)
                                              : "");
    case WIDE_UNKNOWN: return fault ? arena_text(arena, fault->message) : "the solver does not know";
    default: return "there was no time";
    }
}

/* Round by round, with places that may take this many values. WIDE_LARGE: fewer may do. `seen`: the code that runs have
 * executed, so that what ends there may be taken to end; NULL: nothing is. */
static enum wide_graph_end look(struct app *app, struct paths *paths, unsigned most, const struct wide_limits *limits,
                                const bool *seen, struct arena *arena, struct wide_proof *proof) {
    struct widened *widened = widened_new(most);
    struct wide_graph graph = {0};
    enum wide_graph_end end;
    do {
        wide_graph_free(&graph);
        widened_next_round(widened);
        app_forget_reached(app);
        app_forget_samples(app);
        paths_set_widened(paths, widened);
        paths_forget_doubts(paths);
        end = wide_graph_explore(&graph, app, paths, widened, limits);
    } while (end == WIDE_GREW && limits->goes_on(limits->context));
    paths_set_widened(paths, NULL);
    proof->places = names_of(widened, arena);
    proof->states = graph.states.nodes.count;
    proof->transitions = graph.edges.count;
    proof->overflows = end == WIDE_WRONG && !strcmp(graph.fault->kind, app_check_name(APP_CHECK_OVERFLOW));
    proof->open = end == WIDE_ALL ? what_may_last(app, &graph, arena, &proof->assumed) : words_for(end, &graph, arena);
    if (!proof->open && proof->assumed && (!seen || reaches_more(app, seen)))
        proof->open = arena_printf(arena, "it is not certain that %s", proof->assumed);
    if (end == WIDE_ALL && (app_sampled(app, arena) || app_is_cut_off(app))) proof->open = "not all values were tried";
    proof->holds = !proof->open;
    wide_graph_free(&graph);
    widened_free(widened);
    return end;
}

struct wide_proof wide_proof_find(struct app *app, struct paths *paths, const struct wide_proof_limits *limits,
                                  struct arena *arena) {
    static const struct {
        unsigned values;
        enum form_keeps keeps;
        double share; /* of the time that is left */
    } tries[] = {{300, FORM_LOOSE, 0.3}, {40, FORM_LOOSE, 0.4}, {8, FORM_BOUNDS, 1}};
    double end = clock_seconds() + limits->seconds;
    struct wide_proof proof = {0};
    bool *seen = reached_so_far(app);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        double now = clock_seconds();
        struct patience patience = {limits->values ? end : now + (end - now) * tries[i].share, limits->interrupted};
        struct wide_limits round = {MOST_STATES, limits->bytes, goes_on, &patience};
        unsigned values = limits->values ? limits->values : tries[i].values;
        enum form_keeps keeps = limits->values ? limits->keeps : tries[i].keeps;
        /* What is not kept may seem to end something that the same number, looked at again, does not end. */
        bool assumes = limits->assumes && keeps != FORM_BOUNDS;
        paths_set_keeps(paths, keeps);
        enum wide_graph_end reached = look(app, paths, values, &round, assumes ? seen : NULL, arena, &proof);
        if ((reached != WIDE_LARGE && reached != WIDE_GREW) || limits->values) break;
    }
    free(seen);
    return proof;
}
