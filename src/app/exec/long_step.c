#include "app/exec/long_step.h"

#include "app/exec/state.h"
#include "base/memory.h"

#include <string.h>

enum { LONG = 1 << 20 }; /* instructions: others are made again in no time */

struct long_step {
    struct long_step *next;
    uint32_t manner, action, actor, labels, fault;
    uint64_t choice, choices;
    uint32_t before_size, after_size;
    unsigned char bytes[]; /* of the state before, and of the one behind it */
};

/* In which way the executor makes steps: it may have others in between. */
static uint32_t manner_of(const struct executor *executor) {
    return (executor->timely ? 1u : 0) | (executor->instant ? 2u : 0) | (executor->forgives ? 4u : 0) |
           (executor->shows_ends ? 8u : 0) | (executor->only_inputs ? 16u : 0) | (executor->sees_services ? 32u : 0) |
           executor->few_inputs << 6;
}

static bool is_made(const struct long_step *made, const struct machine *machine, const void *state, uint32_t size,
                    const struct ts_step *step) {
    return made->choice == machine->choice && made->action == step->action && made->actor == step->actor &&
           made->manner == manner_of(machine->executor) && made->before_size == size &&
           memcmp(made->bytes, state, size) == 0;
}

void long_step_remember(struct machine *machine, const void *state, const struct ts_step *step, uint32_t size) {
    _Atomic(struct long_step *) *list = &((struct executor *)machine->executor)->long_steps;
    if (machine->instructions < LONG || machine->further_fault_count) return;
    uint32_t before_size = state_size(machine->executor, state);
    struct long_step *made = memory_new(sizeof *made + before_size + size);
    *made = (struct long_step){.manner = manner_of(machine->executor),
                               .action = step->action,
                               .actor = step->actor,
                               .labels = step->labels,
                               .fault = step->fault,
                               .choice = machine->choice,
                               .choices = machine->choices,
                               .before_size = before_size,
                               .after_size = size};
    memcpy(made->bytes, state, before_size);
    memcpy(made->bytes + before_size, machine->packed, size);
    made->next = atomic_load(list);
    while (!atomic_compare_exchange_weak(list, &made->next, made)) {
    }
}

bool long_step_recall(struct machine *machine, const void *state, struct ts_step *step, uint32_t *size) {
    const struct long_step *made = atomic_load(&machine->executor->long_steps);
    uint32_t before_size = made ? state_size(machine->executor, state) : 0;
    while (made && !is_made(made, machine, state, before_size, step)) made = made->next;
    if (!made) return false;
    memcpy(machine->packed, made->bytes + before_size, made->after_size);
    machine->choices = made->choices;
    step->fault = made->fault;
    step->labels = made->labels;
    *size = made->after_size;
    return true;
}

void long_step_forget(struct executor *executor) {
    struct long_step *made = atomic_exchange(&executor->long_steps, NULL);
    while (made) {
        struct long_step *next = made->next;
        free(made);
        made = next;
    }
}
