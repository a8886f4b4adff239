#include "app/exec/lifetime.h"

#include "app/exec/address.h"
#include "app/exec/origin.h"
#include "cfront/ir/pointer_part.h"

#include <string.h>

struct death {
    const struct c_program *program;
    uint64_t begin, end;       /* addresses; the end is one of them */
    const struct c_type *type; /* of what lies there */
    bool is_heap;              /* of which this block is no more: */
    uint32_t block;
    uint64_t grave;
};

static bool is_dead(const struct death *death, struct c_pointer pointer) {
    if (pointer.address < death->begin || pointer.address > death->end) return false;
    return !death->is_heap ||
           address_block(death->type, pointer, (uint32_t)(pointer.address - death->begin)) == death->block;
}

static bool bury(const struct death *death, unsigned char *bytes) {
    uint64_t bits = 0;
    memcpy(&bits, bytes, death->program->pointer_size);
    if (!is_dead(death, c_pointer_split(death->program, bits))) return false;
    memcpy(bytes, &death->grave, death->program->pointer_size);
    return true;
}

/* How many bytes of one pointer lie there, in order. */
static uint32_t run_at(const unsigned char *origins, uint32_t size) {
    uint32_t count = 1;
    while (count < size && origins[count] == origins[count - 1] + 1) count++;
    return count;
}

/* Some bytes of a pointer, from `first` on: are they those of one that leads there? */
static bool may_lead_there(const struct death *death, const unsigned char *bytes, unsigned first, uint32_t count) {
    uint64_t bits = 0, begin = death->begin, end = death->end;
    memcpy((unsigned char *)&bits + first, bytes, count);
    uint64_t mask = (count < 8 ? ((uint64_t)1 << 8 * count) - 1 : UINT64_MAX) << 8 * first;
    mask &= c_low_bits(UINT64_MAX, death->program->part_shift);
    if (death->is_heap) {
        begin += (uint64_t)death->block * death->type->target->size;
        end = begin + death->type->target->size;
    }
    for (uint64_t address = begin; address <= end; address++)
        if (!((address ^ bits) & mask)) return true;
    return false;
}

/* Where numbers may lie as well: pointers, and pieces of them, by where their bytes came from. */
static void bury_followed(const struct death *death, unsigned char *bytes, unsigned char *origins, uint32_t size) {
    for (uint32_t at = 0, count; at < size; at += count) {
        count = 1;
        if (!origins[at] || origins[at] & ORIGIN_LOST) continue;
        count = run_at(origins + at, size - at);
        if (count == death->program->pointer_size) {
            if (bury(death, bytes + at)) memset(origins + at, 0, count);
        } else if (may_lead_there(death, bytes + at, origins[at] - 1u, count)) {
            for (uint32_t i = at; i < at + count; i++) origins[i] |= ORIGIN_LOST;
        }
    }
}

/* Pointers that are declared so. */
static void bury_declared(const struct death *death, const struct c_type *type, unsigned char *bytes) {
    switch (type->kind) {
    case C_POINTER: bury(death, bytes); break;
    case C_ARRAY:
        for (uint32_t i = 0; c_type_holds_pointers(type->target) && i < type->count; i++)
            bury_declared(death, type->target, bytes + (size_t)i * type->target->size);
        break;
    case C_RECORD:
        for (uint32_t i = 0; i < type->count; i++)
            bury_declared(death, type->fields[i].type, bytes + type->fields[i].offset);
        break;
    default: break;
    }
}

static void look_through(const struct death *death, const struct c_type *type, unsigned char *bytes,
                         unsigned char *origins) {
    if (origins)
        bury_followed(death, bytes, origins, type->size);
    else
        bury_declared(death, type, bytes);
}

static void look_through_frames(struct machine *machine, const struct death *death, const struct c_object *holder) {
    for (uint32_t c = 0; c < machine->subject->context_count; c++) {
        const struct context_run *run = &machine->contexts[c];
        for (uint32_t i = 0; i < run->frame_count; i++)
            if (run->frames[i].function == holder->function)
                look_through(death, holder->type, run->stack + run->frames[i].base + holder->address,
                             origin_of_local(machine, run, &run->frames[i], holder));
    }
}

/* What instructions under way have read, and what they are writing: the last bytes of the entry before. */
static void look_through_logs(struct machine *machine, const struct death *death) {
    for (uint32_t c = 0; c < machine->subject->context_count; c++) {
        struct context_run *run = &machine->contexts[c];
        for (uint32_t at = 0; run->frame_count && c != machine->current && at < run->log_length;) {
            struct log_entry entry;
            memcpy(&entry, run->log + at, sizeof entry);
            unsigned char *origins = run->log + at + sizeof entry;
            if (memory_is_of_origins(&entry)) bury_followed(death, run->log + at - entry.size, origins, entry.size);
            at += (uint32_t)sizeof entry + entry.size;
        }
    }
}

static void look_through_holders(struct machine *machine, const struct death *death, const struct holders *holders) {
    const struct subject *subject = machine->subject;
    const struct analysis *analysis = machine->analysis;
    bool shared = false;
    for (uint32_t i = 0; i < holders->count; i++) {
        uint32_t holder = holders->list[i];
        const struct c_object *object = subject->objects[holder];
        if (holder >= subject->program->global_count)
            look_through_frames(machine, death, object);
        else if (analysis->image_offset[holder] != NO_OFFSET)
            look_through(death, object->type, machine->image + analysis->image_offset[holder],
                         origin_of_global(machine, holder)),
                shared = true;
    }
    if (shared) look_through_logs(machine, death);
}

void lifetime_end(struct machine *machine, uint32_t context, const struct frame *frame, const struct c_object *local) {
    const struct c_program *program = machine->subject->program;
    const struct holders *holders = &machine->analysis->holders[subject_local(machine->subject, local)];
    if (!holders->count) return;
    uint64_t begin = program->stack_begin + context * program->stack_size + frame->spot + local->spot;
    struct death death = {.program = program,
                          .begin = begin,
                          .end = begin + local->type->size,
                          .type = local->type,
                          .grave = local->grave};
    look_through_holders(machine, &death, holders);
}

/* By where the program's own code stands. */
static uint64_t grave_of_block(const struct machine *machine) {
    const struct c_program *program = machine->subject->program;
    const char *library;
    struct place place = machine_own_place(machine, &library);
    uint32_t i = program->freed_count;
    while (--i && !place_is_same(program->freed[i], place)) {
    }
    return program->freed_begin + i;
}

static bool is_any_noticed(const struct machine *machine, const struct holders *holders) {
    for (uint32_t i = 0; i < holders->count; i++)
        if (memory_is_noticed(machine, holders->list[i])) return true;
    return false;
}

void lifetime_free(struct machine *machine, const struct cell *block) {
    const struct c_object *heap = block->object;
    const struct holders *holders = &machine->analysis->holders[block->number];
    if (is_any_noticed(machine, holders)) machine_use_permit(machine);
    struct death death = {.program = machine->subject->program,
                          .begin = heap->address,
                          .end = heap->address + heap->type->size,
                          .type = heap->type,
                          .is_heap = true,
                          .block = memory_offset(machine, block) / heap->type->target->size,
                          .grave = grave_of_block(machine)};
    look_through_holders(machine, &death, holders);
}

void lifetimes_end(struct machine *machine, uint32_t context, uint32_t first, uint32_t count) {
    const struct frame *frames = machine->contexts[context].frames;
    for (uint32_t i = first; i < first + count; i++) {
        const struct c_function *function = frames[i].function;
        for (uint32_t l = 0; machine->analysis->is_mortal[function->index] && l < function->local_count; l++)
            if (function->locals[l]->exposed) lifetime_end(machine, context, &frames[i], function->locals[l]);
    }
}
