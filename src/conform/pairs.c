/* Pairs of states as a transition system. A step is an event of the specification together with the calls that stand
 * for it; a step without any related result carries a fault. */
#include "base/word.h"
#include "conform/internal.h"

#include <string.h>

uint32_t pair_number(const void *pair) {
    uint32_t number;
    memcpy(&number, pair, sizeof number);
    return number;
}

static struct conform *of(const struct ts *ts) { return (struct conform *)ts->self; }

/* ---- faults ---- */

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static uint32_t find_fault(const struct conform *conform, const struct ts_fault *fault) {
    size_t count = shelf_count(&conform->faults), i = 0;
    for (; i < count; i++) {
        const struct ts_fault *known = shelf_at(&conform->faults, i);
        if (same_text(known->kind, fault->kind) && same_text(known->message, fault->message) &&
            same_text(known->place.file, fault->place.file) && known->place.line == fault->place.line &&
            known->place.column == fault->place.column)
            break;
    }
    return (uint32_t)i;
}

static uint32_t intern_fault(struct conform *conform, const char *kind, const char *message, struct place place) {
    struct ts_fault fault = {.kind = kind, .message = message, .place = place};
    pthread_mutex_lock(&conform->lock);
    uint32_t number = find_fault(conform, &fault);
    if (number == shelf_count(&conform->faults)) {
        fault.kind = arena_text(conform->arena, kind);
        fault.message = arena_text(conform->arena, message);
        if (place.file) fault.place.file = arena_text(conform->arena, place.file);
        *(struct ts_fault *)shelf_add(&conform->faults) = fault;
    }
    pthread_mutex_unlock(&conform->lock);
    return number + 1;
}

static const struct ts_fault *pairs_fault(const struct ts *ts, uint32_t fault) {
    return (const struct ts_fault *)shelf_at(&of(ts)->faults, fault - 1);
}

static uint32_t specification_fault(struct conform *conform, uint32_t fault) {
    const struct ts_fault *what = conform->spec->fault(conform->spec, fault);
    struct text kind = {0};
    text_printf(&kind, "specification %s", what->kind);
    uint32_t number = intern_fault(conform, text_chars(&kind), what->message, what->place);
    text_free(&kind);
    return number;
}

static uint32_t design_side_fault(struct conform *conform, const struct spec_state *state, const void *design_state,
                                  uint32_t size) {
    const struct map_expression *culprit = relate_culprit(conform, state, design_state, size);
    struct text message = {0};
    text_printf(&message, "a design expression has no value here: %s", map_why_without_value(culprit));
    uint32_t number = intern_fault(conform, "map", text_chars(&message), culprit->place);
    text_free(&message);
    return number;
}

static uint32_t map_fault(struct conform *conform, const struct spec_state *state, const void *design_state,
                          uint32_t size) {
    if (!state->undefined) return design_side_fault(conform, state, design_state, size);
    const struct instance *instance = &conform->instances.items[state->undefined - 1];
    const struct map_relation *relation = &conform->map->relations.items[instance->of];
    return intern_fault(conform, "map",
                        "this relation's expression is not well-defined here, or its value has no counterpart",
                        relation->place);
}

enum conform_side conform_side(const char *kind) {
    if (begins_with(kind, "specification ")) return CONFORM_SPECIFICATION;
    if (strcmp(kind, "map") == 0) return CONFORM_MAP;
    if (strcmp(kind, "differs") == 0 || strcmp(kind, "refused") == 0 || strcmp(kind, "initial") == 0)
        return CONFORM_PAIR;
    return CONFORM_DESIGN;
}

/* ---- the results of one edge ---- */

struct outcome {
    bool related;    /* there is a result to go on from */
    bool any;        /* there is a result */
    bool refused;    /* there is a way without one */
    uint32_t fault;  /* of the first way that goes wrong, or of the first result that may not be */
    size_t state_at; /* of the first unrelated result, or of the fault, in `bytes`; SIZE_MAX: none */
    uint32_t state_size;
};

struct stepping {
    struct conform *conform;
    ts_emit emit;
    void *context;
    unsigned char *room;      /* for a pair */
    uint32_t number;          /* of the specification's state before the step */
    const struct edge *edges; /* of the runs */
    struct outcome *outcomes;
    VEC(unsigned char) bytes;
    bool initial;
    uint32_t initial_state;
};

static struct ts_step plain_step(uint32_t action, uint32_t fault) {
    return (struct ts_step){
        .action = action, .reply = TS_NO_ACTION, .actor = 0, .partner = TS_NOBODY, .holder = TS_NOBODY, .fault = fault};
}

static void emit_pair(struct stepping *stepping, uint32_t number, const void *state, uint32_t size, uint32_t action,
                      uint32_t fault) {
    struct ts_step step = plain_step(action, fault);
    memcpy(stepping->room, &number, sizeof number);
    memcpy(stepping->room + PAIR_HEAD, state, size);
    stepping->emit(stepping->context, stepping->room, PAIR_HEAD + size, &step);
}

static void keep_result(struct stepping *stepping, struct outcome *outcome, const void *state, uint32_t size) {
    if (outcome->state_at != SIZE_MAX) return;
    outcome->state_at = stepping->bytes.count;
    outcome->state_size = size;
    vec_reserve(&stepping->bytes, stepping->bytes.count + size);
    memcpy(stepping->bytes.items + stepping->bytes.count, state, size);
    stepping->bytes.count += size;
}

static void keep_fault(struct stepping *stepping, struct outcome *outcome, const void *state, uint32_t size,
                       uint32_t fault) {
    if (outcome->fault) return;
    outcome->fault = fault;
    outcome->state_at = SIZE_MAX; /* this state, not an earlier unrelated one */
    keep_result(stepping, outcome, state, size);
}

static uint32_t design_fault(struct stepping *stepping, unsigned run, const struct design_fault *fault) {
    struct conform *conform = stepping->conform;
    struct text message = {0};
    const struct design_run *calls = stepping->initial ? NULL : spec_run(conform, stepping->edges[run].run);
    if (calls && fault->call < calls->count) {
        spec_describe_run(conform, &(struct design_run){&calls->calls[fault->call], 1}, &message);
        text_add(&message, ": ");
    }
    text_add(&message, fault->message);
    uint32_t number = intern_fault(conform, fault->kind, text_chars(&message), fault->place);
    text_free(&message);
    return number;
}

static bool leads_nowhere(const struct design_fault *fault) { return fault && strcmp(fault->kind, "blocked") == 0; }

static void take_result(void *context, unsigned run, const void *state, uint32_t size,
                        const struct design_fault *fault) {
    struct stepping *stepping = context;
    struct conform *conform = stepping->conform;
    struct outcome *outcome = &stepping->outcomes[run];
    uint32_t target = stepping->initial ? stepping->initial_state : stepping->edges[run].target;
    if (leads_nowhere(fault)) {
        outcome->refused = true;
        return;
    }
    outcome->any = true;
    if (fault) {
        keep_fault(stepping, outcome, state, size, design_fault(stepping, run, fault));
        return;
    }
    const struct spec_state *specification = known_state(&conform->known, target);
    enum relate_result relation =
        specification->undefined ? RELATION_UNDEFINED : relate_check(conform, specification, state, size);
    if (relation == RELATED) {
        outcome->related = true;
        emit_pair(stepping, target, state, size, stepping->initial ? TS_NO_ACTION : stepping->edges[run].event, 0);
    } else if (relation == RELATION_UNDEFINED) {
        keep_fault(stepping, outcome, state, size, map_fault(conform, specification, state, size));
    } else {
        keep_result(stepping, outcome, state, size);
    }
}

static uint32_t unrelated_fault(struct stepping *stepping, const struct outcome *outcome) {
    struct conform *conform = stepping->conform;
    struct place nowhere = {0};
    if (stepping->initial)
        return intern_fault(conform, "initial",
                            outcome->any ? "the design, once set up, is not in a state that corresponds to the "
                                           "specification's initial state"
                                         : "the design cannot be set up: a call blocks",
                            nowhere);
    if (!outcome->any)
        return intern_fault(conform, "refused", "the design refuses what the specification allows", nowhere);
    return intern_fault(conform, "differs",
                        "the design does not come to a state that corresponds to the specification's", nowhere);
}

/* After all results: what went wrong with this run. `state` is the design's before it. */
static void settle(struct stepping *stepping, unsigned run, const void *state, uint32_t size) {
    struct conform *conform = stepping->conform;
    const struct outcome *outcome = &stepping->outcomes[run];
    bool unrelated = outcome->state_at != SIZE_MAX;
    uint32_t fault = outcome->fault;
    if (!fault && (!outcome->related || (conform->every_result && unrelated)))
        fault = unrelated_fault(stepping, outcome);
    if (!fault && conform->every_result && outcome->refused)
        fault = intern_fault(conform, stepping->initial ? "initial" : "refused",
                             "one way of the design's calls blocks; others do not", (struct place){0});
    if (!fault) return;
    uint32_t target = stepping->initial ? stepping->initial_state : stepping->edges[run].target;
    uint32_t action = stepping->initial ? TS_NO_ACTION : stepping->edges[run].event;
    if (unrelated)
        emit_pair(stepping, target, stepping->bytes.items + outcome->state_at, outcome->state_size, action, fault);
    else
        emit_pair(stepping, target, state, size, action, fault);
}

/* Makes the runs and emits what comes of them. */
static void make_runs(struct stepping *stepping, const void *state, uint32_t size, const struct design_run *runs,
                      unsigned count) {
    struct conform *conform = stepping->conform;
    stepping->outcomes = memory_new((count + 1) * sizeof *stepping->outcomes);
    stepping->room = memory_new(conform->ts.max_state_size);
    for (unsigned i = 0; i < count; i++) stepping->outcomes[i].state_at = SIZE_MAX;
    conform->calls += count;
    struct design *design = crew_take(&conform->crew);
    design->run(design, state, size, runs, count, take_result, stepping);
    crew_give(&conform->crew, design);
    for (unsigned i = 0; i < count; i++) settle(stepping, i, state, size);
    free(stepping->outcomes);
    free(stepping->room);
    vec_free(&stepping->bytes);
}

/* ---- successors ---- */

/* An edge that the specification or the map spoils: there is nothing to be called. */
static void emit_spoilt(struct conform *conform, const struct edge *edge, const void *state, uint32_t size,
                        ts_emit emit, void *context) {
    struct stepping stepping = {.conform = conform, .emit = emit, .context = context};
    uint32_t fault = edge->fault == EDGE_HAS_NO_RUN
                         ? intern_fault(conform, "map", "an argument of a call has no value, or no single number",
                                        conform->event_map[edge->event]->place)
                         : specification_fault(conform, edge->fault);
    stepping.room = memory_new(conform->ts.max_state_size);
    emit_pair(&stepping, edge->target, state, size, edge->event, fault);
    free(stepping.room);
}

static void pairs_next(const struct ts *ts, const void *pair, uint32_t size, unsigned actor, ts_emit emit,
                       void *context) {
    struct conform *conform = of(ts);
    const struct spec_state *state = spec_expand(conform, pair_number(pair));
    struct edge *edges = memory_new((state->edge_count + 1) * sizeof *edges);
    struct design_run *runs = memory_new((state->edge_count + 1) * sizeof *runs);
    struct edge_reader reader = known_edges(&conform->known, pair_number(pair));
    unsigned count = 0;
    (void)actor;
    for (struct edge edge; known_next_edge(&reader, &edge);) {
        if (edge.fault != EDGE_IS_GOOD) {
            emit_spoilt(conform, &edge, pair_design(pair), size - PAIR_HEAD, emit, context);
            continue;
        }
        edges[count] = edge;
        runs[count++] = *spec_run(conform, edge.run);
    }
    struct stepping stepping = {
        .conform = conform, .emit = emit, .context = context, .number = pair_number(pair), .edges = edges};
    make_runs(&stepping, pair_design(pair), size - PAIR_HEAD, runs, count);
    free(edges);
    free(runs);
}

/* ---- initial pairs ---- */

struct first_state {
    struct stepping *stepping;
    const struct design_run *setup;
    unsigned char *bytes;
    uint32_t size;
    bool failed;
};

/* The design does as it likes until it is set up, and nothing is asked of it. */
static void keep_start(void *context, unsigned run, const void *state, uint32_t size,
                       const struct design_fault *fault) {
    struct first_state *first = context;
    (void)run;
    (void)fault;
    if (size) memcpy(first->bytes, state, size);
    first->size = size;
}

static void take_start(void *context, unsigned run, const void *state, uint32_t size,
                       const struct design_fault *fault) {
    struct first_state *first = context;
    keep_start(context, run, state, size, fault);
    if (!fault) return;
    first->failed = true;
    struct stepping *stepping = first->stepping;
    emit_pair(stepping, stepping->initial_state, first->bytes, size, TS_NO_ACTION,
              intern_fault(stepping->conform, fault->kind, fault->message, fault->place));
}

static void emit_flaw(struct conform *conform, struct flaw flaw, ts_emit emit, void *context) {
    struct stepping stepping = {.conform = conform, .emit = emit, .context = context};
    struct first_state first = {.stepping = &stepping, .bytes = memory_new(conform->design->max_state_size)};
    stepping.room = memory_new(conform->ts.max_state_size);
    conform->design->start(conform->design, keep_start, &first);
    emit_pair(&stepping, flaw.state, first.bytes, first.size, TS_NO_ACTION, specification_fault(conform, flaw.fault));
    free(stepping.room);
    free(first.bytes);
}

static void emit_initial(struct conform *conform, uint32_t number, ts_emit emit, void *context) {
    struct arena *arena = arena_new();
    struct design_run setup;
    struct place failed;
    struct stepping stepping = {
        .conform = conform, .emit = emit, .context = context, .initial = true, .initial_state = number};
    struct first_state first = {.stepping = &stepping, .bytes = memory_new(conform->design->max_state_size)};
    unsigned char *room = stepping.room = memory_new(conform->ts.max_state_size);
    bool good = spec_setup(conform, number, arena, &setup, &failed);
    conform->design->start(conform->design, take_start, &first);
    if (!good)
        emit_pair(&stepping, number, first.bytes, first.size, TS_NO_ACTION,
                  intern_fault(conform, "map", SPEC_NO_SETUP, failed));
    else if (!first.failed)
        make_runs(&stepping, first.bytes, first.size, &setup, 1);
    free(room);
    free(first.bytes);
    arena_free(arena);
}

static void pairs_initial(const struct ts *ts, ts_emit emit, void *context) {
    struct conform *conform = of(ts);
    for (size_t i = 0; i < conform->flaws.count; i++) emit_flaw(conform, conform->flaws.items[i], emit, context);
    for (size_t i = 0; i < conform->initial.count; i++) emit_initial(conform, conform->initial.items[i], emit, context);
}

static unsigned pairs_marks(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts;
    (void)state;
    (void)size;
    return TS_VALID_END;
}

static unsigned pairs_actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts;
    (void)state;
    (void)size;
    return 1;
}

/* ---- for people ---- */

struct seeking {
    const void *design;
    uint32_t size;
    bool found, any;
};

static void seek(void *context, unsigned run, const void *state, uint32_t size, const struct design_fault *fault) {
    struct seeking *seeking = context;
    (void)run;
    if (leads_nowhere(fault)) return;
    seeking->any = true;
    if (size == seeking->size && memcmp(state, seeking->design, size) == 0) seeking->found = true;
}

/* Several occurrences of an event may lead to one state of the specification: then the design's tells which it was. */
uint32_t pairs_find_edge(struct conform *conform, const void *before, uint32_t before_size, const void *after,
                         uint32_t after_size, uint32_t event) {
    spec_expand(conform, pair_number(before));
    struct edge_reader reader = known_edges(&conform->known, pair_number(before));
    uint32_t candidate = UINT32_MAX;
    struct edge edge;
    for (uint32_t i = 0; known_next_edge(&reader, &edge); i++) {
        if (edge.event != event || edge.target != pair_number(after)) continue;
        candidate = i;
        if (edge.fault != EDGE_IS_GOOD) continue;
        struct seeking seeking = {.design = pair_design(after), .size = after_size - PAIR_HEAD};
        conform->design->run(conform->design, pair_design(before), before_size - PAIR_HEAD, spec_run(conform, edge.run),
                             1, seek, &seeking);
        if (seeking.found || !seeking.any) return i;
    }
    return candidate;
}

static void pairs_describe(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                           uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    struct conform *conform = of(ts);
    if (step->action == TS_NO_ACTION) return;
    uint32_t edge = pairs_find_edge(conform, before, before_size, after, after_size, step->action);
    out->place = conform->development->events[step->action].place;
    if (edge == UINT32_MAX) return;
    struct edge taken = known_edge(&conform->known, pair_number(before), edge);
    spec_describe_edge(conform, pair_number(before), edge, &out->action);
    if (taken.fault != EDGE_IS_GOOD) return;
    text_add(&out->partner, "design");
    spec_describe_run(conform, spec_run(conform, taken.run), &out->reply);
}

struct prefixing {
    void (*visit)(void *context, const char *name, const char *value);
    void *context;
};

static void visit_design(void *context, const char *name, const char *value) {
    struct prefixing *prefixing = context;
    struct text text = {0};
    text_printf(&text, "design %s", name);
    prefixing->visit(prefixing->context, text_chars(&text), value);
    text_free(&text);
}

void conform_variables(const struct conform *conform, const void *pair, uint32_t size, bool of_design,
                       void (*visit)(void *context, const char *name, const char *value), void *context) {
    const struct spec_state *state = known_state(&conform->known, pair_number(pair));
    if (of_design)
        conform->design->variables(conform->design, pair_design(pair), size - PAIR_HEAD, visit, context);
    else
        conform->spec->variables(conform->spec, state->bytes, state->size, visit, context);
}

static void pairs_variables(const struct ts *ts, const void *pair, uint32_t size,
                            void (*visit)(void *context, const char *name, const char *value), void *context) {
    struct prefixing prefixing = {visit, context};
    conform_variables(of(ts), pair, size, false, visit, context);
    conform_variables(of(ts), pair, size, true, visit_design, &prefixing);
}

static const struct ts_action *pairs_action(const struct ts *ts, uint32_t action) {
    const struct conform *conform = of(ts);
    const struct eb_full_event *event = &conform->development->events[action];
    struct ts_action *told = arena_new_object(conform->arena, struct ts_action);
    *told = (struct ts_action){.actor_kind = "event", .text = event->name, .place = event->place, .is_code = true};
    return told;
}

void pairs_init(struct conform *conform) {
    conform->ts = (struct ts){.self = conform,
                              .max_state_size = PAIR_HEAD + (conform->design ? conform->design->max_state_size : 0),
                              .action_count = conform->development->event_count,
                              .sequential = conform->design && conform->design->sequential,
                              .foreign = conform->design && conform->design->foreign,
                              .hasty = true,
                              .initial = pairs_initial,
                              .next = pairs_next,
                              .marks = pairs_marks,
                              .actors = pairs_actors,
                              .describe = pairs_describe,
                              .variables = pairs_variables,
                              .fault = pairs_fault,
                              .action = pairs_action};
}

const struct ts *conform_ts(const struct conform *conform) { return &conform->ts; }

void conform_employ(struct conform *conform, unsigned threads) { crew_enlarge(&conform->crew, threads); }

void conform_optimise(struct conform *conform) {
    if (conform->design && conform->design->optimise) conform->design->optimise(conform->design);
}
