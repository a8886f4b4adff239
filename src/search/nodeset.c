/* Invariant: table_size is 0 or a power of two more than 1.5 times the number of nodes; the table holds each node at
 * the first place, from its hash on, that was free when it came. */
#include "search/nodeset.h"

#include "base/invariant.h"

#include <string.h>

static size_t place_of(const struct nodeset *set, const void *bytes, uint32_t size, uint64_t hash) {
    size_t mask = set->table_size - 1;
    size_t place = hash & mask;
    while (set->table[place]) {
        const struct nodeset_node *node = &set->nodes.items[set->table[place] - 1];
        bool same = node->hash == hash && node->size == size;
        if (same && (size == 0 || memcmp(set->bytes.items + node->offset, bytes, size) == 0)) break;
        place = (place + 1) & mask;
    }
    return place;
}

static void grow_table(struct nodeset *set) {
    free(set->table);
    set->table_size = set->table_size ? set->table_size * 2 : 64;
    invariant((set->table_size & (set->table_size - 1)) == 0 && set->table_size * 2 > set->nodes.count * 3);
    set->table = memory_new(set->table_size * sizeof *set->table);
    for (size_t i = 0; i < set->nodes.count; i++) {
        size_t place = set->nodes.items[i].hash & (set->table_size - 1);
        while (set->table[place]) place = (place + 1) & (set->table_size - 1);
        set->table[place] = (uint32_t)i + 1;
    }
}

bool nodeset_add(struct nodeset *set, const void *bytes, uint32_t size, uint64_t hash, uint32_t *number) {
    if (set->nodes.count * 3 + 3 > set->table_size * 2) grow_table(set);
    size_t place = place_of(set, bytes, size, hash);
    bool is_new = set->table[place] == 0;
    if (is_new) {
        size_t offset = set->bytes.count;
        vec_reserve(&set->bytes, offset + size);
        if (size) memcpy(set->bytes.items + offset, bytes, size);
        set->bytes.count += size;
        vec_push(&set->nodes, (struct nodeset_node){.hash = hash, .offset = offset, .size = size});
        set->table[place] = (uint32_t)set->nodes.count;
    }
    if (number) *number = set->table[place] - 1;
    return is_new;
}

bool nodeset_find(const struct nodeset *set, const void *bytes, uint32_t size, uint64_t hash, uint32_t *number) {
    if (set->table_size == 0) return false;
    size_t place = place_of(set, bytes, size, hash);
    if (set->table[place] == 0) return false;
    if (number) *number = set->table[place] - 1;
    return true;
}

const void *nodeset_get(const struct nodeset *set, uint32_t number, uint32_t *size) {
    const struct nodeset_node *node = &set->nodes.items[number];
    *size = node->size;
    return node->size ? set->bytes.items + node->offset : (const unsigned char *)"";
}

void nodeset_clear(struct nodeset *set) {
    vec_clear(&set->nodes);
    vec_clear(&set->bytes);
    if (set->table_size) memset(set->table, 0, set->table_size * sizeof *set->table);
}

void nodeset_free(struct nodeset *set) {
    vec_free(&set->nodes);
    vec_free(&set->bytes);
    free(set->table);
    set->table = NULL;
    set->table_size = 0;
}
