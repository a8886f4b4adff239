#include "search/frontier.h"

#include "base/invariant.h"

#include <string.h>

enum { HANDLE_BYTES = FRONTIER_CHUNK_NODES * sizeof(uint64_t), COPY_BYTES = 32768, SIZE_BYTES = sizeof(uint32_t) };

static struct frontier_chunk *chunk_new(size_t capacity) {
    struct frontier_chunk *chunk = memory_resize(NULL, sizeof *chunk + capacity);
    memset(chunk, 0, sizeof *chunk);
    chunk->capacity = capacity;
    return chunk;
}

/* Room for `bytes` more in the open chunk, or in a new one. */
static size_t make_room(struct frontier *frontier, unsigned thread, uint64_t number, size_t bytes, size_t capacity) {
    struct frontier_chunk *open = frontier->open;
    if (open && open->count < FRONTIER_CHUNK_NODES && open->capacity - open->used >= bytes) return 0;
    open = chunk_new(capacity > bytes ? capacity : bytes);
    open->thread = thread;
    open->first = number;
    vec_push(&frontier->chunks, open);
    frontier->open = open;
    return frontier_chunk_memory(open);
}

size_t frontier_add_handle(struct frontier *frontier, unsigned thread, uint64_t number, uint64_t handle) {
    size_t allocated = make_room(frontier, thread, number, sizeof handle, HANDLE_BYTES);
    struct frontier_chunk *open = frontier->open;
    memcpy(open->data + open->used, &handle, sizeof handle);
    open->used += sizeof handle;
    open->count++;
    return allocated;
}

size_t frontier_add_copy(struct frontier *frontier, unsigned thread, uint64_t number, const void *node, uint32_t size) {
    size_t allocated = make_room(frontier, thread, number, SIZE_BYTES + (size_t)size, COPY_BYTES);
    struct frontier_chunk *open = frontier->open;
    memcpy(open->data + open->used, &size, SIZE_BYTES);
    memcpy(open->data + open->used + SIZE_BYTES, node, size);
    open->used += SIZE_BYTES + (size_t)size;
    open->count++;
    return allocated;
}

size_t frontier_add_passing(struct frontier *frontier, struct frontier_origin origin, const void *state,
                            uint32_t size) {
    size_t allocated = make_room(frontier, 0, 0, sizeof origin + SIZE_BYTES + size, COPY_BYTES);
    struct frontier_chunk *open = frontier->open;
    memcpy(open->data + open->used, &origin, sizeof origin);
    open->used += sizeof origin;
    open->passing = true;
    return allocated + frontier_add_copy(frontier, 0, 0, state, size);
}

uint64_t frontier_handle(const struct frontier_chunk *chunk, uint32_t index) {
    uint64_t handle;
    memcpy(&handle, chunk->data + index * sizeof handle, sizeof handle);
    return handle;
}

uint32_t frontier_copy(const struct frontier_chunk *chunk, size_t *offset, void *node) {
    uint32_t size;
    memcpy(&size, chunk->data + *offset, SIZE_BYTES);
    memcpy(node, chunk->data + *offset + SIZE_BYTES, size);
    *offset += SIZE_BYTES + (size_t)size;
    return size;
}

uint32_t frontier_passing(const struct frontier_chunk *chunk, size_t *offset, void *state,
                          struct frontier_origin *origin) {
    memcpy(origin, chunk->data + *offset, sizeof *origin);
    *offset += sizeof *origin;
    return frontier_copy(chunk, offset, state);
}

void frontier_chunk_drop(struct frontier_chunk *chunk, uint32_t count, size_t bytes) {
    invariant(count <= chunk->count && bytes <= chunk->used);
    chunk->count -= count;
    chunk->first += count;
    chunk->used -= bytes;
    memmove(chunk->data, chunk->data + bytes, chunk->used);
}

size_t frontier_chunk_memory(const struct frontier_chunk *chunk) { return sizeof *chunk + chunk->capacity; }

uint64_t frontier_count(const struct frontier *frontier) {
    uint64_t count = 0;
    for (size_t i = 0; i < frontier->chunks.count; i++)
        if (frontier->chunks.items[i]) count += frontier->chunks.items[i]->count;
    return count;
}

bool frontier_has_nodes(const struct frontier *frontier) {
    for (size_t i = 0; i < frontier->chunks.count; i++)
        if (frontier->chunks.items[i] && !frontier->chunks.items[i]->passing) return true;
    return false;
}

void frontier_move(struct frontier *to, struct frontier *from) {
    for (size_t i = 0; i < from->chunks.count; i++)
        if (from->chunks.items[i]) vec_push(&to->chunks, from->chunks.items[i]);
    vec_clear(&from->chunks);
    from->open = NULL;
}

void frontier_free(struct frontier *frontier) {
    for (size_t i = 0; i < frontier->chunks.count; i++) free(frontier->chunks.items[i]);
    vec_free(&frontier->chunks);
    frontier->open = NULL;
}

void frontier_save(const struct frontier *frontier, struct checkpoint_writer *out) {
    uint64_t chunks = 0;
    for (size_t i = 0; i < frontier->chunks.count; i++) chunks += frontier->chunks.items[i] != NULL;
    checkpoint_put_number(out, chunks);
    for (size_t i = 0; i < frontier->chunks.count; i++) {
        const struct frontier_chunk *chunk = frontier->chunks.items[i];
        if (!chunk) continue;
        checkpoint_put_number(out, chunk->count);
        checkpoint_put_number(out, chunk->thread);
        checkpoint_put_number(out, chunk->first);
        checkpoint_put_number(out, chunk->passing);
        checkpoint_put_number(out, chunk->used);
        checkpoint_put(out, chunk->data, chunk->used);
    }
}

/* Whether the chunk has handles or copies is for the search to know; as one of them it must be whole. */
static bool is_sound(const struct frontier_chunk *chunk, uint32_t node_size) {
    size_t before = chunk->passing ? sizeof(struct frontier_origin) : 0, at = 0;
    if (!chunk->passing && chunk->used == chunk->count * sizeof(uint64_t)) return true;
    for (uint32_t i = 0; i < chunk->count; i++) {
        uint32_t size;
        if (chunk->used - at < before + SIZE_BYTES) return false;
        memcpy(&size, chunk->data + at + before, SIZE_BYTES);
        at += before + SIZE_BYTES;
        if (size > node_size || size > chunk->used - at) return false;
        at += size;
    }
    return at == chunk->used;
}

static size_t chunk_load(struct frontier *frontier, uint32_t node_size, struct checkpoint_reader *in) {
    uint64_t count = checkpoint_get_number(in), thread = checkpoint_get_number(in);
    uint64_t first = checkpoint_get_number(in), passing = checkpoint_get_number(in), used = checkpoint_get_number(in);
    uint64_t largest = node_size + SIZE_BYTES + sizeof(struct frontier_origin);
    uint64_t most = largest > COPY_BYTES ? largest : COPY_BYTES;
    if (count > FRONTIER_CHUNK_NODES || used > most) in->failed = true;
    if (in->failed) return 0;
    struct frontier_chunk *chunk = chunk_new((size_t)used);
    chunk->count = (uint32_t)count;
    chunk->thread = (uint32_t)thread;
    chunk->first = first;
    chunk->passing = passing != 0;
    chunk->used = (size_t)used;
    vec_push(&frontier->chunks, chunk);
    checkpoint_get(in, chunk->data, chunk->used);
    if (!in->failed && !is_sound(chunk, node_size)) in->failed = true;
    return frontier_chunk_memory(chunk);
}

size_t frontier_load(struct frontier *frontier, uint32_t node_size, struct checkpoint_reader *in) {
    size_t allocated = 0;
    uint64_t chunks = checkpoint_get_number(in);
    for (uint64_t i = 0; i < chunks && !in->failed; i++) allocated += chunk_load(frontier, node_size, in);
    return allocated;
}
