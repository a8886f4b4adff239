#include "cfront/whole/service_constants.h"

#include "cfront/library/headers.h"
#include "cfront/program/symbols.h"
#include "cfront/whole/unknown_constants.h"

/* What an argument may be: numbers of a range, and what the only one of them is called. */
struct choice {
    int64_t low, high;
    unsigned count;
    const char *only; /* NULL: there are several, or it has no name */
};

static void offer(struct choice *choice, int64_t number, const char *name) {
    if (!choice->count || number < choice->low) choice->low = number;
    if (!choice->count || number > choice->high) choice->high = number;
    choice->only = choice->count++ ? NULL : name;
}

/* `TASK(u)`, which the configuration lacks: u is no other that it has. */
static bool is_lost(struct front *front, const char *name) {
    static const char *const prefixes[] = {HEADERS_TASK, HEADERS_ISR, HEADERS_CALLBACK};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *code = arena_printf(front->scratch, "%s%s", prefixes[i], name);
        const struct symbol *symbol = symbol_find_function(front, code);
        if (symbol && symbol->has_definition) return true;
    }
    return false;
}

/* If nothing can be meant, it is wrong whatever it is. */
static void narrow_name(struct front *front, const struct c_expression *argument, const struct choice *choice) {
    struct c_object *constant = unknown_constants_read(front, argument);
    if (!constant) return;
    constant->is_name = true;
    if (is_lost(front, constant->name)) {
        constant->names_nothing = true;
        unknown_constants_narrow(constant, INT32_MAX, INT32_MAX);
        return;
    }
    constant->names_several = choice->low != choice->high;
    if (!choice->count) constant->names_nothing = true;
    if (choice->count) unknown_constants_narrow(constant, choice->low, choice->high);
    if (choice->only) constant->stands_for = choice->only;
}

static void narrow_time(struct front *front, const struct c_expression *argument, int64_t low, int64_t high) {
    struct c_object *constant = unknown_constants_read(front, argument);
    if (!constant) return;
    constant->is_time = true;
    unknown_constants_narrow(constant, low, high);
}

/* ---- which there are ---- */

static struct choice tasks_of(const struct osek_config *config) {
    struct choice choice = {0};
    for (uint32_t i = 0; i < config->task_count; i++) offer(&choice, i, config->tasks[i].name);
    return choice;
}

static struct choice alarms_of(const struct osek_config *config) {
    struct choice choice = {0};
    for (uint32_t i = 0; i < config->alarm_count; i++) offer(&choice, i, config->alarms[i].name);
    return choice;
}

static struct choice counters_of(const struct osek_config *config) {
    struct choice choice = {0};
    for (uint32_t i = 0; i < config->counter_count; i++) offer(&choice, i, config->counters[i].name);
    return choice;
}

/* The task whose code this is; NULL: others may run it, too. */
static const struct osek_task *task_of(const struct osek_config *config, const struct c_function *function) {
    for (uint32_t i = 0; function->role == C_TASK && i < config->task_count; i++)
        if (function->context == osek_context(config, OSEK_TASK, i)) return &config->tasks[i];
    return NULL;
}

/* Of a task, those that it lists. */
static struct choice resources_of(const struct osek_config *config, const struct osek_task *task) {
    struct choice choice = {0};
    for (uint32_t i = 0; i < config->resource_count; i++)
        if (!task || task->resources >> i & 1) offer(&choice, i, config->resources[i].name);
    return choice;
}

static uint64_t events_of(const struct osek_config *config, const struct osek_task *task) {
    uint64_t events = task ? task->events : 0;
    for (uint32_t i = 0; !task && i < config->task_count; i++) events |= config->tasks[i].events;
    return events;
}

/* ---- arguments ---- */

/* `A | B` is a mask of two. */
static void narrow_mask(struct front *front, const struct c_expression *mask, uint64_t events) {
    mask = c_without_conversions(mask);
    if (mask->kind == C_BINARY && mask->op == C_BIT_OR) {
        narrow_mask(front, mask->left, events);
        narrow_mask(front, mask->right, events);
        return;
    }
    struct choice choice = {0};
    if (events) offer(&choice, (int64_t)(events & -events), NULL);
    if (events) offer(&choice, (int64_t)events, NULL);
    narrow_name(front, mask, &choice);
}

static const struct c_expression *argument_of(const struct c_instruction *call, uint32_t number) {
    return number < call->argument_count ? call->arguments[number] : NULL;
}

/* The number of the object that the first argument names, if it names one. */
static bool named_by(const struct c_instruction *call, uint32_t count, uint32_t *number) {
    const struct c_expression *name = argument_of(call, 0) ? c_constant(argument_of(call, 0)) : NULL;
    if (!name || (uint64_t)name->integer >= count) return false;
    *number = (uint32_t)name->integer;
    return true;
}

static void learn_mask(struct front *front, const struct osek_task *own, const struct c_instruction *call) {
    const struct osek_config *config = front->names->config;
    bool has_task = call->service == OSEK_SetEvent;
    uint32_t task = 0;
    if (has_task) own = named_by(call, config->task_count, &task) ? &config->tasks[task] : NULL;
    const struct c_expression *mask = argument_of(call, has_task);
    if (mask) narrow_mask(front, mask, events_of(config, own));
}

/* Times are some that every counter has that is in question. A cycle may be 0 where that is no gap in the range. */
static void learn_times(struct front *front, const struct c_instruction *call) {
    const struct osek_config *config = front->names->config;
    uint32_t alarm = 0, most = UINT32_MAX, least = 0;
    bool is_named = named_by(call, config->alarm_count, &alarm);
    if (call->argument_count != 3 || !config->alarm_count) return;
    for (uint32_t i = is_named ? alarm : 0; i < (is_named ? alarm + 1 : config->alarm_count); i++) {
        const struct osek_counter *counter = &config->counters[config->alarms[i].counter];
        if (counter->max < most) most = counter->max;
        if (counter->min_cycle > 1 && counter->min_cycle > least) least = counter->min_cycle;
    }
    narrow_time(front, call->arguments[1], call->service == OSEK_SetRelAlarm, most);
    narrow_time(front, call->arguments[2], least, most);
}

static void learn_name(struct front *front, const struct c_instruction *call, struct choice choice) {
    if (argument_of(call, 0)) narrow_name(front, argument_of(call, 0), &choice);
}

void service_constants_learn(struct front *front, const struct c_function *function, const struct c_instruction *call) {
    const struct osek_config *config = front->names->config;
    const struct osek_task *own = task_of(config, function);
    if (call->kind != C_SERVICE) return;
    switch (call->service) {
    case OSEK_ActivateTask:
    case OSEK_ChainTask:
    case OSEK_GetTaskState:
    case OSEK_GetEvent: learn_name(front, call, tasks_of(config)); break;
    case OSEK_SetEvent: learn_name(front, call, tasks_of(config)); /* fall through */
    case OSEK_ClearEvent:
    case OSEK_WaitEvent: learn_mask(front, own, call); break;
    case OSEK_GetResource:
    case OSEK_ReleaseResource: learn_name(front, call, resources_of(config, own)); break;
    case OSEK_SetRelAlarm:
    case OSEK_SetAbsAlarm: learn_times(front, call); /* fall through */
    case OSEK_GetAlarmBase:
    case OSEK_GetAlarm:
    case OSEK_CancelAlarm: learn_name(front, call, alarms_of(config)); break;
    case OSEK_IncrementCounter:
    case OSEK_GetCounterValue:
    case OSEK_GetElapsedValue: learn_name(front, call, counters_of(config)); break;
    default: break;
    }
}
