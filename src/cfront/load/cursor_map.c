/* Open addressing; the table is never more than half full, so every search ends at a hole. */
#include "cfront/load/cursor_map.h"

#include "base/memory.h"

#include <stdlib.h>

struct cursor_entry {
    CXCursor cursor;
    void *value; /* NULL: a hole */
};

static struct cursor_entry *find(const struct cursor_map *map, const struct clang *clang, CXCursor cursor) {
    size_t at = clang->hashCursor(cursor) & (map->capacity - 1);
    while (map->entries[at].value && !clang->equalCursors(map->entries[at].cursor, cursor))
        at = (at + 1) & (map->capacity - 1);
    return &map->entries[at];
}

void *cursor_map_get(const struct cursor_map *map, const struct clang *clang, CXCursor cursor) {
    return map->count ? find(map, clang, cursor)->value : NULL;
}

static void grow(struct cursor_map *map, const struct clang *clang) {
    struct cursor_map larger = {.capacity = map->capacity ? map->capacity * 2 : 64, .count = map->count};
    larger.entries = memory_new(larger.capacity * sizeof *larger.entries);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].value) *find(&larger, clang, map->entries[i].cursor) = map->entries[i];
    free(map->entries);
    *map = larger;
}

void cursor_map_set(struct cursor_map *map, const struct clang *clang, CXCursor cursor, void *value) {
    if (map->count * 2 >= map->capacity) grow(map, clang);
    struct cursor_entry *entry = find(map, clang, cursor);
    if (!entry->value) map->count++;
    *entry = (struct cursor_entry){cursor, value};
}

void cursor_map_free(struct cursor_map *map) {
    free(map->entries);
    *map = (struct cursor_map){0};
}
