/* The kernel against the design of the same kernel in Promela (models/osek/osek.pml): random calls on both, and the
 * same answers, states, priorities and queues. The two were written apart from each other. */
#include "osek/design_path.h"
#include "osek/state.h"
#include "promela/tests/programs.h"
#include "world.h"

enum { CONFIGURATIONS = 150, STEPS = 80, HIGHEST = 15, ISRS = 3 };

static const char *const callable[] = {
    "SetTask",      "SetLimit",      "SetInternal", "SetNonPreemptable", "SetEvents",   "SetResource",     "SetLink",
    "ActivateTask", "TerminateTask", "ChainTask",   "Schedule",          "GetResource", "ReleaseResource", "SetEvent",
    "ClearEvent",   "WaitEvent",     "EnterISR",    "LeaveISR",          NULL};

struct pair {
    struct world world;
    struct program *design;
    struct situation now, next;
    unsigned configuration, step;
};

static uint64_t seed;

static uint32_t below(uint32_t limit) {
    seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
    return limit ? (uint32_t)((seed * 0x2545F4914F6CDD1DU) >> 33) % limit : 0;
}

/* ---- The design ---- */

static void design_call(struct pair *pair, const char *name, const int *arguments, size_t count) {
    int number = program_callable(pair->design, name);
    pair->next.count = 0;
    pair->next.wanted = 0;
    assert_true(program_call(pair->design, number, arguments, count, pair->now.bytes, pair->now.size, keep_situation,
                             &pair->next));
    assert_int_equal(pair->next.count, 1);
    assert_int_equal(pair->next.step.fault, 0);
    memcpy(pair->now.bytes, pair->next.bytes, pair->next.size);
    pair->now.size = pair->next.size;
}

static int design_value(const struct pair *pair, const char *format, unsigned index) {
    char name[40];
    int value = -1;
    snprintf(name, sizeof name, format, index);
    assert_true(program_read(pair->design, pair->now.bytes, pair->now.size, name, &value));
    return value;
}

/* ---- Configurations, on both sides ---- */

static void add_task(struct pair *pair, uint32_t index) {
    struct osek_task *task = &pair->world.tasks[index];
    int id = (int)index + 1;
    *task = (struct osek_task){.name = "task", .priority = 1 + below(4), .activation = 1, .preemptable = true};
    task->extended = below(2);
    design_call(pair, "SetTask", (int[]){id, (int)task->priority}, 2);
    if (task->extended) {
        task->events = 7;
        design_call(pair, "SetEvents", (int[]){id, 7}, 2);
    } else {
        task->activation = 1 + below(3);
        design_call(pair, "SetLimit", (int[]){id, (int)task->activation}, 2);
    }
    if (below(4) == 0) {
        task->preemptable = false;
        design_call(pair, "SetNonPreemptable", (int[]){id}, 1);
    } else if (below(3) == 0) {
        task->internal = task->priority + below(3);
        design_call(pair, "SetInternal", (int[]){id, (int)task->internal}, 2);
    }
}

static void add_resource(struct pair *pair, uint32_t index) {
    struct osek_config *config = &pair->world.config;
    struct osek_resource *resource = &pair->world.resources[index];
    *resource = (struct osek_resource){.name = "resource", .root = index};
    design_call(pair, "SetResource", (int[]){(int)index + 1, 0}, 2);
    for (uint32_t i = 0; i < config->task_count; i++) {
        struct osek_task *task = &pair->world.tasks[i];
        if (below(2)) continue;
        task->resources |= (uint64_t)1 << index;
        if (task->priority > resource->ceiling) resource->ceiling = task->priority;
        design_call(pair, "SetLink", (int[]){(int)i + 1, (int)index + 1}, 2);
    }
}

static void configure(struct pair *pair) {
    struct osek_config *config = &pair->world.config;
    memset(&pair->world, 0, sizeof pair->world);
    program_start(pair->design, pair->now.bytes, &pair->now.size);
    config->extended_status = true;
    config->profile.undeclared_resource_refused = true; /* as the design does */
    config->highest_priority = HIGHEST;
    config->task_count = 2 + below(4);
    for (uint32_t i = 0; i < config->task_count; i++) add_task(pair, i);
    config->resource_count = below(4);
    for (uint32_t i = 0; i < config->resource_count; i++) add_resource(pair, i);
    config->isr_count = ISRS;
    for (uint32_t i = 0; i < ISRS; i++)
        pair->world.isrs[i] = (struct osek_isr){.name = "isr", .category = 2, .level = HIGHEST + 1 + i};
    assert_true(world_finish(&pair->world));
    osek_start(config, pair->world.state, 0, 0);
}

/* ---- Comparing ---- */

static void compare(const struct pair *pair, const char *what, unsigned index, uint64_t kernel, int design) {
    if (kernel != (uint64_t)design)
        fail_msg("configuration %u, step %u: %s %u is %llu in the kernel and %d in the design", pair->configuration,
                 pair->step, what, index, (unsigned long long)kernel, design);
}

static int state_number(enum osek_task_state state) {
    static const int numbers[] = {[OSEK_SUSPENDED] = 0, [OSEK_READY] = 1, [OSEK_RUNNING] = 2, [OSEK_WAITING] = 3};
    return numbers[state];
}

static void compare_states(const struct pair *pair) {
    const struct osek_config *config = &pair->world.config;
    const void *state = pair->world.state;
    struct osek_kernel k = osek_view(config, state);
    for (uint32_t i = 0; i < config->task_count; i++) {
        int shown = state_number(osek_task_state(config, state, i));
        compare(pair, "the state of task", i, (uint64_t)shown, design_value(pair, "task[%u].state", i + 1));
        compare(pair, "the priority of task", i, osek_task_priority(config, state, i),
                design_value(pair, "task[%u].dpr", i + 1));
        compare(pair, "the requests of task", i, osek_task_requests(config, state, i),
                design_value(pair, "task[%u].requests", i + 1));
        compare(pair, "the events of task", i, osek_events_set(config, state, i),
                design_value(pair, "task[%u].events", i + 1));
        compare(pair, "the awaited events of task", i, osek_events_awaited(config, state, i),
                design_value(pair, "task[%u].awaited", i + 1));
    }
    for (uint32_t i = 0; i < config->resource_count; i++)
        compare(pair, "the holder of resource", i, osek_resource_holder(config, state, i) + 1U,
                design_value(pair, "resource[%u].owner", i + 1));
    for (uint32_t i = 0; i < k.layout.queue_length; i++)
        compare(pair, "place of the ready queue", i, get_id(&k, k.layout.queue + i * k.layout.id_size) + 1U,
                design_value(pair, "ready[%u].id", i));
    compare(pair, "the running task", 0, osek_running_task(config, state) + 1U, design_value(pair, "turn", 0));
    compare(pair, "the nesting", 0, osek_depth(&k), design_value(pair, "nesting", 0));
}

/* ---- Steps ---- */

/* The design answers with one of the errors that apply; the kernel knows them all. */
static void call_both(struct pair *pair, enum osek_service service, int caller, const int *arguments, size_t count) {
    const struct osek_config *config = &pair->world.config;
    int design_arguments[4] = {caller};
    struct osek_call call = {.service = service};
    struct osek_result result = {0};
    unsigned char before[WORLD_STATE];
    bool first_is_object = service != OSEK_ClearEvent && service != OSEK_WaitEvent;
    for (size_t i = 0; i < count; i++) {
        design_arguments[i + 1] = arguments[i];
        call.arguments[i] = (uint64_t)(arguments[i] - (i == 0 && first_is_object));
    }
    design_call(pair, osek_service_name(service), design_arguments, count + 1);
    enum osek_status expected = (enum osek_status)design_value(pair, "status", 0);
    memcpy(before, pair->world.state, sizeof before);
    unsigned choices = 1;
    for (unsigned choice = 0; choice < choices; choice++) {
        memcpy(pair->world.state, before, sizeof before);
        choices = osek_call(config, pair->world.state, &call, choice, &result);
        if (result.status == expected) return;
    }
    fail_msg("configuration %u, step %u: %s returns %s in the kernel and %s in the design", pair->configuration,
             pair->step, osek_service_name(service), osek_status_name(result.status), osek_status_name(expected));
}

static void enter_or_leave(struct pair *pair, unsigned nesting) {
    struct osek_config *config = &pair->world.config;
    struct osek_result result;
    if (nesting < ISRS && (nesting == 0 || below(4) == 0)) {
        osek_interrupt(config, pair->world.state, nesting);
        design_call(pair, "EnterISR", (int[]){(int)nesting}, 1);
    } else {
        osek_end(config, pair->world.state, 0, &result);
        design_call(pair, "LeaveISR", (int[]){(int)nesting - 1}, 1);
    }
}

static void random_step(struct pair *pair) {
    static const enum osek_service services[] = {
        OSEK_ActivateTask, OSEK_ActivateTask,    OSEK_ActivateTask, OSEK_TerminateTask, OSEK_ChainTask,
        OSEK_Schedule,     OSEK_SetEvent,        OSEK_ClearEvent,   OSEK_WaitEvent,     OSEK_ReleaseResource,
        OSEK_GetResource,  OSEK_ReleaseResource, OSEK_GetResource};
    const struct osek_config *config = &pair->world.config;
    unsigned nesting = (unsigned)design_value(pair, "nesting", 0);
    int caller = nesting ? 0 : design_value(pair, "turn", 0);
    enum osek_service service = services[below(sizeof services / sizeof *services)];
    if ((caller == 0 && nesting == 0) || below(nesting ? 2 : 12) == 0) {
        enter_or_leave(pair, nesting);
        return;
    }
    int task = 1 + (int)below(config->task_count), mask = 1 + (int)below(7);
    int resource = 1 + (int)below(config->resource_count);
    switch (service) {
    case OSEK_ActivateTask:
    case OSEK_ChainTask: call_both(pair, service, caller, &task, 1); break;
    case OSEK_SetEvent: call_both(pair, service, caller, (int[]){task, mask}, 2); break;
    case OSEK_ClearEvent:
    case OSEK_WaitEvent: call_both(pair, service, caller, &mask, 1); break;
    case OSEK_GetResource:
    case OSEK_ReleaseResource: /* the design has resources for tasks only */
        if (config->resource_count && caller) call_both(pair, service, caller, &resource, 1);
        break;
    default: call_both(pair, service, caller, NULL, 0); break;
    }
}

static void kernel_and_design_agree(void **state) {
    struct program_options options = {.compiler = JIT_TCC, .parse.callable = callable};
    struct pair *pair = memory_new(sizeof *pair);
    (void)state;
    pair->design = loaded_with("#include \"" OSEK_DESIGN "\"\ninit { skip }\n", &options);
    for (pair->configuration = 0; pair->configuration < CONFIGURATIONS; pair->configuration++) {
        seed = 0x9E3779B97F4A7C15U * (pair->configuration + 1);
        configure(pair);
        for (pair->step = 0; pair->step < STEPS; pair->step++) {
            random_step(pair);
            compare_states(pair);
        }
    }
    program_free(pair->design);
    free(pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernel_and_design_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
