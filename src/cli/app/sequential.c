/* --engine sequential: the application as one sequential program, written for others and searched by us. */
#include "app/never_idle.h"
#include "app/subject/budget.h"
#include "app/subject/half_sentence.h"
#include "app/subject/subject.h"
#include "base/clock.h"
#include "cli/app/compare.h"
#include "cli/common/command.h"
#include "report/excerpt.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char PROGRAM[] = "sequential.c", PROMELA[] = "sequential.pml", CLAUSES[] = "sequential.smt2",
                  INVARIANT[] = "invariant.smt2";

static const char *source_line(void *context, const char *file, unsigned line) {
    return excerpt_line(context, file, line);
}

static bool write_file(const struct command_app_options *command, const char *name, const struct text *text) {
    struct text path = {0};
    text_printf(&path, "%s/%s", command->emit, name);
    bool good = command_write("app", text_chars(&path), text);
    text_free(&path);
    return good;
}

/* Not everything can be said in Promela: then it is told what not, and there is no such file. */
static bool write_promela(const struct command_app_options *command, const struct sequential *sequential,
                          struct excerpts *excerpts) {
    struct diagnostics diagnostics = {0};
    struct text model = {0}, reason = {0};
    const char *title = command->configurations.list.items[0];
    bool good = true;
    if (sequential_write_promela(sequential, title, source_line, excerpts, &model, &diagnostics)) {
        good = write_file(command, PROMELA, &model);
    } else {
        text_clear(&model);
        text_printf(&model, "%s/%s", command->emit, PROMELA);
        unlink(text_chars(&model));
        if (diagnostics.list.count) command_add_reason(&diagnostics.list.items[0], &reason);
        if (!command->quiet)
            fprintf(stderr, "rtcheck app: %s was not written: %s\n", text_chars(&model), text_chars(&reason));
    }
    text_free(&model);
    text_free(&reason);
    diag_free(&diagnostics);
    return good;
}

static bool write_program(const struct command_app_options *command, const struct sequential *sequential) {
    const char *title = command->configurations.list.items[0];
    if (mkdir(command->emit, 0777) != 0 && errno != EEXIST)
        return !command_complain("app", "cannot make the folder '%s': %s", command->emit, strerror(errno));
    struct excerpts excerpts = {0};
    struct text program = {0}, clauses = {0};
    sequential_write(sequential, title, source_line, &excerpts, &program);
    bool good = write_file(command, PROGRAM, &program) && write_promela(command, sequential, &excerpts);
    if (good && sequential_clauses(sequential, title, &clauses)) good = write_file(command, CLAUSES, &clauses);
    text_free(&program);
    text_free(&clauses);
    excerpts_free(&excerpts);
    return good;
}

const char *command_sequential_obstacle(const struct command_app_options *command, const struct app *app) {
    return app_property_count(app)                ? "--ltl"
           : command->mutexes.list.count          ? "--mutex"
           : app_kernel_config(app)->no_scheduler ? "--schedule any"
           : app_minds_moments(app)               ? "alarms that wait for tasks which others activate, too"
           : app_may_go_on_without(app) ? "alarms that wait until their events are taken, or may lose activations"
           : command->suppress          ? "--suppress"
           : command->how.checkpoint || command->how.resume ? "--checkpoint or --resume"
                                                            : NULL;
}

/* How large it was when it was given up, how fast it grew, and what that would come to. */
static const char *too_large(const struct command_app_options *command, const struct sequential_size *size,
                             struct arena *arena) {
    enum { AHEAD = 10 /* answers */ };
    double later = size->points;
    for (int i = 0; i < AHEAD; i++) later *= size->growth;
    const char *estimate = size->growth > 1.05
                               ? arena_printf(arena, ", which makes about %.2g points %d answers later", later, AHEAD)
                               : "";
    return arena_printf(arena,
                        "the graph of computation has more than %llu points (%u nodes and %u states of the kernel "
                        "until then, up to %u answers of the kernel in a row, each %.2g times as many nodes as the "
                        "one before%s): --nodes sets the limit",
                        (unsigned long long)command->nodes, size->nodes, size->kernel_states, size->depth, size->growth,
                        estimate);
}

static void tell_size(const struct command_app_options *command, const struct sequential_size *size,
                      struct arena *arena, struct answer *answer) {
    answer->graph =
        (struct answer_graph){size->nodes, size->points, size->kernel_states, size->computed, answer->graph.orders};
    if (size->complete) return;
    answer->inconclusive =
        size->points > command->nodes
            ? too_large(command, size, arena)
            : arena_printf(arena, "there was no time to build the graph of computation (%u points until then)",
                           size->points);
}

enum { TREE_BOUND = 10 /* rounds of loops, unless said otherwise: that of the thesis's experiments */ };

static void count_tree(const struct command_app_options *command, const struct sequential *sequential,
                       struct answer *answer) {
    uint32_t bound = command->loop_bound ? (uint32_t)command->loop_bound : TREE_BOUND;
    struct sequential_tree plain = sequential_tree(sequential, bound, false);
    struct sequential_tree joined = sequential_tree(sequential, bound, true);
    answer->tree = (struct answer_tree){bound,
                                        plain.paths,
                                        plain.states,
                                        joined.paths,
                                        joined.states,
                                        plain.endless || joined.endless,
                                        plain.complete && joined.complete};
}

/* To write and compile the program takes about four times as long as to build the graph, and cannot be interrupted. */
static bool has_time_to_compile(const struct command_app_options *command, double built_in) {
    double left;
    return searching_time_left(&command->how, command->began, &left) && (left <= 0 || left > 5 * built_in);
}

struct foreseeing {
    const struct command_app_options *command;
    const struct app *app;
    struct answer *answer;
};

/* What may become too large is told before it does. */
static void foresee(void *context, const struct sequential_estimate *estimate) {
    const struct foreseeing *foreseeing = context;
    const struct command_app_options *command = foreseeing->command;
    foreseeing->answer->graph.orders = estimate->orders;
    if (estimate->orders <= (double)command->nodes || command->quiet || command->beside) return;
    fprintf(stderr,
            "rtcheck app: %s calls services in %.3g orders: the graph of computation may have as many nodes, and is "
            "given up beyond %llu points (--nodes)\n",
            app_context_name(foreseeing->app, estimate->context), estimate->orders, (unsigned long long)command->nodes);
}

enum sequential_outcome command_sequential_build(const struct command_app_options *command, const struct app *app,
                                                 struct arena *arena, struct answer *answer,
                                                 struct sequential **built) {
    struct diagnostics diagnostics = {0};
    const char *obstacle = command_sequential_obstacle(command, app);
    if (obstacle) {
        command_complain("app", "--engine sequential cannot do with %s", obstacle);
        return SEQUENTIAL_REFUSED;
    }
    double began = clock_seconds();
    struct foreseeing foreseeing = {command, app, answer};
    *built = sequential_new(app_executor(app), (uint32_t)command->nodes, foresee, &foreseeing, &diagnostics);
    enum sequential_outcome outcome = *built ? SEQUENTIAL_READY : SEQUENTIAL_REFUSED;
    if (*built) {
        struct sequential_size size = sequential_size(*built);
        tell_size(command, &size, arena, answer);
        if (!size.complete) outcome = SEQUENTIAL_GIVEN_UP;
        if (size.complete && command->tree) count_tree(command, *built, answer);
        if (size.complete && !has_time_to_compile(command, clock_seconds() - began)) {
            outcome = SEQUENTIAL_GIVEN_UP;
            answer->inconclusive =
                arena_printf(arena, "there was no time to compile the graph of computation (%u points)", size.points);
        }
    }
    if (outcome == SEQUENTIAL_READY && command->emit && !write_program(command, *built)) outcome = SEQUENTIAL_REFUSED;
    if (outcome == SEQUENTIAL_READY && !sequential_ts(*built, &diagnostics)) outcome = SEQUENTIAL_REFUSED;
    if (command->beside && diagnostics.list.count)
        command_add_reason(&diagnostics.list.items[0], command->beside);
    else
        diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    return outcome;
}

/* ---- proofs ---- */

static void write_invariant(const struct command_app_options *command, const struct text *invariant) {
    if (command->emit) write_file(command, INVARIANT, invariant);
}

enum sequential_proof command_sequential_prove(const struct command_app_options *command,
                                               const struct sequential *sequential, double seconds, struct arena *arena,
                                               struct result_property *property, struct answer *answer) {
    struct text invariant = {0}, why = {0};
    double began = clock_seconds();
    enum sequential_proof proof = sequential_prove(sequential, seconds, &invariant, &why);
    property->was_run = true;
    property->search = "proof";
    property->store = "none";
    property->verdict = proof == SEQUENTIAL_PROVED ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    property->complete = proof == SEQUENTIAL_PROVED;
    property->statistics = (struct search_statistics){.coverage = 1, .seconds = clock_seconds() - began};
    if (proof == SEQUENTIAL_PROVED) {
        bool by_induction = invariant.length && *text_chars(&invariant) == ';';
        answer->proof = by_induction ? "induction" : "invariants";
        write_invariant(command, &invariant);
    } else if (proof == SEQUENTIAL_OPEN || proof == SEQUENTIAL_LATE) {
        if (proof == SEQUENTIAL_LATE) property->limit = LIMIT_TIME;
        answer->inconclusive = arena_printf(arena, "no proof was found: %s", text_chars(&why));
        answer->lacks_proof = true;
    }
    text_free(&invariant);
    text_free(&why);
    return proof;
}

/* ---- what is not looked at ---- */

static bool has_loops(const struct app *app) {
    const struct c_program *program = app_program(app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (program->functions[f]->code[i].is_back_edge) return true;
    return false;
}

static bool has_waits(const struct app *app) {
    const struct osek_config *config = app_kernel_config(app);
    for (uint32_t i = 0; i < config->task_count; i++)
        if (config->tasks[i].extended) return true;
    return false;
}

const char *command_beyond_model(const struct command_app_options *command, const struct app *app, const char *others,
                                 struct arena *arena) {
    const char *const beyond[] = {
        app_looks_for(app, APP_CHECK_WAITING) && app_has_restarts(app) ? "whoever is ready runs at some time" : NULL,
        app_looks_for(app, APP_CHECK_WAITING) && has_waits(app) ? "no task waits for ever while others go on" : NULL,
        app_looks_for(app, APP_CHECK_ENDLESS) && has_loops(app) ? "loops end" : NULL,
        app_is_timely(app) && (has_waits(app) || has_loops(app) || app_has_restarts(app))
            ? "no alarm waits for ever for its task"
            : NULL,
        app_looks_for(app, APP_CHECK_RACE) && budgets_let_come(app_executor(app)->subject) ? "accesses do not race"
                                                                                           : NULL,
        command->allow_vacuous ? NULL : "tasks run, and assertions are reached",
        !command->allow_vacuous && never_idle_matters(app) ? "what comes only while nothing runs does come" : NULL,
        !command->allow_vacuous && c_leaves_runs_out(app_program(app)) ? "no assumption (rtcheck_assume) ends every run"
                                                                       : NULL,
    };
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) others = half_sentence_join(arena, others, beyond[i]);
    return others;
}
