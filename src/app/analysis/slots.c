#include "app/analysis/slots.h"

#include "cfront/ir/compatible.h"
#include "cfront/ir/pointer_part.h"
#include "cfront/ir/walk.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 512 }; /* of what has a slot for each byte */

/* ---- types ---- */

static bool is_number(const struct c_type *type) {
    return type->kind == C_INTEGER || type->kind == C_FLOAT || type->kind == C_POINTER;
}

static bool is_same(const struct c_type *a, const struct c_type *b) {
    if (a == b) return true;
    if (a->kind != b->kind || a->size != b->size) return false;
    if (is_number(a)) return a->is_signed == b->is_signed && a->is_bool == b->is_bool;
    return c_types_compatible(a, b);
}

static const struct c_type *element_of(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    return type;
}

/* Numbers that lie across each other. */
static bool has_overlaps(const struct c_type *type) {
    type = element_of(type);
    if (type->kind != C_RECORD) return false;
    if (type->is_union) return true;
    for (uint32_t i = 0; i < type->count; i++)
        if (type->fields[i].bit_width || has_overlaps(type->fields[i].type)) return true;
    return false;
}

static uint32_t widest(const struct c_type *type) {
    uint32_t most = 0;
    type = element_of(type);
    if (type->kind != C_RECORD) return type->size;
    for (uint32_t i = 0; i < type->count; i++) {
        uint32_t size = widest(type->fields[i].type);
        if (size > most) most = size;
    }
    return most;
}

/* Where in an object of this type something of type `wanted` begins. */
static bool add_positions(const struct c_type *type, const struct c_type *wanted, uint32_t offset, slot_list *out) {
    bool any = is_same(type, wanted);
    if (any) vec_push(out, offset);
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count; i++) {
        if (!add_positions(type->target, wanted, offset + i * type->target->size, out))
            break; /* nor do the others have any */
        any = true;
    }
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        any |= add_positions(type->fields[i].type, wanted, offset + type->fields[i].offset, out);
    return any;
}

/* ---- places ---- */

/* From each of the offsets of the root those of the place. */
static void add_path(const struct c_expression *place, slot_list *offsets) {
    if (place->kind != C_MEMBER && place->kind != C_INDEX) return;
    add_path(place->left, offsets);
    size_t count = offsets->count;
    uint32_t size = place->type->size;
    if (place->kind == C_MEMBER) {
        for (size_t i = 0; i < count; i++) offsets->items[i] += place->field->offset;
        return;
    }
    const struct c_expression *index = c_constant(place->right);
    uint32_t from = index ? (uint32_t)index->integer : 0, to = index ? from + 1 : place->left->type->count;
    if (index && (uint64_t)index->integer >= place->left->type->count) to = from; /* never gets there */
    for (uint32_t e = from + 1; e < to; e++)
        for (size_t i = 0; i < count; i++) vec_push(offsets, offsets->items[i] + e * size);
    for (size_t i = 0; i < count; i++) offsets->items[i] += from * size;
    if (to <= from) offsets->count = 0;
}

static uint32_t use_of(const struct slots *slots, uint32_t object, uint32_t instruction) {
    uint32_t use = 0;
    while (use < slots->clear_count[object] && slots->clears[object][use] < instruction) use++;
    return use;
}

/* The place lies in this object, which `base` is a part of, or all. */
static bool add_in_object(struct slots *slots, uint32_t object, const struct c_expression *place,
                          const struct c_type *base, uint32_t instruction, slot_list *out) {
    uint32_t first = slots->first[object];
    if (slots->blurred[object] || !slots->split[object]) {
        vec_push(out, first + (slots->blurred[object] ? 0 : use_of(slots, object, instruction)));
        return !slots->blurred[object];
    }
    slot_list offsets = {0};
    add_positions(slots->subject->objects[object]->type, base, 0, &offsets);
    if (c_root(place)->kind == C_OBJECT) offsets.count = offsets.count ? 1 : 0; /* the object itself */
    add_path(place, &offsets);
    for (size_t i = 0; i < offsets.count; i++)
        if (first + offsets.items[i] < slots_end(slots, object)) vec_push(out, first + offsets.items[i]);
    vec_free(&offsets);
    return true;
}

bool slots_of_place(struct slots *slots, const struct c_expression *place, uint32_t instruction, slot_list *out) {
    const struct c_expression *root = c_root(place);
    if (root->kind == C_OBJECT)
        return add_in_object(slots, subject_number(slots->subject, root->object), place, root->type, instruction, out);
    bool clear = true;
    memset(slots->room, 0, slots->points->words * sizeof *slots->room);
    points_of_place(slots->points, place, slots->room);
    for (uint32_t i = 0; i < slots->subject->object_count; i++)
        if (object_set_has(slots->room, i)) clear &= add_in_object(slots, i, place, root->type, instruction, out);
    uint32_t hardware = slots_hardware(slots, place);
    if (hardware != UINT32_MAX) vec_push(out, hardware);
    return clear;
}

uint32_t slots_of_record(struct slots *slots, const struct c_expression *place) {
    const struct c_expression *root = c_root(place);
    if (root->kind != C_OBJECT) return UINT32_MAX;
    uint32_t object = subject_number(slots->subject, root->object), slot = UINT32_MAX;
    slot_list out = {0};
    if (slots->split[object] && !slots->blurred[object]) slots_of_place(slots, place, 0, &out);
    if (out.count == 1) slot = out.items[0];
    vec_free(&out);
    return slot;
}

void slots_around(struct slots *slots, const struct c_expression *place, slot_list *out) {
    memset(slots->room, 0, slots->points->words * sizeof *slots->room);
    points_of_place(slots->points, place, slots->room);
    for (uint32_t i = 0; i < slots->subject->object_count; i++)
        for (uint32_t s = slots->first[i]; object_set_has(slots->room, i) && s < slots_end(slots, i); s++)
            vec_push(out, s);
}

/* ---- hardware ---- */

static int by_place(const void *a, const void *b) {
    uintptr_t left = (uintptr_t)((const struct hardware_slot *)a)->place;
    uintptr_t right = (uintptr_t)((const struct hardware_slot *)b)->place;
    return (left > right) - (left < right);
}

uint32_t slots_hardware(const struct slots *slots, const struct c_expression *place) {
    struct hardware_slot wanted = {place, 0};
    if (!slots->hardware.count) return UINT32_MAX;
    const struct hardware_slot *found =
        bsearch(&wanted, slots->hardware.items, slots->hardware.count, sizeof wanted, by_place);
    return found ? found->slot : UINT32_MAX;
}

/* ---- building ---- */

static void blur(struct slots *slots, uint32_t object) { slots->blurred[object] = true; }

static bool is_cast_to(const struct slots *slots, const struct c_type *type) {
    if (slots->mixed) return true;
    for (size_t i = 0; i < slots->casts.count; i++)
        if (is_same(slots->casts.items[i], type)) return true;
    return false;
}

static void add_cast(struct slots *slots, const struct c_type *type) {
    if (type && !is_cast_to(slots, type)) vec_push(&slots->casts, type);
}

/* A union's pointers, however deep inside, may be made from each other. */
static void add_union_casts(struct slots *slots, const struct c_type *type, bool in_union) {
    type = element_of(type);
    if (type->kind == C_POINTER && in_union) add_cast(slots, type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        add_union_casts(slots, type->fields[i].type, in_union || type->is_union);
}

/* Pointers to pointers by what these lead to, too. */
static bool leads_alike(const struct c_type *a, const struct c_type *b) {
    return is_same(a, b) && (a->kind != C_POINTER || c_types_compatible(a, b));
}

static void find_casts(void *context, const struct c_expression *e) {
    struct slots *slots = context;
    if (e->kind != C_CONVERT || e->type->kind != C_POINTER || e->left->kind == C_CONSTANT) return;
    const struct c_type *from = e->left->type->kind == C_POINTER ? e->left->type->target : NULL, *to = e->type->target;
    if (to && !(from && leads_alike(from, to))) add_cast(slots, to);
}

static bool begins_at(const struct c_type *type, const struct c_type *wanted, uint64_t offset) {
    if (!offset && leads_alike(type, wanted)) return true;
    if (type->kind == C_ARRAY && type->target->size)
        return begins_at(type->target, wanted, offset % type->target->size);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        if (offset >= field->offset && offset - field->offset < field->type->size &&
            begins_at(field->type, wanted, offset - field->offset))
            return true;
    }
    return false;
}

/* An initial pointer may have been converted, too, which no instruction tells. */
static void check_initial_pointer(struct slots *slots, const struct c_type *target, uint64_t address) {
    const struct c_program *program = slots->subject->program;
    if (!target || target->kind == C_VOID) return;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (address >= object->address && address - object->address < object->type->size &&
            !begins_at(object->type, target, address - object->address))
            add_cast(slots, target);
    }
}

static void find_initial_casts(struct slots *slots, const struct c_type *type, const unsigned char *bytes) {
    uint64_t pointer = 0;
    if (!c_type_holds_pointers(type)) return;
    if (type->kind == C_POINTER) {
        memcpy(&pointer, bytes, type->size);
        if (pointer) check_initial_pointer(slots, type->target, c_pointer_address(slots->subject->program, pointer));
    }
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count; i++)
        find_initial_casts(slots, type->target, bytes + (size_t)i * type->target->size);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        find_initial_casts(slots, type->fields[i].type, bytes + type->fields[i].offset);
}

/* A pointer that is written as one thing (a pointer to something else, bytes) and read as another needs no conversion
 * to lead to what its type does not say. */
static bool mixes_pointers(const struct slots *slots, const struct c_type *whole, const struct c_type *type,
                           bool fits) {
    const struct c_type *element = element_of(whole);
    if (!fits) return c_type_holds_pointers(whole) || c_type_holds_pointers(type);
    return element->kind == C_POINTER && is_cast_to(slots, type) && !c_types_compatible(element, type);
}

static void check_fit(struct slots *slots, uint32_t object, const struct c_type *type) {
    const struct c_type *whole = slots->subject->objects[object]->type;
    slot_list positions = {0};
    bool uniform = is_number(element_of(whole)) && is_same(element_of(whole), type);
    bool fits = uniform || (add_positions(whole, type, 0, &positions) && !is_cast_to(slots, type));
    if (!fits || slots->clears[object]) blur(slots, object);
    if (mixes_pointers(slots, whole, type, fits)) slots->mixed = true;
    vec_free(&positions);
}

static void check_place(void *context, const struct c_expression *e) {
    struct slots *slots = context;
    if (e->kind != C_DEREFERENCE || !e->type || e->type->kind == C_VOID) return;
    memset(slots->room, 0, slots->points->words * sizeof *slots->room);
    points_of_place(slots->points, e, slots->room);
    for (uint32_t i = 0; i < slots->subject->object_count; i++)
        if (object_set_has(slots->room, i)) check_fit(slots, i, e->type);
}

/* Members and elements of a volatile place are places of their own. */
static void find_hardware(void *context, const struct c_expression *e) {
    struct slots *slots = context;
    if (e->kind == C_DEREFERENCE && e->is_volatile && e->type && e->type->kind != C_VOID)
        vec_push(&slots->hardware, (struct hardware_slot){e, 0});
    if ((e->kind == C_MEMBER || e->kind == C_INDEX) && c_root(e)->kind == C_DEREFERENCE &&
        (e->is_volatile || c_root(e)->is_volatile))
        vec_push(&slots->hardware, (struct hardware_slot){e, 0});
}

/* What a service writes through a pointer. */
static void check_outputs(struct slots *slots, const struct c_instruction *instruction) {
    for (uint32_t i = 0; i < instruction->output_count; i++) {
        const struct c_expression *pointer = instruction->outputs[i];
        if (!pointer || pointer->type->kind != C_POINTER) continue;
        struct c_expression place = {.kind = C_DEREFERENCE, .type = pointer->type->target, .left = pointer};
        check_place(slots, &place);
    }
}

static void visit_all(struct slots *slots, void (*visit)(void *context, const struct c_expression *e)) {
    const struct c_program *program = slots->subject->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], visit, slots);
}

static void check_accesses(struct slots *slots) {
    const struct c_program *program = slots->subject->program;
    visit_all(slots, check_place);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            check_outputs(slots, &program->functions[f]->code[i]);
}

static void find_clears(struct slots *slots) {
    const struct c_program *program = slots->subject->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        for (uint32_t l = 0; l < function->local_count; l++)
            if (function->locals[l]->storage == C_TEMPORARY && is_number(function->locals[l]->type))
                slots->clears[slots->subject->first_local[f] + l] =
                    arena_new_array(slots->arena, uint32_t, function->code_count + 1);
        for (uint32_t i = 0; i < function->code_count; i++) {
            const struct c_expression *target = function->code[i].kind == C_CLEAR ? function->code[i].target : NULL;
            if (!target || target->kind != C_OBJECT) continue;
            uint32_t object = subject_number(slots->subject, target->object);
            if (slots->clears[object])
                slots->clears[object][slots->clear_count[object]++] = slots->subject->first_instruction[f] + i;
        }
    }
}

static void shape(struct slots *slots, uint32_t object) {
    const struct c_object *o = slots->subject->objects[object];
    const struct c_type *type = o->type, *element = element_of(type);
    bool global = c_has_address(o) || o->exposed;
    /* What is wider than a word may be half old, half new. */
    if (has_overlaps(type) || (global && widest(type) > slots->subject->word)) blur(slots, object);
    slots->split[object] = !is_number(type) && type->size <= MOST_BYTES;
    if (!slots->split[object] && !is_number(element)) blur(slots, object);
}

static void number_slots(struct slots *slots) {
    uint32_t objects = slots->subject->object_count, functions = slots->subject->program->function_count;
    for (uint32_t i = 0; i < objects; i++) {
        slots->first[i] = slots->count;
        slots->count += slots->blurred[i]  ? 1
                        : slots->split[i]  ? slots->subject->objects[i]->type->size + 1
                        : slots->clears[i] ? slots->clear_count[i] + 1
                                           : 1;
    }
    for (uint32_t i = 0; i < functions; i++) slots->first[objects + i] = slots->count++;
    slots->first[objects + functions] = slots->count;
    for (size_t i = 0; i < slots->hardware.count; i++) slots->hardware.items[i].slot = slots->count++;
    if (slots->hardware.count)
        qsort(slots->hardware.items, slots->hardware.count, sizeof *slots->hardware.items, by_place);
}

struct slots *slots_find(const struct subject *subject, struct points *points, struct arena *arena) {
    struct slots *slots = arena_new_object(arena, struct slots);
    uint32_t objects = subject->object_count, all = objects + subject->program->function_count;
    *slots = (struct slots){.subject = subject, .points = points, .arena = arena};
    slots->first = arena_new_array(arena, uint32_t, all + 1);
    slots->blurred = arena_new_array(arena, bool, objects + 1);
    slots->split = arena_new_array(arena, bool, objects + 1);
    slots->clears = arena_new_array(arena, uint32_t *, objects + 1);
    slots->clear_count = arena_new_array(arena, uint32_t, objects + 1);
    slots->room = arena_new_array(arena, uint64_t, points->words);
    slots->mixed = subject->whole_objects || subject->program->loses_parts; /* pointers may leave what they lead to */
    find_clears(slots);
    for (uint32_t i = 0; i < objects; i++) {
        shape(slots, i);
        add_union_casts(slots, subject->objects[i]->type, false);
        if (subject->objects[i]->initial)
            find_initial_casts(slots, subject->objects[i]->type, subject->objects[i]->initial);
    }
    visit_all(slots, find_casts);
    visit_all(slots, find_hardware);
    check_accesses(slots);
    if (slots->mixed) check_accesses(slots); /* those before it was known */
    number_slots(slots);
    return slots;
}

void slots_free(struct slots *slots) {
    vec_free(&slots->hardware);
    vec_free(&slots->casts);
}
