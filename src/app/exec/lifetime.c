#include "app/exec/lifetime.h"

#include "app/analysis/holders.h"
#include "app/exec/address.h"
#include "app/exec/bare.h"
#include "app/exec/symbolic.h"

#include <string.h>

struct death {
    const struct c_program *program;
    const struct symbolic *symbolic; /* NULL: none */
    uint64_t begin, end;             /* addresses; the end is one of them */
    const struct c_type *type;       /* of what lies there */
    bool is_heap;                    /* of which this block is no more: */
    uint32_t block;
    uint64_t grave;
    bool took_bytes; /* a pointer was known by its mark alone */
};

static bool is_dead(const struct death *death, struct c_pointer pointer) {
    if (pointer.address < death->begin || pointer.address > death->end) return false;
    return !death->is_heap ||
           address_block(death->type, pointer, (uint32_t)(pointer.address - death->begin)) == death->block;
}

static uint64_t bits_of(const struct death *death, const unsigned char *bytes) {
    uint64_t bits = 0;
    memcpy(&bits, bytes, death->program->pointer_size);
    return bits;
}

static void bury(const struct death *death, unsigned char *bytes) {
    if (is_dead(death, c_pointer_split(death->program, bits_of(death, bytes))))
        memcpy(bytes, &death->grave, death->program->pointer_size);
}

/* Where numbers other than characters lie, pointers are aligned: byte by byte, none is copied there with its mark
 * (bare.h). `type` NULL: anything. */
static bool can_lie_at(const struct c_type *type, uint32_t at, uint32_t width) {
    for (uint32_t i = at; type && at % width && i < at + width; i++)
        if (!bare_is_pointer_at(type, i)) return false;
    return true;
}

/* Where numbers may lie as well, only what hardly any number looks like is a pointer. */
static void bury_marked(struct death *death, const struct c_type *type, unsigned char *bytes, uint32_t size) {
    const struct c_program *program = death->program;
    if (!c_finds_pointers(program)) return;
    for (uint32_t at = 0; at + program->pointer_size <= size; at++) {
        uint64_t bits = bits_of(death, bytes + at);
        struct c_pointer pointer = c_pointer_split(program, bits);
        bool is_pointer = bits != pointer.address && is_dead(death, pointer) &&
                          bits == c_pointer_join(program, pointer) &&
                          address_is_sound(death->type, (uint32_t)(pointer.address - death->begin), pointer) &&
                          can_lie_at(type, at, program->pointer_size);
        bool is_input =
            is_pointer && death->symbolic && symbolic_covers(death->symbolic, bytes + at, program->pointer_size);
        if (!is_pointer || is_input) continue;
        memcpy(bytes + at, &death->grave, program->pointer_size);
        death->took_bytes = true;
    }
}

/* Pointers that are declared so, and nothing else: not in unions, if these can be marked. */
static void look_through_pointers(const struct death *death, const struct c_type *type, unsigned char *bytes) {
    switch (type->kind) {
    case C_POINTER: bury(death, bytes); break;
    case C_ARRAY:
        for (uint32_t i = 0; holders_can(type->target) && i < type->count; i++)
            look_through_pointers(death, type->target, bytes + (size_t)i * type->target->size);
        break;
    case C_RECORD:
        if (type->is_union && c_finds_pointers(death->program)) break;
        for (uint32_t i = 0; i < type->count; i++)
            look_through_pointers(death, type->fields[i].type, bytes + type->fields[i].offset);
        break;
    default: break;
    }
}

static void look_through(struct death *death, const struct c_type *type, unsigned char *bytes) {
    look_through_pointers(death, type, bytes);
    if (type->kind != C_POINTER) bury_marked(death, type, bytes, type->size);
}

static void look_through_frames(struct machine *machine, struct death *death, const struct c_object *holder) {
    for (uint32_t c = 0; c < machine->subject->context_count; c++) {
        const struct context_run *run = &machine->contexts[c];
        for (uint32_t i = 0; i < run->frame_count; i++)
            if (run->frames[i].function == holder->function)
                look_through(death, holder->type, run->stack + run->frames[i].base + holder->address);
    }
}

/* What instructions under way have read. */
static void look_through_logs(struct machine *machine, struct death *death) {
    for (uint32_t c = 0; c < machine->subject->context_count; c++) {
        struct context_run *run = &machine->contexts[c];
        for (uint32_t at = 0; run->frame_count && c != machine->current && at < run->log_length;) {
            struct log_entry entry;
            memcpy(&entry, run->log + at, sizeof entry);
            at += (uint32_t)sizeof entry;
            if (c_finds_pointers(death->program))
                bury_marked(death, NULL, run->log + at, entry.size);
            else if (entry.size == death->program->pointer_size)
                bury(death, run->log + at);
            at += entry.size;
        }
    }
}

static void look_through_holders(struct machine *machine, struct death *death, const struct holders *holders) {
    const struct subject *subject = machine->subject;
    const struct analysis *analysis = machine->analysis;
    bool shared = false;
    for (uint32_t i = 0; i < holders->count; i++) {
        uint32_t holder = holders->list[i];
        const struct c_object *object = subject->objects[holder];
        if (holder >= subject->program->global_count)
            look_through_frames(machine, death, object);
        else if (analysis->image_offset[holder] != NO_OFFSET)
            look_through(death, object->type, machine->image + analysis->image_offset[holder]), shared = true;
    }
    if (shared) look_through_logs(machine, death);
    if (death->took_bytes && subject->program->pointer_size < 8) address_note(machine, WAS_BYTES);
}

void lifetime_end(struct machine *machine, uint32_t context, const struct frame *frame, const struct c_object *local) {
    const struct c_program *program = machine->subject->program;
    const struct holders *holders = &machine->analysis->holders[subject_local(machine->subject, local)];
    if (!holders->count) return;
    uint64_t begin = program->stack_begin + context * program->stack_size + frame->spot + local->spot;
    struct death death = {.program = program,
                          .symbolic = machine->symbolic,
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
                          .symbolic = machine->symbolic,
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
