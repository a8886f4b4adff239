#include "app/sequential/steps.h"

#include "app/exec/fault.h"
#include "app/sequential/emit.h"
#include "jit/jit.h"

#include <string.h>

/* As the text declares them (parts.c). */
struct outcome {
    unsigned fault;
    int ended, pruned, chose;
    int64_t input;
};

struct code {
    uint64_t size;
    void (*initial)(unsigned char *state);
    unsigned (*step)(unsigned char *state, unsigned from, uint64_t (*ask)(void *context, uint64_t count), void *context,
                     struct outcome *outcome);
};

struct sequential_steps {
    struct ts ts; /* its self is this */
    const struct sequential_graph *graph;
    struct jit *jit;
    uint32_t size; /* of a state: the stop's number, then the data, padded */
};

/* ---- choices: all of them, the last one first ---- */

struct choice {
    uint64_t taken, count;
};

struct choices {
    VEC(struct choice) list;
    size_t next;
    bool too_many; /* one has more values than are tried */
};

static uint64_t ask(void *context, uint64_t count) {
    struct choices *choices = context;
    if (!count || count > SEQUENTIAL_MOST_VALUES) {
        choices->too_many = true;
        return 0;
    }
    if (choices->next == choices->list.count) vec_push(&choices->list, (struct choice){0, count});
    return choices->list.items[choices->next++].taken;
}

/* The next way to choose; false: there is none. */
static bool advance(struct choices *choices) {
    while (choices->list.count) {
        struct choice *last = &vec_last(&choices->list);
        if (++last->taken < last->count) return true;
        choices->list.count--;
    }
    return false;
}

/* ---- the interface ---- */

static const struct sequential_steps *self(const struct ts *ts) { return ts->self; }

static const struct code *code_of(const struct sequential_steps *steps) { return jit_entry(steps->jit); }

static void initial(const struct ts *ts, ts_emit emit, void *context) {
    const struct sequential_steps *steps = self(ts);
    unsigned char *state = memory_new(steps->size);
    struct ts_step step = {
        .action = TS_NO_ACTION, .reply = TS_NO_ACTION, .actor = TS_NOBODY, .partner = TS_NOBODY, .holder = TS_NOBODY};
    for (uint32_t i = 0; i < steps->graph->start_count; i++) {
        memset(state, 0, steps->size);
        memcpy(state, &i, sizeof i);
        code_of(steps)->initial(state + sizeof i);
        emit(context, state, steps->size, &step);
    }
    free(state);
}

/* Every way on from a state. */
typedef void (*visit)(void *context, const unsigned char *state, const struct ts_step *step,
                      const struct outcome *outcome);

static void each(const struct sequential_steps *steps, const void *state, visit visit, void *context) {
    struct choices choices = {0};
    unsigned char *next = memory_new(steps->size);
    uint32_t from;
    memcpy(&from, state, sizeof from);
    do {
        struct outcome outcome = {0};
        choices.next = 0;
        choices.too_many = false;
        memcpy(next, state, steps->size);
        uint32_t to = code_of(steps)->step(next + sizeof to, from, ask, &choices, &outcome);
        memcpy(next, &to, sizeof to);
        struct ts_step step = {.action = from,
                               .reply = TS_NO_ACTION,
                               .partner = TS_NOBODY,
                               .holder = TS_NOBODY,
                               .fault = outcome.fault,
                               .ends = outcome.fault != 0};
        if (choices.too_many && !step.fault) {
            step.fault =
                faults_limit(steps->graph->executor->faults, "a choice of more values than --engine sequential tries",
                             sequential_place(steps->graph, from));
            step.ends = true;
        }
        if (step.fault) memcpy(next, state, steps->size);
        if (step.fault || (!outcome.ended && !outcome.pruned)) visit(context, next, &step, &outcome);
    } while (advance(&choices));
    vec_free(&choices.list);
    free(next);
}

struct emitting {
    const struct sequential_steps *steps;
    ts_emit emit;
    void *context;
};

static void emit_one(void *context, const unsigned char *state, const struct ts_step *step,
                     const struct outcome *outcome) {
    const struct emitting *emitting = context;
    (void)outcome;
    emitting->emit(emitting->context, state, emitting->steps->size, step);
}

static void next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit, void *context) {
    struct emitting emitting = {self(ts), emit, context};
    (void)size;
    (void)actor;
    each(self(ts), state, emit_one, &emitting);
}

static unsigned marks(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts;
    (void)state;
    (void)size;
    return TS_VALID_END;
}

static unsigned actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts;
    (void)state;
    (void)size;
    return 1;
}

static const struct ts_fault *fault(const struct ts *ts, uint32_t number) {
    return faults_get(self(ts)->graph->executor->faults, number);
}

static const struct ts_action *action(const struct ts *ts, uint32_t number) {
    static const struct ts_action piece = {.actor_kind = "sequential program", .text = "a piece of code"};
    (void)ts;
    (void)number;
    return &piece;
}

/* ---- inputs ---- */

struct looking {
    const struct ts_trace_state *wanted;
    const struct ts_step *step;
    uint32_t size;
    struct outcome outcome;
    bool found;
};

static void look(void *context, const unsigned char *state, const struct ts_step *step, const struct outcome *outcome) {
    struct looking *looking = context;
    if (looking->found || step->fault != looking->step->fault) return;
    if (!step->fault && memcmp(state, looking->wanted->bytes, looking->size) != 0) return;
    looking->found = true;
    looking->outcome = *outcome;
}

void sequential_steps_inputs(const struct sequential_steps *steps, const struct ts_trace *trace, int64_t **values,
                             size_t *count) {
    *values = memory_new((trace->states.count + 1) * sizeof **values);
    *count = 0;
    for (size_t i = 0; i + 1 < trace->states.count; i++) {
        struct looking looking = {
            .wanted = &trace->states.items[i + 1], .step = &trace->states.items[i + 1].step, .size = steps->size};
        each(steps, trace->states.items[i].bytes, look, &looking);
        if (looking.found && looking.outcome.chose) (*values)[(*count)++] = looking.outcome.input;
    }
}

/* ---- building ---- */

const struct ts *sequential_steps_ts(const struct sequential_steps *steps) { return &steps->ts; }

struct sequential_steps *sequential_steps_new(const struct sequential_graph *graph, struct diagnostics *diagnostics) {
    struct text text = {0};
    sequential_emit(graph, &(struct sequential_options){.form = SEQUENTIAL_STEPS}, &text);
    struct jit *jit = jit_compile(text_chars(&text), "rt_code", JIT_AUTO, false, diagnostics);
    text_free(&text);
    if (!jit) return NULL;
    struct sequential_steps *steps = memory_new(sizeof *steps);
    steps->graph = graph;
    steps->jit = jit;
    steps->size = (uint32_t)((sizeof(uint32_t) + code_of(steps)->size + 3) / 4 * 4);
    steps->ts = (struct ts){.self = steps,
                            .max_state_size = steps->size,
                            .action_count = (uint32_t)graph->points.count,
                            .sequential = true,
                            .initial = initial,
                            .next = next,
                            .marks = marks,
                            .actors = actors,
                            .fault = fault,
                            .action = action};
    return steps;
}

void sequential_steps_free(struct sequential_steps *steps) {
    if (!steps) return;
    jit_free(steps->jit);
    free(steps);
}
