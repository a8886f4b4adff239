#include "app/exec/long_step.h"

#include "app/exec/state.h"
#include "base/memory.h"
#include "search/store.h"

#include <string.h>

enum { CHAINS = 1 << 10, MOST_BYTES = 1 << 24 };

struct long_step {
    struct long_step *next;
    uint32_t manner, action, actor;
    uint64_t choice;
    struct outcome outcome;
    uint32_t further_faults[OSEK_MOST_FURTHER], further_fault_count;
    uint32_t before_size;
    unsigned char bytes[]; /* of the state before, and of the one behind it */
};

/* By the states before. */
struct long_steps {
    _Atomic size_t bytes;
    _Atomic(struct long_step *) chains[CHAINS];
};

/* In which way the executor makes steps: it may have others in between. */
static uint32_t manner_of(const struct executor *executor) {
    return (executor->timely ? 1u : 0) | (executor->instant ? 2u : 0) | (executor->forgives ? 4u : 0) |
           (executor->shows_ends ? 8u : 0) | (executor->only_inputs ? 16u : 0) | (executor->sees_services ? 32u : 0) |
           executor->few_inputs << 6;
}

static bool is_from(const struct long_step *made, const void *state, uint32_t size, const struct ts_step *step) {
    return made->action == step->action && made->actor == step->actor && made->before_size == size &&
           memcmp(made->bytes, state, size) == 0;
}

static _Atomic(struct long_step *) *chain_of(struct long_steps *steps, const void *state, uint32_t size) {
    return &steps->chains[store_hash(state, size) % CHAINS];
}

static struct long_steps *steps_of(struct executor *executor) {
    struct long_steps *steps = atomic_load(&executor->long_steps), *known = NULL;
    if (steps) return steps;
    steps = memory_new(sizeof *steps);
    if (atomic_compare_exchange_strong(&executor->long_steps, &known, steps)) return steps;
    free(steps);
    return known;
}

void long_step_remember(const struct machine *machine, const void *state, const struct ts_step *step,
                        const struct outcome *outcome) {
    struct long_steps *steps = steps_of((struct executor *)machine->executor);
    uint32_t before_size = state_size(machine->executor, state);
    size_t size = sizeof(struct long_step) + before_size + outcome->size;
    if (atomic_fetch_add(&steps->bytes, size) + size > MOST_BYTES && outcome->why != LEAVE_NOT) {
        atomic_fetch_sub(&steps->bytes, size);
        return;
    }
    struct long_step *made = memory_new(size);
    *made = (struct long_step){.manner = manner_of(machine->executor),
                               .action = step->action,
                               .actor = step->actor,
                               .choice = machine->choice,
                               .outcome = *outcome,
                               .further_fault_count = machine->further_fault_count,
                               .before_size = before_size};
    memcpy(made->further_faults, machine->further_faults, sizeof made->further_faults);
    memcpy(made->bytes, state, before_size);
    memcpy(made->bytes + before_size, machine->packed, outcome->size);
    _Atomic(struct long_step *) *chain = chain_of(steps, state, before_size);
    made->next = atomic_load(chain);
    while (!atomic_compare_exchange_weak(chain, &made->next, made)) {
    }
}

bool long_step_recall(struct machine *machine, const void *state, const struct ts_step *step, struct outcome *outcome) {
    struct long_steps *steps = atomic_load(&machine->executor->long_steps);
    if (!steps) return false;
    uint32_t size = state_size(machine->executor, state), manner = manner_of(machine->executor);
    const struct long_step *made = atomic_load(chain_of(steps, state, size));
    while (made && (made->choice != machine->choice || made->manner != manner || !is_from(made, state, size, step) ||
                    (made->outcome.why == LEAVE_NOT && !machine->executor->keeps_gaps)))
        made = made->next;
    if (!made) return false;
    memcpy(machine->packed, made->bytes + size, made->outcome.size);
    memcpy(machine->further_faults, made->further_faults, sizeof made->further_faults);
    machine->further_fault_count = made->further_fault_count;
    *outcome = made->outcome;
    return true;
}

static bool leads_on(const struct long_step *made) {
    return made->outcome.why == LEAVE_POINT || made->outcome.why == LEAVE_FAULT;
}

uint64_t long_step_choice(const struct executor *executor, const void *before, const void *after,
                          const struct ts_step *step) {
    struct long_steps *steps = atomic_load(&executor->long_steps);
    uint64_t choice = UINT64_MAX;
    uint32_t size = steps ? state_size(executor, before) : 0;
    const struct long_step *made = steps ? atomic_load(chain_of(steps, before, size)) : NULL;
    for (; made; made = made->next)
        if (made->choice < choice && leads_on(made) && is_from(made, before, size, step) &&
            memcmp(made->bytes + size, after, made->outcome.size) == 0)
            choice = made->choice;
    return choice;
}

void long_step_keep_gaps(struct executor *executor, bool keeps) { executor->keeps_gaps = keeps; }

static void free_chain(struct long_step *made) {
    while (made) {
        struct long_step *next = made->next;
        free(made);
        made = next;
    }
}

void long_step_forget(struct executor *executor) {
    struct long_steps *steps = atomic_exchange(&executor->long_steps, NULL);
    for (size_t i = 0; steps && i < CHAINS; i++) free_chain(atomic_load(&steps->chains[i]));
    free(steps);
}
