#include "app/exec/untimed.h"

uint32_t untimed_size(const struct executor *executor) {
    return executor->analysis->untimed ? (executor->subject->config->task_count + 3u) & ~3u : 0;
}

static bool waits(const struct machine *machine, uint32_t task) {
    return osek_task_state(machine->subject->config, machine->kernel, task) == OSEK_WAITING;
}

/* Those that are set, of those that alarms set. */
static uint64_t events_of_alarms(const struct machine *machine, uint32_t task) {
    const struct osek_config *config = machine->subject->config;
    uint64_t events = 0;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].action == OSEK_SET_EVENT && config->alarms[i].task == task)
            events |= config->alarms[i].event;
    return events & osek_events_set(config, machine->kernel, task);
}

bool untimed_has_lasted(const struct machine *machine, uint32_t task) {
    const struct context_run *run = &machine->contexts[task];
    for (uint32_t i = 0; i < run->frame_count; i++) {
        uint32_t first = machine->subject->first_instruction[run->frames[i].function->index];
        if (machine->analysis->lasting[first + run->frames[i].next]) return true;
    }
    return false;
}

bool untimed_is_context(const struct machine *machine, uint32_t context) {
    bool is_task = context < machine->subject->config->task_count;
    if (!machine->analysis->untimed) return false;
    bool keeps_none = machine->analysis->untimed[context];
    return is_task ? untimed_is(machine, context) || (keeps_none && untimed_has_lasted(machine, context)) : keeps_none;
}

struct untimed_call untimed_before(const struct machine *machine, uint32_t caller, const struct osek_call *call) {
    struct untimed_call before = {.task = OSEK_NONE};
    const struct osek_config *config = machine->subject->config;
    bool starts =
        call->service == OSEK_ActivateTask || call->service == OSEK_ChainTask || call->service == OSEK_SetEvent;
    if (!starts || call->arguments[0] >= config->task_count || !untimed_is_context(machine, caller)) return before;
    before.task = (uint32_t)call->arguments[0];
    before.requests = osek_task_requests(config, machine->kernel, before.task);
    before.waits = waits(machine, before.task);
    before.events = events_of_alarms(machine, before.task);
    return before;
}

void untimed_after(struct machine *machine, const struct untimed_call *before) {
    if (before->task == OSEK_NONE) return;
    bool started = osek_task_requests(machine->subject->config, machine->kernel, before->task) > before->requests;
    bool woken = before->waits && !waits(machine, before->task);
    if (started || woken) machine->untimed[before->task] |= UNTIMED;
    if (events_of_alarms(machine, before->task) & ~before->events) machine->untimed[before->task] |= UNTIMED_EVENT;
}

void untimed_settle(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; machine->analysis->untimed && i < config->task_count; i++) {
        bool has_ended = !osek_task_requests(config, machine->kernel, i);
        if (!machine->untimed[i]) continue;
        if (has_ended || waits(machine, i)) machine->untimed[i] &= (unsigned char)~UNTIMED;
        if (has_ended || !events_of_alarms(machine, i)) machine->untimed[i] &= (unsigned char)~UNTIMED_EVENT;
    }
}
