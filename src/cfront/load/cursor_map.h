/* What is known about declarations: from libclang's cursors to pointers. */
#ifndef CFRONT_LOAD_CURSOR_MAP_H
#define CFRONT_LOAD_CURSOR_MAP_H

#include "cfront/load/clang.h"

#include <stddef.h>

struct cursor_map {
    struct cursor_entry *entries;
    size_t count, capacity;
};

void *cursor_map_get(const struct cursor_map *map, const struct clang *clang, CXCursor cursor); /* NULL: nothing */
void cursor_map_set(struct cursor_map *map, const struct clang *clang, CXCursor cursor, void *value);
void cursor_map_free(struct cursor_map *map);

#endif
