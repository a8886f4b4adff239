/* rtcheck's own OSEK kernel (src/osek) as a design: the kernel under `rtcheck app` is checked against osek.eventb.
 *
 * The calls and variables are those of ../osek/osek.pml, so that one map serves both; StartOS comes last in the set-up.
 * The kernel's state is a block of bytes, and its configuration a few numbers: both are in the design's state. What the
 * map looks at is copied out of the kernel after each call.
 *
 * In the kernel a service is called by whoever runs. When nobody does, ActivateTask is called from an interrupt routine
 * of the lowest level, which ends at once. */
#include "rtcheck_design.h"

#include "osek/kernel.h"

#include <string.h>

enum { TASKS = 8, RESOURCES = 8, ROUTINES = 4, KERNEL_BYTES = 1024 };

struct design_task {
    /* configuration */
    uint8_t pr, limit, owns, uses;
    /* copied out of the kernel */
    uint8_t state, dpr, requests, events;
};

struct design {
    struct design_task task[TASKS + 1];
    struct {
        uint8_t owner, exists;
    } resource[RESOURCES + 1];
    uint8_t task_count, resource_count, started, turn, nesting, length, status;
    uint64_t kernel[KERNEL_BYTES / sizeof(uint64_t)];
};

/* ---- the kernel's configuration, from the numbers ---- */

struct configuration {
    struct osek_config config;
    struct osek_task tasks[TASKS];
    struct osek_isr isrs[ROUTINES + 1]; /* 0: the one that stands for the outside world */
    struct osek_resource resources[RESOURCES];
};

static uint32_t ceiling_of(const struct design *design, uint32_t resource) {
    uint32_t ceiling = 0;
    for (uint32_t t = 1; t <= design->task_count; t++)
        if ((design->task[t].uses >> resource & 1) && design->task[t].pr > ceiling) ceiling = design->task[t].pr;
    return ceiling;
}

static const struct osek_config *configure(const struct design *design, struct configuration *c) {
    *c = (struct configuration){.config = {.extended_status = true,
                                           .tasks = c->tasks,
                                           .isrs = c->isrs,
                                           .resources = c->resources,
                                           .task_count = design->task_count,
                                           .isr_count = ROUTINES + 1,
                                           .resource_count = design->resource_count,
                                           .profile = {.fixed_errors = true, .fixed_autostart_order = true}}};
    uint32_t highest = 0;
    for (uint32_t i = 0; i < design->task_count; i++) {
        const struct design_task *task = &design->task[i + 1];
        if (task->pr > highest) highest = task->pr;
        c->tasks[i] = (struct osek_task){.name = "task",
                                         .priority = task->pr,
                                         .activation = task->limit,
                                         .preemptable = true,
                                         .extended = task->owns != 0,
                                         .events = task->owns,
                                         .resources = task->uses};
    }
    for (uint32_t i = 0; i <= ROUTINES; i++)
        c->isrs[i] = (struct osek_isr){.name = "routine", .category = 2, .level = highest + 1 + i};
    for (uint32_t i = 0; i < design->resource_count; i++)
        c->resources[i] = (struct osek_resource){.name = "resource", .ceiling = ceiling_of(design, i), .root = i};
    c->config.highest_priority = highest;
    return &c->config;
}

/* ---- what can be seen ---- */

static uint8_t state_of(enum osek_task_state state) {
    switch (state) {
    case OSEK_SUSPENDED: return 0;
    case OSEK_READY: return 1;
    case OSEK_RUNNING: return 2;
    default: return 3;
    }
}

static void look(struct design *design, const struct osek_config *config) {
    uint32_t turn = osek_running_task(config, design->kernel);
    design->turn = turn == OSEK_NONE ? 0 : (uint8_t)(turn + 1);
    design->length = 0;
    design->nesting = 0;
    for (uint32_t i = 0; i < config->task_count; i++) {
        struct design_task *task = &design->task[i + 1];
        task->state = state_of(osek_task_state(config, design->kernel, i));
        task->requests = (uint8_t)osek_task_requests(config, design->kernel, i);
        task->dpr = (uint8_t)osek_task_priority(config, design->kernel, i);
        task->events = (uint8_t)osek_events_set(config, design->kernel, i);
        design->length += task->requests - (task->state >= 2);
    }
    for (uint32_t i = 0; i < config->resource_count; i++) {
        uint32_t holder = osek_resource_holder(config, design->kernel, i);
        design->resource[i + 1].owner = holder == OSEK_NONE ? 0 : (uint8_t)(holder + 1);
    }
    for (uint32_t i = 0; i < config->isr_count; i++)
        design->nesting += osek_is_under_way(config, design->kernel, osek_context(config, OSEK_ISR, i));
}

/* ---- set-up ---- */

static unsigned set_task(void *state, const int32_t *arguments, unsigned choice) {
    struct design *design = state;
    (void)choice;
    design->task[arguments[0]].pr = (uint8_t)arguments[1];
    design->task[arguments[0]].limit = 1;
    if (arguments[0] > design->task_count) design->task_count = (uint8_t)arguments[0];
    return 1;
}

static unsigned set_limit(void *state, const int32_t *arguments, unsigned choice) {
    (void)choice;
    ((struct design *)state)->task[arguments[0]].limit = (uint8_t)arguments[1];
    return 1;
}

static unsigned set_link(void *state, const int32_t *arguments, unsigned choice) {
    struct design *design = state;
    (void)choice;
    design->task[arguments[0]].uses |= (uint8_t)(1 << (arguments[1] - 1));
    if (arguments[1] > design->resource_count) design->resource_count = (uint8_t)arguments[1];
    return 1;
}

static unsigned set_events(void *state, const int32_t *arguments, unsigned choice) {
    (void)choice;
    ((struct design *)state)->task[arguments[0]].owns |= (uint8_t)arguments[1];
    return 1;
}

static unsigned start_os(void *state, const int32_t *arguments, unsigned choice) {
    struct design *design = state;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    (void)arguments;
    (void)choice;
    if (osek_config_fault(config) || osek_state_size(config) > KERNEL_BYTES) return 0;
    osek_start(config, design->kernel, 0, 0);
    design->started = 1;
    look(design, config);
    return 1;
}

/* ---- services ---- */

/* `caller`: a task that must be the one that runs; 0: anybody. The number of choices; 0: it cannot be called. */
static unsigned call(struct design *design, int32_t caller, enum osek_service service, int64_t first, int64_t second,
                     unsigned choice) {
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    struct osek_call what = {service, {(uint64_t)first, (uint64_t)second, 0}};
    struct osek_result result = {0};
    uint32_t current = osek_current(config, design->kernel);
    if (caller && current != (uint32_t)caller - 1) return 0;
    bool outside = current == OSEK_NONE;
    if (outside) osek_interrupt(config, design->kernel, 0);
    unsigned choices = osek_call(config, design->kernel, &what, choice, &result);
    design->status = (uint8_t)result.status;
    if (outside) {
        struct osek_result end = {0};
        osek_end(config, design->kernel, 0, &end);
    }
    look(design, config);
    return choices;
}

static unsigned activate_task(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_ActivateTask, a[1] - 1, 0, choice);
}
static unsigned terminate_task(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_TerminateTask, 0, 0, choice);
}
static unsigned chain_task(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_ChainTask, a[1] - 1, 0, choice);
}
static unsigned get_resource(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_GetResource, a[1] - 1, 0, choice);
}
static unsigned release_resource(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_ReleaseResource, a[1] - 1, 0, choice);
}
static unsigned set_event(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_SetEvent, a[1] - 1, a[2], choice);
}
static unsigned clear_event(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_ClearEvent, a[1], 0, choice);
}
static unsigned wait_event(void *state, const int32_t *a, unsigned choice) {
    return call(state, a[0], OSEK_WaitEvent, a[1], 0, choice);
}

/* ---- interrupt routines ---- */

static unsigned enter_isr(void *state, const int32_t *arguments, unsigned choice) {
    struct design *design = state;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    uint32_t isr = (uint32_t)arguments[0];
    (void)choice;
    if (isr > ROUTINES || !osek_interrupt_allowed(config, design->kernel, isr)) return 0;
    osek_interrupt(config, design->kernel, isr);
    look(design, config);
    return 1;
}

static unsigned leave_isr(void *state, const int32_t *arguments, unsigned choice) {
    struct design *design = state;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    struct osek_result result = {0};
    if (osek_current(config, design->kernel) != osek_context(config, OSEK_ISR, (uint32_t)arguments[0])) return 0;
    unsigned choices = osek_end(config, design->kernel, choice, &result);
    look(design, config);
    return choices;
}

static const struct rtcheck_call calls[] = {
    {"SetTask", 2, set_task},
    {"SetLimit", 2, set_limit},
    {"SetLink", 2, set_link},
    {"SetEvents", 2, set_events},
    {"StartOS", 0, start_os},
    {"ActivateTask", 2, activate_task},
    {"TerminateTask", 1, terminate_task},
    {"ChainTask", 2, chain_task},
    {"GetResource", 2, get_resource},
    {"ReleaseResource", 2, release_resource},
    {"SetEvent", 3, set_event},
    {"ClearEvent", 2, clear_event},
    {"WaitEvent", 2, wait_event},
    {"EnterISR", 1, enter_isr},
    {"LeaveISR", 1, leave_isr},
    {0},
};

static const struct rtcheck_variable variables[] = {
    RTCHECK_ARRAY(struct design, task, state),     RTCHECK_ARRAY(struct design, task, dpr),
    RTCHECK_ARRAY(struct design, task, requests),  RTCHECK_ARRAY(struct design, task, events),
    RTCHECK_ARRAY(struct design, resource, owner), RTCHECK_VARIABLE(struct design, turn),
    RTCHECK_VARIABLE(struct design, nesting),      RTCHECK_VARIABLE(struct design, length),
    RTCHECK_VARIABLE(struct design, status),       {0},
};

const struct rtcheck_design rtcheck_design = {RTCHECK_DESIGN_VERSION, sizeof(struct design), 0, calls, variables};
