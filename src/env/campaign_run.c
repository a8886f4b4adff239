/* Invariant: workers take the selected environments one after the other (`next`); whatever they find goes into the run
 * under `mutex`, and each finished check into the database before it is counted. */
#include "env/campaign_run.h"

#include "base/clock.h"
#include "base/limits.h"
#include "env/check_numberings.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { PROGRESS_MILLISECONDS = 200 };

struct runner {
    const struct env_campaign *campaign;
    const struct env_selection *selection;
    struct results_database *database;
    const struct env_run_options *options;
    double started;
    atomic_uint_fast64_t next;
    atomic_bool stop;
    pthread_mutex_t mutex;
    pthread_cond_t ended; /* a worker did */
    unsigned working;
    struct env_run *run;
};

/* What one check found, whether now or earlier. */
struct finding {
    enum verdict verdict;
    uint64_t numberings, states, transitions, depth;
    double seconds;
    char *kind, *message, *story;
    bool resumed;
};

static const char *const verdict_names[] = {"holds", "violated", "unknown"};

static void finding_free(struct finding *finding) {
    free(finding->kind);
    free(finding->message);
    free(finding->story);
}

/* ---- counting; with the mutex held ---- */

static void tally(struct env_tally *tally, const struct finding *finding) {
    ++*(finding->verdict == VERDICT_HOLDS      ? &tally->holding
        : finding->verdict == VERDICT_VIOLATED ? &tally->failing
                                               : &tally->unknown);
    tally->numberings += finding->numberings;
    tally->states += finding->states;
    tally->transitions += finding->transitions;
    if (finding->depth > tally->depth) tally->depth = finding->depth;
    tally->seconds += finding->seconds;
}

/* Keeps the rows of the smallest numbers. */
static void keep_row(struct env_rows *rows, size_t most, struct env_row row) {
    size_t at = rows->list.count;
    while (at > 0 && rows->list.items[at - 1].number > row.number) at--;
    if (at >= most) return;
    if (rows->list.count < most) vec_push(&rows->list, row);
    memmove(&rows->list.items[at + 1], &rows->list.items[at], (rows->list.count - at - 1) * sizeof row);
    rows->list.items[at] = row;
}

static void measure(const struct env_model *model, const struct env_graph *graph, struct env_smallest *size) {
    for (size_t c = 0; c < model->classes.count; c++) {
        const struct ocl_class *class = &model->schema.classes.items[c];
        size->objects += graph->sizes[c];
        for (size_t i = 0; i < graph->sizes[c]; i++)
            for (size_t m = 0; m < class->members.count; m++) {
                int64_t value = graph->values[c][i * class->members.count + m];
                if (class->members.items[m].kind == OCL_ASSOCIATION)
                    size->links += (uint64_t)__builtin_popcountll((uint64_t)value);
                else if (class->members.items[m].kind == OCL_ATTRIBUTE)
                    size->sum += (uint64_t)(value - class->members.items[m].low);
            }
    }
}

static bool is_smaller(const struct env_smallest *a, const struct env_smallest *b) {
    if (!b->known) return true;
    if (a->objects != b->objects) return a->objects < b->objects;
    if (a->links != b->links) return a->links < b->links;
    if (a->sum != b->sum) return a->sum < b->sum;
    return a->number < b->number;
}

static void keep_smallest(struct env_run *run, const struct env_model *model, const struct env_graph *graph,
                          uint64_t number, struct finding *finding) {
    struct env_smallest size = {.known = true, .number = number};
    measure(model, graph, &size);
    struct env_smallest *kept = &run->smallest;
    if (!is_smaller(&size, kept)) return;
    free(kept->kind);
    free(kept->message);
    free(kept->story);
    *kept = size;
    kept->kind = finding->kind;
    kept->message = finding->message;
    kept->story = finding->story;
    finding->kind = finding->message = finding->story = NULL;
}

static void keep_undecided(struct env_run *run, uint64_t number, struct finding *finding) {
    if (run->undecided_message && run->undecided < number) return;
    free(run->undecided_message);
    run->undecided = number;
    run->undecided_message = finding->message ? finding->message : memory_copy_text("unknown");
    finding->message = NULL;
}

static void keep_finding(struct runner *runner, uint64_t number, const struct env_graph *graph,
                         struct finding *finding) {
    struct env_run *run = runner->run;
    const struct env_cell *cell = env_campaign_cell(runner->campaign, number);
    struct env_row row = {number, finding->verdict};
    pthread_mutex_lock(&runner->mutex);
    tally(&run->total, finding);
    tally(&run->cells[cell - runner->campaign->cells.items], finding);
    run->resumed += finding->resumed;
    keep_row(&run->rows, runner->options->rows, row);
    if (finding->verdict == VERDICT_VIOLATED) {
        keep_row(&run->failing_rows, runner->options->rows, row);
        keep_smallest(run, env_campaign_model(runner->campaign, cell), graph, number, finding);
        if (runner->options->stop_at_first) atomic_store(&runner->stop, true);
    }
    if (finding->verdict == VERDICT_UNKNOWN)
        keep_undecided(run, number, finding);
    else
        env_analysis_add(run->analysis, cell->model, number, graph, finding->verdict == VERDICT_VIOLATED);
    pthread_mutex_unlock(&runner->mutex);
}

static void fail(struct runner *runner, struct diagnostics *problems) {
    atomic_store(&runner->stop, true);
    pthread_mutex_lock(&runner->mutex);
    if (runner->run->problems.errors == 0) {
        diag_free(&runner->run->problems);
        runner->run->problems = *problems;
        *problems = (struct diagnostics){0};
    }
    pthread_mutex_unlock(&runner->mutex);
    diag_free(problems);
}

/* ---- one check ---- */

static char *copy_or_null(const char *text) { return text ? memory_copy_text(text) : NULL; }

static void recall(void *context, const struct results_check *check) {
    struct finding *finding = context;
    for (size_t i = 0; i < 3; i++)
        if (strcmp(check->verdict, verdict_names[i]) == 0) finding->verdict = (enum verdict)i;
    finding->resumed = true;
    finding->states = check->states;
    finding->transitions = check->transitions;
    finding->depth = check->depth;
    finding->seconds = check->seconds;
    finding->kind = copy_or_null(check->kind);
    finding->message = copy_or_null(check->message);
    finding->story = copy_or_null(check->trace);
}

struct parameters {
    VEC(const char *) names;
    VEC(const char *) values;
};

static void add_parameter(struct parameters *parameters, struct arena *arena, const char *name, const char *value) {
    for (size_t i = 0; i < parameters->names.count; i++)
        if (strcmp(parameters->names.items[i], name) == 0) return;
    vec_push(&parameters->names, name);
    vec_push(&parameters->values, arena_text(arena, value));
}

/* The structure: constants, numbers of objects, the number of the graph and the graph itself. */
static void structure(const struct env_campaign *campaign, uint64_t number, const struct env_graph *graph,
                      struct arena *arena, struct parameters *parameters) {
    const struct env_cell *cell = env_campaign_cell(campaign, number);
    const struct env_model *model = env_campaign_model(campaign, cell);
    struct text value = {0};
    for (size_t c = 0; c < model->schema.constants.count; c++)
        add_parameter(parameters, arena, model->schema.constants.items[c].name,
                      arena_printf(arena, "%" PRId64, model->schema.constants.items[c].value));
    for (size_t c = 0; c < model->classes.count; c++)
        add_parameter(parameters, arena, model->schema.classes.items[c].name,
                      arena_printf(arena, "%u", cell->sizes[c]));
    add_parameter(parameters, arena, "number", arena_printf(arena, "%" PRIu64, number - cell->first + 1));
    env_graph_print(model, graph, &value);
    add_parameter(parameters, arena, "graph", text_chars(&value));
    text_free(&value);
}

static bool record(struct runner *runner, const char *key, uint64_t number, const struct env_graph *graph,
                   const struct finding *finding) {
    struct arena *arena = arena_new();
    struct parameters parameters = {0};
    structure(runner->campaign, number, graph, arena, &parameters);
    struct results_check check = {.key = key,
                                  .verdict = verdict_names[finding->verdict],
                                  .kind = finding->kind,
                                  .message = finding->message,
                                  .trace = finding->story,
                                  .states = finding->states,
                                  .transitions = finding->transitions,
                                  .depth = finding->depth,
                                  .seconds = finding->seconds,
                                  .parameter_names = parameters.names.items,
                                  .parameter_values = parameters.values.items,
                                  .parameter_count = parameters.names.count};
    bool good = results_add(runner->database, &check);
    vec_free(&parameters.names);
    vec_free(&parameters.values);
    arena_free(arena);
    return good;
}

static bool should_stop(struct runner *runner) {
    const struct env_run_options *options = runner->options;
    if (limits_reached() != LIMITS_NONE || (options->interrupted && *options->interrupted)) return true;
    if (results_error(runner->database)) return true; /* what cannot be stored is not worth the time */
    if (options->time_limit > 0 && clock_seconds() - runner->started > options->time_limit) return true;
    return atomic_load(&runner->stop);
}

static bool stops(void *context) { return should_stop(context); }

static void tell_apart(struct env_run *run, const char *class_name, const char *why, struct place place) {
    for (size_t i = 0; i < run->told_apart.count; i++)
        if (strcmp(run->told_apart.items[i].class_name, class_name) == 0) return;
    vec_push(&run->told_apart, (struct env_told_apart){class_name, why, place});
}

/* Remembers of which classes any() chose an object. */
static void note_choices(struct runner *runner, const struct env_model *model, const struct env_symmetry *symmetry,
                         const struct env_outcome *outcome) {
    pthread_mutex_lock(&runner->mutex);
    for (size_t c = 0; c < outcome->choices.count; c++)
        if (outcome->choices.items[c] && !symmetry->classes[c].numbered)
            tell_apart(runner->run, model->schema.classes.items[c].name, "any() chooses among several of them",
                       (struct place){0});
    pthread_mutex_unlock(&runner->mutex);
}

static void note_static_symmetry(struct runner *runner) {
    for (size_t i = 0; i < runner->campaign->models.count; i++) {
        const struct env_model *model = runner->campaign->models.items[i];
        const struct env_symmetry *symmetry = runner->options->symmetries[i];
        for (size_t c = 0; symmetry && c < model->classes.count; c++)
            if (symmetry->classes[c].why && !symmetry->classes[c].numbered)
                tell_apart(runner->run, model->schema.classes.items[c].name, symmetry->classes[c].why,
                           symmetry->classes[c].place);
    }
}

/* One of the threads that check. */
struct worker {
    struct runner *runner;
    struct env_source *source;
    struct search_room *room;
    struct text key; /* of the environment under way */
};

/* False if it was stopped. */
static bool check(struct worker *worker, uint64_t number, const struct env_graph *graph, struct finding *finding) {
    struct runner *runner = worker->runner;
    const struct env_cell *cell = env_campaign_cell(runner->campaign, number);
    const struct env_model *model = env_campaign_model(runner->campaign, cell);
    struct env_numbering_options options = {.symmetry = runner->options->symmetries[cell->model],
                                            .all = runner->options->all_numberings,
                                            .max_states = runner->options->max_states,
                                            .room = worker->room,
                                            .stop = stops,
                                            .stop_context = runner};
    struct env_outcome *outcome = env_check_numberings(model, graph, runner->options->designs[cell->model], &options);
    if (!outcome) return false;
    note_choices(runner, model, options.symmetry, outcome);
    finding->numberings = outcome->numberings;
    finding->verdict = outcome->verdict;
    finding->states = outcome->states;
    finding->transitions = outcome->transitions;
    finding->depth = outcome->depth;
    finding->seconds = outcome->seconds;
    finding->kind = copy_or_null(outcome->kind);
    finding->message = copy_or_null(outcome->message);
    finding->story = copy_or_null(outcome->story);
    env_outcome_free(outcome);
    return true;
}

/* False: this worker, and all others, should stop. */
static bool do_one(struct worker *worker, uint64_t number) {
    struct runner *runner = worker->runner;
    struct diagnostics problems = {0};
    const struct env_graph *graph = env_source_graph(worker->source, number, &problems);
    if (!graph) {
        fail(runner, &problems);
        return false;
    }
    text_clear(&worker->key);
    env_campaign_key(runner->campaign, number, &worker->key);
    const char *key = text_chars(&worker->key);
    struct finding finding = {.verdict = VERDICT_UNKNOWN};
    bool stored = true;
    if (!results_find(runner->database, key, recall, &finding)) {
        if (!check(worker, number, graph, &finding)) return false;
        stored = record(runner, key, number, graph, &finding);
    }
    keep_finding(runner, number, graph, &finding);
    finding_free(&finding);
    return stored;
}

/* ---- workers ---- */

static void *work(void *argument) {
    struct runner *runner = argument;
    struct worker worker = {.runner = runner, .source = env_source_new(runner->campaign), .room = search_room_new()};
    while (!should_stop(runner)) {
        uint64_t index = atomic_fetch_add(&runner->next, 1);
        if (index >= runner->selection->count) break;
        if (!do_one(&worker, env_selection_at(runner->selection, index))) break;
    }
    text_free(&worker.key);
    search_room_free(worker.room);
    env_source_free(worker.source);
    pthread_mutex_lock(&runner->mutex);
    runner->working--;
    pthread_cond_signal(&runner->ended);
    pthread_mutex_unlock(&runner->mutex);
    return NULL;
}

static uint64_t done(const struct env_run *run) { return run->total.holding + run->total.failing + run->total.unknown; }

/* Waits for the workers, and says now and then how far they are. */
static void watch(struct runner *runner) {
    pthread_mutex_lock(&runner->mutex);
    while (runner->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += PROGRESS_MILLISECONDS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&runner->ended, &runner->mutex, &until);
        struct env_progress progress = {done(runner->run), runner->run->selected, runner->run->total.failing,
                                        clock_seconds() - runner->started};
        pthread_mutex_unlock(&runner->mutex);
        if (runner->options->progress) runner->options->progress(runner->options->progress_context, &progress);
        pthread_mutex_lock(&runner->mutex);
    }
    pthread_mutex_unlock(&runner->mutex);
}

static void run_workers(struct runner *runner) {
    unsigned count = runner->options->threads ? runner->options->threads : 1;
    if (count > runner->selection->count) count = (unsigned)runner->selection->count;
    pthread_t *threads = memory_new(sizeof *threads * (count + 1));
    unsigned started = 0;
    runner->working = count;
    while (started < count && pthread_create(&threads[started], NULL, work, runner) == 0) started++;
    pthread_mutex_lock(&runner->mutex);
    runner->working -= count - started;
    pthread_mutex_unlock(&runner->mutex);
    if (started == 0 && count > 0) {
        runner->working = 1;
        work(runner);
    }
    watch(runner);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(threads);
}

static const char *limit_of(const struct runner *runner) {
    const struct env_run_options *options = runner->options;
    enum limits_reason reason = limits_reached();
    if (results_error(runner->database)) return "results not stored";
    if (options->interrupted && *options->interrupted) return "interrupted";
    if (reason != LIMITS_NONE) return limits_name(reason);
    if (options->stop_at_first && runner->run->total.failing > 0) return "stopped at the first failure";
    return "time limit";
}

struct env_run *env_campaign_run(const struct env_campaign *campaign, const struct env_selection *selection,
                                 struct results_database *database, const struct env_run_options *options) {
    struct env_run *run = memory_new(sizeof *run);
    run->cells = memory_new(sizeof *run->cells * (campaign->cells.count + 1));
    run->selected = selection->count;
    run->analysis = env_analysis_new((const struct env_model *const *)campaign->models.items, campaign->models.count);
    struct runner runner = {.campaign = campaign,
                            .selection = selection,
                            .database = database,
                            .options = options,
                            .started = clock_seconds(),
                            .run = run};
    pthread_mutex_init(&runner.mutex, NULL);
    pthread_cond_init(&runner.ended, NULL);
    note_static_symmetry(&runner);
    run_workers(&runner);
    pthread_cond_destroy(&runner.ended);
    pthread_mutex_destroy(&runner.mutex);
    run->complete = done(run) == run->selected;
    if (!run->complete && run->problems.errors == 0) run->limit = limit_of(&runner);
    run->seconds = clock_seconds() - runner.started;
    return run;
}

void env_run_free(struct env_run *run) {
    if (!run) return;
    vec_free(&run->rows.list);
    vec_free(&run->failing_rows.list);
    vec_free(&run->told_apart);
    free(run->smallest.kind);
    free(run->smallest.message);
    free(run->smallest.story);
    free(run->undecided_message);
    env_analysis_free(run->analysis);
    diag_free(&run->problems);
    free(run->cells);
    free(run);
}
