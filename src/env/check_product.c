#include "env/check_product.h"

#include "base/invariant.h"
#include "base/limits.h"
#include "env/check_design.h"
#include "ocl/memo.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <string.h>

enum { NUMBER_SIZE = sizeof(uint32_t) }; /* of the LTS's state, before the design's */

static const struct ts_fault no_result = {.kind = "blocked", .message = "the call has no result"};
#define NO_RESULT UINT32_MAX /* its number; the others are the design's */

static struct env_product *of(const struct ts *ts) { return (struct env_product *)ts->self; }

uint32_t env_product_lts_state(const void *state) {
    uint32_t number;
    memcpy(&number, state, NUMBER_SIZE);
    return number;
}

bool env_fault_is_limit(const struct ts_fault *fault) { return strcmp(fault->kind, "limit") == 0; }

static const struct ts_fault *product_fault(const struct ts *ts, uint32_t fault) {
    const struct ts *design = program_ts(of(ts)->design->program);
    return fault == NO_RESULT ? &no_result : design->fault(design, fault);
}

/* ---- assertions ---- */

static void enter_world(struct env_product *product, uint32_t lts_state) {
    if (product->world_state == lts_state) return;
    env_state_decode(product->model, product->graph, product->lts->states.items[lts_state].bytes, &product->world);
    ocl_memo_forget(product->world.world.memo);
    product->world_state = lts_state;
}

/* An assertion that does not hold, and why: false, not to be evaluated, or a fault of the view. */
struct broken {
    unsigned class_index, object;
    const struct ocl_expression *assertion;
    const char *error;
};

static bool object_is_right(struct env_product *product, struct design_view *view, struct broken *broken) {
    const struct env_class *class = &product->model->classes.items[broken->class_index];
    for (size_t i = 0; i < class->assertions.count; i++) {
        struct ocl_value value;
        broken->assertion = class->assertions.items[i];
        broken->error = NULL;
        bool known =
            ocl_evaluate(broken->assertion, &product->world.world, broken->object, NULL, &value, &broken->error);
        if (!known || !value.number || view->fault) return false;
    }
    return true;
}

/* Does every assertion hold in this state? If not, `broken` and the view say which does not. */
static bool is_right(struct env_product *product, const void *state, struct design_view *view, struct broken *broken) {
    enter_world(product, env_product_lts_state(state));
    product->world.world.reference = design_reference;
    product->world.world.context = view;
    for (unsigned c = 0; c < product->model->schema.classes.count; c++) {
        if (!product->model->classes.items[c].assertions.count) continue;
        broken->class_index = c;
        for (broken->object = 0; broken->object < product->graph->sizes[c]; broken->object++)
            if (!object_is_right(product, view, broken)) return false;
    }
    return true;
}

static struct design_view view_of(const struct env_product *product, const void *state, uint32_t size) {
    return (struct design_view){.design = product->design,
                                .state = (const unsigned char *)state + NUMBER_SIZE,
                                .size = size - (uint32_t)NUMBER_SIZE};
}

static unsigned product_marks(const struct ts *ts, const void *state, uint32_t size) {
    struct broken broken;
    struct design_view view = view_of(of(ts), state, size);
    return is_right(of(ts), state, &view, &broken) ? TS_VALID_END : TS_VALID_END | TS_VIOLATING;
}

void env_product_explain(struct env_product *product, const unsigned char *state, uint32_t size,
                         struct env_violation *violation, struct text *error) {
    struct broken broken;
    struct design_view view = view_of(product, state, size);
    bool right = is_right(product, state, &view, &broken);
    invariant(!right);
    *violation = (struct env_violation){.class_index = broken.class_index,
                                        .object = broken.object,
                                        .assertion = broken.assertion,
                                        .fault = view.fault,
                                        .state = view.state,
                                        .size = view.size};
    if (view.fault && env_fault_is_limit(view.fault)) text_printf(error, "a reference: %s", view.fault->message);
    if (view.fault || !broken.error) return;
    struct place place = ocl_place_of(broken.assertion);
    text_printf(error, "%s:%u:%u: the assertion of %s%u cannot be evaluated: %s", place.file, place.line, place.column,
                product->model->schema.classes.items[broken.class_index].name, broken.object + 1, broken.error);
}

/* ---- steps ---- */

struct following {
    const struct env_lts_edge *edge;
    struct ts_sink *sink;
    bool any;
};

static void emit(struct following *following, const void *design_state, uint32_t size, uint32_t fault) {
    struct ts_sink *sink = following->sink;
    struct ts_step step = {.action = following->edge->label,
                           .reply = TS_NO_ACTION,
                           .partner = TS_NOBODY,
                           .holder = TS_NOBODY,
                           .fault = fault,
                           .ends = fault != 0};
    following->any = true;
    memcpy(sink->room, &following->edge->target, NUMBER_SIZE);
    memcpy(sink->room + NUMBER_SIZE, design_state, size);
    sink->emit(sink->context, sink->room, size + (uint32_t)NUMBER_SIZE, &step);
}

static void arrive(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    emit(context, state, size, step->fault);
}

static void follow(const struct env_product *product, const struct env_lts_edge *edge, const void *design_state,
                   uint32_t size, struct ts_sink *sink) {
    const struct env_label *label = &product->lts->labels.items[edge->label];
    struct following following = {edge, sink, false};
    if (label->trigger < 0) {
        emit(&following, design_state, size, 0);
        return;
    }
    design_call(product->design, product->design->triggers[label->trigger], label->arguments.items,
                label->arguments.count, design_state, size, arrive, &following);
    if (!following.any) emit(&following, design_state, size, NO_RESULT);
}

static void product_next_in_place(const struct ts *ts, const void *state, uint32_t size, unsigned actor,
                                  struct ts_sink *sink) {
    const struct env_product *product = of(ts);
    const struct env_lts_state *from = &product->lts->states.items[env_product_lts_state(state)];
    (void)actor; /* there is one */
    for (size_t i = 0; i < from->edges.count; i++)
        follow(product, &from->edges.items[i], (const unsigned char *)state + NUMBER_SIZE, size - (uint32_t)NUMBER_SIZE,
               sink);
}

static void product_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                         void *context) {
    struct ts_sink sink = {.room = memory_new(ts->max_state_size), .emit = emit, .context = context};
    product_next_in_place(ts, state, size, actor, &sink);
    free(sink.room);
}

static void product_initial(const struct ts *ts, ts_emit emit, void *context) {
    const struct env_product *product = of(ts);
    for (size_t i = 0; i < product->starts.count; i++)
        emit(context, product->starts.items[i].bytes, product->starts.items[i].size, &product->starts.items[i].step);
}

/* ---- the beginning: the design is told about the graph ---- */

struct start {
    struct env_product *product;
    struct nodeset now, next; /* states of the design: each once, however many ways lead there */
    struct env_violation *violation;
    struct text *error;
};

static void told(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct start *start = context;
    if (start->violation->fault) return;
    if (step->fault) {
        const struct ts_fault *fault = product_fault(&start->product->ts, step->fault);
        if (env_fault_is_limit(fault)) text_printf(start->error, "a configuration: %s", fault->message);
        start->violation->fault = fault;
        return;
    }
    nodeset_add(&start->next, state, size, hash_bytes(state, size), NULL);
}

static bool is_over(struct start *start) {
    enum limits_reason reason = limits_reached();
    if (reason != LIMITS_NONE) text_printf(start->error, "a configuration: %s", limits_name(reason));
    return reason != LIMITS_NONE;
}

static bool tell(void *context, unsigned configuration, const int64_t *arguments) {
    struct start *start = context;
    const struct env_design *design = start->product->design;
    const struct env_configuration *call = &start->product->model->configurations.items[configuration];
    for (uint32_t i = 0; i < start->now.nodes.count && !start->violation->fault; i++) {
        uint32_t size;
        const void *state = nodeset_get(&start->now, i, &size);
        if (is_over(start)) return false;
        design_call(design, design->configurations[configuration], arguments, call->arguments.count, state, size, told,
                    start);
    }
    struct nodeset before = start->now;
    start->now = start->next;
    start->next = before;
    nodeset_clear(&start->next);
    if (!start->violation->fault) return true;
    start->violation->configuration = call;
    return false;
}

/* A state of the product, in the first state of the LTS. */
static void add_start(struct env_product *product, const void *design_state, uint32_t size) {
    struct ts_trace_state start = {.bytes = arena_alloc(product->arena, size + NUMBER_SIZE),
                                   .size = size + (uint32_t)NUMBER_SIZE,
                                   .step = {.action = TS_NO_ACTION,
                                            .reply = TS_NO_ACTION,
                                            .actor = TS_NOBODY,
                                            .partner = TS_NOBODY,
                                            .holder = TS_NOBODY}};
    memset(start.bytes, 0, NUMBER_SIZE);
    memcpy(start.bytes + NUMBER_SIZE, design_state, size);
    vec_push(&product->starts, start);
}

static bool begin(struct env_product *product, struct env_violation *violation, struct text *error) {
    const struct program *program = product->design->program;
    struct start start = {.product = product, .violation = violation, .error = error};
    uint32_t size;
    void *first = arena_alloc(product->arena, program_ts(program)->max_state_size);
    program_start(program, first, &size);
    nodeset_add(&start.now, first, size, hash_bytes(first, size), NULL);
    bool good = design_configuration(product->model, product->graph, tell, &start, product->world.world.choices, error);
    for (uint32_t i = 0; i < start.now.nodes.count && good; i++) {
        const void *state = nodeset_get(&start.now, i, &size);
        add_start(product, state, size);
    }
    nodeset_free(&start.now);
    nodeset_free(&start.next);
    return good;
}

bool env_product_open(struct env_product *product, struct env_violation *violation, struct text *error) {
    product->ts = (struct ts){.self = product,
                              .max_state_size = program_ts(product->design->program)->max_state_size + NUMBER_SIZE,
                              .action_count = (uint32_t)product->lts->labels.count,
                              .sequential = true,
                              .initial = product_initial,
                              .next = product_next,
                              .next_in_place = product_next_in_place,
                              .marks = product_marks,
                              .fault = product_fault};
    product->arena = arena_new();
    product->room = memory_new(env_world_room(product->model, product->graph));
    env_world_place(product->model, product->graph, product->room, &product->world);
    product->world.world.choices = product->lts->choices;
    product->world.world.memo = ocl_memo_new(&product->model->schema);
    product->world_state = UINT32_MAX;
    return begin(product, violation, error);
}

void env_product_close(struct env_product *product) {
    ocl_memo_free(product->world.world.memo);
    free(product->room);
    vec_free(&product->starts);
    arena_free(product->arena);
}
