#include "base/arena.h"

#include "base/invariant.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 64 * 1024, ALIGNMENT = 16 };

struct chunk {
    struct chunk *next;
    size_t used;
    size_t size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

struct arena {
    struct chunk *chunks;
};

struct arena *arena_new(void) {
    return memory_new(sizeof(struct arena));
}

void arena_free(struct arena *arena) {
    if (!arena) return;
    for (struct chunk *chunk = arena->chunks; chunk;) {
        struct chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(arena);
}

static bool is_zero(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

void *arena_alloc(struct arena *arena, size_t size) {
    if (size > PTRDIFF_MAX) memory_new(size); /* cannot be: says so and ends */
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t chunk_size = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        chunk = memory_new(sizeof *chunk + chunk_size);
        chunk->size = chunk_size;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *block = chunk->bytes + chunk->used;
    chunk->used += size;
    invariant(chunk->used <= chunk->size);
    invariant_dear((uintptr_t)block % ALIGNMENT == 0 && is_zero(block, size));
    return block;
}

char *arena_text_n(struct arena *arena, const char *text, size_t length) {
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_text(struct arena *arena, const char *text) { return arena_text_n(arena, text, strlen(text)); }

char *arena_printf(struct arena *arena, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    invariant(length >= 0);
    va_end(arguments);
    char *out = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(out, (size_t)length + 1, format, again);
    va_end(again);
    return out;
}

char *arena_some_names(struct arena *arena, const char *const *names, size_t count, size_t most) {
    char *told = arena_text(arena, "");
    for (size_t i = 0; i < count && i < most; i++)
        told = arena_printf(arena, "%s%s`%s`", told, i ? ", " : "", names[i]);
    return count > most ? arena_printf(arena, "%s and %zu more", told, count - most) : told;
}
