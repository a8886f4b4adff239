#include "app/exec/memory.h"

#include "app/analysis/pieces.h"
#include "app/exec/access.h"
#include "app/exec/address.h"
#include "app/exec/choice.h"
#include "app/exec/moved.h"
#include "app/exec/origin.h"
#include "app/exec/path.h"
#include "app/exec/record.h"
#include "app/exec/symbolic.h"
#include "app/exec/unseen.h"
#include "app/exec/unset.h"
#include "app/exec/witness.h"
#include "cfront/ir/constant_part.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are copied as they lie in memory");

/* ---- numbers ---- */

int64_t memory_reduce(const struct c_type *type, uint64_t value) {
    if (type->is_bool) return value != 0;
    switch (type->size) {
    case 1: return type->is_signed ? (int64_t)(int8_t)value : (int64_t)(uint8_t)value;
    case 2: return type->is_signed ? (int64_t)(int16_t)value : (int64_t)(uint16_t)value;
    case 4: return type->is_signed ? (int64_t)(int32_t)value : (int64_t)(uint32_t)value;
    case 3:
    case 5:
    case 6:
    case 7: { /* units of bit-fields */
        unsigned unused = 64 - type->size * 8;
        return type->is_signed ? (int64_t)(value << unused) >> unused : (int64_t)(value << unused >> unused);
    }
    default: return (int64_t)value;
    }
}

static uint64_t raw(uint32_t size, const unsigned char *bytes) {
    uint64_t value = 0;
    memcpy(&value, bytes, size <= 8 ? size : 8);
    return value;
}

static uint64_t field_mask(const struct c_field *bits) {
    return bits->bit_width >= 64 ? UINT64_MAX : ((uint64_t)1 << bits->bit_width) - 1;
}

int64_t memory_decode(const struct c_type *type, const struct c_field *bits, const unsigned char *bytes) {
    uint64_t value = raw(type->size, bytes);
    if (!bits) return type->is_bool ? (int64_t)value : memory_reduce(type, value);
    value = (value >> bits->bit_offset) & field_mask(bits);
    if (type->is_signed && bits->bit_width < 64 && value >> (bits->bit_width - 1)) value |= ~field_mask(bits);
    return (int64_t)value;
}

void memory_encode(const struct c_type *type, const struct c_field *bits, unsigned char *bytes, int64_t value) {
    uint64_t unit = (uint64_t)value;
    if (bits) {
        uint64_t mask = field_mask(bits) << bits->bit_offset;
        unit = (raw(type->size, bytes) & ~mask) | (((uint64_t)value << bits->bit_offset) & mask);
    }
    memcpy(bytes, &unit, type->size <= 8 ? type->size : 8);
}

void memory_put(struct machine *machine, const struct cell *cell, const struct c_type *type, int64_t value,
                uint32_t term) {
    struct symbolic *symbolic = machine->symbolic;
    origin_give(machine, cell, type, (uint64_t)value);
    if (symbolic && cell->bits) {
        struct symbolic_operand unit = {(int64_t)raw(type->size, cell->bytes),
                                        symbolic_read(symbolic, cell->bytes, type->size)};
        term = symbolic_put_field(symbolic, type, cell->bits, unit, (struct symbolic_operand){value, term});
    }
    memory_encode(type, cell->bits, cell->bytes, value);
    if (symbolic) symbolic_write(symbolic, cell->bytes, type->size, term);
}

long double memory_decode_real(const struct c_type *type, const unsigned char *bytes) {
    float single;
    double twice;
    long double extended;
    switch (type->size) {
    case 4: memcpy(&single, bytes, sizeof single); return single;
    case 8: memcpy(&twice, bytes, sizeof twice); return twice;
    default: memcpy(&extended, bytes, sizeof extended); return extended;
    }
}

/* Bytes of a long double that carry no information are zero: states are compared by bytes. */
void memory_encode_real(const struct c_type *type, unsigned char *bytes, long double value) {
    float single = (float)value;
    double twice = (double)value;
    switch (type->size) {
    case 4: memcpy(bytes, &single, sizeof single); break;
    case 8: memcpy(bytes, &twice, sizeof twice); break;
    default: memset(bytes, 0, type->size); memcpy(bytes, &value, __LDBL_MANT_DIG__ == 64 ? 10 : sizeof value);
    }
}

/* ---- reading and writing ---- */

const unsigned char *memory_remembered(const struct machine *machine, unsigned load) {
    const struct context_run *run = machine->run;
    for (uint32_t at = 0; at < run->log_length;) {
        struct log_entry entry;
        memcpy(&entry, run->log + at, sizeof entry);
        if (entry.load == load) return run->log + at + sizeof entry;
        at += (uint32_t)sizeof entry + entry.size;
    }
    return NULL;
}

__attribute__((noreturn)) static void reads_too_much(struct machine *machine) {
    machine_fault(machine, "unsupported", "one expression reads too much that interrupts could change meanwhile");
}

static unsigned char *reserve(struct machine *machine, unsigned load, uint32_t size) {
    struct context_run *run = machine->run;
    struct log_entry entry = {(uint16_t)load, (uint16_t)size};
    if (size > UINT16_MAX || load > MEMORY_RESULT ||
        run->log_length + sizeof entry + size > machine->analysis->log_limit)
        reads_too_much(machine);
    unsigned char *at = run->log + run->log_length;
    memcpy(at, &entry, sizeof entry);
    machine_drop_terms(machine, at, sizeof entry);
    run->log_length += (uint32_t)sizeof entry + size;
    machine_note_deed(machine);
    return at + sizeof entry;
}

const unsigned char *memory_remember(struct machine *machine, unsigned load, const unsigned char *bytes,
                                     uint32_t size) {
    unsigned char *entry = reserve(machine, load, size);
    machine_copy_terms(machine, entry, bytes, size);
    return memcpy(entry, bytes, size);
}

/* Where the bytes of an entry came from follows it, if they are not all numbers. */
static void remember_origins(struct machine *machine, unsigned entry, const unsigned char *origins, uint32_t size) {
    if (!origin_is_any(origins, size)) return;
    unsigned char *at = reserve(machine, entry, size);
    machine_drop_terms(machine, at, size);
    memcpy(at, origins, size);
}

/* Of what is there now, until the next time. */
static const unsigned char *beside(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    return origin_beside(machine, cell, type, cell->bytes, origin_in(machine, cell), machine->settled);
}

/* What is read of a cell: these of its bytes. */
static const unsigned char *remember_read(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                          unsigned load, uint32_t at, uint32_t size) {
    const unsigned char *origins = beside(machine, cell, type);
    const unsigned char *seen = memory_remember(machine, load, cell->bytes + at, size);
    remember_origins(machine, load | MEMORY_ORIGINS, origins ? origins + at : NULL, size);
    return seen;
}

static const unsigned char *remembered_origins(const struct machine *machine, unsigned load) {
    return memory_remembered(machine, load | MEMORY_ORIGINS);
}

/* ---- inputs ---- */

static uint64_t first_bit(uint32_t offset, const struct c_field *bits) {
    return (uint64_t)offset * 8 + (bits ? bits->bit_offset : 0);
}

static unsigned bit_count(const struct c_type *type, const struct c_field *bits) {
    return bits ? bits->bit_width : type->size * 8;
}

/* An object of its own, for as long as the read lasts. */
static const struct c_object *part_as_object(struct machine *machine, const char *name, const struct c_type *type,
                                             int64_t low, int64_t high) {
    machine->hardware = (struct c_object){.name = name, .type = type, .is_input = true, .low = low, .high = high};
    return &machine->hardware;
}

/* Read as something else than what lies there, it gives any value of the type that it is read as. */
static const struct c_object *part_of_input(struct machine *machine, const struct cell *cell,
                                            const struct c_type *type) {
    const struct c_object *object = cell->object;
    const struct c_type *element = object->type;
    int64_t low = 0, high = 0;
    while (element->kind == C_ARRAY) element = element->target;
    if (type->kind != C_INTEGER || (element->kind == C_INTEGER && element->size == type->size)) return object;
    c_range_of_bits(type, bit_count(type, cell->bits), &low, &high);
    c_narrow(type, machine->subject->program->most_input, &low, &high);
    return part_as_object(machine, object->name, type, low, high);
}

/* What says which values a read there gives; NULL: it is no input. */
static const struct c_object *input_at(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    const struct c_object *object = cell->object;
    if (!object->is_input && !object->input_count) return NULL;
    uint64_t begin = first_bit(memory_offset(machine, cell), cell->bits), count = bit_count(type, cell->bits);
    for (uint32_t i = 0; i < object->input_count; i++) {
        const struct c_input *input = &object->inputs[i];
        uint64_t other = first_bit(input->offset, input->bits), others = bit_count(input->type, input->bits);
        if (begin >= other + others || other >= begin + count) continue;
        if (begin == other && count == others && type->is_signed == input->type->is_signed)
            return part_as_object(machine, input->name, type, input->low, input->high);
        if (!object->is_input)
            machine_fault(machine, "unsupported", "'%s', which a stub makes an input, is read with other bytes",
                          input->name);
    }
    return object->is_input ? part_of_input(machine, cell, type) : NULL;
}

bool memory_is_input(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    return !cell->hardware && input_at(machine, cell, type);
}

/* A new value of an input: none in particular. */
static const unsigned char *symbolic_input_bytes(struct machine *machine, const struct c_object *object,
                                                 const struct cell *cell, const struct c_type *type, unsigned load) {
    unsigned char bytes[16] = {0};
    uint64_t value;
    machine_use_permit(machine);
    uint32_t input = symbolic_input(machine->symbolic, type, type->size * 8, object->low, object->high, &value);
    memory_encode(type, cell->bits, bytes, memory_reduce(type, value));
    record_input(machine, object, bytes);
    const unsigned char *entry = memory_remember(machine, load, bytes, type->size);
    if (cell->bits) {
        struct symbolic_operand unit = {0, 0}, field = {(int64_t)value, input};
        input = symbolic_put_field(machine->symbolic, type, cell->bits, unit, field);
    }
    symbolic_write(machine->symbolic, entry, type->size, input);
    return entry;
}

/* A new value of an input: which one is the step's choice. */
static const unsigned char *input(struct machine *machine, const struct c_object *object, const struct cell *cell,
                                  const struct c_type *type, unsigned load) {
    unsigned char bytes[16] = {0};
    const struct look *look = classes_of_place(machine->executor->classes, machine->reading);
    if (type->kind != C_INTEGER)
        machine_fault(machine, "unsupported", "the input '%s' is read as something that is no integer",
                      address_object_name(object));
    if (machine->symbolic) return symbolic_input_bytes(machine, object, cell, type, load);
    machine_use_permit(machine);
    memory_encode(type, cell->bits, bytes, choice_take(machine, look, type, object->low, object->high, false));
    record_input(machine, object, bytes);
    return memory_remember(machine, load, bytes, type->size);
}

/* A register gives any value of its type, or what a stub says. */
static const unsigned char *read_hardware(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                          unsigned load) {
    const struct c_program *program = machine->subject->program;
    const unsigned char *seen = memory_remembered(machine, load);
    if (seen) return seen;
    if (machine->probe) machine_leave(machine, LEAVE_POINT);
    if (type->kind != C_INTEGER)
        machine_fault(machine, "unsupported", "the register at 0x%llx is read as something that is no integer",
                      (unsigned long long)cell->hardware);
    snprintf(machine->hardware_name, sizeof machine->hardware_name, "0x%llx", (unsigned long long)cell->hardware);
    machine->hardware = (struct c_object){.name = machine->hardware_name, .type = type, .is_input = true};
    c_range_of_bits(type, bit_count(type, cell->bits), &machine->hardware.low, &machine->hardware.high);
    c_narrow(type, program->most_input, &machine->hardware.low, &machine->hardware.high);
    for (uint32_t i = 0; i < program->register_count && !cell->bits; i++) {
        const struct c_register *stub = &program->registers[i];
        if (stub->address != cell->hardware) continue;
        if (!c_range_fits(type, type->size * 8, stub->low, stub->high))
            machine_fault(machine, "unsupported",
                          "the values that a stub gives the register at 0x%llx do not fit in %s",
                          (unsigned long long)cell->hardware, type->name ? type->name : "its type");
        machine->hardware.low = stub->low, machine->hardware.high = stub->high;
    }
    return input(machine, cell->object, cell, type, load);
}

/* What code may touch was found out before it ran, and others were left out because of it: if it touches more, nothing
 * that was found can be relied on. */
bool memory_is_foreseen(const struct machine *machine, const struct cell *cell, unsigned how) {
    size_t first = (size_t)machine->current * machine->subject->object_count;
    return machine->analysis->by_context[first + cell->number] & how;
}

static void check_foreseen(struct machine *machine, const struct cell *cell, unsigned how) {
    if (!memory_is_foreseen(machine, cell, how))
        machine_fault(machine, "unsupported", "'%s' is reached by a pointer whose way here cannot be followed",
                      address_object_name(cell->object));
}

static bool is_changed_by_others(const struct machine *machine, const struct cell *cell) {
    return machine->touched && (machine->touched[cell->number] & TOUCH_WRITES);
}

/* Those that may come do this with it; where nothing is left out (--no-reduction), everybody would seem to. */
static bool is_shared_now(const struct machine *machine, uint32_t object, unsigned how) {
    const uint32_t objects = machine->subject->object_count;
    if (!machine->touched || !(machine->touched[object] & how) || !machine->arrivals) return false;
    bool others = !machine->subject->no_reduction;
    for (uint32_t c = 0; c < machine->subject->context_count && !others; c++)
        others = c != machine->current && (machine->analysis->by_context[(size_t)c * objects + object] & how);
    return others;
}

/* Machines that cannot access it at once do so byte by byte: a packed member. */
static bool is_aligned(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (type->kind == C_RECORD || type->kind == C_ARRAY) return true;
    return cell->object->align >= type->align && memory_offset(machine, cell) % type->align == 0;
}

static uint64_t loads_below(unsigned load) { return load < 64 ? ((uint64_t)1 << load) - 1 : UINT64_MAX; }

/* What is read may change meanwhile: has something else been read that may, and that C does not order? What says where
 * this lies comes first. */
static void note_order(struct machine *machine, const struct cell *cell, const struct c_type *type, unsigned load,
                       unsigned count) {
    if (cell->object->is_input || !is_shared_now(machine, cell->number, TOUCH_WRITES)) return;
    uint64_t others = loads_below(machine->own_loads) & ~loads_below(machine->ordered_loads);
    unsigned char met = READS_WHAT_CHANGES;
    if (!is_aligned(machine, cell, type)) met |= IS_NOT_ALIGNED;
    if (count > 1) met |= HAS_ORDER_OF_WORDS;
    if (machine->changing_loads & others) met |= HAS_ORDER_OF_OPERANDS;
    address_note(machine, met);
    machine->changing_loads |= loads_below(load + 1) & ~loads_below(load);
}

/* Piece by piece, each at its own time. */
static const unsigned char *read_pieces(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                        unsigned load) {
    unsigned char *whole = type->kind == C_RECORD ? machine->record : machine->number;
    unsigned char *whole_origins = type->kind == C_RECORD ? machine->record_origins : machine->number_origins;
    bool changed = is_changed_by_others(machine, cell);
    struct pieces pieces;
    pieces_find(type, machine->subject->word, &pieces);
    machine_drop_terms(machine, whole, type->size);
    for (unsigned i = 0; i < pieces.count; i++) {
        uint32_t at = piece_start(&pieces, i), size = piece_size(&pieces, i);
        const unsigned char *seen = memory_remembered(machine, load + i), *origins;
        if (!seen && changed) {
            machine_use_permit(machine);
            record_read(machine, cell, type);
            seen = remember_read(machine, cell, type, load + i, at, size);
        }
        memcpy(whole + at, seen ? seen : cell->bytes + at, size);
        machine_copy_terms(machine, whole + at, seen ? seen : cell->bytes + at, size);
        if (seen)
            origins = remembered_origins(machine, load + i);
        else if ((origins = beside(machine, cell, type)))
            origins += at;
        for (uint32_t k = 0; k < size; k++) whole_origins[at + k] = origins ? origins[k] : 0;
    }
    machine->read_origins = whole_origins;
    return whole;
}

/* What would be read: what was seen of it, the rest as it is now. */
static const unsigned char *probed_read(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                        unsigned load, unsigned count) {
    bool is_input = input_at(machine, cell, type);
    unsigned seen = 0, pieces = is_input ? 1 : count;
    for (unsigned i = 0; i < pieces; i++) seen += memory_remembered(machine, load + i) != NULL;
    access_note(machine, cell, type, false, seen == pieces);
    if (is_input && !seen) machine_leave(machine, LEAVE_POINT);
    if (is_input) return memory_remembered(machine, load);
    machine->read_origins = origin_in(machine, cell);
    return type->kind == C_RECORD ? cell->bytes : read_pieces(machine, cell, type, load);
}

static const unsigned char *read_now(struct machine *machine, const struct cell *cell) {
    machine->read_origins = origin_in(machine, cell);
    return cell->bytes;
}

const unsigned char *memory_read(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    unsigned load = machine->load_number, count = pieces_count(type, machine->subject->word);
    machine->load_number += count;
    machine->read_origins = NULL;
    if (machine->load_number > MEMORY_LAST_LOAD) reads_too_much(machine);
    if (cell->hardware) return read_hardware(machine, cell, type, load);
    if (machine->probe) return probed_read(machine, cell, type, load, count);
    check_foreseen(machine, cell, TOUCH_READS);
    unseen_read(machine, cell, type);
    note_order(machine, cell, type, load, count);
    moved_access(machine, cell, type, TOUCH_READS);
    if (machine->wary && !memory_remembered(machine, load + count - 1))
        machine->executor->witness->access(machine, cell, type, false);
    const struct c_object *source = input_at(machine, cell, type);
    if (!machine->run->log_length && !is_changed_by_others(machine, cell) && !source) return read_now(machine, cell);
    if (count > 1 && !source) return read_pieces(machine, cell, type, load);
    const unsigned char *seen = memory_remembered(machine, load);
    if (!seen && source) return input(machine, source, cell, type, load);
    if (!seen && !is_changed_by_others(machine, cell)) return read_now(machine, cell);
    if (!seen) {
        machine_use_permit(machine);
        record_read(machine, cell, type);
        seen = remember_read(machine, cell, type, load, 0, type->size);
    }
    machine->read_origins = remembered_origins(machine, load);
    return seen;
}

bool memory_is_noticed(const struct machine *machine, uint32_t object) {
    return (machine->touched && machine->touched[object]) || machine->executor->observed[object];
}

/* The frame is the one that the target belongs to: its instruction is the one that writes. */
static bool is_initialized(const struct machine *machine) {
    return machine->frame->function->code[machine->frame->next].initializes;
}

bool memory_is_constant(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (cell->constant || cell->is_value || cell->object->is_const) return true;
    if (!cell->object->type->has_constants || cell->object->storage == C_TEMPORARY) return false;
    uint64_t first = (uint64_t)memory_offset(machine, cell) * 8, count = (uint64_t)type->size * 8;
    return cell->bits ? c_has_constant_at(cell->object->type, first + cell->bits->bit_offset, cell->bits->bit_width)
                      : c_has_constant_at(cell->object->type, first, count);
}

static void check_writable(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (cell->is_value) machine_fault(machine, "memory", "an element of a value, which is no object's, is written");
    if (memory_is_constant(machine, cell, type) && (cell->constant || !is_initialized(machine)))
        machine_fault(machine, "memory", "%s is constant, and is written", address_object_name(cell->object));
    check_foreseen(machine, cell, TOUCH_WRITES);
}

void memory_write(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (cell->hardware) return;
    check_writable(machine, cell, type);
    moved_access(machine, cell, type, TOUCH_WRITES);
    if (machine->wary) machine->executor->witness->access(machine, cell, type, true);
    if (memory_is_noticed(machine, cell->number)) machine_use_permit(machine);
}

/* ---- writing piece by piece ---- */

/* In the log, followed by the value. */
struct pending_store {
    uint64_t address;
    uint32_t done, size;
};

/* The frame that the cell's object lies in; NULL: it is a global. */
static const struct frame *frame_of(const struct machine *machine, const struct cell *cell) {
    const struct context_run *run = &machine->contexts[cell->context];
    for (uint32_t i = 0; cell->context != OSEK_NONE && i < run->frame_count; i++) {
        const unsigned char *begin = run->stack + run->frames[i].base + cell->object->address;
        if (run->frames[i].function == cell->object->function && cell->bytes >= begin &&
            cell->bytes < begin + cell->object->type->size)
            return &run->frames[i];
    }
    return NULL;
}

uint32_t memory_offset(const struct machine *machine, const struct cell *cell) {
    const struct frame *frame = frame_of(machine, cell);
    if (frame)
        return (uint32_t)(cell->bytes - (machine->contexts[cell->context].stack + frame->base + cell->object->address));
    if (cell->context != OSEK_NONE) return 0;
    if (cell->constant) return (uint32_t)(cell->bytes - machine->analysis->constant_bytes[cell->number]);
    return (uint32_t)(cell->bytes - (machine->image + machine->analysis->image_offset[cell->number]));
}

const char *memory_name(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (cell->object->taken) return "a block of `malloc`";
    struct text *name = machine_words(machine);
    text_add(name, "'");
    path_print(cell->object, memory_offset(machine, cell), type, cell->bits, name);
    text_add(name, "'");
    return text_chars(name);
}

static uint64_t address_of(const struct machine *machine, const struct cell *cell) {
    const struct c_program *program = machine->subject->program;
    const struct frame *frame = frame_of(machine, cell);
    uint64_t begin = frame
                         ? program->stack_begin + cell->context * program->stack_size + frame->spot + cell->object->spot
                         : cell->object->address;
    return c_pointer_join(program, (struct c_pointer){.address = begin + memory_offset(machine, cell)});
}

static void write_piece(struct machine *machine, const struct cell *cell, const struct c_type *type,
                        const struct pieces *pieces, unsigned piece, const unsigned char *value) {
    uint32_t at = piece_start(pieces, piece);
    const unsigned char *origins = memory_remembered(machine, MEMORY_VALUE_ORIGINS);
    record_write_begin(machine, cell, type);
    memmove(cell->bytes + at, value + at, piece_size(pieces, piece));
    origin_put(cell, at, piece_size(pieces, piece), origins ? origins + at : NULL);
    machine_copy_terms(machine, cell->bytes + at, value + at, piece_size(pieces, piece));
    record_write_end(machine, cell, type);
    machine_note_deed(machine);
}

/* The first piece is written: from now on the instruction is what its log says. */
static void remember_store(struct machine *machine, const struct cell *cell, const struct c_type *type,
                           const unsigned char *bytes) {
    struct pending_store pending = {address_of(machine, cell), 1, type->size};
    machine->run->log_length = 0;
    unsigned char *entry = reserve(machine, MEMORY_VALUE, (uint32_t)sizeof pending + type->size);
    machine_drop_terms(machine, entry, sizeof pending);
    machine_copy_terms(machine, entry + sizeof pending, bytes, type->size);
    memcpy(entry, &pending, sizeof pending);
    memcpy(entry + sizeof pending, bytes, type->size);
    remember_origins(machine, MEMORY_VALUE_ORIGINS, machine->copied_origins, type->size);
}

bool memory_finish_store(struct machine *machine, const struct c_type *type) {
    unsigned char *entry = (unsigned char *)memory_remembered(machine, MEMORY_VALUE); /* in the machine's own log */
    struct pending_store pending;
    struct pieces pieces;
    struct cell cell;
    if (!entry) return false;
    memcpy(&pending, entry, sizeof pending);
    memory_at(machine, pending.address, type, &cell);
    if (machine->probe) {
        access_note(machine, &cell, type, true, false);
        return true;
    }
    pieces_find(type, machine->subject->word, &pieces);
    while (pending.done < pieces.count) {
        if (memory_is_noticed(machine, cell.number)) machine_use_permit(machine);
        write_piece(machine, &cell, type, &pieces, pending.done++, entry + sizeof pending);
        memcpy(entry, &pending, sizeof pending);
    }
    return true;
}

void memory_store(struct machine *machine, const struct cell *cell, const struct c_type *type,
                  const unsigned char *bytes) {
    if (cell->hardware) {
        unseen_write(machine, cell, type);
        char name[24];
        snprintf(name, sizeof name, "0x%llx", (unsigned long long)cell->hardware);
        record_register(machine, name, type, bytes);
        return;
    }
    struct pieces pieces;
    pieces_find(type, machine->subject->word, &pieces);
    bool torn = memory_is_noticed(machine, cell->number) && pieces.count > 1;
    memory_write(machine, cell, type);
    if (is_shared_now(machine, cell->number, TOUCH_READS | TOUCH_WRITES))
        address_note(machine, WRITES_WHAT_IS_SHARED | (torn ? HAS_ORDER_OF_WORDS : 0) |
                                  (is_aligned(machine, cell, type) ? 0 : IS_NOT_ALIGNED));
    bytes = origin_settle(machine, cell, type, bytes);
    unset_copy(machine, cell, type);
    unseen_write(machine, cell, type);
    if (torn) {
        remember_store(machine, cell, type, bytes);
        const unsigned char *entry = memory_remembered(machine, MEMORY_VALUE);
        write_piece(machine, cell, type, &pieces, 0, entry + sizeof(struct pending_store));
        memory_finish_store(machine, type);
    } else {
        record_write_begin(machine, cell, type);
        memmove(cell->bytes, bytes, type->size);
        machine_copy_terms(machine, cell->bytes, bytes, type->size);
        origin_put(cell, 0, type->size, machine->copied_origins);
        record_write_end(machine, cell, type);
    }
}
