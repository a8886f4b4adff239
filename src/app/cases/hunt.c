#include "app/cases/hunt.h"

#include "app/cases/follow.h"
#include "app/exec/fault.h"
#include "base/invariant.h"
#include "base/limits.h"
#include "search/hash.h"

#include <string.h>

enum { MOST_STATES = 1 << 20, MOST_ATTEMPTS = 4 };

/* ---- states ---- */

static void add_state(struct hunt *hunt, const void *form, uint32_t size, const struct history *history,
                      const struct ts_step *step) {
    struct text key = {0};
    uint32_t number;
    text_add_n(&key, form, size);
    text_add_n(&key, (const char *)history->entries.items, history->entries.count * sizeof *history->entries.items);
    text_add_n(&key, (const char *)&size, sizeof size);
    if (nodeset_add(&hunt->states, key.chars, (uint32_t)key.length, hash_bytes(key.chars, key.length), &number))
        vec_push(&hunt->arrivals, (struct hunt_arrival){hunt->under_way, *step, size});
    text_free(&key);
}

static void read_history(const struct hunt *hunt, uint32_t state, struct history *history) {
    uint32_t size, form = hunt->arrivals.items[state].form_size;
    const unsigned char *bytes = nodeset_get(&hunt->states, state, &size);
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
    struct hunt *hunt;
    VEC(uint32_t) way; /* states, the first one first */
    uint32_t feat;     /* of the last step */
    bool found;
};

static void list_way(struct tracing *tracing) {
    const struct hunt_arrival *arrivals = tracing->hunt->arrivals.items;
    for (uint32_t at = tracing->hunt->under_way; at != UINT32_MAX; at = arrivals[at].from) vec_push(&tracing->way, at);
    for (size_t i = 0; i < tracing->way.count / 2; i++) {
        uint32_t *a = &tracing->way.items[i], *b = &tracing->way.items[tracing->way.count - 1 - i], swapped = *a;
        *a = *b, *b = swapped;
    }
}

static void build_trace(const struct tracing *tracing, const struct hunt_find *find, struct ts_trace *trace) {
    const struct hunt *hunt = tracing->hunt;
    for (size_t i = 0; i < tracing->way.count; i++) {
        uint32_t size, at = tracing->way.items[i];
        const void *bytes = nodeset_get(&hunt->states, at, &size);
        ts_trace_add(trace, bytes, hunt->arrivals.items[at].form_size, &hunt->arrivals.items[at].step);
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
    struct hunt *hunt = tracing->hunt;
    struct history before = {0}, behind = {0};
    read_history(hunt, tracing->way.items[step], &before);
    tracing->found = false;
    feats_of(hunt->feats, &before, notes, note_feat, tracing);
    bool good = tracing->found;
    if (step + 1 < tracing->way.count) {
        read_history(hunt, tracing->way.items[step + 1], &behind);
        good = history_is_equal(&before, &behind);
    }
    vec_free(&before.entries);
    vec_free(&behind.entries);
    return good;
}

static struct test_case *new_case(const struct tracing *tracing, const struct paths_run *run) {
    struct test_case *test = memory_new(sizeof *test);
    test->start = tracing->way.items[0]; /* initial states come first */
    test->notes.wants_events = feats_wants_events(tracing->hunt->feats);
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
    struct hunt *hunt = tracing->hunt;
    struct counting counting = {hunt->feats, test, hunt->cover->tests.count};
    struct history history = {0};
    tracing->found = false;
    if (follow_case(hunt->executor, test)) feats_of(hunt->feats, &history, &test->notes, note_feat, tracing);
    if (!tracing->found) internal_error("a test case does not reach what it was made for");
    vec_clear(&history.entries);
    feats_of(hunt->feats, &history, &test->notes, count_feat, &counting);
    vec_push(&hunt->cover->tests, test);
    vec_free(&history.entries);
}

static void try_find(struct hunt *hunt, const struct hunt_find *find) {
    if (!feats_is_wanted(hunt->feats, find->feat)) return;
    struct tracing tracing = {.hunt = hunt, .feat = find->feat};
    struct ts_trace *trace = ts_trace_new();
    struct paths_run run;
    list_way(&tracing);
    build_trace(&tracing, find, trace);
    if (hunt->walk.run(hunt->walk.self, trace, leads_there, &tracing, &run))
        keep_case(&tracing, new_case(&tracing, &run));
    else if (hunt->walk.is_sure)
        internal_error("a way that was gone cannot be gone again");
    else
        feats_get(hunt->feats, find->feat)->attempts++;
    paths_run_free(&run);
    vec_free(&tracing.way);
    ts_trace_free(trace);
}

/* ---- the search ---- */

static void on_start(void *context, const void *form, uint32_t size, const struct ts_step *step) {
    struct hunt *hunt = context;
    add_state(hunt, form, size, &hunt->before, step);
}

struct finding {
    struct hunt *hunt;
    const struct paths_way *way;
};

static void on_feat(void *context, uint32_t feat) {
    const struct finding *finding = context;
    struct hunt *hunt = finding->hunt;
    const struct paths_way *way = finding->way;
    if (!feats_is_wanted(hunt->feats, feat) || feats_get(hunt->feats, feat)->attempts >= MOST_ATTEMPTS) return;
    for (size_t i = 0; i < hunt->finds.count; i++)
        if (hunt->finds.items[i].feat == feat) return;
    struct hunt_find find = {feat, memory_new(way->size + 1), way->size, *way->step};
    memcpy(find.form, way->form, way->size);
    vec_push(&hunt->finds, find);
}

static void on_way(void *context, const struct paths_way *way) {
    struct hunt *hunt = context;
    struct finding finding = {hunt, way};
    const struct ts_fault *fault = way->step->fault ? faults_get(hunt->executor->faults, way->step->fault) : NULL;
    if (fault && app_fault_is_inconclusive(fault->kind))
        hunt->sure = false;
    else if (fault && !hunt->fault)
        hunt->fault = fault;
    hunt->ways++;
    history_copy(&hunt->behind, &hunt->before);
    feats_of(hunt->feats, &hunt->behind, way->notes, on_feat, &finding);
    if (!fault) add_state(hunt, way->form, way->size, &hunt->behind, way->step);
}

static void expand(struct hunt *hunt, uint32_t number) {
    uint32_t stored_size, size = hunt->arrivals.items[number].form_size;
    const void *stored = nodeset_get(&hunt->states, number, &stored_size);
    unsigned char *form = memory_new(size + 1); /* what is stored moves when more is */
    memcpy(form, stored, size);
    hunt->under_way = number;
    read_history(hunt, number, &hunt->before);
    hunt->sure &= hunt->walk.ways(hunt->walk.self, form, size, on_way, hunt);
    for (size_t i = 0; i < hunt->finds.count; i++) {
        if (limits_hurry())
            hunt->sure = false;
        else
            try_find(hunt, &hunt->finds.items[i]);
        free(hunt->finds.items[i].form);
    }
    vec_clear(&hunt->finds);
    free(form);
}

/* ---- the whole ---- */

void hunt_begin(struct hunt *hunt) {
    hunt->sure = true;
    hunt->under_way = UINT32_MAX;
    hunt->walk.initial(hunt->walk.self, on_start, hunt);
}

bool hunt_is_over(const struct hunt *hunt) { return hunt->next == hunt->arrivals.count || !hunt->feats->open; }
bool hunt_is_full(const struct hunt *hunt) { return hunt->arrivals.count > MOST_STATES; }

void hunt_go_on(struct hunt *hunt, uint64_t ways, bool (*goes_on)(void *context), void *context) {
    size_t states = hunt->next ? hunt->arrivals.count : 0;
    while (!hunt_is_over(hunt) && hunt->ways < ways && !hunt_is_full(hunt) && goes_on(context))
        expand(hunt, hunt->next++);
    hunt->cover->states += hunt->arrivals.count - states;
}

void hunt_end(struct hunt *hunt) {
    nodeset_free(&hunt->states);
    vec_free(&hunt->arrivals);
    vec_free(&hunt->finds);
    vec_free(&hunt->before.entries);
    vec_free(&hunt->behind.entries);
}
