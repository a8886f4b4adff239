/* A frontier: nodes that wait for their expansion, in chunks that threads pass around whole.
 *
 * Of an exact store a chunk holds handles, of a lossy one copies of the nodes. Nodes that one thread adds one after the
 * other have consecutive numbers in that thread's log, so a chunk keeps the first number only.
 *
 * States that are passed through are neither stored nor logged: a chunk of such holds copies, each with the node from
 * which the passage set out. */
#ifndef SEARCH_FRONTIER_H
#define SEARCH_FRONTIER_H

#include "base/vec.h"
#include "search/checkpoint.h"

#include <stdbool.h>
#include <stdint.h>

enum { FRONTIER_CHUNK_NODES = 256 };

struct frontier_chunk {
    uint32_t count;
    uint32_t thread;
    uint64_t first; /* log number of its first node */
    bool passing;   /* it holds states that are passed through; `thread` and `first` mean nothing */
    size_t used, capacity;
    unsigned char data[]; /* handles; or (size, bytes) of each node; or (origin, size, bytes) of each passed state */
};

/* Where a passage began: the node's reference in the logs, and the entry of its expansion. */
struct frontier_origin {
    uint64_t node;
    uint64_t entry;
};

struct frontier {
    VEC(struct frontier_chunk *) chunks;
    struct frontier_chunk *open; /* the one being filled; also the last of `chunks` */
};

/* All return the bytes of a chunk that was allocated for it, or 0. A frontier that is being filled gets nodes only, or
 * states that are passed through only. */
size_t frontier_add_handle(struct frontier *frontier, unsigned thread, uint64_t number, uint64_t handle);
size_t frontier_add_copy(struct frontier *frontier, unsigned thread, uint64_t number, const void *node, uint32_t size);

size_t frontier_add_passing(struct frontier *frontier, struct frontier_origin origin, const void *state, uint32_t size);

uint64_t frontier_handle(const struct frontier_chunk *chunk, uint32_t index);
/* Copies the node at *offset and moves the offset on to the next. */
uint32_t frontier_copy(const struct frontier_chunk *chunk, size_t *offset, void *node);
/* The same for a state that is passed through. */
uint32_t frontier_passing(const struct frontier_chunk *chunk, size_t *offset, void *state,
                          struct frontier_origin *origin);

/* Its first nodes, which take so many bytes of its data, wait no longer. */
void frontier_chunk_drop(struct frontier_chunk *chunk, uint32_t count, size_t bytes);
size_t frontier_chunk_memory(const struct frontier_chunk *chunk);
uint64_t frontier_count(const struct frontier *frontier); /* nodes; chunks may be NULL (taken) */
bool frontier_has_nodes(const struct frontier *frontier); /* not only states that are passed through */
/* Moves all chunks of `from` to the end of `to`. */
void frontier_move(struct frontier *to, struct frontier *from);
void frontier_free(struct frontier *frontier);

void frontier_save(const struct frontier *frontier, struct checkpoint_writer *out);
/* Returns the bytes that were allocated. A node is at most `node_size` bytes. Failures are the reader's. */
size_t frontier_load(struct frontier *frontier, uint32_t node_size, struct checkpoint_reader *in);

#endif
