#include "app/exec/bare.h"

#include "app/exec/address.h"

#include <string.h>

bool bare_is_pointer_at(const struct c_type *type, uint32_t offset) {
    if (type->kind == C_ARRAY && type->target->size)
        return bare_is_pointer_at(type->target, offset % type->target->size);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        if (offset >= field->offset && offset - field->offset < field->type->size &&
            bare_is_pointer_at(field->type, offset - field->offset))
            return true;
    }
    return type->kind == C_POINTER || (type->kind == C_INTEGER && type->size == 1);
}

static bool may_hold_addresses(const struct machine *machine, const struct cell *cell) {
    const struct c_program *program = machine->subject->program;
    return program->part_shift < 64 && !cell->hardware && machine->analysis->holds_addresses[cell->number];
}

bool bare_holds_pointer(const struct machine *machine, const struct cell *cell) {
    return !cell->hardware && bare_is_pointer_at(cell->object->type, memory_offset(machine, cell));
}

/* The pointer that lies in the object from `slot` on; what of it is in `bytes`, from `offset` on, is taken from there.
 */
static uint64_t pointer_at(const struct machine *machine, const struct cell *cell, uint32_t slot, uint32_t offset,
                           const unsigned char *bytes, uint32_t size) {
    uint32_t width = machine->subject->program->pointer_size;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < width; i++) {
        uint32_t at = slot + i;
        const unsigned char *byte =
            at >= offset && at < offset + size ? bytes + (at - offset) : cell->bytes + ((int64_t)at - offset);
        bits |= (uint64_t)*byte << 8 * i;
    }
    return bits;
}

const unsigned char *bare_bytes(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                const unsigned char *bytes, unsigned char room[16]) {
    if (!may_hold_addresses(machine, cell) || type->size > 8) return bytes;
    const struct c_program *program = machine->subject->program;
    uint32_t width = program->pointer_size, offset = memory_offset(machine, cell), size = type->size;
    const unsigned char *bare = bytes;
    for (uint32_t slot = offset / width * width; slot < offset + size; slot += width) {
        if (slot + width > cell->object->type->size || !bare_is_pointer_at(cell->object->type, slot)) continue;
        uint64_t bits = pointer_at(machine, cell, slot, offset, bytes, size),
                 address = c_pointer_address(program, bits);
        if (bits == address || !address_may_be_made(machine, bits)) continue;
        if (width < 8) address_note(machine, WAS_BYTES);
        if (bare != room) bare = memcpy(room, bytes, size);
        for (uint32_t at = slot; at < slot + width; at++)
            if (at >= offset && at < offset + size) room[at - offset] = (unsigned char)(address >> 8 * (at - slot));
    }
    return bare;
}
