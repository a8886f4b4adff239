#include "app/exec/access.h"

#include "app/exec/evaluate.h"
#include "app/exec/mark.h"
#include "app/exec/symbolic.h"

#include <string.h>

void access_note(struct machine *machine, const struct cell *cell, const struct c_type *type, bool writes, bool done) {
    if (cell->hardware) return;
    struct access access = {*cell, type, writes, done};
    machine->probe->visit(machine->probe->context, &access);
}

/* A bit-field is written together with its unit, which is read before. What an input would give then nobody knows yet,
 * and its bits are of no interest: the write follows all the same. */
static void read_unit(struct machine *machine, const struct cell *cell, const struct c_expression *target) {
    machine->reading = target;
    if (cell->object->is_input)
        access_note(machine, cell, target->type, false, memory_remembered(machine, machine->load_number) != NULL);
    else
        memory_read(machine, cell, target->type);
}

static void write_to(struct machine *machine, const struct c_expression *target) {
    struct cell cell;
    evaluate_place(machine, target, &cell);
    bool is_stubbed = !cell.object->is_input && memory_is_input(machine, &cell, target->type);
    if (cell.bits && !is_stubbed && !cell.hardware) read_unit(machine, &cell, target);
    access_note(machine, &cell, target->type, true, false);
}

static void read_value(struct machine *machine, const struct c_expression *value) {
    unsigned char room[16];
    if (value && value->type->kind != C_VOID) evaluate_bytes(machine, value, room);
}

static void assign(struct machine *machine, const struct c_expression *target, const struct c_expression *value) {
    if (memory_finish_store(machine, target->type)) return;
    read_value(machine, value);
    write_to(machine, target);
}

/* The value is the callee's, the place its caller's. */
static void return_from(struct machine *machine, const struct c_instruction *instruction) {
    const struct context_run *run = machine->run;
    if (run->frame_count == 1) {
        read_value(machine, instruction->value);
        return;
    }
    struct frame *frame = &run->frames[run->frame_count - 2];
    const struct c_expression *target = frame->function->code[frame->next].target;
    bool stores = target && instruction->value;
    if (stores && memory_finish_store(machine, target->type)) return;
    read_value(machine, instruction->value);
    machine->frame = frame;
    if (stores) write_to(machine, target);
}

static void call_service(struct machine *machine, const struct c_instruction *instruction) {
    struct cell cell;
    if (memory_remembered(machine, MEMORY_RESULT)) {
        write_to(machine, instruction->target);
        return;
    }
    for (uint32_t i = 0; i < instruction->argument_count; i++) read_value(machine, instruction->arguments[i]);
    for (uint32_t i = 0; i < instruction->output_count; i++) {
        const struct c_expression *pointer = instruction->outputs[i];
        if (!pointer) continue;
        memory_at(machine, (uint64_t)evaluate(machine, pointer), pointer->type->target, &cell);
        access_note(machine, &cell, pointer->type->target, true, false);
    }
    if (instruction->target) evaluate_place(machine, instruction->target, &cell);
}

static void read_elsewhere(struct machine *machine, const struct c_instruction *instruction) {
    struct cell cell;
    if (!instruction->argument_count) return;
    const struct c_expression *place = instruction->arguments[0]->left;
    evaluate_place(machine, place, &cell);
    machine->reading = place;
    access_note(machine, &cell, place->type, false, false);
}

static void visit_instruction(struct machine *machine, const struct c_instruction *instruction) {
    switch (instruction->kind) {
    case C_ASSIGN: assign(machine, instruction->target, instruction->value); break;
    case C_RETURN: return_from(machine, instruction); break;
    case C_SERVICE: call_service(machine, instruction); break;
    case C_CHOOSE:
        read_value(machine, instruction->value);
        read_value(machine, instruction->other);
        read_elsewhere(machine, instruction);
        write_to(machine, instruction->target);
        break;
    case C_BRANCH:
    case C_ASSERT:
    case C_ASSUME:
    case C_INTERRUPT:
    case C_CALL:
        read_value(machine, instruction->value);
        for (uint32_t i = 0; i < instruction->argument_count; i++) read_value(machine, instruction->arguments[i]);
        break;
    case C_TRACE: mark_print(machine, instruction, NULL); break; /* strings are read, too */
    case C_JUMP:
    case C_FREE: /* whose bytes were written before */
    case C_CLEAR: break;
    }
}

/* Looks with the eyes of this frame's code. Nobody else comes meanwhile: nothing takes a permit. */
static void look_as(struct machine *machine, uint32_t context, struct frame *frame) {
    machine->current = context;
    machine->run = &machine->contexts[context];
    machine->frame = frame;
    machine->instruction = &frame->function->code[frame->next];
    machine->touched = NULL;
    machine->reading = NULL;
    machine->load_number = 0;
}

/* `place`: NULL, the next instruction. False: it cannot be told. */
static bool probe(struct machine *machine, uint32_t context, struct frame *with, const struct c_expression *place,
                  struct probe *probe) {
    const uint32_t current = machine->current;
    struct context_run *const run = machine->run;
    struct frame *const frame = machine->frame;
    const struct c_instruction *const instruction = machine->instruction;
    const unsigned char *const touched = machine->touched;
    const unsigned load_number = machine->load_number;
    const struct c_expression *const reading = machine->reading;
    const unsigned char *const copied_unset = machine->copied_unset, *const copied_origins = machine->copied_origins;
    const unsigned char *const read_origins = machine->read_origins;
    unsigned char number[sizeof machine->number], number_origins[sizeof machine->number_origins];
    const uint32_t term = machine->term;
    memcpy(number, machine->number, sizeof number);
    memcpy(number_origins, machine->number_origins, sizeof number_origins);
    machine_copy_terms(machine, number, machine->number, sizeof number);
    machine->probe = probe;
    volatile bool good = false;
    if (!setjmp(probe->way_out)) {
        look_as(machine, context, with);
        if (place)
            evaluate_place(machine, place, probe->context);
        else
            visit_instruction(machine, machine->instruction);
        good = true;
    }
    machine->probe = NULL;
    memcpy(machine->number, number, sizeof number);
    memcpy(machine->number_origins, number_origins, sizeof number_origins);
    machine_copy_terms(machine, machine->number, number, sizeof number);
    machine->term = term;
    machine->load_number = load_number;
    machine->reading = reading;
    machine->copied_unset = copied_unset;
    machine->copied_origins = copied_origins;
    machine->read_origins = read_origins;
    machine->touched = touched;
    machine->instruction = instruction;
    machine->frame = frame;
    machine->run = run;
    machine->current = current;
    return good;
}

void access_list(struct machine *machine, uint32_t context, access_visit visit, void *visitor) {
    struct context_run *run = &machine->contexts[context];
    if (!run->frame_count) return;
    probe(machine, context, &run->frames[run->frame_count - 1], NULL,
          &(struct probe){.visit = visit, .context = visitor});
}

static void look_away(void *context, const struct access *access) { (void)context, (void)access; }

/* What the instruction has read already is no part of it. */
bool access_place(struct machine *machine, uint32_t context, struct frame *frame, const struct c_expression *place,
                  struct cell *cell) {
    struct context_run *run = &machine->contexts[context];
    const uint32_t log_length = run->log_length;
    run->log_length = 0;
    bool good = probe(machine, context, frame, place, &(struct probe){.visit = look_away, .context = cell});
    run->log_length = log_length;
    return good;
}
