#include "env/check.h"

#include "base/clock.h"
#include "env/check_design.h"
#include "env/check_story.h"
#include "env/compose_world.h"
#include "ocl/memo.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <string.h>

/* The product of an LTS and a design, breadth-first. A node is a pair of a state of each; nodes are numbered in the
 * order in which they are found, which is the order in which they are expanded. Every node's assertions have been
 * evaluated when it is added, so that the first violation found is one of the shortest. */
struct node {
    uint32_t lts_state;
    uint32_t parent; /* a node; itself for the initial ones */
    uint32_t label;  /* of the edge from there              */
    uint32_t depth;
};

struct arrival {
    size_t at; /* in the bytes of all of them */
    uint32_t size, fault;
};

struct check {
    const struct env_model *model;
    const struct env_graph *graph;
    const struct env_design *design;
    struct env_lts *lts;
    uint64_t max_states;
    struct arena *arena; /* of the design's states while it is configured */
    VEC(struct node) nodes;
    struct nodeset states;    /* by node: the number of the LTS's state, then the design's state */
    VEC(unsigned char) state; /* room for one of these */
    struct env_world world;
    uint32_t world_state; /* of the LTS, that `world` holds; UINT32_MAX: none yet */
    uint64_t transitions;
    /* the edge that is taken */
    uint32_t from, label, target;
    VEC(struct arrival) arrivals; /* where its call can end */
    VEC(unsigned char) arrival_bytes;
    bool done; /* there is a violation, an error or no room: all that follows is skipped */
    struct env_violation violation;
    struct text error;
    uint32_t last; /* node: where the violation is, or where the call that failed was made */
    bool call_failed;
};

/* ---- assertions ---- */

static void enter_world(struct check *check, uint32_t lts_state) {
    if (check->world_state == lts_state) return;
    env_state_decode(check->model, check->graph, check->lts->states.items[lts_state].bytes, &check->world);
    ocl_memo_forget(check->world.world.memo);
    check->world_state = lts_state;
}

static void found(struct check *check, uint32_t node, bool call_failed) {
    check->done = true;
    check->last = node;
    check->call_failed = call_failed;
}

/* Valid until the next node is added. */
static const void *design_state(const struct check *check, uint32_t number, uint32_t *size) {
    const unsigned char *bytes = nodeset_get(&check->states, number, size);
    *size -= (uint32_t)sizeof(uint32_t);
    return bytes + sizeof(uint32_t);
}

/* A call that could not be followed to its ends says nothing about the design. */
static bool is_limit(const struct ts_fault *fault) { return strcmp(fault->kind, "limit") == 0; }

static void assert_object(struct check *check, uint32_t number, unsigned class_index, unsigned object) {
    const struct env_class *class = &check->model->classes.items[class_index];
    struct design_view view = {.design = check->design};
    view.state = design_state(check, number, &view.size);
    check->world.world.reference = design_reference;
    check->world.world.context = &view;
    for (unsigned i = 0; i < class->assertions.count; i++) {
        const struct ocl_expression *assertion = class->assertions.items[i];
        struct ocl_value value;
        const char *error = NULL;
        bool known = ocl_evaluate(assertion, &check->world.world, object, NULL, &value, &error);
        if (known && value.number && !view.fault) continue;
        check->violation = (struct env_violation){.class_index = class_index,
                                                  .object = object,
                                                  .assertion = assertion,
                                                  .fault = view.fault,
                                                  .state = view.state,
                                                  .size = view.size};
        found(check, number, false);
        if (view.fault && is_limit(view.fault)) text_printf(&check->error, "a reference: %s", view.fault->message);
        if (known || view.fault) return;
        struct place place = ocl_place_of(assertion);
        text_printf(&check->error, "%s:%u:%u: the assertion of %s%u cannot be evaluated: %s", place.file, place.line,
                    place.column, check->model->schema.classes.items[class_index].name, object + 1, error);
        return;
    }
}

static void assert_node(struct check *check, uint32_t number) {
    enter_world(check, check->nodes.items[number].lts_state);
    for (unsigned c = 0; c < check->model->schema.classes.count; c++) {
        if (!check->model->classes.items[c].assertions.count) continue;
        for (unsigned o = 0; o < check->graph->sizes[c] && !check->done; o++) assert_object(check, number, c, o);
    }
}

/* ---- the set of nodes ---- */

/* Adds the node, unless it is there, and looks at its assertions. */
static void visit(struct check *check, uint32_t lts_state, const void *state, uint32_t size) {
    uint32_t number, whole = (uint32_t)sizeof lts_state + size;
    vec_reserve(&check->state, whole);
    memcpy(check->state.items, &lts_state, sizeof lts_state);
    memcpy(check->state.items + sizeof lts_state, state, size);
    if (!nodeset_add(&check->states, check->state.items, whole, hash_bytes(check->state.items, whole), &number)) return;
    if (number >= check->max_states) {
        text_printf(&check->error, "more than %llu states of environment and design together",
                    (unsigned long long)check->max_states);
        check->done = true;
        return;
    }
    bool initial = check->from == UINT32_MAX;
    struct node node = {.lts_state = lts_state,
                        .parent = initial ? number : check->from,
                        .label = initial ? UINT32_MAX : check->label,
                        .depth = initial ? 0 : check->nodes.items[check->from].depth + 1};
    vec_push(&check->nodes, node);
    assert_node(check, number);
}

/* ---- edges ---- */

/* Only noted: looking at assertions may need further calls, which must not come inside this one. */
static void arrive(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct check *check = context;
    size_t at = check->arrival_bytes.count;
    vec_reserve(&check->arrival_bytes, at + size);
    memcpy(check->arrival_bytes.items + at, state, size);
    check->arrival_bytes.count += size;
    vec_push(&check->arrivals, (struct arrival){at, size, step->fault});
}

static void fail_call(struct check *check, const struct env_label *label, const struct ts_fault *fault) {
    if (is_limit(fault)) {
        env_label_print(check->model, label, &check->error);
        text_printf(&check->error, ": %s", fault->message);
    }
    check->violation = (struct env_violation){.fault = fault};
    found(check, check->from, true);
}

static const struct ts_fault no_result = {"blocked", "the call has no result", {0}};

static void call(struct check *check, const struct env_label *label) {
    const struct ts *ts = program_ts(check->design->program);
    uint32_t size;
    const void *state = design_state(check, check->from, &size);
    vec_clear(&check->arrivals);
    vec_clear(&check->arrival_bytes);
    design_call(check->design, check->design->triggers[label->trigger], label->arguments.items, label->arguments.count,
                state, size, arrive, check);
    for (size_t i = 0; i < check->arrivals.count && !check->done; i++) {
        struct arrival arrival = check->arrivals.items[i];
        check->transitions++;
        if (arrival.fault)
            fail_call(check, label, ts->fault(ts, arrival.fault));
        else
            visit(check, check->target, check->arrival_bytes.items + arrival.at, arrival.size);
    }
    if (!check->arrivals.count) fail_call(check, label, &no_result);
}

static void follow(struct check *check, const struct env_lts_edge *edge) {
    const struct env_label *label = &check->lts->labels.items[edge->label];
    check->label = edge->label;
    check->target = edge->target;
    if (label->trigger < 0) {
        check->transitions++;
        uint32_t size;
        const void *state = design_state(check, check->from, &size);
        visit(check, edge->target, state, size);
    } else {
        call(check, label);
    }
}

static void expand(struct check *check, uint32_t number) {
    const struct env_lts_state *state = &check->lts->states.items[check->nodes.items[number].lts_state];
    check->from = number;
    for (size_t i = 0; i < state->edges.count && !check->done; i++) follow(check, &state->edges.items[i]);
}

/* ---- the beginning: the design is told about the graph ---- */

struct start {
    struct check *check;
    VEC(struct ts_trace_state) now, next; /* states of the design: several if configuration can go several ways */
};

static void told(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct start *start = context;
    struct check *check = start->check;
    if (step->fault) {
        const struct ts *ts = program_ts(check->design->program);
        const struct ts_fault *fault = ts->fault(ts, step->fault);
        if (!check->done && is_limit(fault)) text_printf(&check->error, "a configuration: %s", fault->message);
        if (!check->done) check->violation = (struct env_violation){.fault = fault};
        check->done = true;
        return;
    }
    struct ts_trace_state copy = {.bytes = arena_alloc(check->arena, size), .size = size};
    memcpy(copy.bytes, state, size);
    vec_push(&start->next, copy);
}

static bool tell(void *context, unsigned configuration, const int64_t *arguments) {
    struct start *start = context;
    const struct env_configuration *call = &start->check->model->configurations.items[configuration];
    vec_clear(&start->next);
    for (size_t i = 0; i < start->now.count && !start->check->done; i++)
        design_call(start->check->design, start->check->design->configurations[configuration], arguments,
                    call->arguments.count, start->now.items[i].bytes, start->now.items[i].size, told, start);
    if (start->check->done) start->check->violation.configuration = call;
    vec_clear(&start->now);
    for (size_t i = 0; i < start->next.count; i++) vec_push(&start->now, start->next.items[i]);
    return !start->check->done;
}

static void begin(struct check *check) {
    const struct ts *ts = program_ts(check->design->program);
    struct start start = {.check = check};
    struct ts_trace_state first = {.bytes = memory_new(ts->max_state_size)};
    program_start(check->design->program, first.bytes, &first.size);
    vec_push(&start.now, first);
    if (!design_configuration(check->model, check->graph, tell, &start, check->lts->choices, &check->error))
        check->done = true;
    check->from = UINT32_MAX;
    for (size_t i = 0; i < start.now.count && !check->done; i++)
        visit(check, 0, start.now.items[i].bytes, start.now.items[i].size);
    free(first.bytes);
    vec_free(&start.now);
    vec_free(&start.next);
}

/* ---- the outcome ---- */

static void tell_story(struct check *check, struct env_outcome *outcome) {
    VEC(struct env_story_step) steps = {0};
    struct env_story story = {.model = check->model,
                              .graph = check->graph,
                              .design = check->design,
                              .lts = check->lts,
                              .violation = &check->violation};
    uint32_t node = check->last;
    if (check->call_failed) vec_push(&steps, (struct env_story_step){check->label, check->target});
    while (check->nodes.count && check->nodes.items[node].parent != node) {
        vec_push(&steps, (struct env_story_step){check->nodes.items[node].label, check->nodes.items[node].lts_state});
        node = check->nodes.items[node].parent;
    }
    for (size_t i = 0; i < steps.count / 2; i++) {
        struct env_story_step step = steps.items[i];
        steps.items[i] = steps.items[steps.count - 1 - i];
        steps.items[steps.count - 1 - i] = step;
    }
    story.steps = steps.items;
    story.step_count = steps.count;
    env_story_tell(&story, outcome);
    vec_free(&steps);
}

static void conclude(struct check *check, struct env_outcome *outcome) {
    outcome->states = check->nodes.count;
    outcome->transitions = check->transitions;
    for (size_t i = 0; i < check->nodes.count; i++)
        if (outcome->depth < check->nodes.items[i].depth) outcome->depth = check->nodes.items[i].depth;
    if (!check->done) {
        outcome->verdict = VERDICT_HOLDS;
    } else if (check->error.length) {
        outcome->verdict = VERDICT_UNKNOWN;
        outcome->message = text_take(&check->error);
    } else {
        outcome->verdict = VERDICT_VIOLATED;
        tell_story(check, outcome);
    }
}

static void search(struct check *check) {
    void *room = memory_new(env_world_room(check->model, check->graph));
    env_world_place(check->model, check->graph, room, &check->world);
    check->world.world.choices = check->lts->choices;
    check->world.world.memo = ocl_memo_new(&check->model->schema);
    check->world_state = UINT32_MAX;
    begin(check);
    for (uint32_t i = 0; i < check->nodes.count && !check->done; i++) expand(check, i);
    ocl_memo_free(check->world.world.memo);
    free(room);
}

/* What kept the statecharts from being composed, on one line. */
static char *first_error(const struct diagnostics *diagnostics) {
    struct text text = {0};
    for (size_t i = 0; i < diagnostics->list.count && !text.length; i++) {
        const struct diagnostic *diagnostic = &diagnostics->list.items[i];
        if (diagnostic->place.line)
            text_printf(&text, "%s:%u:%u: ", diagnostic->place.file, diagnostic->place.line, diagnostic->place.column);
        text_add(&text, diagnostic->message);
    }
    return text_take(&text);
}

struct env_outcome *env_check(const struct env_model *model, const struct env_graph *graph,
                              const struct env_design *design, uint64_t max_states) {
    double start = clock_seconds();
    struct env_outcome *outcome = memory_new(sizeof *outcome);
    outcome->numberings = 1;
    struct diagnostics diagnostics = {0};
    uint64_t limit = max_states && max_states < UINT32_MAX - 1 ? max_states : UINT32_MAX - 1;
    struct check check = {.model = model, .graph = graph, .design = design, .max_states = limit};
    check.lts = env_compose(model, graph, (uint32_t)limit, &diagnostics);
    if (check.lts) {
        check.arena = arena_new();
        search(&check);
        conclude(&check, outcome);
        for (size_t c = 0; c < model->classes.count; c++) vec_push(&outcome->choices, check.lts->choices[c]);
    } else {
        outcome->verdict = VERDICT_UNKNOWN;
        outcome->message = first_error(&diagnostics);
    }
    arena_free(check.arena);
    vec_free(&check.nodes);
    vec_free(&check.arrivals);
    vec_free(&check.arrival_bytes);
    nodeset_free(&check.states);
    vec_free(&check.state);
    text_free(&check.error);
    env_lts_free(check.lts);
    diag_free(&diagnostics);
    outcome->seconds = clock_seconds() - start;
    return outcome;
}

void env_outcome_free(struct env_outcome *outcome) {
    if (!outcome) return;
    for (size_t i = 0; i < outcome->steps.count; i++) free(outcome->steps.items[i]);
    vec_free(&outcome->steps);
    vec_free(&outcome->choices);
    free(outcome->message);
    free(outcome->story);
    free(outcome);
}
