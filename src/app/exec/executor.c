#include "app/exec/executor.h"

#include "app/exec/fault.h"
#include "app/exec/long_step.h"
#include "app/exec/machine.h"
#include "app/exec/moved.h"
#include "app/exec/state.h"
#include "app/exec/transitions.h"
#include "app/exec/unawaited.h"

void executor_begin(struct executor *executor) {
    executor->arena = executor->subject->arena;
    executor->faults = faults_new();
    executor->observed = arena_alloc(executor->arena, executor->subject->object_count + 1);
    const size_t instructions = executor->subject->instruction_count + 1;
    executor->noted_size = 5 * instructions;
    executor->noted = arena_alloc(executor->arena, executor->noted_size);
    executor->reached = executor->noted;
    executor->sampled = executor->noted + instructions;
    executor->cut_off = executor->noted + 2 * instructions;
    executor->met = executor->noted + 3 * instructions;
    executor->met_more = executor->noted + 4 * instructions;
    executor->moved = moved_new();
    executor->most_rounds = arena_alloc(executor->arena, instructions * sizeof *executor->most_rounds);
}

void executor_finish(struct executor *executor) {
    executor->classes = classes_find(executor->analysis, executor->observed, false);
    state_layout(executor);
    executor->noticed = noticed_find(executor->subject);
    transitions_build(executor);
}

void executor_look_at_conditions(struct executor *executor) {
    executor->classes = classes_find(executor->analysis, executor->observed, true);
    long_step_forget(executor);
}

void executor_free(struct executor *executor) {
    for (unsigned i = 0; i < SPARE_MACHINES; i++) machine_free(atomic_load(&executor->spare[i]));
    long_step_forget(executor);
    unawaited_free(executor);
    moved_free(executor->moved);
    faults_free(executor->faults);
}

void executor_set_patience(struct executor *executor, bool (*goes_on)(void *context), void *context) {
    executor->goes_on = goes_on;
    executor->goes_on_context = context;
    atomic_store(&executor->stopped, false);
    long_step_keep_gaps(executor, false);
    if (goes_on) long_step_forget(executor);
}

bool executor_goes_on(const struct executor *executor) {
    if (atomic_load_explicit(&executor->stopped, memory_order_relaxed)) return false;
    if (!executor->goes_on || executor->goes_on(executor->goes_on_context)) return true;
    atomic_store(&((struct executor *)executor)->stopped, true);
    return false;
}

unsigned char *executor_set_aside(const struct executor *executor, _Atomic unsigned char *notes) {
    uint32_t count = executor->subject->instruction_count;
    unsigned char *before = memory_new(count + 1);
    for (uint32_t i = 0; i < count; i++) before[i] = atomic_exchange(&notes[i], 0);
    return before;
}

void executor_give_back(const struct executor *executor, _Atomic unsigned char *notes, unsigned char *before) {
    for (uint32_t i = 0; i < executor->subject->instruction_count; i++) notes[i] |= before[i];
    free(before);
}
