#include "app/cases/cover.h"

#include "app/cases/feats.h"
#include "app/cases/follow.h"
#include "app/exec/fault.h"
#include "app/paths/paths.h"
#include "base/invariant.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <string.h>

enum { MOST_STATES = 1 << 18, MOST_ATTEMPTS = 4, ROUNDS = 1 /* of loops on paths, where nobody says how many */ };

/* How a state was reached first. */
struct arrival {
    uint32_t from; /* its number; UINT32_MAX: it is an initial state */
    struct ts_step step;
    uint32_t form_size; /* of its bytes; the rest is its history */
};

/* A way that does something for the first time. */
struct find {
    uint32_t feat;
    unsigned char *form;
    uint32_t size;
    struct ts_step step;
};

struct covering {
    struct app *app;
    const struct executor *executor;
    struct cover *cover;
    struct paths *paths;
    struct feats feats;
    struct nodeset states;        /* a form, and the history behind it */
    VEC(struct arrival) arrivals; /* by state */
    VEC(struct find) finds;       /* in the state under way */
    uint32_t under_way;
    struct history before, behind; /* the state under way; a way that was gone from there */
    bool sure;
    const struct ts_fault *fault; /* some run goes wrong, and ends there: what is behind it is not looked at */
};

/* ---- states ---- */

static void add_state(struct covering *covering, const void *form, uint32_t size, const struct history *history,
                      const struct ts_step *step) {
    struct text key = {0};
    uint32_t number;
    text_add_n(&key, form, size);
    text_add_n(&key, (const char *)history->entries.items, history->entries.count * sizeof *history->entries.items);
    text_add_n(&key, (const char *)&size, sizeof size);
    if (nodeset_add(&covering->states, key.chars, (uint32_t)key.length, hash_bytes(key.chars, key.length), &number))
        vec_push(&covering->arrivals, (struct arrival){covering->under_way, *step, size});
    text_free(&key);
}

static void read_history(const struct covering *covering, uint32_t state, struct history *history) {
    uint32_t size, form = covering->arrivals.items[state].form_size;
    const unsigned char *bytes = nodeset_get(&covering->states, state, &size);
    vec_clear(&history->entries);
    for (uint32_t at = form; at + sizeof size < size; at += sizeof *history->entries.items) {
        struct history_entry entry;
        memcpy(&entry, bytes + at, sizeof entry);
        vec_push(&history->entries, entry);
    }
}

/* ---- test cases ---- */

/* The states on the way to what was found, and what the steps between them have to do. */
struct tracing {
    struct covering *covering;
    VEC(uint32_t) way; /* states, the first one first */
    uint32_t feat;     /* of the last step */
    bool found;
};

static void list_way(struct tracing *tracing) {
    const struct arrival *arrivals = tracing->covering->arrivals.items;
    for (uint32_t at = tracing->covering->under_way; at != UINT32_MAX; at = arrivals[at].from)
        vec_push(&tracing->way, at);
    for (size_t i = 0; i < tracing->way.count / 2; i++) {
        uint32_t *a = &tracing->way.items[i], *b = &tracing->way.items[tracing->way.count - 1 - i], swapped = *a;
        *a = *b, *b = swapped;
    }
}

static void build_trace(const struct tracing *tracing, const struct find *find, struct ts_trace *trace) {
    const struct covering *covering = tracing->covering;
    for (size_t i = 0; i < tracing->way.count; i++) {
        uint32_t size, at = tracing->way.items[i];
        const void *bytes = nodeset_get(&covering->states, at, &size);
        ts_trace_add(trace, bytes, covering->arrivals.items[at].form_size, &covering->arrivals.items[at].step);
    }
    ts_trace_add(trace, find->form, find->size, &find->step);
}

static void note_feat(void *context, uint32_t feat) {
    struct tracing *tracing = context;
    tracing->found |= feat == tracing->feat;
}

/* Several ways may lead to the same state, and not all of them to the same history. */
static bool leads_there(void *context, size_t step, const struct notes *notes) {
    struct tracing *tracing = context;
    struct covering *covering = tracing->covering;
    struct history before = {0}, behind = {0};
    read_history(covering, tracing->way.items[step], &before);
    tracing->found = false;
    feats_of(&covering->feats, &before, notes, note_feat, tracing);
    bool good = tracing->found;
    if (step + 1 < tracing->way.count) {
        read_history(covering, tracing->way.items[step + 1], &behind);
        good = history_is_equal(&before, &behind);
    }
    vec_free(&before.entries);
    vec_free(&behind.entries);
    return good;
}

static struct test_case *new_case(const struct tracing *tracing, const struct paths_run *run) {
    struct test_case *test = memory_new(sizeof *test);
    test->start = tracing->way.items[0]; /* initial states come first */
    test->notes.wants_events = feats_wants_events(&tracing->covering->feats);
    for (size_t i = 0; i < run->step_count; i++) vec_push(&test->steps, run->steps[i]);
    for (size_t i = 0; i < run->input_count; i++) vec_push(&test->inputs, run->inputs[i]);
    return test;
}

struct counting {
    struct feats *feats;
    struct test_case *test;
    size_t number;
};

static void count_feat(void *context, uint32_t feat) {
    const struct counting *counting = context;
    feats_reach(counting->feats, feat, counting->test, counting->number);
}

/* Run from its beginning, it must do what it was made for. */
static void keep_case(struct tracing *tracing, struct test_case *test) {
    struct covering *covering = tracing->covering;
    struct counting counting = {&covering->feats, test, covering->cover->tests.count};
    struct history history = {0};
    tracing->found = false;
    if (follow_case(covering->executor, test)) feats_of(&covering->feats, &history, &test->notes, note_feat, tracing);
    if (!tracing->found) internal_error("a test case does not reach what it was made for");
    vec_clear(&history.entries);
    feats_of(&covering->feats, &history, &test->notes, count_feat, &counting);
    vec_push(&covering->cover->tests, test);
    vec_free(&history.entries);
}

static void try_find(struct covering *covering, const struct find *find) {
    if (!feats_is_wanted(&covering->feats, find->feat)) return;
    struct tracing tracing = {.covering = covering, .feat = find->feat};
    struct ts_trace *trace = ts_trace_new();
    struct paths_run run;
    list_way(&tracing);
    build_trace(&tracing, find, trace);
    if (paths_run(covering->paths, trace, leads_there, &tracing, &run))
        keep_case(&tracing, new_case(&tracing, &run));
    else
        feats_get(&covering->feats, find->feat)->attempts++;
    paths_run_free(&run);
    vec_free(&tracing.way);
    ts_trace_free(trace);
}

/* ---- the search ---- */

static void on_start(void *context, const void *form, uint32_t size, const struct ts_step *step) {
    struct covering *covering = context;
    add_state(covering, form, size, &covering->before, step);
}

struct finding {
    struct covering *covering;
    const struct paths_way *way;
};

static void on_feat(void *context, uint32_t feat) {
    const struct finding *finding = context;
    struct covering *covering = finding->covering;
    const struct paths_way *way = finding->way;
    if (!feats_is_wanted(&covering->feats, feat) || feats_get(&covering->feats, feat)->attempts >= MOST_ATTEMPTS)
        return;
    for (size_t i = 0; i < covering->finds.count; i++)
        if (covering->finds.items[i].feat == feat) return;
    struct find find = {feat, memory_new(way->size + 1), way->size, *way->step};
    memcpy(find.form, way->form, way->size);
    vec_push(&covering->finds, find);
}

static void on_way(void *context, const struct paths_way *way) {
    struct covering *covering = context;
    struct finding finding = {covering, way};
    const struct ts_fault *fault = way->step->fault ? faults_get(covering->executor->faults, way->step->fault) : NULL;
    if (fault && app_fault_is_inconclusive(fault->kind))
        covering->sure = false;
    else if (fault && !covering->fault)
        covering->fault = fault;
    history_copy(&covering->behind, &covering->before);
    feats_of(&covering->feats, &covering->behind, way->notes, on_feat, &finding);
    if (!fault) add_state(covering, way->form, way->size, &covering->behind, way->step);
}

static void expand(struct covering *covering, uint32_t number) {
    uint32_t stored_size, size = covering->arrivals.items[number].form_size;
    const void *stored = nodeset_get(&covering->states, number, &stored_size);
    unsigned char *form = memory_new(size + 1); /* what is stored moves when more is */
    memcpy(form, stored, size);
    covering->under_way = number;
    read_history(covering, number, &covering->before);
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
    vec_clear(&covering->before.entries);
    for (size_t i = 0; i < covering->feats.list.count; i++) covering->feats.list.items[i].attempts = 0;
    covering->sure = true;
    covering->under_way = UINT32_MAX;
    ts->initial(ts, on_start, covering);
    for (uint32_t i = 0; i < covering->arrivals.count && covering->feats.open; i++) {
        if (covering->arrivals.count > MOST_STATES || !goes_on(context)) return false;
        expand(covering, i);
    }
    covering->cover->states += covering->arrivals.count;
    return true;
}

static bool tried_in_vain(const struct covering *covering) {
    for (uint32_t i = 0; i < covering->feats.list.count; i++)
        if (covering->feats.list.items[i].attempts && feats_is_wanted(&covering->feats, i)) return true;
    return false;
}

static const char *why_incomplete(const struct covering *covering, bool finished) {
    const struct ts_fault *fault = covering->fault;
    struct arena *arena = covering->cover->arena;
    const struct c_function *crowded = covering->feats.routes.too_many;
    const char *sampled = app_sampled(covering->app, arena);
    if (crowded)
        return arena_printf(arena, "there are too many paths through %s (%s:%u) to list them", crowded->name,
                            crowded->place.file, crowded->place.line);
    if (!finished) return "the search was not finished";
    if (!covering->feats.open) return NULL;
    if (fault)
        return arena_printf(arena,
                            "runs end where something goes wrong (--no-check NAME lets them go on): %s, at %s:%u",
                            fault->message, fault->place.file ? fault->place.file : "?", fault->place.line);
    if (app_cut_off(covering->app, arena)) return app_cut_off(covering->app, arena);
    if (tried_in_vain(covering)) return "the solver does not know";
    return sampled ? sampled : !covering->sure ? "something was met that cannot be gone through" : NULL;
}

/* What was not reached is infeasible only if all was gone through: other functions' paths are, too, where one has too
 * many of them. */
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
    const struct subject *subject = covering.executor->subject;
    cover->goal = goal;
    cover->arena = arena_new();
    covering.paths = paths_new(covering.executor, why);
    if (!covering.paths) return false;
    feats_begin(&covering.feats, cover, subject, subject->loop_bound ? subject->loop_bound : ROUNDS);
    paths_set_events(covering.paths, feats_wants_events(&covering.feats));
    paths_set_loose(covering.paths, true);
    bool finished = search(&covering, goes_on, context);
    if (finished && covering.feats.open && (tried_in_vain(&covering) || !covering.sure)) {
        /* Forgetting may have made up what cannot be: once more, without. */
        paths_set_loose(covering.paths, false);
        finished = search(&covering, goes_on, context);
    }
    judge_rest(&covering, finished);
    feats_end(&covering.feats);
    feats_free(&covering.feats);
    paths_free(covering.paths);
    nodeset_free(&covering.states);
    vec_free(&covering.arrivals);
    vec_free(&covering.finds);
    vec_free(&covering.before.entries);
    vec_free(&covering.behind.entries);
    return true;
}

void cover_free(struct cover *cover) {
    for (size_t i = 0; i < cover->tests.count; i++) test_case_free(cover->tests.items[i]);
    vec_free(&cover->tests);
    vec_free(&cover->targets);
    if (cover->arena) arena_free(cover->arena);
}
