/* Invariant: the table is a power of two, at most two thirds full, probed linearly. */
#include "search/numbering.h"

#include "base/invariant.h"

static size_t place_of(const struct numbering *numbering, uint64_t handle) {
    size_t mask = numbering->table_size - 1;
    size_t place = (size_t)((handle * UINT64_C(0x9e3779b97f4a7c15)) >> 24) & mask;
    while (numbering->table[place] && numbering->handles.items[numbering->table[place] - 1] != handle)
        place = (place + 1) & mask;
    return place;
}

static void grow(struct numbering *numbering) {
    free(numbering->table);
    numbering->table_size = numbering->table_size ? numbering->table_size * 2 : 64;
    invariant((numbering->table_size & (numbering->table_size - 1)) == 0 &&
              numbering->table_size * 2 > numbering->handles.count * 3);
    numbering->table = memory_new(numbering->table_size * sizeof *numbering->table);
    for (size_t i = 0; i < numbering->handles.count; i++)
        numbering->table[place_of(numbering, numbering->handles.items[i])] = (uint32_t)i + 1;
}

bool numbering_add(struct numbering *numbering, uint64_t handle, uint32_t *number) {
    if (numbering->handles.count * 3 + 3 > numbering->table_size * 2) grow(numbering);
    size_t place = place_of(numbering, handle);
    bool is_new = numbering->table[place] == 0;
    if (is_new) {
        vec_push(&numbering->handles, handle);
        numbering->table[place] = (uint32_t)numbering->handles.count;
    }
    *number = numbering->table[place] - 1;
    return is_new;
}

bool numbering_find(const struct numbering *numbering, uint64_t handle, uint32_t *number) {
    if (numbering->table_size == 0) return false;
    size_t place = place_of(numbering, handle);
    if (numbering->table[place] == 0) return false;
    *number = numbering->table[place] - 1;
    return true;
}

size_t numbering_memory(const struct numbering *numbering) {
    return numbering->handles.capacity * sizeof(uint64_t) + numbering->table_size * sizeof *numbering->table;
}

void numbering_free(struct numbering *numbering) {
    vec_free(&numbering->handles);
    free(numbering->table);
    numbering->table = NULL;
    numbering->table_size = 0;
}
