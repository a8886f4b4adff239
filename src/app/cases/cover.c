#include "app/cases/cover.h"

#include "app/cases/follow.h"
#include "app/exec/fault.h"
#include "app/paths/paths.h"
#include "base/invariant.h"
#include "cfront/headers.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <string.h>

enum { MOST_STATES = 1 << 18, MOST_ATTEMPTS = 4 };

/* How a state was reached first. */
struct arrival {
    uint32_t from; /* its number; UINT32_MAX: it is an initial state */
    struct ts_step step;
};

/* A way that executes something for the first time. */
struct find {
    uint32_t target, note;
    unsigned char *form;
    uint32_t size;
    struct ts_step step;
};

struct covering {
    struct app *app;
    const struct executor *executor;
    struct cover *cover;
    struct paths *paths;
    uint32_t *target_of; /* by note: 1 + the number of its target; 0: none */
    uint32_t *attempts;  /* by target: in vain, in this search */
    size_t open;
    struct nodeset states;
    VEC(struct arrival) arrivals; /* by state */
    VEC(struct find) finds;       /* in the state under way */
    uint32_t under_way;
    bool sure;
    const struct ts_fault *fault; /* some run goes wrong, and ends there: what is behind it is not looked at */
};

/* ---- what is to be reached ---- */

static bool is_same_place(struct place a, struct place b) {
    return a.line == b.line && a.column == b.column &&
           (a.file == b.file || (a.file && b.file && !strcmp(a.file, b.file)));
}

static size_t target_at(const struct cover *cover, const struct c_function *function, struct place place) {
    for (size_t i = 0; i < cover->targets.count; i++)
        if (cover->targets.items[i].function == function && is_same_place(cover->targets.items[i].place, place))
            return i;
    return cover->targets.count;
}

/* A statement is reached if any of its code is; jumps and the end of a function are nobody's statements. */
static void add_statement(struct covering *covering, const struct c_function *function, uint32_t i, uint32_t number) {
    const struct c_instruction *code = &function->code[i];
    if (code->kind == C_JUMP || code->kind == C_CLEAR || (code->kind == C_RETURN && !code->value) ||
        !code->statement.line)
        return;
    struct cover *cover = covering->cover;
    size_t target = target_at(cover, function, code->statement);
    if (target == cover->targets.count)
        vec_push(&cover->targets, (struct cover_target){.function = function, .place = code->statement});
    covering->target_of[note_of(number, NOTE_EXECUTED)] = (uint32_t)target + 1;
}

static void add_branches(struct covering *covering, const struct c_function *function, uint32_t i, uint32_t number) {
    struct cover *cover = covering->cover;
    if (function->code[i].kind != C_BRANCH) return;
    for (enum note_kind kind = NOTE_TAKEN; kind <= NOTE_NOT_TAKEN; kind++) {
        vec_push(&cover->targets,
                 (struct cover_target){.function = function, .place = function->code[i].place, .kind = kind});
        covering->target_of[note_of(number, kind)] = (uint32_t)cover->targets.count;
    }
}

/* Our own library is nobody's to test. */
static bool is_library(const struct c_function *function) {
    return !function->place.file || !strncmp(function->place.file, HEADERS_FOLDER, strlen(HEADERS_FOLDER));
}

static void list_targets(struct covering *covering) {
    const struct subject *subject = covering->executor->subject;
    covering->target_of = memory_new((subject->instruction_count + 1) * NOTE_KINDS * sizeof *covering->target_of);
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        if (is_library(function) || function == subject->skipped_main) continue;
        for (uint32_t i = 0; i < function->code_count; i++)
            (covering->cover->goal == COVER_BRANCH ? add_branches : add_statement)(covering, function, i,
                                                                                   subject->first_instruction[f] + i);
    }
    covering->open = covering->cover->targets.count;
    covering->attempts = memory_new((covering->open + 1) * sizeof *covering->attempts);
}

/* ---- test cases ---- */

static void build_trace(const struct covering *covering, const struct find *find, struct ts_trace *trace) {
    VEC(uint32_t) way = {0};
    for (uint32_t at = covering->under_way; at != UINT32_MAX; at = covering->arrivals.items[at].from)
        vec_push(&way, at);
    while (way.count) {
        uint32_t size, at = vec_pop(&way);
        const void *bytes = nodeset_get(&covering->states, at, &size);
        ts_trace_add(trace, bytes, size, &covering->arrivals.items[at].step);
    }
    ts_trace_add(trace, find->form, find->size, &find->step);
    vec_free(&way);
}

static uint32_t start_of(const struct covering *covering) {
    uint32_t at = covering->under_way;
    while (covering->arrivals.items[at].from != UINT32_MAX) at = covering->arrivals.items[at].from;
    return at; /* initial states come first */
}

static bool reaches(const struct test_case *test, uint32_t note) {
    for (size_t i = 0; i < test->notes.list.count; i++)
        if (test->notes.list.items[i] == note) return true;
    return false;
}

static void count_reached(struct covering *covering, struct test_case *test) {
    struct cover *cover = covering->cover;
    bool *seen = memory_new(cover->targets.count + 1);
    for (size_t i = 0; i < test->notes.list.count; i++) {
        uint32_t number = covering->target_of[test->notes.list.items[i]];
        if (!number || seen[number]) continue;
        struct cover_target *target = &cover->targets.items[number - 1];
        seen[number] = true;
        vec_push(&test->reaches, number - 1);
        if (target->status == COVER_REACHED) continue;
        target->status = COVER_REACHED;
        target->test = cover->tests.count;
        covering->open--;
    }
    free(seen);
}

static struct test_case *new_case(const struct covering *covering, const struct ts_trace *trace,
                                  const struct paths_run *run) {
    struct test_case *test = memory_new(sizeof *test);
    test->start = start_of(covering);
    for (size_t i = 1; i < trace->states.count; i++) {
        const struct ts_step *step = &trace->states.items[i].step;
        vec_push(&test->steps, (struct case_step){step->action, step->actor, run->choices[i - 1]});
    }
    for (size_t i = 0; i < run->input_count; i++) vec_push(&test->inputs, run->inputs[i]);
    return test;
}

static void try_find(struct covering *covering, const struct find *find) {
    if (covering->cover->targets.items[find->target].status == COVER_REACHED) return;
    struct ts_trace *trace = ts_trace_new();
    struct paths_run run;
    build_trace(covering, find, trace);
    if (paths_run(covering->paths, trace, find->note, &run)) {
        struct test_case *test = new_case(covering, trace, &run);
        if (!follow_case(covering->executor, test) || !reaches(test, find->note))
            internal_error("a test case does not reach what it was made for");
        count_reached(covering, test);
        vec_push(&covering->cover->tests, test);
    } else {
        covering->attempts[find->target]++;
    }
    free(run.inputs);
    free(run.choices);
    ts_trace_free(trace);
}

/* ---- the search ---- */

static void add_state(struct covering *covering, const void *form, uint32_t size, const struct ts_step *step) {
    uint32_t number;
    if (nodeset_add(&covering->states, form, size, hash_bytes(form, size), &number))
        vec_push(&covering->arrivals, (struct arrival){covering->under_way, *step});
}

static void on_start(void *context, const void *form, uint32_t size, const struct ts_step *step) {
    add_state(context, form, size, step);
}

static bool is_wanted(const struct covering *covering, uint32_t target) {
    if (covering->cover->targets.items[target].status == COVER_REACHED || covering->attempts[target] >= MOST_ATTEMPTS)
        return false;
    for (size_t i = 0; i < covering->finds.count; i++)
        if (covering->finds.items[i].target == target) return false;
    return true;
}

static void on_way(void *context, const struct paths_way *way) {
    struct covering *covering = context;
    const struct ts_fault *fault = way->step->fault ? faults_get(covering->executor->faults, way->step->fault) : NULL;
    if (fault && app_fault_is_inconclusive(fault->kind))
        covering->sure = false;
    else if (fault && !covering->fault)
        covering->fault = fault;
    for (size_t i = 0; i < way->notes->list.count; i++) {
        uint32_t target = covering->target_of[way->notes->list.items[i]];
        if (!target || !is_wanted(covering, target - 1)) continue;
        struct find find = {target - 1, way->notes->list.items[i], memory_new(way->size + 1), way->size, *way->step};
        memcpy(find.form, way->form, way->size);
        vec_push(&covering->finds, find);
    }
    if (!fault) add_state(covering, way->form, way->size, way->step);
}

static void expand(struct covering *covering, uint32_t number) {
    uint32_t size;
    const void *stored = nodeset_get(&covering->states, number, &size);
    unsigned char *form = memory_new(size + 1); /* what is stored moves when more is */
    memcpy(form, stored, size);
    covering->under_way = number;
    covering->sure &= paths_ways(covering->paths, form, size, on_way, covering);
    for (size_t i = 0; i < covering->finds.count; i++) {
        try_find(covering, &covering->finds.items[i]);
        free(covering->finds.items[i].form);
    }
    vec_clear(&covering->finds);
    free(form);
}

/* True: all was gone through, or nothing is left to be reached. */
static bool search(struct covering *covering, bool (*goes_on)(void *context), void *context) {
    const struct ts *ts = paths_ts(covering->paths);
    nodeset_clear(&covering->states);
    vec_clear(&covering->arrivals);
    memset(covering->attempts, 0, covering->cover->targets.count * sizeof *covering->attempts);
    covering->sure = true;
    covering->under_way = UINT32_MAX;
    ts->initial(ts, on_start, covering);
    for (uint32_t i = 0; i < covering->arrivals.count && covering->open; i++) {
        if (covering->arrivals.count > MOST_STATES || !goes_on(context)) return false;
        expand(covering, i);
    }
    covering->cover->states += covering->arrivals.count;
    return true;
}

static bool tried_in_vain(const struct covering *covering) {
    for (size_t i = 0; i < covering->cover->targets.count; i++)
        if (covering->cover->targets.items[i].status != COVER_REACHED && covering->attempts[i]) return true;
    return false;
}

static const char *why_incomplete(const struct covering *covering, bool finished) {
    const struct ts_fault *fault = covering->fault;
    const char *sampled = app_sampled(covering->app, covering->executor->arena);
    if (!finished) return "the search was not finished";
    if (!covering->open) return NULL;
    if (fault)
        return arena_printf(covering->executor->arena,
                            "runs end where something goes wrong (--no-check NAME lets them go on): %s, at %s:%u",
                            fault->message, fault->place.file ? fault->place.file : "?", fault->place.line);
    if (app_cut_off(covering->app, covering->executor->arena))
        return app_cut_off(covering->app, covering->executor->arena);
    if (tried_in_vain(covering)) return "the solver does not know";
    return sampled ? sampled : !covering->sure ? "something was met that cannot be gone through" : NULL;
}

static void judge_rest(struct covering *covering, bool finished) {
    struct cover *cover = covering->cover;
    cover->why = why_incomplete(covering, finished);
    cover->complete = !cover->why;
    for (size_t i = 0; cover->complete && i < cover->targets.count; i++)
        if (cover->targets.items[i].status == COVER_OPEN) cover->targets.items[i].status = COVER_INFEASIBLE;
}

bool cover_find(struct app *app, enum cover_goal goal, bool (*goes_on)(void *context), void *context,
                struct cover *cover, struct text *why) {
    struct covering covering = {.app = app, .executor = app_executor(app), .cover = cover};
    cover->goal = goal;
    covering.paths = paths_new(covering.executor, why);
    if (!covering.paths) return false;
    list_targets(&covering);
    paths_set_loose(covering.paths, true);
    bool finished = search(&covering, goes_on, context);
    if (finished && covering.open && (tried_in_vain(&covering) || !covering.sure)) {
        /* Forgetting may have made up what cannot be: once more, without. */
        paths_set_loose(covering.paths, false);
        finished = search(&covering, goes_on, context);
    }
    judge_rest(&covering, finished);
    paths_free(covering.paths);
    nodeset_free(&covering.states);
    vec_free(&covering.arrivals);
    vec_free(&covering.finds);
    free(covering.target_of);
    free(covering.attempts);
    return true;
}

void cover_free(struct cover *cover) {
    for (size_t i = 0; i < cover->tests.count; i++) test_case_free(cover->tests.items[i]);
    vec_free(&cover->tests);
    vec_free(&cover->targets);
}
