#include "app/exec/lifetime.h"

#include "app/analysis/holders.h"

#include <string.h>

struct death {
    const struct c_program *program;
    uint64_t begin, end; /* addresses; the end is one of them */
    uint64_t grave;
};

static bool is_dead(const struct death *death, uint64_t address) {
    return address >= death->begin && address <= death->end;
}

static uint64_t bits_of(const struct death *death, const unsigned char *bytes) {
    uint64_t bits = 0;
    memcpy(&bits, bytes, death->program->pointer_size);
    return bits;
}

static void bury(const struct death *death, unsigned char *bytes) {
    if (is_dead(death, c_pointer_address(death->program, bits_of(death, bytes))))
        memcpy(bytes, &death->grave, death->program->pointer_size);
}

/* Where numbers may lie as well, only what no number looks like is a pointer. */
static void bury_marked(const struct death *death, unsigned char *bytes, uint32_t size) {
    const struct c_program *program = death->program;
    if (!c_marks_pointers(program)) return;
    for (uint32_t at = 0; at + program->pointer_size <= size; at++) {
        uint64_t bits = bits_of(death, bytes + at);
        struct c_pointer pointer = c_pointer_split(program, bits);
        if (bits != pointer.address && is_dead(death, pointer.address) && bits == c_pointer_join(program, pointer))
            memcpy(bytes + at, &death->grave, program->pointer_size);
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
        if (type->is_union && c_marks_pointers(death->program)) break;
        for (uint32_t i = 0; i < type->count; i++)
            look_through_pointers(death, type->fields[i].type, bytes + type->fields[i].offset);
        break;
    default: break;
    }
}

static void look_through(const struct death *death, const struct c_type *type, unsigned char *bytes) {
    look_through_pointers(death, type, bytes);
    if (type->kind != C_POINTER) bury_marked(death, bytes, type->size);
}

static void look_through_frames(struct machine *machine, const struct death *death, const struct c_object *holder) {
    for (uint32_t c = 0; c < machine->subject->context_count; c++) {
        const struct context_run *run = &machine->contexts[c];
        for (uint32_t i = 0; i < run->frame_count; i++)
            if (run->frames[i].function == holder->function)
                look_through(death, holder->type, run->stack + run->frames[i].base + holder->address);
    }
}

/* What instructions under way have read. */
static void look_through_logs(struct machine *machine, const struct death *death) {
    for (uint32_t c = 0; c < machine->subject->context_count; c++) {
        struct context_run *run = &machine->contexts[c];
        for (uint32_t at = 0; run->frame_count && c != machine->current && at < run->log_length;) {
            struct log_entry entry;
            memcpy(&entry, run->log + at, sizeof entry);
            at += (uint32_t)sizeof entry;
            if (c_marks_pointers(death->program))
                bury_marked(death, run->log + at, entry.size);
            else if (entry.size == death->program->pointer_size)
                bury(death, run->log + at);
            at += entry.size;
        }
    }
}

void lifetime_end(struct machine *machine, uint32_t context, const struct frame *frame, const struct c_object *local) {
    const struct subject *subject = machine->subject;
    const struct analysis *analysis = machine->analysis;
    const struct holders *holders = &analysis->holders[subject_local(subject, local)];
    if (!holders->count) return;
    uint64_t begin = subject->program->stack_begin + context * subject->program->stack_size + frame->spot + local->spot;
    struct death death = {subject->program, begin, begin + local->type->size, local->grave};
    bool shared = false;
    for (uint32_t i = 0; i < holders->count; i++) {
        uint32_t holder = holders->list[i];
        const struct c_object *object = subject->objects[holder];
        if (holder >= subject->program->global_count)
            look_through_frames(machine, &death, object);
        else if (analysis->image_offset[holder] != NO_OFFSET)
            look_through(&death, object->type, machine->image + analysis->image_offset[holder]), shared = true;
    }
    if (shared) look_through_logs(machine, &death);
}

void lifetimes_end(struct machine *machine, uint32_t context, uint32_t first, uint32_t count) {
    const struct frame *frames = machine->contexts[context].frames;
    for (uint32_t i = first; i < first + count; i++) {
        const struct c_function *function = frames[i].function;
        for (uint32_t l = 0; machine->analysis->is_mortal[function->index] && l < function->local_count; l++)
            if (function->locals[l]->exposed) lifetime_end(machine, context, &frames[i], function->locals[l]);
    }
}
