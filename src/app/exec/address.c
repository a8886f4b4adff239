#include "app/exec/address.h"
#include "app/exec/aliasing.h"

#include "app/exec/evaluate.h"
#include "app/exec/notes.h"
#include "app/exec/origin.h"
#include "app/exec/path.h"
#include "app/exec/unset.h"
#include "cfront/ir/pointer_part.h"

#include <stdio.h>

/* ---- what lies where ---- */

static void global_cell(struct machine *machine, uint32_t index, struct cell *cell) {
    const struct analysis *analysis = machine->analysis;
    const struct c_object *object = machine->subject->program->globals[index];
    bool constant = analysis->image_offset[index] == NO_OFFSET;
    *cell = (struct cell){.bytes = constant ? (unsigned char *)analysis->constant_bytes[index]
                                            : machine->image + analysis->image_offset[index],
                          .object = object,
                          .unset = unset_of_global(machine, index),
                          .origins = origin_of_global(machine, index),
                          .number = index,
                          .context = OSEK_NONE,
                          .constant = constant,
                          .is_volatile = object->is_volatile};
}

static void local_cell(struct machine *machine, uint32_t context, const struct frame *frame,
                       const struct c_object *local, struct cell *cell) {
    const struct context_run *run = &machine->contexts[context];
    *cell = (struct cell){.bytes = run->stack + frame->base + local->address,
                          .object = local,
                          .unset = unset_of_local(machine, run, frame, local),
                          .origins = origin_of_local(machine, run, frame, local),
                          .number = subject_local(machine->subject, local),
                          .context = context,
                          .is_volatile = local->is_volatile};
}

void memory_object(struct machine *machine, const struct c_object *object, struct cell *cell) {
    if (c_has_address(object))
        global_cell(machine, object->index, cell);
    else
        local_cell(machine, machine->current, machine->frame, object, cell);
}

static uint64_t stack_of(const struct subject *subject, uint32_t context) {
    return subject->program->stack_begin + context * subject->program->stack_size;
}

void address_of_object(struct machine *machine, const struct c_object *object, struct target *target) {
    memory_object(machine, object, &target->cell);
    bool is_global = c_has_address(object);
    target->begin = is_global ? object->address
                              : stack_of(machine->subject, machine->current) + machine->frame->spot + object->spot;
    target->offset = 0;
    target->has_view = false;
    target->part = (struct c_part){0, 0, object->type->size, object->type};
}

/* The last global that begins at or before the address. */
static bool find_global(struct machine *machine, uint64_t address, struct target *target) {
    const struct c_program *program = machine->subject->program;
    if (address < program->memory_begin || address > program->memory_end) return false;
    uint32_t low = 0, high = program->global_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->globals[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low) return false;
    const struct c_object *object = program->globals[low - 1];
    if (address > object->address + object->type->size) return false;
    target->begin = object->address;
    global_cell(machine, low - 1, &target->cell);
    return true;
}

static const struct c_object *find_local(const struct c_function *function, uint64_t spot) {
    for (uint32_t i = 0; i < function->local_count; i++) {
        const struct c_object *local = function->locals[i];
        if (spot >= local->spot && spot <= (uint64_t)local->spot + local->type->size) return local;
    }
    return NULL;
}

static bool find_on_stack(struct machine *machine, uint64_t address, struct target *target) {
    const struct c_program *program = machine->subject->program;
    uint64_t stacks = (uint64_t)machine->subject->context_count * program->stack_size;
    if (address < program->stack_begin || address - program->stack_begin >= stacks) return false;
    uint32_t context = (uint32_t)((address - program->stack_begin) / program->stack_size);
    uint64_t spot = (address - program->stack_begin) % program->stack_size;
    const struct context_run *run = &machine->contexts[context];
    for (uint32_t i = run->frame_count; i-- > 0;) {
        const struct frame *frame = &run->frames[i];
        if (spot < frame->spot) continue;
        const struct c_object *local = find_local(frame->function, spot - frame->spot);
        if (!local) return false;
        target->begin = stack_of(machine->subject, context) + frame->spot + local->spot;
        local_cell(machine, context, frame, local, &target->cell);
        return true;
    }
    return false;
}

/* ---- what does not lie there ---- */

static bool is_named(const struct c_program *program, uint64_t address) {
    for (uint32_t i = 0; i < program->fixed_count; i++)
        if (address >= program->fixed[i].begin && address - program->fixed[i].begin < program->fixed[i].size)
            return true;
    return false;
}

/* One whose address nobody takes has it by accident: if the program names it, it means the hardware. */
static bool is_function(const struct subject *subject, uint64_t address) {
    const struct c_program *program = subject->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i]->address == address)
            return program->functions[i]->is_taken || !is_named(program, address);
    return false;
}

static bool is_dead(const struct subject *subject, uint64_t address) {
    return address >= subject->program->graves_begin && address < subject->program->graves_end;
}

const char *address_object_name(const struct c_object *object) {
    if (object->storage == C_STRING) return "a string literal";
    return object->name ? object->name : "a temporary";
}

/* Of what is no more. */
__attribute__((noreturn)) static void no_longer(struct machine *machine, uint64_t address, const char *deed) {
    const struct c_program *program = machine->subject->program;
    if (address < program->freed_begin) {
        const struct c_object *local = program->graves[address - program->graves_begin];
        machine_fault(machine, "memory", "%s a pointer to %s of %s, which is no more (it ended at %s:%u)", deed,
                      address_object_name(local), local->function->name, place_file(local->end), local->end.line);
    }
    struct place freed = program->freed[address - program->freed_begin];
    if (!freed.file) machine_fault(machine, "memory", "%s a pointer to a block of `malloc` that was freed", deed);
    machine_fault(machine, "memory", "%s a pointer to a block of `malloc` that was freed (at %s:%u)", deed,
                  place_file(freed), freed.line);
}

__attribute__((noreturn)) static void no_object(struct machine *machine, uint64_t address, const char *deed) {
    if (!address) machine_fault(machine, "memory", "%s a null pointer", deed);
    if (is_dead(machine->subject, address)) no_longer(machine, address, deed);
    if (is_function(machine->subject, address)) machine_fault(machine, "memory", "%s a pointer to a function", deed);
    machine_fault(machine, "memory", "%s a pointer to no object (address 0x%llx)", deed, (unsigned long long)address);
}

static bool is_hardware(const struct subject *subject, uint64_t address) {
    return address && !c_is_address(subject->program, address) && !is_function(subject, address);
}

/* ---- parts ---- */

static bool is_heap(const struct c_type *whole) { return whole->kind == C_ARRAY && whole->target->is_block; }

/* Whoever may walk over whole objects may not leave a block of the heap. */
static bool has_no_parts(const struct subject *subject, const struct c_type *whole) {
    return subject->whole_objects && !is_heap(whole);
}

uint32_t address_block(const struct c_type *heap, struct c_pointer pointer, uint32_t offset) {
    uint32_t at = (offset - pointer.at_end) / heap->target->size;
    return at < heap->count ? at : heap->count - 1;
}

/* What is asked for in numbers is one of them, too: who made a pointer from a number has the whole block. */
static struct c_part block_at(const struct c_type *heap, uint32_t block) {
    return (struct c_part){0, block * heap->target->size, heap->target->size, heap->target};
}

/* Is it a pointer that somebody may have made: to a part that is there, out of which it does not lead? */
static bool is_sound(const struct c_type *whole, uint32_t offset, struct c_pointer pointer) {
    struct c_part part = c_part_at(whole, offset - pointer.at_end, pointer.level);
    uint32_t end = part.begin + part.size, first = offset - pointer.into_view;
    if (part.level != pointer.level || (pointer.level && pointer.at_end != (offset == end))) return false;
    if (!pointer.view) return offset >= part.begin && offset <= end;
    return pointer.into_view <= pointer.view && pointer.into_view <= offset && pointer.view < part.size &&
           first >= part.begin && first + pointer.view <= end;
}

bool address_may_be_made(struct machine *machine, uint64_t bits) {
    struct c_pointer pointer = c_pointer_split(machine->subject->program, bits);
    struct target target;
    if (bits == pointer.address || bits != c_pointer_join(machine->subject->program, pointer)) return false;
    if (!find_global(machine, pointer.address, &target) && !find_on_stack(machine, pointer.address, &target))
        return false;
    return is_sound(target.cell.object->type, (uint32_t)(pointer.address - target.begin), pointer);
}

/* At its end, the byte before it is the one that tells which part it is. */
static void confine(const struct subject *subject, struct c_pointer pointer, struct target *target) {
    const struct c_type *whole = target->cell.object->type;
    unsigned level = has_no_parts(subject, whole) ? 0 : pointer.level;
    target->part = (struct c_part){0, 0, whole->size, whole};
    if (level)
        target->part = c_part_at(whole, target->offset - pointer.at_end, level);
    else if (is_heap(whole))
        target->part = block_at(whole, address_block(whole, pointer, target->offset));
    target->has_view = pointer.view && !subject->whole_objects;
    target->view = (struct c_bytes){target->offset - pointer.into_view, pointer.view};
}

/* What the pointer must not leave: a part of its object, or what was laid over that. */
static struct c_bytes bounds_of(const struct target *target) {
    return target->has_view ? target->view : (struct c_bytes){target->part.begin, target->part.size};
}

static bool begins_more(const struct target *target, const struct c_type *record) {
    struct c_bytes bounds = bounds_of(target);
    return target->offset == bounds.begin && record->size > bounds.size;
}

/* A pointer to a record's first member is one to the record. */
static void widen(const struct c_type *type, struct target *target) {
    if (!type || type->kind != C_RECORD) return;
    if (begins_more(target, type)) target->has_view = false;
    while (target->part.level && begins_more(target, type) && c_part_widen(target->cell.object->type, &target->part)) {
    }
}

/* A block of the heap is there as long as it is taken. */
static void check_taken(struct machine *machine, struct c_pointer pointer, const struct target *target,
                        const char *deed) {
    const struct c_object *heap = target->cell.object, *taken = heap->taken;
    if (!taken || target->cell.context != OSEK_NONE) return;
    struct cell use;
    global_cell(machine, taken->index, &use);
    if (use.bytes[address_block(heap->type, pointer, target->offset)] != C_BLOCK_TAKEN)
        machine_fault(machine, "memory", "%s a pointer to a block of `malloc` that was freed", deed);
}

void address_note(const struct machine *machine, unsigned what) {
    const struct frame *frame = machine->frame;
    uint32_t number = machine->subject->first_instruction[frame->function->index] + frame->next;
    executor_note(&machine->executor->met[number], (unsigned char)what);
    executor_note(&machine->executor->met_more[number], (unsigned char)(what / MET_MORE));
}

/* What was a number need not be the address of the local, or the block, that lies there now: one that has ended may
 * have lain there. */
static void note_number(const struct machine *machine, uint64_t bits, uint64_t address, unsigned char what) {
    if (bits == address && c_marks_pointers(machine->subject->program)) address_note(machine, what);
}

bool address_resolve(struct machine *machine, uint64_t bits, const struct c_type *type, const char *deed,
                     struct target *target) {
    struct c_pointer pointer = c_pointer_split(machine->subject->program, bits);
    if (find_on_stack(machine, pointer.address, target)) {
        note_number(machine, bits, pointer.address, WAS_NUMBER_OF_LOCAL);
    } else if (find_global(machine, pointer.address, target)) {
        if (target->cell.object->taken) note_number(machine, bits, pointer.address, WAS_NUMBER_OF_BLOCK);
    } else {
        if (is_hardware(machine->subject, pointer.address)) return false;
        no_object(machine, pointer.address, deed);
    }
    target->offset = (uint32_t)(pointer.address - target->begin);
    confine(machine->subject, pointer, target);
    check_taken(machine, pointer, target, deed);
    if (target->part.level || target->has_view) widen(type, target);
    return true;
}

void address_check_alive(struct machine *machine, uint64_t bits, const char *deed) {
    if (is_dead(machine->subject, bits)) no_longer(machine, bits, deed);
}

void address_check_freeable(struct machine *machine, uint64_t bits) {
    struct c_pointer pointer = c_pointer_split(machine->subject->program, bits);
    struct target target;
    address_check_alive(machine, bits, "another `free` of");
    if (find_global(machine, pointer.address, &target) && target.cell.object->is_returned)
        machine_fault(machine, "unsupported", "%s is freed, and nobody knows whether it is a block of the heap",
                      address_object_name(target.cell.object));
}

int64_t address_room(struct machine *machine, uint64_t bits, const struct c_type *type) {
    struct c_pointer pointer = c_pointer_split(machine->subject->program, bits);
    struct target target;
    address_check_alive(machine, bits, "a function without a body gets");
    if (!find_global(machine, pointer.address, &target) && !find_on_stack(machine, pointer.address, &target)) return 0;
    address_resolve(machine, bits, type, "access through", &target);
    struct c_bytes bounds = bounds_of(&target);
    return (int64_t)bounds.begin + bounds.size - target.offset;
}

int64_t address_extent(struct machine *machine, uint64_t bits) {
    struct c_pointer pointer = c_pointer_split(machine->subject->program, bits);
    struct target target;
    bool found = find_global(machine, pointer.address, &target) || find_on_stack(machine, pointer.address, &target);
    return found ? (int64_t)target.cell.object->type->size : 0;
}

uint64_t address_pointer(const struct machine *machine, const struct target *target, uint32_t begin, uint32_t size) {
    const struct subject *subject = machine->subject;
    const struct c_type *whole = target->cell.object->type;
    struct c_bytes bytes = {begin, size};
    if (has_no_parts(subject, whole))
        return c_pointer_join(subject->program, (struct c_pointer){.address = target->begin + target->offset});
    if (target->has_view && size >= target->view.size) bytes = target->view;
    struct c_pointer pointer =
        c_pointer_to(subject->program, whole, target->begin, target->offset, bytes, &target->part);
    if (subject->whole_objects) pointer.view = 0;
    return c_pointer_join(subject->program, pointer);
}

/* ---- accesses ---- */

/* A register of the hardware: what is written there is gone, and every read is an input. */
static void hardware_cell(struct machine *machine, uint64_t address, struct cell *cell) {
    notes_register(machine);
    *cell = (struct cell){.bytes = machine->hardware_bytes,
                          .object = &machine->hardware,
                          .number = UINT32_MAX,
                          .context = OSEK_NONE,
                          .is_volatile = true,
                          .hardware = address};
}

static void check_aligned(struct machine *machine, const struct target *target, const struct c_type *type,
                          uint32_t align) {
    const struct c_object *object = target->cell.object;
    if (align <= 1 || (object->align >= align && target->offset % align == 0)) return;
    bool may_go_on = !c_type_holds_pointers(type); /* pointers are looked for where they belong (bare.h) */
    if (may_go_on && !machine->subject->enabled[APP_CHECK_ALIGNMENT]) return;
    machine_fault(machine, may_go_on ? app_check_name(APP_CHECK_ALIGNMENT) : "memory",
                  "access through a pointer that need not be aligned for %s: offset %u of %s, which is aligned to %u",
                  type->name ? type->name : "its type", target->offset, address_object_name(object), object->align);
}

static const char *whole_name(const struct c_object *object) {
    return is_heap(object->type) ? "a block of `malloc`" : address_object_name(object);
}

/* "s.name", "grid[1]", "a member or row in buffer". */
static const char *part_name(struct machine *machine, const struct target *target) {
    const struct c_object *object = target->cell.object;
    bool is_part = target->part.level && object->name && !is_heap(object->type);
    if (!is_part && !target->has_view) return whole_name(object);
    struct text *name = machine_words(machine);
    if (target->has_view)
        text_printf(name, "a member or row in %s", whole_name(object));
    else
        path_print(object, target->part.begin, target->part.type, NULL, name);
    return text_chars(name);
}

/* For those who mean it. */
static const char *confinement(const struct target *target) {
    bool is_part = target->part.level && !is_heap(target->cell.object->type);
    return is_part || target->has_view ? " (--whole-objects allows it)" : "";
}

/* What goes beyond the memory that something was laid over is told of that memory. */
static struct target without_view(const struct target *target, int64_t from, int64_t to) {
    struct target wide = *target;
    int64_t begin = target->part.begin, end = begin + target->part.size;
    if (from < begin || to > end) wide.has_view = false;
    return wide;
}

/* Nothing is known of what lies behind an object whose size was made up; nor, where a function returns a pointer into
 * one, of what lies before it. */
static const char *fault_beyond(const struct target *target, int64_t from, int64_t to) {
    const struct c_object *object = target->cell.object;
    bool is_open = object->has_open_end && (to > (int64_t)object->type->size || (from < 0 && object->is_returned));
    return is_open ? "unsupported" : "memory";
}

static void check_inside(struct machine *machine, const struct target *target, const struct c_type *type) {
    struct c_bytes bounds = bounds_of(target);
    int64_t from = target->offset, to = from + type->size;
    if (from >= bounds.begin && to <= (int64_t)bounds.begin + bounds.size) return;
    struct target told = without_view(target, from, to);
    bounds = bounds_of(&told);
    machine_fault(machine, fault_beyond(target, from, to), "access to %u bytes at offset %lld of %s, which has %u%s",
                  type->size, (long long)from - bounds.begin, part_name(machine, &told), bounds.size,
                  confinement(&told));
}

void memory_at(struct machine *machine, uint64_t pointer, const struct c_type *type, struct cell *cell) {
    struct c_expression place = {.kind = C_DEREFERENCE, .type = type};
    memory_at_place(machine, pointer, &place, cell);
}

void memory_at_place(struct machine *machine, uint64_t pointer, const struct c_expression *place, struct cell *cell) {
    const struct c_type *type = place->type;
    struct target target;
    if (!address_resolve(machine, pointer, type, "access through", &target)) {
        if (!place->is_volatile) no_object(machine, pointer, "access, which is not volatile, through");
        hardware_cell(machine, pointer, cell);
        return;
    }
    check_inside(machine, &target, type);
    check_aligned(machine, &target, type, place->align ? place->align : type->align);
    *cell = target.cell;
    cell->is_value = cell->object->storage == C_TEMPORARY;
    cell_advance(cell, target.offset);
    if (aliasing_is_broken(cell->object, target.offset, type)) address_note(machine, IS_OF_OTHER_TYPE);
    origin_check_declared(machine, cell, type);
}

/* ---- arithmetic ---- */

__attribute__((noreturn)) static void leaves(struct machine *machine, const struct target *target, int64_t distance) {
    __int128 to = (__int128)target->offset + distance;
    int64_t near = to < 0 ? -1 : to > INT64_MAX ? INT64_MAX : (int64_t)to;
    struct target told = without_view(target, near, near);
    struct c_bytes bounds = bounds_of(&told);
    machine_fault(machine, fault_beyond(target, near, near), "a pointer leaves %s: offset %lld of %u bytes%s",
                  part_name(machine, &told), (long long)(to - bounds.begin), bounds.size, confinement(&told));
}

uint64_t address_move(struct machine *machine, uint64_t pointer, int64_t distance, const struct c_type *type) {
    struct target target;
    int64_t moved;
    if (!distance && pointer && !is_dead(machine->subject, pointer)) return pointer;
    if (!address_resolve(machine, pointer, type, "arithmetic with", &target)) return pointer + (uint64_t)distance;
    struct c_bytes bounds = bounds_of(&target);
    int64_t offset = (int64_t)target.offset - bounds.begin;
    if (__builtin_add_overflow(offset, distance, &moved) || moved < 0 || (uint64_t)moved > bounds.size)
        leaves(machine, &target, distance);
    target.offset = (uint32_t)(bounds.begin + moved);
    return address_pointer(machine, &target, bounds.begin, bounds.size);
}

/* Both lead to a heap, but not to the same block of it. */
static bool are_different_blocks(const struct subject *subject, uint64_t left, uint64_t right, const struct target *a,
                                 const struct target *b) {
    const struct c_type *heap = a->cell.object->type;
    struct c_pointer l = c_pointer_split(subject->program, left), r = c_pointer_split(subject->program, right);
    return a->begin == b->begin && is_heap(heap) &&
           address_block(heap, l, a->offset) != address_block(heap, r, b->offset);
}

/* Names of a linker script, perhaps, for two places in one. */
static bool may_be_one(const struct c_object *a, const struct c_object *b) { return a->is_others && b->is_others; }

void address_same_object(struct machine *machine, uint64_t left, uint64_t right, const char *deed) {
    struct target a, b;
    bool ours = address_resolve(machine, left, NULL, deed, &a);
    if (ours != address_resolve(machine, right, NULL, deed, &b))
        machine_fault(machine, "memory", "%s pointers to an object and to none", deed);
    if (ours && are_different_blocks(machine->subject, left, right, &a, &b))
        machine_fault(machine, "memory", "%s pointers to different blocks of `malloc`", deed);
    if (ours && a.begin != b.begin)
        machine_fault(machine, may_be_one(a.cell.object, b.cell.object) ? "unsupported" : "memory",
                      "%s pointers to different objects, %s and %s", deed, address_object_name(a.cell.object),
                      address_object_name(b.cell.object));
}

/* The end of one block and the beginning of the next are one address, but no more than that. */
static bool is_border_of_blocks(struct machine *machine, uint64_t left, uint64_t right) {
    const struct c_program *program = machine->subject->program;
    struct c_pointer l = c_pointer_split(program, left), r = c_pointer_split(program, right);
    struct target target;
    if (l.address != r.address || l.at_end == r.at_end || !find_global(machine, l.address, &target)) return false;
    const struct c_type *heap = target.cell.object->type;
    uint32_t offset = (uint32_t)(l.address - target.begin);
    return is_heap(heap) && address_block(heap, l, offset) != address_block(heap, r, offset);
}

/* Equal literals may be one array, or one of them the end of the other (6.4.5p7). */
static bool may_be_one_text(const struct target *left, const struct target *right) {
    const struct c_object *a = left->cell.object, *b = right->cell.object;
    uint32_t length = a->type->size - left->offset;
    if (a->storage != C_STRING || b->storage != C_STRING || length != b->type->size - right->offset) return false;
    if (a == b) return a->has_equals;
    return length && memcmp(a->initial + left->offset, b->initial + right->offset, length) == 0;
}

/* Where the objects lie that are compared is not for C to say (6.5.9p6). */
static void note_neighbours(struct machine *machine, uint64_t left, uint64_t right) {
    struct target a, b;
    bool are_objects = (find_global(machine, left, &a) || find_on_stack(machine, left, &a)) &&
                       (find_global(machine, right, &b) || find_on_stack(machine, right, &b));
    if (!are_objects) return;
    a.offset = (uint32_t)(left - a.begin), b.offset = (uint32_t)(right - b.begin);
    bool a_ends = a.offset == a.cell.object->type->size, b_ends = b.offset == b.cell.object->type->size;
    if (a.begin != b.begin && ((a_ends && !b.offset) || (b_ends && !a.offset)))
        address_note(machine, MEETS_NEXT_OBJECT);
    if (may_be_one_text(&a, &b)) address_note(machine, COMPARES_TEXTS);
}

int address_compare(struct machine *machine, uint64_t left, uint64_t right, bool equality) {
    const struct subject *subject = machine->subject;
    uint64_t a = c_pointer_address(subject->program, left), b = c_pointer_address(subject->program, right);
    if (is_border_of_blocks(machine, left, right)) {
        if (!equality) address_same_object(machine, left, right, "comparison of");
        return 1;
    }
    if (equality) {
        const uint64_t dead = is_dead(subject, a) ? a : is_dead(subject, b) ? b : 0;
        if (dead && a && b) no_object(machine, dead, "comparison of");
        if (a && b) note_neighbours(machine, a, b);
    } else if (a != b) {
        address_same_object(machine, left, right, "comparison of");
    }
    return (a > b) - (a < b);
}

/* ---- addresses of places ---- */

struct spot {
    struct target target;
    bool is_hardware;
    uint64_t hardware;     /* then its address */
    uint32_t from_element; /* of the last index: how far it is from its array's beginning */
};

static void advance(struct spot *spot, uint32_t distance) {
    if (spot->is_hardware)
        spot->hardware += distance;
    else
        spot->target.offset += distance;
}

static void locate(struct machine *machine, const struct c_expression *place, bool outermost, struct spot *spot) {
    switch (place->kind) {
    case C_OBJECT: address_of_object(machine, place->object, &spot->target); break;
    case C_MEMBER:
        locate(machine, place->left, false, spot);
        advance(spot, place->field->offset);
        break;
    case C_INDEX:
        locate(machine, place->left, false, spot);
        spot->from_element = (uint32_t)evaluate_index(machine, place, outermost);
        advance(spot, spot->from_element);
        break;
    case C_DEREFERENCE:
        spot->hardware = (uint64_t)evaluate(machine, place->left);
        spot->is_hardware = !address_resolve(machine, spot->hardware, place->type, "access through", &spot->target);
        if (!outermost && !spot->is_hardware) check_inside(machine, &spot->target, place->type);
        break;
    default: machine_fault(machine, "unsupported", "the address of an expression that is no place in memory");
    }
}

/* A flexible array member has what is left of the memory that its structure was laid over (6.7.2.1p18). */
static uint32_t size_of_place(const struct c_expression *place, const struct target *target, uint32_t begin) {
    if (place->type->kind != C_ARRAY || place->type->size || place->kind != C_MEMBER) return place->type->size;
    struct c_bytes bounds = bounds_of(target);
    uint32_t end = bounds.begin + bounds.size;
    return begin < end ? end - begin : 0;
}

uint64_t address_of_place(struct machine *machine, const struct c_expression *address) {
    const struct c_expression *place = address->left, *confining = c_confining_place(address);
    struct spot spot = {0};
    locate(machine, place, true, &spot);
    if (spot.is_hardware) return spot.hardware;
    const struct target *target = &spot.target;
    uint32_t begin = target->offset - (confining == place ? 0 : spot.from_element);
    return address_pointer(machine, target, begin, size_of_place(confining, target, begin));
}
