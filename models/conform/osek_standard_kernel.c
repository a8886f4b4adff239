/* rtcheck's own OSEK kernel (src/osek) as a design for osek_standard.eventb: everything that the specification has.
 *
 * The configuration and the kernel's state are both in the design's state; what the map looks at is copied out of the
 * kernel after each call. A service is called by whoever runs: a task, or the innermost interrupt routine.
 *
 * Where the standard leaves the outcome open only for a moment (the order in which StartOS activates tasks, or expired
 * alarms are handled), the specification takes several steps. StartOS and Tick therefore only note what is to be done,
 * and Settle does it, in every way there is. After any other call Settle has nothing to do.
 *
 * Answer and Value are no calls of a kernel: they refuse to go on unless the last service answered, or wrote, just
 * that. */
#include "rtcheck_design.h"

#include "osek/kernel.h"
#include "osek/state.h"

#include <string.h>

enum { TASKS = 6, RESOURCES = 4, ROUTINES = 4, COUNTERS = 2, ALARMS = 4, QUEUE = 12, KERNEL_BYTES = 256 };
enum pending { NOTHING, START, TICK };

struct design {
    struct {
        /* configuration */
        uint8_t pr, limit, internal, owns, uses, autostart, nonpreemptable;
        /* copied out of the kernel */
        uint8_t state, dpr, requests, events, awaited;
    } task[TASKS + 1];
    struct {
        uint8_t level, uses, active;
    } routine[ROUTINES + 1];
    struct {
        uint8_t scheduler, owner, routine;
    } resource[RESOURCES + 1];
    struct {
        uint8_t top, mincycle, value;
    } counter[COUNTERS + 1];
    struct {
        uint8_t counter, action, task, event, starts, start, first_cycle, left, cycle;
    } alarm[ALARMS + 1];
    struct {
        uint8_t id, pr;
    } ready[QUEUE];
    uint8_t tasks, routines, resources, counters, alarms; /* how many */
    uint8_t first_error;                                  /* of several errors, the first only */
    uint8_t pending, ticking;                             /* what Settle has to do */
    uint8_t turn, length, status, values[3];
    uint64_t kernel[KERNEL_BYTES / sizeof(uint64_t)];
};

/* ---- the kernel's configuration, from the numbers ---- */

struct configuration {
    struct osek_config config;
    struct osek_task tasks[TASKS];
    struct osek_isr isrs[ROUTINES];
    struct osek_resource resources[RESOURCES];
    struct osek_counter counters[COUNTERS];
    struct osek_alarm alarms[ALARMS];
};

static uint32_t highest_of(const struct design *design) {
    uint32_t highest = 0;
    for (uint32_t t = 1; t <= design->tasks; t++)
        if (design->task[t].pr > highest) highest = design->task[t].pr;
    return highest;
}

static uint32_t ceiling_of(const struct design *design, uint32_t resource) {
    uint32_t ceiling = 0;
    for (uint32_t t = 1; t <= design->tasks; t++)
        if ((design->task[t].uses >> resource & 1) && design->task[t].pr > ceiling) ceiling = design->task[t].pr;
    for (uint32_t i = 1; i <= design->routines; i++)
        if ((design->routine[i].uses >> resource & 1) && design->routine[i].level > ceiling)
            ceiling = design->routine[i].level;
    return ceiling;
}

static void configure_time(const struct design *design, struct configuration *c) {
    for (uint32_t i = 0; i < design->counters; i++)
        c->counters[i] = (struct osek_counter){.name = "counter",
                                               .max = design->counter[i + 1].top,
                                               .ticks_per_base = 1,
                                               .min_cycle = design->counter[i + 1].mincycle};
    for (uint32_t i = 0; i < design->alarms; i++)
        c->alarms[i] = (struct osek_alarm){.name = "alarm",
                                           .counter = design->alarm[i + 1].counter - 1U,
                                           .action = (enum osek_action)design->alarm[i + 1].action,
                                           .task = design->alarm[i + 1].task - 1U,
                                           .event = design->alarm[i + 1].event,
                                           .autostart = design->alarm[i + 1].starts,
                                           .start = design->alarm[i + 1].start,
                                           .cycle = design->alarm[i + 1].first_cycle};
}

static const struct osek_config *configure(const struct design *design, struct configuration *c) {
    uint32_t highest = highest_of(design);
    *c = (struct configuration){.config = {.extended_status = true,
                                           .tasks = c->tasks,
                                           .isrs = c->isrs,
                                           .resources = c->resources,
                                           .counters = c->counters,
                                           .alarms = c->alarms,
                                           .task_count = design->tasks,
                                           .isr_count = design->routines,
                                           .resource_count = design->resources,
                                           .counter_count = design->counters,
                                           .alarm_count = design->alarms,
                                           .highest_priority = highest,
                                           .profile = {.fixed_errors = design->first_error}}};
    for (uint32_t i = 0; i < design->tasks; i++)
        c->tasks[i] = (struct osek_task){.name = "task",
                                         .priority = design->task[i + 1].pr,
                                         .activation = design->task[i + 1].limit,
                                         .preemptable = !design->task[i + 1].nonpreemptable,
                                         .internal = design->task[i + 1].internal,
                                         .extended = design->task[i + 1].owns != 0,
                                         .events = design->task[i + 1].owns,
                                         .resources = design->task[i + 1].uses,
                                         .autostart = design->task[i + 1].autostart};
    for (uint32_t i = 0; i < design->routines; i++)
        c->isrs[i] = (struct osek_isr){.name = "routine",
                                       .category = 2,
                                       .level = design->routine[i + 1].level,
                                       .resources = design->routine[i + 1].uses};
    for (uint32_t i = 0; i < design->resources; i++)
        c->resources[i] = (struct osek_resource){.name = "resource",
                                                 .ceiling = ceiling_of(design, i),
                                                 .scheduler = design->resource[i + 1].scheduler,
                                                 .root = i};
    configure_time(design, c);
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

/* A task that stands in the queue more than once has its present priority at the first place, its own at the others. */
static void look_at_queue(struct design *design, const struct osek_config *config) {
    struct osek_kernel k = osek_view(config, design->kernel);
    uint64_t seen = 0;
    memset(design->ready, 0, sizeof design->ready);
    design->length = 0;
    for (uint32_t i = 0; i < k.layout.queue_length && design->length < QUEUE; i++) {
        uint32_t task = get_id(&k, k.layout.queue + i * k.layout.id_size);
        if (task == OSEK_NONE) break;
        bool again = (seen >> task & 1) || osek_task_state(config, design->kernel, task) == OSEK_RUNNING;
        seen |= (uint64_t)1 << task;
        uint32_t priority = again ? config->tasks[task].priority : osek_task_priority(config, design->kernel, task);
        design->ready[design->length].id = (uint8_t)(task + 1);
        design->ready[design->length++].pr = (uint8_t)priority;
    }
}

static void look_at_holders(struct design *design, const struct osek_config *config) {
    for (uint32_t i = 0; i < config->resource_count; i++) {
        uint32_t holder = osek_resource_holder(config, design->kernel, i), index;
        bool task = holder != OSEK_NONE && osek_context_kind(config, holder, &index) == OSEK_TASK;
        design->resource[i + 1].owner = task ? (uint8_t)(index + 1) : 0;
        design->resource[i + 1].routine = holder != OSEK_NONE && !task ? (uint8_t)(index + 1) : 0;
    }
}

static void look(struct design *design, const struct osek_config *config) {
    uint32_t turn = osek_running_task(config, design->kernel), left, cycle;
    design->turn = turn == OSEK_NONE ? 0 : (uint8_t)(turn + 1);
    for (uint32_t i = 0; i < config->task_count; i++) {
        design->task[i + 1].state = state_of(osek_task_state(config, design->kernel, i));
        design->task[i + 1].requests = (uint8_t)osek_task_requests(config, design->kernel, i);
        design->task[i + 1].dpr = (uint8_t)osek_task_priority(config, design->kernel, i);
        design->task[i + 1].events = (uint8_t)osek_events_set(config, design->kernel, i);
        design->task[i + 1].awaited = (uint8_t)osek_events_awaited(config, design->kernel, i);
    }
    for (uint32_t i = 0; i < config->isr_count; i++)
        design->routine[i + 1].active = osek_is_under_way(config, design->kernel, osek_context(config, OSEK_ISR, i));
    for (uint32_t i = 0; i < config->counter_count; i++)
        design->counter[i + 1].value = (uint8_t)osek_counter_value(config, design->kernel, i);
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        bool set = osek_alarm_is_set(config, design->kernel, i, &left, &cycle);
        design->alarm[i + 1].left = set ? (uint8_t)left : 0;
        design->alarm[i + 1].cycle = set ? (uint8_t)cycle : 0;
    }
    look_at_holders(design, config);
    look_at_queue(design, config);
}

/* ---- set-up ---- */

#define CALL(name) static unsigned name(void *state, const int32_t *a, unsigned choice)
#define DESIGN                                                                                                         \
    struct design *design = state;                                                                                     \
    (void)choice

static void count(uint8_t *counted, int32_t number) {
    if (number > *counted) *counted = (uint8_t)number;
}

CALL(set_task) {
    DESIGN;
    design->task[a[0]].pr = (uint8_t)a[1];
    count(&design->tasks, a[0]);
    return 1;
}
CALL(set_limit) {
    DESIGN;
    design->task[a[0]].limit = (uint8_t)a[1];
    return 1;
}
CALL(set_autostart) {
    DESIGN;
    design->task[a[0]].autostart = 1;
    return 1;
}
CALL(set_nonpreemptable) {
    DESIGN;
    design->task[a[0]].nonpreemptable = 1;
    return 1;
}
CALL(set_internal) {
    DESIGN;
    design->task[a[0]].internal = (uint8_t)a[1];
    return 1;
}
CALL(set_events) {
    DESIGN;
    design->task[a[0]].owns |= (uint8_t)a[1];
    return 1;
}
CALL(set_routine) {
    DESIGN;
    design->routine[a[0]].level = (uint8_t)a[1];
    count(&design->routines, a[0]);
    return 1;
}
CALL(set_resource) {
    DESIGN;
    design->resource[a[0]].scheduler = (uint8_t)a[1];
    count(&design->resources, a[0]);
    return 1;
}
CALL(set_link) {
    DESIGN;
    design->task[a[0]].uses |= (uint8_t)(1 << (a[1] - 1));
    return 1;
}
CALL(set_routine_link) {
    DESIGN;
    design->routine[a[0]].uses |= (uint8_t)(1 << (a[1] - 1));
    return 1;
}
CALL(set_counter) {
    DESIGN;
    design->counter[a[0]].top = (uint8_t)a[1];
    design->counter[a[0]].mincycle = (uint8_t)a[2];
    count(&design->counters, a[0]);
    return 1;
}
CALL(set_alarm) {
    DESIGN;
    design->alarm[a[0]].counter = (uint8_t)a[1];
    design->alarm[a[0]].action = OSEK_CALLBACK;
    count(&design->alarms, a[0]);
    return 1;
}
CALL(set_alarm_task) {
    DESIGN;
    design->alarm[a[0]].action = OSEK_ACTIVATE;
    design->alarm[a[0]].task = (uint8_t)a[1];
    return 1;
}
CALL(set_alarm_event) {
    DESIGN;
    design->alarm[a[0]].action = OSEK_SET_EVENT;
    design->alarm[a[0]].task = (uint8_t)a[1];
    design->alarm[a[0]].event = (uint8_t)a[2];
    return 1;
}
CALL(set_alarm_start) {
    DESIGN;
    design->alarm[a[0]].starts = 1;
    design->alarm[a[0]].start = (uint8_t)a[1];
    design->alarm[a[0]].first_cycle = (uint8_t)a[2];
    return 1;
}
CALL(first_error) {
    DESIGN;
    (void)a;
    design->first_error = 1;
    return 1;
}
CALL(start_os) {
    DESIGN;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    (void)a;
    if (osek_config_fault(config) || osek_state_size(config) > KERNEL_BYTES) return 0;
    design->pending = START;
    return 1;
}

/* ---- what has several ways ---- */

struct ways {
    const struct osek_config *config;
    struct design *design;
    unsigned wanted, count;
    uint64_t kernel[KERNEL_BYTES / sizeof(uint64_t)]; /* after the one that is wanted */
};

/* One step of the kernel: the start, a tick, or the end of an alarm's callback. */
static unsigned step(const struct ways *ways, uint64_t *kernel, bool first, unsigned choice) {
    struct osek_result result = {0};
    if (!first) return osek_end(ways->config, kernel, choice, &result);
    if (ways->design->pending == START) return osek_start(ways->config, kernel, 0, choice);
    return osek_tick(ways->config, kernel, ways->design->ticking - 1U, choice, &result);
}

static void go_all_ways(struct ways *ways, const uint64_t *from, bool first) {
    unsigned choices = 1, index;
    for (unsigned choice = 0; choice < choices; choice++) {
        uint64_t kernel[KERNEL_BYTES / sizeof(uint64_t)];
        memcpy(kernel, from, sizeof kernel);
        unsigned more = step(ways, kernel, first, choice);
        if (more > choices) choices = more;
        uint32_t current = osek_current(ways->config, kernel);
        if (current != OSEK_NONE && osek_context_kind(ways->config, current, &index) == OSEK_ALARM_CALLBACK) {
            go_all_ways(ways, kernel, false);
            continue;
        }
        if (ways->count++ == ways->wanted) memcpy(ways->kernel, kernel, sizeof kernel);
    }
}

CALL(settle) {
    struct design *design = state;
    (void)a;
    if (design->pending == NOTHING) return 1;
    struct configuration c;
    struct ways ways = {.config = configure(design, &c), .design = design, .wanted = choice};
    go_all_ways(&ways, design->kernel, true);
    memcpy(design->kernel, ways.kernel, sizeof ways.kernel);
    design->pending = NOTHING;
    design->ticking = 0;
    look(design, ways.config);
    return ways.count;
}

CALL(tick) {
    DESIGN;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    if (!osek_tick_allowed(config, design->kernel, (uint32_t)a[0] - 1)) return 0;
    design->pending = TICK;
    design->ticking = (uint8_t)a[0];
    return 1;
}

/* ---- services ---- */

/* `caller`: the task that must be the one whose code runs; 0: whoever it is. The number of choices; 0: nobody can call.
 */
static unsigned call(void *state, int32_t caller, enum osek_service service, const uint64_t *arguments,
                     unsigned choice) {
    struct design *design = state;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    struct osek_call what = {service, {arguments[0], arguments[1], arguments[2]}};
    struct osek_result result = {0};
    uint32_t current = osek_current(config, design->kernel);
    if (current == OSEK_NONE || (caller && current != (uint32_t)caller - 1)) return 0;
    unsigned choices = osek_call(config, design->kernel, &what, choice, &result);
    design->status = (uint8_t)result.status;
    for (unsigned i = 0; i < 3; i++) design->values[i] = i < result.value_count ? (uint8_t)result.values[i] : 0;
    look(design, config);
    return choices;
}

/* Identifiers of the map begin at 1; 0 is one that does not exist. */
#define ID(number) ((number) ? (uint64_t)(number)-1 : 99)
#define SERVICE(name, ...)                                                                                             \
    CALL(name) { return call(state, a[0], OSEK_##name, (uint64_t[3]){__VA_ARGS__}, choice); }

SERVICE(ActivateTask, ID(a[1]))
SERVICE(TerminateTask, 0)
SERVICE(ChainTask, ID(a[1]))
SERVICE(Schedule, 0)
SERVICE(GetTaskID, 0)
SERVICE(GetTaskState, ID(a[1]))
SERVICE(GetResource, ID(a[1]))
SERVICE(ReleaseResource, ID(a[1]))
SERVICE(SetEvent, ID(a[1]), (uint64_t)a[2])
SERVICE(ClearEvent, (uint64_t)a[1])
SERVICE(GetEvent, ID(a[1]))
SERVICE(WaitEvent, (uint64_t)a[1])
SERVICE(SetRelAlarm, ID(a[1]), (uint64_t)a[2], (uint64_t)a[3])
SERVICE(SetAbsAlarm, ID(a[1]), (uint64_t)a[2], (uint64_t)a[3])
SERVICE(CancelAlarm, ID(a[1]))
SERVICE(GetAlarm, ID(a[1]))
SERVICE(GetAlarmBase, ID(a[1]))

/* By a routine, which must be the one whose code runs. */
static unsigned call_inside(void *state, int32_t routine, enum osek_service service, int32_t resource,
                            unsigned choice) {
    struct design *design = state;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    uint32_t context = osek_context(config, OSEK_ISR, (uint32_t)routine - 1);
    if (osek_current(config, design->kernel) != context) return 0;
    return call(state, 0, service, (uint64_t[3]){ID(resource)}, choice);
}
CALL(get_resource_isr) { return call_inside(state, a[0], OSEK_GetResource, a[1], choice); }
CALL(release_resource_isr) { return call_inside(state, a[0], OSEK_ReleaseResource, a[1], choice); }

static unsigned refuse_unless(bool expected) { return expected ? 1 : 0; }

CALL(answer) {
    DESIGN;
    if (design->status != a[0]) return 0;
    design->status = 0;
    memset(design->values, 0, sizeof design->values);
    return 1;
}
CALL(value) {
    DESIGN;
    return refuse_unless(design->values[a[0]] == a[1]);
}
CALL(value_task) {
    DESIGN;
    return refuse_unless(design->values[0] == (uint8_t)(a[0] - 1));
}
CALL(value_bit) {
    DESIGN;
    return refuse_unless((design->values[0] >> (a[0] - 1) & 1) == a[1]);
}

/* ---- interrupt routines ---- */

CALL(enter_isr) {
    DESIGN;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    uint32_t isr = (uint32_t)a[0] - 1;
    if (!osek_interrupt_allowed(config, design->kernel, isr)) return 0;
    osek_interrupt(config, design->kernel, isr);
    look(design, config);
    return 1;
}

/* The interrupt does not come now. */
CALL(hold_isr) {
    DESIGN;
    struct configuration c;
    return refuse_unless(!osek_interrupt_allowed(configure(design, &c), design->kernel, (uint32_t)a[0] - 1));
}

CALL(leave_isr) {
    DESIGN;
    struct configuration c;
    const struct osek_config *config = configure(design, &c);
    struct osek_result result = {0};
    if (osek_current(config, design->kernel) != osek_context(config, OSEK_ISR, (uint32_t)a[0] - 1)) return 0;
    unsigned choices = osek_end(config, design->kernel, choice, &result);
    look(design, config);
    return choices;
}

static const struct rtcheck_call calls[] = {
    {"SetTask", 2, set_task},
    {"SetLimit", 2, set_limit},
    {"SetAutostart", 1, set_autostart},
    {"SetNonPreemptable", 1, set_nonpreemptable},
    {"SetInternal", 2, set_internal},
    {"SetEvents", 2, set_events},
    {"SetRoutine", 2, set_routine},
    {"SetResource", 2, set_resource},
    {"SetLink", 2, set_link},
    {"SetRoutineLink", 3, set_routine_link},
    {"SetCounter", 3, set_counter},
    {"SetAlarm", 2, set_alarm},
    {"SetAlarmTask", 2, set_alarm_task},
    {"SetAlarmEvent", 3, set_alarm_event},
    {"SetAlarmStart", 3, set_alarm_start},
    {"FirstError", 0, first_error},
    {"StartOS", 0, start_os},
    {"Settle", 0, settle},
    {"Tick", 1, tick},
    {"ActivateTask", 2, ActivateTask},
    {"TerminateTask", 1, TerminateTask},
    {"ChainTask", 2, ChainTask},
    {"Schedule", 1, Schedule},
    {"GetTaskID", 1, GetTaskID},
    {"GetTaskState", 2, GetTaskState},
    {"GetResource", 2, GetResource},
    {"ReleaseResource", 2, ReleaseResource},
    {"GetResourceISR", 2, get_resource_isr},
    {"ReleaseResourceISR", 2, release_resource_isr},
    {"SetEvent", 3, SetEvent},
    {"ClearEvent", 2, ClearEvent},
    {"GetEvent", 2, GetEvent},
    {"WaitEvent", 2, WaitEvent},
    {"SetRelAlarm", 4, SetRelAlarm},
    {"SetAbsAlarm", 4, SetAbsAlarm},
    {"CancelAlarm", 2, CancelAlarm},
    {"GetAlarm", 2, GetAlarm},
    {"GetAlarmBase", 2, GetAlarmBase},
    {"Answer", 1, answer},
    {"Value", 2, value},
    {"ValueTask", 1, value_task},
    {"ValueBit", 2, value_bit},
    {"EnterISR", 1, enter_isr},
    {"HoldISR", 1, hold_isr},
    {"LeaveISR", 1, leave_isr},
    {0},
};

static const struct rtcheck_variable variables[] = {
    RTCHECK_ARRAY(struct design, task, state),
    RTCHECK_ARRAY(struct design, task, dpr),
    RTCHECK_ARRAY(struct design, task, requests),
    RTCHECK_ARRAY(struct design, task, events),
    RTCHECK_ARRAY(struct design, task, awaited),
    RTCHECK_ARRAY(struct design, routine, active),
    RTCHECK_ARRAY(struct design, resource, owner),
    RTCHECK_ARRAY(struct design, resource, routine),
    RTCHECK_ARRAY(struct design, counter, value),
    RTCHECK_ARRAY(struct design, alarm, left),
    RTCHECK_ARRAY(struct design, alarm, cycle),
    RTCHECK_ARRAY(struct design, ready, id),
    RTCHECK_ARRAY(struct design, ready, pr),
    RTCHECK_VARIABLE(struct design, turn),
    RTCHECK_VARIABLE(struct design, length),
    RTCHECK_VARIABLE(struct design, status),
    {0},
};

const struct rtcheck_design rtcheck_design = {RTCHECK_DESIGN_VERSION, sizeof(struct design), 0, calls, variables};
