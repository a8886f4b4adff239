#include "app/exec/origin.h"

#include "app/exec/address.h"
#include "cfront/ir/pointer_part.h"

#include <string.h>

static const unsigned char IN_ORDER[8] = {1, 2, 3, 4, 5, 6, 7, 8}, NONE[8];

/* ---- where ---- */

unsigned char *origin_of_local(const struct machine *machine, const struct context_run *run, const struct frame *frame,
                               const struct c_object *local) {
    if (!machine->analysis->origins_at) return NULL;
    uint32_t number = subject_local(machine->subject, local);
    return is_mixed(machine->analysis, number) ? run->beside + frame->beside + machine->analysis->origins_at[number]
                                               : NULL;
}

unsigned char *origin_of_global(const struct machine *machine, uint32_t index) {
    return is_mixed(machine->analysis, index) ? machine->image + machine->analysis->origins_at[index] : NULL;
}

bool origin_is_declared(const struct machine *machine, const struct cell *cell) {
    return !cell->hardware && !cell->constant && machine->analysis->is_declared[cell->number];
}

const unsigned char *origin_in(const struct machine *machine, const struct cell *cell) {
    if (!cell->constant) return cell->origins;
    const unsigned char *pointers = cell->object->pointers;
    return pointers ? pointers + memory_offset(machine, cell) : NULL;
}

static uint64_t bits_of(const struct machine *machine, const unsigned char *bytes) {
    uint64_t bits = 0;
    memcpy(&bits, bytes, machine->subject->program->pointer_size);
    return bits;
}

bool origin_is_any(const unsigned char *origins, uint32_t size) {
    for (uint32_t i = 0; origins && i < size; i++)
        if (origins[i]) return true;
    return false;
}

/* ---- what the type says ---- */

static void mark_pointers(const struct machine *machine, const struct c_type *type, const unsigned char *bytes,
                          unsigned char *origins) {
    const struct c_program *program = machine->subject->program;
    switch (type->kind) {
    case C_POINTER:
        if (c_is_followed(program, bits_of(machine, bytes))) memcpy(origins, IN_ORDER, program->pointer_size);
        break;
    case C_ARRAY:
        for (uint32_t i = 0; c_type_holds_pointers(type) && i < type->count; i++)
            mark_pointers(machine, type->target, bytes + (size_t)i * type->target->size,
                          origins + (size_t)i * type->target->size);
        break;
    case C_RECORD:
        for (uint32_t i = 0; i < type->count; i++)
            mark_pointers(machine, type->fields[i].type, bytes + type->fields[i].offset,
                          origins + type->fields[i].offset);
        break;
    default: break;
    }
}

const unsigned char *origin_beside(const struct machine *machine, const struct cell *cell, const struct c_type *type,
                                   const unsigned char *bytes, const unsigned char *origins, unsigned char *room) {
    if (origins || !origin_is_declared(machine, cell) || !c_type_holds_pointers(type)) return origins;
    memset(room, 0, type->size);
    mark_pointers(machine, type, bytes, room);
    return room;
}

const unsigned char *origin_of_pointer(const struct machine *machine, uint64_t bits) {
    return c_is_followed(machine->subject->program, bits) ? IN_ORDER : NULL;
}

/* It is that, an element or an element's element. */
static bool is_element(const struct c_type *whole, uint32_t offset, const struct c_type *type) {
    for (; whole->kind == C_ARRAY && whole != type; whole = whole->target) offset %= whole->target->size;
    return whole == type && !offset;
}

void origin_check_declared(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (!origin_is_declared(machine, cell)) return;
    const struct c_type *whole = cell->object->type;
    uint32_t offset = memory_offset(machine, cell);
    if (is_element(whole, offset, type)) return;
    for (uint32_t i = 0; i < type->size; i++)
        if (c_pointer_byte_at(whole, offset + i) != c_pointer_byte_at(type, i))
            machine_fault(machine, "unsupported", "'%s' is reached as something that its declaration does not say",
                          address_object_name(cell->object));
}

/* ---- reading ---- */

/* The byte of an address that this byte of a pointer shows. */
static unsigned char shown(const struct machine *machine, unsigned char byte, unsigned char origin) {
    unsigned index = (origin & ~(unsigned)ORIGIN_LOST) - 1;
    return origin ? byte & (unsigned char)(c_low_bits(UINT64_MAX, machine->subject->program->part_shift) >> 8 * index)
                  : byte;
}

const unsigned char *origin_bare(const struct machine *machine, const unsigned char *bytes,
                                 const unsigned char *origins, uint32_t size, unsigned char room[16]) {
    if (!origin_is_any(origins, size)) return bytes;
    for (uint32_t i = 0; i < size; i++) room[i] = shown(machine, bytes[i], origins[i]);
    return room;
}

uint64_t origin_from_number(struct machine *machine, uint64_t number) {
    const struct c_program *program = machine->subject->program;
    if (c_pointer_address(program, number) != number)
        machine_fault(machine, "unsupported",
                      "0x%llx, which is a number, is used as a pointer, and cannot be told from one with a part",
                      (unsigned long long)number);
    if (c_marks_pointers(program)) return number;
    if (c_is_of_local(program, number)) address_note(machine, WAS_NUMBER_OF_LOCAL);
    if (c_is_of_heap(program, number)) address_note(machine, WAS_NUMBER_OF_BLOCK);
    return number;
}

static bool is_any_lost(const unsigned char *origins, uint32_t size) {
    for (uint32_t i = 0; i < size; i++)
        if (origins[i] & ORIGIN_LOST) return true;
    return false;
}

/* All bytes are a pointer's, in order, or the pointer is a number. */
static uint64_t put_together(struct machine *machine, const unsigned char *bytes, const unsigned char *origins) {
    const struct c_program *program = machine->subject->program;
    uint64_t bits = bits_of(machine, bytes);
    unsigned char room[16];
    if (!origin_is_any(origins, program->pointer_size)) return origin_from_number(machine, bits);
    if (is_any_lost(origins, program->pointer_size))
        machine_fault(machine, "unsupported",
                      "a pointer is put together from bytes, and what it leads to may have ended before");
    if (memcmp(origins, IN_ORDER, program->pointer_size) != 0)
        return origin_from_number(machine,
                                  bits_of(machine, origin_bare(machine, bytes, origins, program->pointer_size, room)));
    if (bits != c_pointer_address(program, bits) && !address_may_be_made(machine, bits))
        machine_fault(machine, "unsupported", "bytes of several pointers are used as one");
    return bits;
}

uint64_t origin_pointer(struct machine *machine, const struct cell *cell, const unsigned char *bytes,
                        const unsigned char *origins) {
    if (!origins && origin_is_declared(machine, cell)) return bits_of(machine, bytes);
    return put_together(machine, bytes, origins ? origins : NONE);
}

/* ---- writing ---- */

/* In an object that is as declared. */
static const unsigned char *settle(struct machine *machine, const struct c_type *whole, uint32_t offset, uint32_t size,
                                   const unsigned char *bytes, const unsigned char *origins) {
    uint32_t width = machine->subject->program->pointer_size;
    unsigned char *settled = machine->settled;
    for (uint32_t i = 0; i < size;) {
        bool is_pointer = whole && c_pointer_byte_at(whole, offset + i) == 1 && i + width <= size;
        uint64_t bits = is_pointer ? put_together(machine, bytes + i, origins ? origins + i : NONE) : 0;
        if (is_pointer)
            memcpy(settled + i, &bits, width);
        else
            settled[i] = shown(machine, bytes[i], origins ? origins[i] : 0);
        i += is_pointer ? width : 1;
    }
    return settled;
}

const unsigned char *origin_settle(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                   const unsigned char *bytes) {
    const unsigned char *origins = machine->copied_origins;
    if (cell->hardware || type->kind == C_POINTER) return bytes;
    if (cell->origins &&
        (!origins || type->kind == C_RECORD || c_may_hold_pointer_at(cell->object->type, memory_offset(machine, cell))))
        return bytes;
    if (cell->origins) machine->copied_origins = NULL; /* what is declared as a wider number is one */
    bool has_pointers = type->kind == C_RECORD && c_type_holds_pointers(type) && origin_is_declared(machine, cell);
    if (!has_pointers && !origin_is_any(origins, type->size)) return bytes;
    return settle(machine, has_pointers ? cell->object->type : NULL, memory_offset(machine, cell), type->size, bytes,
                  origins);
}

void origin_put(const struct cell *cell, uint32_t at, uint32_t size, const unsigned char *origins) {
    if (!cell->origins) return;
    if (origins)
        memmove(cell->origins + at, origins, size);
    else
        memset(cell->origins + at, 0, size);
}

void origin_give(const struct machine *machine, const struct cell *cell, const struct c_type *type, uint64_t value) {
    if (!cell->origins) return;
    uint32_t first = cell->bits ? cell->bits->bit_offset / 8u : 0;
    uint32_t end = cell->bits ? (cell->bits->bit_offset + cell->bits->bit_width + 7u) / 8u : type->size;
    for (uint32_t i = first; i < end; i++) cell->bytes[i] = shown(machine, cell->bytes[i], cell->origins[i]);
    origin_put(cell, first, end - first, type->kind == C_POINTER ? origin_of_pointer(machine, value) : NULL);
}

const unsigned char *origin_pass(struct machine *machine, const struct c_object *parameter, uint32_t beside,
                                 const unsigned char *bytes, uint32_t size) {
    uint32_t number = subject_local(machine->subject, parameter);
    const unsigned char *origins = machine->copied_origins;
    if (is_mixed(machine->analysis, number)) {
        if (origins) memcpy(machine->run->beside + beside + machine->analysis->origins_at[number], origins, size);
        return bytes;
    }
    if (parameter->type->kind != C_RECORD) return bytes;
    bool has_pointers = machine->analysis->is_declared[number];
    if (!has_pointers && !origin_is_any(origins, size)) return bytes;
    return settle(machine, has_pointers ? parameter->type : NULL, 0, size, bytes, origins);
}
