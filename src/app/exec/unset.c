#include "app/exec/unset.h"

#include "cfront/ir/value_bits.h"

#include <string.h>

/* ---- where ---- */

void unset_begin(struct machine *machine, const struct c_function *function, uint32_t at) {
    uint32_t size = beside_room(machine->analysis, function);
    if (size) memcpy(machine->run->beside + at, machine->analysis->beside_initial[function->index], size);
}

void unset_pass(struct machine *machine, const struct c_object *parameter, uint32_t at, uint32_t size) {
    const struct executor *executor = machine->executor;
    if (!executor->analysis->unset_at ||
        executor->analysis->unset_at[subject_local(executor->subject, parameter)] == NO_OFFSET ||
        !machine->copied_unset)
        return;
    memcpy(machine->run->beside + at + executor->analysis->unset_at[subject_local(executor->subject, parameter)],
           machine->copied_unset, size);
}

unsigned char *unset_of_local(const struct machine *machine, const struct context_run *run, const struct frame *frame,
                              const struct c_object *local) {
    const struct executor *executor = machine->executor;
    if (!executor->analysis->unset_at ||
        executor->analysis->unset_at[subject_local(executor->subject, local)] == NO_OFFSET)
        return NULL;
    return run->beside + frame->beside + executor->analysis->unset_at[subject_local(executor->subject, local)];
}

unsigned char *unset_of_global(const struct machine *machine, uint32_t index) {
    const struct executor *executor = machine->executor;
    if (!executor->analysis->unset_at || executor->analysis->unset_at[index] == NO_OFFSET) return NULL;
    return machine->image + executor->analysis->unset_at[index];
}

/* ---- what happens to it ---- */

static bool is_whole(const struct executor *executor, const struct cell *cell) {
    return executor->analysis->unset_whole[cell->number];
}

static uint32_t bytes_of(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    return is_whole(machine->executor, cell) ? 1 : type->size;
}

void unset_give(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (cell->unset) value_bits_put(cell->unset, bytes_of(machine, cell, type), cell->bits, false);
}

void unset_copy(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (!cell->unset) return;
    if (machine->copied_unset)
        memmove(cell->unset, machine->copied_unset, type->size);
    else
        unset_give(machine, cell, type);
}

/* The bits that it had when its function began: a local is cleared as a whole. */
void unset_clear(const struct machine *machine, const struct cell *cell, const struct c_instruction *clear) {
    const struct executor *executor = machine->executor;
    const struct c_type *type = clear->target->type;
    if (!cell->unset) return;
    if (clear->gives_value)
        unset_give(machine, cell, type);
    else
        memcpy(cell->unset,
               executor->analysis->beside_initial[cell->object->function->index] +
                   executor->analysis->unset_at[cell->number],
               bytes_of(machine, cell, type));
    for (uint32_t i = 0; clear->padding && i < type->size; i++) cell->unset[i] |= clear->padding[i];
}

bool unset_has_value(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    return !cell->unset || !value_bits_any(cell->unset, bytes_of(machine, cell, type), cell->bits);
}

void unset_check(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (machine->probe || unset_has_value(machine, cell, type)) return;
    if (cell->object->taken)
        machine_fault(machine, app_check_name(APP_CHECK_UNINITIALISED),
                      "%s reads a block of malloc() before anything was written there",
                      subject_context_name(machine->subject, machine->current));
    machine_fault(machine, app_check_name(APP_CHECK_UNINITIALISED), "%s reads %s, which has no value yet",
                  subject_context_name(machine->subject, machine->current), memory_name(machine, cell, type));
}
