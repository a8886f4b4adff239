#include "app/exec/rounds.h"

void rounds_clear(struct machine *machine) { vec_clear(&machine->rounds); }

static void forget(struct machine *machine, uint32_t first, uint32_t end) {
    for (size_t i = 0; i < machine->rounds.count; i++)
        if (machine->rounds.items[i].way_back >= first && machine->rounds.items[i].way_back < end)
            machine->rounds.items[i].count = 0;
}

static struct machine_rounds *rounds_of(struct machine *machine, uint32_t way_back) {
    for (size_t i = 0; i < machine->rounds.count; i++)
        if (machine->rounds.items[i].way_back == way_back) return &machine->rounds.items[i];
    vec_push(&machine->rounds, (struct machine_rounds){way_back, 0});
    return &vec_last(&machine->rounds);
}

static void note_most(_Atomic uint32_t *most, uint32_t count) {
    uint32_t known = atomic_load_explicit(most, memory_order_relaxed);
    while (known < count && !atomic_compare_exchange_weak(most, &known, count)) {
    }
}

void rounds_count(struct machine *machine, uint32_t from, uint32_t to) {
    uint32_t first = machine->subject->first_instruction[machine->frame->function->index];
    if (!machine->subject->loop_bound) return;
    forget(machine, first + to, first + from);
    struct machine_rounds *rounds = rounds_of(machine, first + from);
    const struct executor *executor = machine->executor;
    if (++rounds->count <= machine->subject->loop_bound) {
        note_most(&executor->most_rounds[first + from], rounds->count);
        return;
    }
    executor_note(&executor->cut_off[first + from], 1);
    machine_leave(machine, LEAVE_PRUNED);
}

void rounds_call(struct machine *machine, const struct c_function *function) {
    uint32_t first = machine->subject->first_instruction[function->index];
    if (machine->rounds.count) forget(machine, first, first + function->code_count);
}
