#include "cfront/whole/heap.h"

#include "cfront/library/headers.h"

#include <string.h>

static struct c_object *find_global(struct front *front, const char *name) {
    for (size_t i = 0; i < front->globals.count; i++)
        if (front->globals.items[i]->name && !strcmp(front->globals.items[i]->name, name))
            return front->globals.items[i];
    return NULL;
}

static bool find_blocks(struct front *front) {
    size_t length = strlen(C_HEAP_PREFIX);
    bool found = false;
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *heap = front->globals.items[i];
        if (heap->type->kind != C_ARRAY || !heap->type->target->is_block) continue;
        heap->taken = find_global(front, arena_printf(front->scratch, C_HEAP_USE_PREFIX "%s", heap->name + length));
        found = true;
    }
    return found;
}

static bool may_free(const struct c_instruction *instruction) {
    const struct c_function *callee = instruction->callee;
    if (instruction->kind != C_CALL) return false;
    return !callee ||
           (headers_hold(callee->place) && (!strcmp(callee->name, "free") || !strcmp(callee->name, "realloc")));
}

static bool is_known(const struct place *places, uint32_t count, struct place place) {
    for (uint32_t i = 0; i < count; i++)
        if (place_is_same(places[i], place)) return true;
    return false;
}

/* Each place at which the program's own code may free something, once. */
static uint32_t find_frees(const struct front *front, struct place *places) {
    uint32_t count = 1; /* the first is somewhere else */
    for (size_t f = 0; f < front->functions.count; f++) {
        const struct c_function *function = front->functions.items[f];
        for (uint32_t i = 0; !headers_hold(function->place) && i < function->code_count; i++) {
            struct place place = function->code[i].place;
            if (!may_free(&function->code[i]) || (places && is_known(places, count, place))) continue;
            if (places) places[count] = place;
            count++;
        }
    }
    return count;
}

/* Somebody else's heap may be smaller, or larger. */
void heap_find(struct front *front) {
    if (!find_blocks(front)) return;
    front_assume(front, front->options->malloc_fails
                            ? "`malloc` fails only where the blocks of rtcheck's heap are used up"
                            : "`malloc` does not fail");
    struct place *places = arena_new_array(front->arena, struct place, find_frees(front, NULL));
    front->program->freed_count = find_frees(front, places);
    front->program->freed = places;
}
