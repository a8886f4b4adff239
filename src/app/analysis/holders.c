#include "app/analysis/holders.h"

bool holders_can(const struct c_type *type) {
    if (type->kind == C_POINTER) return true;
    if (type->kind == C_ARRAY) return holders_can(type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (holders_can(type->fields[i].type)) return true;
    return false;
}

/* Bytes and unions may hold one that is marked. */
static bool may_hold(const struct c_program *program, const struct c_type *type) {
    return holders_can(type) || (c_finds_pointers(program) && type->size >= program->pointer_size);
}

static struct holders holders_of(const struct analysis *analysis, const struct points *points, uint32_t target,
                                 uint32_t *room) {
    const struct subject *subject = analysis->subject;
    struct holders holders = {0};
    for (uint32_t i = 0; i < subject->object_count; i++)
        if (object_set_has(points->targets[i], target) && may_hold(subject->program, subject->objects[i]->type))
            room[holders.count++] = i;
    uint32_t *list = arena_new_array(analysis->arena, uint32_t, holders.count + 1);
    for (uint32_t i = 0; i < holders.count; i++) list[i] = room[i];
    holders.list = list;
    return holders;
}

static bool holds_only_pointers(const struct c_type *type) {
    if (type->kind == C_ARRAY) return holds_only_pointers(type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && !type->is_union && i < type->count; i++)
        if (!holds_only_pointers(type->fields[i].type)) return false;
    return type->kind == C_POINTER || (type->kind == C_RECORD && !type->is_union);
}

/* Numbers and bytes keep what they are when a local ends, though they may be its address, or a half of it. */
static bool hides_addresses(const struct c_object *object) {
    return object->storage != C_TEMPORARY && object->type->size > 1 && !holds_only_pointers(object->type);
}

static void note_hidden(struct analysis *analysis, const struct points *points, uint32_t local) {
    const struct subject *subject = analysis->subject;
    for (uint32_t i = 0; i < subject->object_count && !analysis->hidden.local; i++)
        if (object_set_has(points->targets[i], local) && hides_addresses(subject->objects[i]))
            analysis->hidden = (struct hidden_address){subject->objects[local], subject->objects[i]};
}

const char *holders_assumption(const struct analysis *analysis) {
    const struct c_object *local = analysis->hidden.local, *holder = analysis->hidden.holder;
    if (!local) return NULL;
    bool is_heap = holder->type->kind == C_ARRAY && holder->type->target->is_block;
    return arena_printf(analysis->arena,
                        "no address of a local is used after that has ended where it is kept as a number or "
                        "as bytes (that of `%s` in %s%s%s, perhaps)",
                        local->name ? local->name : "a temporary", is_heap ? "" : "`",
                        is_heap        ? "a block of `malloc`"
                        : holder->name ? holder->name
                                       : "a string",
                        is_heap ? "" : "`");
}

void holders_find(struct analysis *analysis, const struct points *points) {
    const struct subject *subject = analysis->subject;
    struct arena *own = arena_new();
    uint32_t *room = arena_new_array(own, uint32_t, subject->object_count + 1);
    analysis->holders = arena_new_array(analysis->arena, struct holders, subject->object_count + 1);
    analysis->is_mortal = arena_new_array(analysis->arena, bool, subject->program->function_count + 1);
    for (uint32_t i = 0; i < subject->program->global_count; i++)
        if (subject->objects[i]->taken) analysis->holders[i] = holders_of(analysis, points, i, room);
    for (uint32_t i = subject->program->global_count; i < subject->object_count; i++) {
        const struct c_object *local = subject->objects[i];
        if (!local->exposed) continue;
        analysis->holders[i] = holders_of(analysis, points, i, room);
        analysis->is_mortal[local->function->index] |= analysis->holders[i].count != 0;
        if (!c_finds_pointers(subject->program)) note_hidden(analysis, points, i);
    }
    analysis->holds_addresses = arena_new_array(analysis->arena, bool, subject->object_count + 1);
    for (uint32_t i = 0; i < subject->object_count; i++)
        for (size_t word = 0; word < points->words; word++)
            analysis->holds_addresses[i] |= points->targets[i][word] != 0;
    arena_free(own);
}
