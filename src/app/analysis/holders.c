#include "app/analysis/holders.h"

#include "cfront/ir/pointer_part.h"

static bool may_hold(const struct analysis *analysis, uint32_t object) {
    return is_mixed(analysis, object) || c_type_holds_pointers(analysis->subject->objects[object]->type);
}

static struct holders holders_of(const struct analysis *analysis, const struct points *points, uint32_t target,
                                 uint32_t *room) {
    const struct subject *subject = analysis->subject;
    struct holders holders = {0};
    for (uint32_t i = 0; i < subject->object_count; i++)
        if (object_set_has(points->targets[i], target) && may_hold(analysis, i)) room[holders.count++] = i;
    uint32_t *list = arena_new_array(analysis->arena, uint32_t, holders.count + 1);
    for (uint32_t i = 0; i < holders.count; i++) list[i] = room[i];
    holders.list = list;
    return holders;
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
    }
    arena_free(own);
}

void holders_find_addresses(struct analysis *analysis, const struct points *points) {
    const struct subject *subject = analysis->subject;
    analysis->holds_addresses = arena_new_array(analysis->arena, bool, subject->object_count + 1);
    for (uint32_t i = 0; i < subject->object_count; i++)
        for (size_t word = 0; word < points->words; word++)
            analysis->holds_addresses[i] |= points->targets[i][word] != 0;
}
