#include "cfront/program/layout.h"

#include "base/invariant.h"
#include "cfront/ir/compatible.h"
#include "cfront/ir/subobject.h"
#include "cfront/ir/walk.h"
#include "cfront/program/emit.h"
#include "cfront/program/symbols.h"

enum { RECURSION_LIMIT = 32 }; /* without an option: how deep recursive functions may call themselves */

static uint64_t align_up(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }

/* ---- How much stack a context needs at most ---- */

struct depth {
    uint64_t bytes, span;
    enum { UNKNOWN, UNDER_WAY, KNOWN } state;
};

struct walk {
    struct front *front;
    struct depth *depths;
    bool recursive; /* a function was met that calls itself, perhaps through others */
};

static struct depth need(struct walk *walk, const struct c_function *function);

static void include(struct depth *most, struct depth depth) {
    if (depth.bytes > most->bytes) most->bytes = depth.bytes;
    if (depth.span > most->span) most->span = depth.span;
}

/* Through a pointer: any of that type, and of those that may be called as it. */
static void include_call(struct walk *walk, const struct c_instruction *call, struct depth *most) {
    if (call->callee) include(most, need(walk, call->callee));
    for (size_t i = 0; !call->callee && i < walk->front->functions.count; i++) {
        const struct c_function *function = walk->front->functions.items[i];
        if (c_types_compatible(call->value->type->target, function->type)) include(most, need(walk, function));
    }
}

static struct depth need(struct walk *walk, const struct c_function *function) {
    struct depth *depth = &walk->depths[function->index], most = {0};
    if (depth->state == KNOWN) return *depth;
    if (depth->state == UNDER_WAY) {
        walk->recursive = true;
        return most;
    }
    depth->state = UNDER_WAY;
    for (uint32_t i = 0; i < function->code_count; i++)
        if (function->code[i].kind == C_CALL) include_call(walk, &function->code[i], &most);
    uint64_t own = align_up(function->frame_size, LOWER_FRAME_ALIGN); /* as frames lie on a stack */
    *depth = (struct depth){most.bytes + own, most.span + function->span, KNOWN};
    return *depth;
}

static unsigned recursion_limit(const struct front *front) {
    return front->options->recursion_limit ? front->options->recursion_limit : RECURSION_LIMIT;
}

/* Do functions call themselves? Then each stack has room for as many calls as may nest. */
static bool measure_stacks(struct front *front) {
    struct walk walk = {.front = front};
    struct depth most = {0};
    walk.depths = arena_new_array(front->scratch, struct depth, front->functions.count + 1);
    for (size_t i = 0; i < front->functions.count; i++) include(&most, need(&walk, front->functions.items[i]));
    unsigned times = walk.recursive ? recursion_limit(front) + 1 : 1;
    front->program->stack_room = align_up(most.bytes * times, 16) + 16;
    front->program->stack_size = align_up(most.span * times, 16) + 16;
    return walk.recursive;
}

static void refuse_size(struct front *front, uint64_t end, bool is_recursive) {
    const struct c_program *program = front->program;
    const char *advice = is_recursive ? arena_printf(front->scratch,
                                                     ": functions call themselves, and there is room for %u calls in "
                                                     "each other (--recursion N: for fewer)",
                                                     recursion_limit(front))
                                      : "";
    diag_error(
        front->diagnostics, (struct place){front->units.items[0].path, 0, 0},
        "the program needs %llu bytes of memory (%llu for objects, %llu for each of %u stacks), but addresses of "
        "the target have %u bits%s",
        (unsigned long long)end, (unsigned long long)(program->memory_end - program->memory_begin),
        (unsigned long long)program->stack_size, osek_context_count(front->names->config), program->pointer_size * 8,
        advice);
}

/* ---- Addresses of hardware ---- */

void layout_keep_free(struct front *front, const struct c_type *pointer, uint64_t address) {
    if (pointer->kind != C_POINTER || !address || pointer->target->kind == C_FUNCTION) return;
    struct c_fixed range = {address, pointer->target->size ? pointer->target->size : 1};
    vec_push(&front->hardware, range);
}

static void keep_constant_free(void *context, const struct c_expression *e) {
    if (e->kind == C_CONSTANT) layout_keep_free(context, e->type, (uint64_t)e->integer);
}

static void find_hardware(struct front *front) {
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++)
            walk_instruction(&front->functions.items[f]->code[i], keep_constant_free, front);
}

/* Does hardware lie between `begin` and `end`, also without the bits that parts need? Then `end` is where it ends. */
static bool meets_hardware(const struct front *front, uint64_t begin, uint64_t *end) {
    unsigned shift = front->program->part_shift;
    for (size_t i = 0; i < front->hardware.count; i++) {
        struct c_fixed range = front->hardware.items[i];
        uint64_t places[] = {range.begin, c_low_bits(range.begin, shift)};
        for (int k = 0; k < 2; k++) {
            if (places[k] >= *end || places[k] + range.size <= begin) continue;
            *end = places[k] + range.size;
            return true;
        }
    }
    return false;
}

/* ---- Objects ---- */

static uint64_t place_objects(struct front *front, uint64_t next) {
    front->program->memory_begin = next;
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *object = front->globals.items[i];
        next = align_up(next, object->align);
        object->address = next;
        object->index = (uint32_t)i;
        next += object->type->size + 1u; /* a free byte, so that one past the end is nobody's beginning */
    }
    return front->program->memory_end = next;
}

static bool are_apart(const struct front *front) {
    for (size_t i = 1; i < front->globals.count; i++) {
        const struct c_object *before = front->globals.items[i - 1];
        if (front->globals.items[i]->address <= before->address + before->type->size) return false;
    }
    return true;
}

static void place_graves(struct front *front, uint64_t next) {
    const struct c_object **graves = arena_new_array(front->arena, const struct c_object *, front->exposed.count + 1);
    front->program->graves_begin = next;
    for (size_t i = 0; i < front->exposed.count; i++) {
        graves[i] = front->exposed.items[i];
        front->exposed.items[i]->grave = next++;
    }
    front->program->graves = graves;
    front->program->freed_begin = next;
    front->program->graves_end = next + front->program->freed_count;
}

static void find_heap(struct front *front) {
    struct c_program *program = front->program;
    for (size_t i = 0; i < front->globals.count; i++) {
        const struct c_object *object = front->globals.items[i];
        if (!object->taken) continue;
        if (!program->heap_begin) program->heap_begin = object->address;
        program->heap_end = object->address + object->type->size + 1;
    }
}

/* All of it from `begin` on; returns the end. */
static uint64_t place_all(struct front *front, uint64_t begin) {
    struct c_program *program = front->program;
    program->stack_begin = align_up(place_objects(front, begin) + 16, 16);
    place_graves(front, program->stack_begin + osek_context_count(front->names->config) * program->stack_size);
    return program->graves_end;
}

static void note_pointer(struct front *front, const struct relocation *relocation) {
    struct c_object *object = relocation->object;
    if (!object->pointers) object->pointers = arena_alloc(front->arena, object->type->size + 1);
    unsigned char *bytes = (unsigned char *)object->pointers + relocation->offset;
    for (uint32_t i = 0; i < front->program->pointer_size; i++) bytes[i] = (unsigned char)(i + 1);
}

static void relocate(struct front *front) {
    for (size_t i = 0; i < front->relocations.count; i++) {
        const struct relocation *relocation = &front->relocations.items[i];
        struct c_bytes confined = {relocation->part, relocation->part_size};
        struct c_pointer pointer = {.address = relocation->to->address + (uint64_t)relocation->addend};
        if (relocation->is_pointer)
            pointer = c_pointer_to(front->program, relocation->to->type, relocation->to->address,
                                   (uint32_t)relocation->addend, confined, &(struct c_part){0});
        uint64_t bits = c_pointer_join(front->program, pointer);
        unsigned char *bytes = (unsigned char *)relocation->object->initial + relocation->offset;
        for (uint32_t j = 0; j < front->program->pointer_size; j++) bytes[j] = (unsigned char)(bits >> 8 * j);
        if (relocation->is_pointer && c_is_followed(front->program, bits)) note_pointer(front, relocation);
    }
}

/* ---- Bits for parts ---- */

static void find_exposed(struct front *front) {
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->local_count; i++) {
            struct c_object *local = (struct c_object *)front->functions.items[f]->locals[i];
            if (!local->end.line) local->end = front->functions.items[f]->end;
            if (local->exposed) vec_push(&front->exposed, local);
        }
}

/* Also the mark of pointers to locals is one. */
static unsigned level_bits(const struct front *front) {
    unsigned most = 0, bits = 0;
    for (size_t i = 0; i < front->globals.count; i++)
        if (front->globals.items[i]->type->levels > most) most = front->globals.items[i]->type->levels;
    for (size_t i = 0; i < front->exposed.count; i++)
        if (front->exposed.items[i]->type->levels > most) most = front->exposed.items[i]->type->levels;
    while (most >> bits) bits++;
    return most ? bits + 1 : front->exposed.count != 0;
}

static uint64_t place_beside_hardware(struct front *front) {
    uint64_t begin = align_up(SYMBOLS_FIRST_FUNCTION + front->functions.count * SYMBOLS_FUNCTION_STEP + 1, 16);
    uint64_t end = place_all(front, begin), met = end;
    for (size_t tries = 0; tries <= 2 * front->hardware.count && meets_hardware(front, begin, &met); tries++) {
        begin = align_up(met, 16);
        met = end = place_all(front, begin);
    }
    return end;
}

/* A structure or array that other memory may be taken for. */
static void find_view(void *context, const struct c_expression *e) {
    bool *found = context;
    if (e->kind != C_CONVERT || e->type->kind != C_POINTER || e->left->type == e->type) return;
    enum c_kind target = e->type->target->kind;
    *found |= (target == C_RECORD || target == C_ARRAY) && e->left->kind != C_CONSTANT;
}

/* An initializer may be the address of a member of such a thing. */
static bool is_view(const struct relocation *it) {
    return it->is_pointer && it->part_size &&
           c_part_of(it->to->type, it->part, it->part_size, C_MOST_LEVELS).size > it->part_size;
}

static bool has_views(struct front *front) {
    bool found = false;
    for (size_t i = 0; i < front->relocations.count && !found; i++) found = is_view(&front->relocations.items[i]);
    for (size_t f = 0; f < front->functions.count && !found; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count && !found; i++)
            walk_instruction(&front->functions.items[f]->code[i], find_view, &found);
    return found;
}

static bool place_with(struct front *front, unsigned address_bits, unsigned level_bits, unsigned view_bits,
                       uint64_t *end) {
    struct c_program *program = front->program;
    program->level_shift = level_bits ? address_bits - level_bits : 64;
    program->view_bits = view_bits;
    program->part_shift = level_bits || view_bits ? address_bits - level_bits - 2 * view_bits : 64;
    *end = place_beside_hardware(front);
    return program->part_shift >= 64 || *end <= (uint64_t)1 << program->part_shift;
}

/* With as many bits for parts as there are to spare: first those of levels, then those of what is laid over. */
static uint64_t place_with_parts(struct front *front, unsigned address_bits) {
    enum { MOST_VIEW_BITS = 15, ENOUGH_VIEW_BITS = 8 };
    struct c_program *program = front->program;
    unsigned wanted = level_bits(front), levels = wanted, views = has_views(front) ? MOST_VIEW_BITS : 0;
    uint64_t end;
    while (!place_with(front, address_bits, levels, 0, &end)) levels = levels > 2 ? levels - 1 : 0;
    program->loses_parts = wanted > 1 && levels < wanted;
    program->loses_views = views > 0;
    while (views && (levels + 2 * views >= address_bits || !place_with(front, address_bits, levels, views, &end)))
        views--;
    program->loses_views &= views < ENOUGH_VIEW_BITS;
    place_with(front, address_bits, levels, views, &end);
    return end;
}

void layout_program(struct front *front) {
    struct c_program *program = front->program;
    unsigned address_bits = program->pointer_size * 8;
    find_exposed(front);
    find_hardware(front);
    bool is_recursive = measure_stacks(front);
    uint64_t most = address_bits < 40 ? (uint64_t)1 << address_bits : (uint64_t)1 << 40;
    uint64_t end = place_with_parts(front, address_bits);
    find_heap(front);
    invariant(are_apart(front));
    relocate(front);
    if (end > most) refuse_size(front, end, is_recursive);
}
