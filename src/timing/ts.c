#include "timing/ts.h"

#include "amalthea/demand.h"
#include "timing/guided.h"
#include "timing/scale.h"
#include "timing/servers.h"

#include <string.h>

/* ---- successors ---- */

struct emitting {
    const struct tm_system *system;
    ts_emit emit;
    void *context;
};

/* The core whose task has something to do that nobody else sees; else -1, with the number of those that have anything
 * to do, and the first of them. */
static int local_core(const struct tm_run *run, unsigned *urgent, unsigned *first) {
    *urgent = 0;
    for (unsigned i = 0; i < run->system->cores.count; i++) {
        if (!tm_is_urgent(run, i)) continue;
        if (tm_is_local(run, i)) return (int)i;
        if ((*urgent)++ == 0) *first = i;
    }
    return -1;
}

static bool end_slices(struct tm_run *run) {
    bool any = false;
    for (unsigned i = 0; !run->system->is_closed && i < run->system->cores.count; i++)
        if (tm_slice_is_over(run, i)) tm_end_slice(run, i), any = true;
    return tm_obey_servers(run) || any;
}

static void keep_fired(void *context, struct tm_run *run, int64_t units) {
    struct tm_run *kept = context;
    (void)units;
    memcpy(kept->values, run->values, run->system->fields.count * sizeof *run->values);
    kept->fault |= run->fault;
}

/* As long as there is one way on that takes no time, it is taken; with ranks it is not known whether there is one. */
static void settle(struct tm_run *run) {
    while (!run->system->has_ranks) {
        unsigned urgent, first = 0;
        int core = local_core(run, &urgent, &first);
        if (core < 0 && urgent == 1) core = (int)first;
        if (core >= 0) {
            if (tm_alternatives(run, (unsigned)core) > 1) return;
            tm_execute(run, (unsigned)core, 0);
        } else if (urgent > 1) {
            return;
        } else if (!end_slices(run)) {
            if (!tm_is_firing(run) || !tm_fires_one_way(run)) return;
            struct tm_run before = *run;
            int64_t values[run->system->fields.count];
            memcpy(values, run->values, sizeof values);
            before.values = values;
            tm_fire(&before, keep_fired, run);
        }
    }
}

static void hand_over(void *context, struct tm_run *run, int64_t units) {
    struct emitting *emitting = context;
    unsigned char bytes[run->system->state_size + 8] __attribute__((aligned(8)));
    if (!tm_is_stopped(run)) settle(run);
    tm_pack(run->system, run->values, bytes);
    (void)units;
    struct ts_step step = {.action = 0,
                           .reply = TS_NO_ACTION,
                           .actor = 0,
                           .partner = TS_NOBODY,
                           .holder = TS_NOBODY,
                           .fault = run->fault ? 1 : 0};
    emitting->emit(emitting->context, bytes, run->system->state_size, &step);
}

struct way {
    unsigned core, alternative;
};

static void execute(struct tm_run *run, const void *what) {
    const struct way *way = what;
    tm_execute(run, way->core, way->alternative);
}

/* Every way in which the task on the core can go on. */
static void execute_core(struct tm_run *run, unsigned core, tm_emit emit, void *context) {
    for (unsigned i = 0; i < tm_alternatives(run, core); i++)
        tm_do_every_way(run, execute, &(struct way){core, i}, emit, context);
}

static void expand(struct tm_run *run, tm_emit emit, void *context) {
    unsigned urgent, first = 0;
    int core = local_core(run, &urgent, &first);
    if (core >= 0) {
        execute_core(run, (unsigned)core, emit, context);
    } else if (urgent) {
        for (unsigned i = 0; i < run->system->cores.count; i++)
            if (tm_is_urgent(run, i)) execute_core(run, i, emit, context);
    } else if (tm_is_firing(run)) {
        tm_fire(run, emit, context);
    } else {
        tm_guided_pass(run, emit, context);
    }
}

static void next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit, void *context) {
    const struct tm_system *system = ts->self;
    int64_t values[system->fields.count];
    struct tm_run run = {.system = system, .values = values};
    struct emitting emitting = {.system = system, .emit = emit, .context = context};
    (void)size;
    (void)actor;
    tm_unpack(system, state, values);
    values[system->done] = 0;
    if (!tm_is_stopped(&run)) expand(&run, hand_over, &emitting);
}

static void begin(const struct ts *ts, ts_emit emit, void *context) {
    const struct tm_system *system = ts->self;
    int64_t values[system->fields.count];
    struct tm_run run = {.system = system, .values = values};
    struct emitting emitting = {.system = system, .emit = emit, .context = context};
    tm_guided_begin(&run, hand_over, &emitting);
}

/* An initial step carries no action. */
struct initial_context {
    ts_emit emit;
    void *context;
};

static void emit_initial(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    const struct initial_context *initial = context;
    struct ts_step made = *step;
    made.action = TS_NO_ACTION;
    initial->emit(initial->context, state, size, &made);
}

static void initial(const struct ts *ts, ts_emit emit, void *context) {
    begin(ts, emit_initial, &(struct initial_context){emit, context});
}

/* ---- explaining ---- */

/* The events of each way are kept until it is known whether it is the one. */
struct telling {
    const unsigned char *wanted;
    bool done;
    int64_t units;
    void (*tell)(void *context, const struct tm_event *event);
    void *context;
    VEC(struct tm_event) heard;
};

static void hear(void *context, const struct tm_event *event) {
    struct telling *telling = context;
    vec_push(&telling->heard, *event);
}

static void tell_way(void *context, struct tm_run *run, int64_t units) {
    struct telling *telling = run->context;
    (void)context;
    unsigned char bytes[run->system->state_size + 8];
    if (!telling->done && !tm_is_stopped(run)) settle(run);
    tm_pack(run->system, run->values, bytes);
    if (!telling->done && memcmp(bytes, telling->wanted, run->system->state_size) == 0) {
        telling->done = true;
        telling->units = units;
        for (size_t i = 0; i < telling->heard.count; i++) telling->tell(telling->context, &telling->heard.items[i]);
    }
    vec_clear(&telling->heard);
}

bool tm_explain(const struct tm_system *system, const void *before, const void *after, int64_t *units,
                void (*tell)(void *context, const struct tm_event *event), void *context) {
    int64_t values[system->fields.count];
    struct telling telling = {.wanted = after, .tell = tell, .context = context};
    struct tm_run run = {.system = system, .values = values, .tell = hear, .context = &telling};
    tm_unpack(system, before, values);
    values[system->done] = 0;
    expand(&run, tell_way, NULL);
    vec_free(&telling.heard);
    *units = telling.units;
    return telling.done;
}

bool tm_explain_initial(const struct tm_system *system, const void *state,
                        void (*tell)(void *context, const struct tm_event *event), void *context) {
    int64_t values[system->fields.count];
    struct telling telling = {.wanted = state, .tell = tell, .context = context};
    struct tm_run run = {.system = system, .values = values, .tell = hear, .context = &telling};
    tm_guided_begin(&run, tell_way, NULL);
    vec_free(&telling.heard);
    return telling.done;
}

/* ---- the rest of the interface ---- */

static void ignore(void *context, const struct tm_event *event) { (void)context, (void)event; }

bool tm_explain_duration(const struct tm_system *system, const void *before, const void *after, int64_t *units) {
    return tm_explain(system, before, after, units, ignore, NULL);
}

static unsigned marks(const struct ts *ts, const void *state, uint32_t size) {
    const struct tm_system *system = ts->self;
    (void)size;
    if (system->target.task < 0 || system->target.kind != TM_STARVES) return TS_VALID_END;
    int64_t values[system->fields.count];
    tm_unpack(system, state, values);
    const struct tm_task *task = &system->tasks.items[system->target.task];
    bool is_stuck = values[task->count] > 0 && values[task->ages] >= task->age_cap && !values[system->done];
    return TS_VALID_END | (is_stuck ? 0 : TS_PROGRESS);
}

static unsigned actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts, (void)state, (void)size;
    return 1;
}

static void describe(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                     uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    const struct tm_system *system = ts->self;
    int64_t units = 0;
    (void)before_size, (void)after_size, (void)step;
    text_add(&out->actor, "time");
    tm_explain(system, before, after, &units, ignore, NULL);
    rational_print_time(&out->action, tm_seconds(system, units));
    text_add(&out->action, " later");
}

static void variables(const struct ts *ts, const void *state, uint32_t size,
                      void (*visit)(void *context, const char *name, const char *value), void *context) {
    static const char *const names[] = {"suspended", "ready", "waiting"};
    const struct tm_system *system = ts->self;
    int64_t values[system->fields.count];
    (void)size;
    tm_unpack(system, state, values);
    for (size_t i = 0; i < system->tasks.count; i++)
        visit(context, system->tasks.items[i].name, names[values[system->tasks.items[i].status]]);
}

static const struct ts_fault *fault(const struct ts *ts, uint32_t number) {
    static const struct ts_fault made = {.kind = "timing", .message = "the limit is exceeded"};
    (void)ts, (void)number;
    return &made;
}

static const struct ts_action *action(const struct ts *ts, uint32_t number) {
    static const struct ts_action made = {.actor_kind = "time", .text = "time passes"};
    (void)ts, (void)number;
    return &made;
}

void tm_forget(struct tm_system *system) {
    tm_forget_observed(system);
    for (size_t i = 0; i < system->tasks.count; i++) {
        atomic_store(&system->seen[i].worst, -1);
        atomic_store(&system->seen[i].best, INT64_MAX);
        atomic_store(&system->seen[i].latest_start, -1);
        atomic_store(&system->seen[i].first_start, INT64_MAX);
        atomic_store(&system->seen[i].oldest, -1);
        atomic_store(&system->seen[i].lost, 0);
        atomic_store(&system->seen[i].too_old, 0);
        atomic_store(&system->seen[i].missed, 0);
        atomic_store(&system->seen[i].stuck, 0);
    }
}

void tm_ts(struct tm_system *system, struct ts *ts) {
    *ts = (struct ts){.self = system,
                      .max_state_size = system->state_size,
                      .action_count = 1,
                      .never_violating = true,
                      .initial = initial,
                      .next = next,
                      .marks = marks,
                      .actors = actors,
                      .describe = describe,
                      .variables = variables,
                      .fault = fault,
                      .action = action};
    tm_forget(system);
}
