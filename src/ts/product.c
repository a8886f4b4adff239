/* Invariant: along every run of the product, the observer moves exactly once for each state that is no mere stage on
 * the way to another, and reads that state: it moves with the first step out of it, and stays where it is while an
 * atomic sequence goes on or the states are only passed through. */
#include "ts/product.h"

#include "base/invariant.h"
#include "base/memory.h"

#include <stdalign.h>
#include <string.h>

/* Added to the location in a state that is being passed through: the observer has moved already. */
#define PASSED 0x80000000u

/* Behind the system's state. */
struct tail {
    uint32_t location; /* PASSED may be added */
    uint32_t label;    /* only if the observer sees steps */
};

enum { MOVES_INLINE = 32, STACK_STATE_SIZE = 4096 };

struct product {
    struct ts ts;
    const struct ts *system;
    const struct ts_observer *observer;
    uint32_t tail_size;
};

struct move {
    uint32_t location;
    uint32_t action;
    uint32_t fault; /* then it leads nowhere */
};

/* One call of next(): what the observer can do, and where successors go. */
struct stepping {
    const struct product *product;
    ts_emit emit;
    void *context;
    unsigned char *product_state; /* room for a successor */
    uint32_t label;               /* of the state that is left */
    bool gathers;                 /* the observer stays: what it sees of this step comes on top of what it saw before */
    bool system_moved;
    size_t move_count;
    size_t move_capacity;
    struct move *moves;
    struct move inline_moves[MOVES_INLINE];
};

/* A step in which the system does nothing. */
static const struct ts_step observer_step = {
    .action = TS_NO_ACTION, .reply = TS_NO_ACTION, .actor = TS_NOBODY, .partner = TS_NOBODY, .holder = TS_NOBODY};

static const struct product *product_of(const struct ts *ts) { return ts->self; }

static struct tail tail_of(const struct product *product, const void *state, uint32_t size) {
    struct tail tail = {0};
    memcpy(&tail, (const unsigned char *)state + size - product->tail_size, product->tail_size);
    return tail;
}

static void collect_move(void *context, uint32_t location, uint32_t action, uint32_t fault) {
    struct stepping *stepping = context;
    invariant(!(location & PASSED));
    if (stepping->move_count == stepping->move_capacity) {
        size_t wanted = stepping->move_capacity * 2;
        bool grown = stepping->moves != stepping->inline_moves;
        struct move *moves = memory_resize(grown ? stepping->moves : NULL, wanted * sizeof *moves);
        if (!grown) memcpy(moves, stepping->inline_moves, sizeof stepping->inline_moves);
        stepping->moves = moves;
        stepping->move_capacity = wanted;
    }
    stepping->moves[stepping->move_count++] = (struct move){location, action, fault};
}

static void emit_at(struct stepping *stepping, uint32_t size, struct tail tail, const struct ts_step *step) {
    uint32_t tail_size = stepping->product->tail_size;
    memcpy(stepping->product_state + size, &tail, tail_size);
    stepping->emit(stepping->context, stepping->product_state, size + tail_size, step);
}

static void emit_moves(struct stepping *stepping, uint32_t size, uint32_t label, const struct ts_step *step) {
    uint32_t passed = step->passing ? PASSED : 0;
    for (size_t i = 0; i < stepping->move_count; i++)
        emit_at(stepping, size, (struct tail){stepping->moves[i].location | passed, label}, step);
}

static void system_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct stepping *stepping = context;
    stepping->system_moved = true;
    if (step->fault && stepping->product->system->faults_end) return;
    if (stepping->move_count == 0) return;
    memcpy(stepping->product_state, state, size);
    const struct ts_observer *observer = stepping->product->observer;
    if (!observer->label) {
        emit_moves(stepping, size, 0, step);
        return;
    }
    struct ts_step seen = *step;
    uint32_t label = observer->label(observer, step);
    seen.passing = step->passing && label == stepping->label;
    emit_moves(stepping, size, stepping->gathers ? label | stepping->label : label, &seen);
}

static void stutter(struct stepping *stepping, const void *state, uint32_t size) {
    memcpy(stepping->product_state, state, size);
    emit_moves(stepping, size, stepping->label, &observer_step);
}

/* Where the observer has seen enough, or goes wrong, the system need not go on: a step of the observer alone. */
static void emit_alone(struct stepping *stepping, const void *state, uint32_t size) {
    const struct ts_observer *observer = stepping->product->observer;
    size_t kept = 0;
    for (size_t i = 0; i < stepping->move_count; i++) {
        struct move move = stepping->moves[i];
        if (move.fault || observer->marks(observer, move.location) & TS_VIOLATING) {
            struct ts_step step = observer_step;
            step.fault = move.fault;
            step.ends = move.fault != 0;
            if (move.fault) step.reply = move.action;
            memcpy(stepping->product_state, state, size);
            emit_at(stepping, size, (struct tail){move.location, stepping->label}, &step);
        } else {
            stepping->moves[kept++] = move;
        }
    }
    stepping->move_count = kept;
}

static void next_in(struct stepping *stepping, const void *state, uint32_t size, unsigned actor) {
    const struct product *product = stepping->product;
    const struct ts *system = product->system;
    const struct ts_observer *observer = product->observer;
    uint32_t system_size = size - product->tail_size;
    struct tail tail = tail_of(product, state, size);
    stepping->label = tail.label;
    stepping->moves = stepping->inline_moves;
    stepping->move_capacity = MOVES_INLINE;
    if (actor == TS_ENOUGH && !observer->stutter_invariant) actor = TS_EVERYBODY;
    bool all = actor == TS_ENOUGH || actor == TS_EVERYBODY;
    stepping->gathers = !all && !(tail.location & PASSED);
    if (all && !(tail.location & PASSED)) {
        struct ts_view view = {state, system_size, tail.label};
        observer->next(observer, &view, tail.location, collect_move, stepping);
    } else {
        collect_move(stepping, tail.location & ~PASSED, TS_NO_ACTION, 0);
    }
    emit_alone(stepping, state, system_size);
    system->next(system, state, system_size, actor, system_step, stepping);
    bool stays = all && system->may_stay && system->may_stay(system, state, system_size);
    bool ends = all && !stepping->system_moved &&
                !(system->goes_on_elsewhere && system->goes_on_elsewhere(system, state, system_size));
    if (stays || ends) stutter(stepping, state, system_size);
    if (stepping->moves != stepping->inline_moves) free(stepping->moves);
}

static void product_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                         void *context) {
    struct stepping stepping;
    stepping.product = product_of(ts);
    stepping.emit = emit;
    stepping.context = context;
    stepping.system_moved = false;
    stepping.move_count = 0;
    if (ts->max_state_size <= STACK_STATE_SIZE) {
        alignas(16) unsigned char product_state[STACK_STATE_SIZE];
        stepping.product_state = product_state;
        next_in(&stepping, state, size, actor);
    } else {
        stepping.product_state = memory_new(ts->max_state_size);
        next_in(&stepping, state, size, actor);
        free(stepping.product_state);
    }
}

struct starting {
    const struct product *product;
    ts_emit emit;
    void *context;
};

static void system_start(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct starting *starting = context;
    const struct product *product = starting->product;
    struct tail tail = {.location = product->observer->initial};
    unsigned char *product_state = memory_new(size + product->tail_size);
    memcpy(product_state, state, size);
    memcpy(product_state + size, &tail, product->tail_size);
    starting->emit(starting->context, product_state, size + product->tail_size, step);
    free(product_state);
}

static void product_initial(const struct ts *ts, ts_emit emit, void *context) {
    struct starting starting = {.product = product_of(ts), .emit = emit, .context = context};
    starting.product->system->initial(starting.product->system, system_start, &starting);
}

/* A run that the observer no longer follows ends here, and rightly: no end of the product is an invalid one. */
static unsigned product_marks(const struct ts *ts, const void *state, uint32_t size) {
    const struct product *product = product_of(ts);
    uint32_t location = tail_of(product, state, size).location;
    if (location & PASSED) return TS_VALID_END; /* what there is to see is seen where the passage ends */
    unsigned observed = product->observer->marks(product->observer, location);
    unsigned system = product->system->marks(product->system, state, size - product->tail_size);
    return TS_VALID_END | (observed & (TS_ACCEPTING | TS_VIOLATING | TS_PROGRESS)) |
           (system & (TS_PROGRESS | TS_VIOLATING));
}

static unsigned product_actors(const struct ts *ts, const void *state, uint32_t size) {
    const struct product *product = product_of(ts);
    return product->system->actors(product->system, state, size - product->tail_size);
}

static bool product_is_kept_waiting(const struct ts *ts, const void *state, uint32_t size, unsigned actor) {
    const struct product *product = product_of(ts);
    return product->system->is_kept_waiting(product->system, state, size - product->tail_size, actor);
}

static void product_describe(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                             uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    const struct ts *system = product_of(ts)->system;
    if (ts_is_observer_fault(step)) {
        const struct ts_action *action = step->reply == TS_NO_ACTION ? NULL : system->action(system, step->reply);
        text_add(&out->actor, product_of(ts)->observer->name);
        text_add(&out->action, action ? action->text : "looks at the state");
        if (action) out->place = action->place;
        return;
    }
    if (step->action == TS_NO_ACTION) {
        text_add(&out->action, "stutter");
        return;
    }
    uint32_t tail_size = product_of(ts)->tail_size;
    system->describe(system, before, before_size - tail_size, after, after_size - tail_size, step, out);
}

static void product_variables(const struct ts *ts, const void *state, uint32_t size,
                              void (*visit)(void *context, const char *name, const char *value), void *context) {
    const struct product *product = product_of(ts);
    product->system->variables(product->system, state, size - product->tail_size, visit, context);
    struct text value = {0};
    text_printf(&value, "%u", tail_of(product, state, size).location & ~PASSED);
    visit(context, product->observer->name, text_chars(&value));
    text_free(&value);
}

static const struct ts_fault *product_fault(const struct ts *ts, uint32_t fault) {
    const struct ts *system = product_of(ts)->system;
    return system->fault(system, fault);
}

static uint32_t product_fault_number(const struct ts *ts, const struct ts_fault *fault) {
    const struct ts *system = product_of(ts)->system;
    return system->fault_number(system, fault);
}

static const struct ts_action *product_action(const struct ts *ts, uint32_t action) {
    const struct ts *system = product_of(ts)->system;
    return system->action(system, action);
}

struct ts *ts_product_new(const struct ts *system, const struct ts_observer *observer) {
    struct product *product = memory_new(sizeof *product);
    product->system = system;
    product->observer = observer;
    product->tail_size = observer->label ? sizeof(struct tail) : sizeof(uint32_t);
    product->ts = (struct ts){.self = product,
                              .max_state_size = system->max_state_size + product->tail_size,
                              .action_count = system->action_count,
                              .observed = true,
                              .counts_passing = system->counts_passing,
                              .owed_from = system->owed_from,
                              .is_kept_waiting = system->is_kept_waiting ? product_is_kept_waiting : NULL,
                              .sequential = system->sequential,
                              .foreign = system->foreign,
                              .hasty = system->hasty,
                              .initial = product_initial,
                              .next = product_next,
                              .marks = product_marks,
                              .actors = product_actors,
                              .describe = product_describe,
                              .variables = product_variables,
                              .fault = product_fault,
                              .fault_number = system->fault_number ? product_fault_number : NULL,
                              .action = product_action};
    return &product->ts;
}

void ts_product_free(struct ts *product) {
    if (product) free((void *)product->self);
}
