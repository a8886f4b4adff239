#include "app/stretch.h"

#include "app/observer.h"
#include "app/run.h"
#include "app/state.h"
#include "app/touch.h"

#include <string.h>

/* ---- who may be activated again by what it does ---- */

static void add_all(const struct app *app, bool *activates) {
    memset(activates, true, app->config->task_count * sizeof *activates);
}

static void add_argument(const struct app *app, const struct c_instruction *call, bool *activates) {
    const struct c_expression *task = call->argument_count ? c_constant(call->arguments[0]) : NULL;
    if (!task)
        add_all(app, activates);
    else if ((uint64_t)task->integer < app->config->task_count)
        activates[task->integer] = true;
}

static void add_service(const struct app *app, const struct c_instruction *call, bool *activates) {
    switch (call->service) {
    case OSEK_ActivateTask:
    case OSEK_ChainTask: add_argument(app, call, activates); break;
    /* By alarms that expire. */
    case OSEK_IncrementCounter:
    case OSEK_SetRelAlarm:
    case OSEK_SetAbsAlarm: add_all(app, activates); break;
    default: break;
    }
}

struct adding {
    const struct app *app;
    bool *activates;
};

static void add_function(void *context, uint32_t function) {
    const struct adding *adding = context;
    const struct c_function *code = adding->app->program->functions[function];
    for (uint32_t i = 0; i < code->code_count; i++)
        if (code->code[i].kind == C_SERVICE) add_service(adding->app, &code->code[i], adding->activates);
}

/* From who activates whom to who leads to whom (Warshall). */
static void close_over(bool **activates, uint32_t count) {
    for (uint32_t middle = 0; middle < count; middle++)
        for (uint32_t from = 0; from < count; from++)
            for (uint32_t to = 0; activates[from][middle] && to < count; to++)
                activates[from][to] |= activates[middle][to];
}

static bool is_open(const struct app *app) {
    const struct osek_config *config = app->config;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (app->isr_sources[i].times) return true;
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (app->counter_sources[i].times) return true;
    return false;
}

void stretches_find(struct app *app, bool *const *calls) {
    uint32_t tasks = app->config->task_count;
    bool open = is_open(app);
    struct arena *own = arena_new();
    bool **activates = arena_new_array(own, bool *, tasks + 1);
    for (uint32_t i = 0; i < tasks; i++) {
        const struct c_function *entry = app->program->entries[i];
        activates[i] = arena_new_array(own, bool, tasks + 1);
        bool *seen = arena_new_array(own, bool, app->program->function_count + 1);
        if (entry)
            calls_visit(calls, app->program->function_count, entry->index, seen, add_function,
                        &(struct adding){app, activates[i]});
    }
    close_over(activates, tasks);
    app->recurrent = arena_new_array(app->arena, bool, app->context_count + 1);
    for (uint32_t i = 0; i < app->context_count; i++) app->recurrent[i] = open || i >= tasks || activates[i][i];
    arena_free(own);
}

/* ---- one step ---- */

/* More than 0: the context is further on than it was. */
static int compare_to(const struct machine *machine, uint32_t context, const struct state_calls *was) {
    const struct context_run *run = &machine->contexts[context];
    for (uint32_t i = 0; i < run->frame_count && i < was->count; i++) {
        uint32_t now = machine->app->first_instruction[run->frames[i].function->index] + run->frames[i].next;
        uint32_t then = state_call(was, i);
        if (now != then) return now > then ? 1 : -1;
    }
    if (run->frame_count != was->count) return run->frame_count > was->count ? 1 : -1;
    return run->log_length == was->log_length ? 0 : run->log_length > was->log_length ? 1 : -1;
}

static bool is_landmark(const struct machine *machine, const void *before) {
    const struct app *app = machine->app;
    uint32_t ran = osek_current(app->config, before);
    if (machine->ended_recurrent) return true;
    for (uint32_t i = 0; i < app->context_count; i++) {
        struct state_calls was;
        if (!machine->contexts[i].frame_count || !state_calls(app, before, i, &was)) continue;
        int further = compare_to(machine, i, &was);
        if (further < 0 || (further == 0 && i == ran)) return true;
    }
    return false;
}

static bool has_one_way_on(struct machine *machine) {
    unsigned char *packed = machine->packed;
    machine->packed = machine->packed_ahead; /* long loops pack, too */
    bool one = run_has_one_outcome(machine);
    machine->packed = packed;
    return one;
}

bool stretch_goes_on(struct machine *machine, const void *before) {
    const struct app *app = machine->app;
    /* Whoever runs now was looked for, and who can come, after the kernel's last change. */
    if (app->no_reduction || machine->current == OSEK_NONE || machine->arrivals) return false;
    if (is_landmark(machine, before)) return false;
    return !observers_notice(app, before, machine->packed) && has_one_way_on(machine);
}
