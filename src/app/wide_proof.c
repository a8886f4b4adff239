#include "app/wide_proof.h"

#include "app/analysis/stored.h"
#include "app/analysis/uncounted.h"
#include "app/parts.h"
#include "app/standstill.h"
#include "app/wide_graph.h"
#include "app/wide_lasting.h"
#include "base/clock.h"
#include "cfront/ir/called.h"

#include <string.h>

static bool increments(const struct c_instruction *code) {
    return code->kind == C_SERVICE && code->service == OSEK_IncrementCounter;
}

static bool code_increments(const struct c_program *program) {
    struct arena *own = arena_new();
    const bool *called = called_find(program, own);
    bool does = false;
    for (uint32_t f = 0; f < program->function_count && !does; f++)
        does = called[f] && c_function_has_code(program->functions[f], increments);
    arena_free(own);
    return does;
}

/* Time that code makes waits in the middle of a step. */
static bool advances_counters(const struct app *app) {
    const struct osek_config *config = app->subject.config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].action == OSEK_INCREMENT) return true;
    return code_increments(app->subject.program);
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
    if (wide_actor_count(app) > 64) return "there are too many tasks, routines and counters";
    if (app_is_timely(app) && advances_counters(app)) return "code advances counters, and time waits for tasks";
    if (app_is_timely(app) && standstill_may_be(app)) return "alarms are cancelled, and time waits for them";
    return NULL;
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
    case WIDE_ALL: return "the solver does not know";
    default: return "there was no time";
    }
}

static const struct widened_code *code_of(const struct app *app, struct arena *arena) {
    struct widened_code *code = arena_new_object(arena, struct widened_code);
    code->uncounted = uncounted_find(&app->subject, arena);
    code->stored = stored_find(&app->subject, arena);
    return code;
}

/* Round by round, with places that may take this many values. WIDE_LARGE: fewer may do. `seen`: the code that runs have
 * executed, so that what ends there may be taken to end; NULL: nothing is. */
static enum wide_graph_end look(struct app *app, struct paths *paths, const struct widened_code *code, unsigned most,
                                const struct wide_limits *limits, const bool *seen, struct arena *arena,
                                struct wide_proof *proof) {
    struct widened *widened = widened_new(most, code);
    struct wide_graph graph = {0};
    enum wide_graph_end end;
    do {
        wide_graph_free(&graph);
        widened_next_round(widened);
        app_forget_reached(app);
        app_forget_samples(app);
        paths_set_widened(paths, widened);
        paths_forget_doubts(paths);
        end = wide_graph_explore(&graph, app, paths_ts(paths), widened, limits);
    } while (end == WIDE_GREW && limits->goes_on(limits->context));
    paths_set_widened(paths, NULL);
    proof->places = names_of(widened, arena);
    proof->states = graph.states.nodes.count;
    proof->transitions = graph.edges.count;
    proof->overflows = end == WIDE_WRONG && !strcmp(graph.fault->kind, app_check_name(APP_CHECK_OVERFLOW));
    bool is_all = end == WIDE_ALL && !paths_were_unsure(paths);
    bool is_cut = app_sampled(app, arena) || app_is_cut_off(app), assumes = seen && !reaches_more(app, seen);
    proof->open = is_all ? wide_lasting_find(app, &graph, assumes ? limits : NULL, arena, &proof->assumed)
                         : words_for(end, &graph, arena);
    if (is_all && is_cut) proof->open = "not all values were tried";
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
    const struct widened_code *code = code_of(app, arena);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        double now = clock_seconds();
        struct patience patience = {limits->values ? end : now + (end - now) * tries[i].share, limits->interrupted};
        struct wide_limits round = {MOST_STATES, limits->bytes, goes_on, &patience};
        unsigned values = limits->values ? limits->values : tries[i].values;
        enum form_keeps keeps = limits->values ? limits->keeps : tries[i].keeps;
        /* What is not kept may seem to end something that the same number, looked at again, does not end. */
        bool assumes = limits->assumes && keeps != FORM_BOUNDS;
        paths_set_keeps(paths, keeps);
        enum wide_graph_end reached = look(app, paths, code, values, &round, assumes ? seen : NULL, arena, &proof);
        if ((reached != WIDE_LARGE && reached != WIDE_GREW) || limits->values) break;
    }
    free(seen);
    return proof;
}
