#include "app/exec/stretch.h"

#include "app/exec/state.h"
#include "app/exec/step.h"
#include "app/exec/witness.h"

#include <string.h>

/* More than 0: the context is further on than it was. */
static int compare_to(const struct machine *machine, uint32_t context, const struct state_calls *was) {
    const struct context_run *run = &machine->contexts[context];
    for (uint32_t i = 0; i < run->frame_count && i < was->count; i++) {
        uint32_t now = machine->subject->first_instruction[run->frames[i].function->index] + run->frames[i].next;
        uint32_t then = state_call(was, i);
        if (now != then) return now > then ? 1 : -1;
    }
    if (run->frame_count != was->count) return run->frame_count > was->count ? 1 : -1;
    return run->log_length == was->log_length ? 0 : run->log_length > was->log_length ? 1 : -1;
}

static bool is_landmark(const struct machine *machine, const void *before) {
    const struct executor *executor = machine->executor;
    uint32_t ran = osek_current(executor->subject->config, before);
    if (machine->ended_recurrent) return true;
    for (uint32_t i = 0; i < executor->subject->context_count; i++) {
        struct state_calls was;
        if (!machine->contexts[i].frame_count || !state_calls(executor, before, i, &was)) continue;
        int further = compare_to(machine, i, &was);
        if (further < 0 || (further == 0 && i == ran)) return true;
    }
    return false;
}

static bool has_one_way_on(struct machine *machine) {
    unsigned char *packed = machine->packed;
    machine->packed = machine->packed_ahead; /* long loops pack, too */
    bool one = step_has_one_outcome(machine);
    machine->packed = packed;
    return one;
}

bool stretch_goes_on(struct machine *machine, const void *before) {
    const struct executor *executor = machine->executor;
    /* Whoever runs now was looked for, and who can come, after the kernel's last change. */
    if (executor->subject->no_reduction || machine->current == OSEK_NONE || machine->arrivals) return false;
    if (is_landmark(machine, before)) return false;
    return !executor->witness->notices(executor, before, machine->packed) && has_one_way_on(machine);
}
