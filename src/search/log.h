/* The log of a breadth-first search: for each node, which node it came from and as which entry. 8 bytes a node.
 * Each thread writes its own; a reference names a node of any of them. */
#ifndef SEARCH_LOG_H
#define SEARCH_LOG_H

#include "base/vec.h"
#include "search/cache_line.h"
#include "search/checkpoint.h"

#include <stdbool.h>
#include <stdint.h>

enum { LOG_NUMBER_BITS = 34, LOG_ENTRY_BITS = 24, LOG_BLOCK = 1 << 16 };
#define LOG_NO_PARENT ((UINT64_C(1) << 40) - 1)
#define LOG_MAX_ENTRY ((UINT32_C(1) << LOG_ENTRY_BITS) - 1)

struct log {
    VEC(uint64_t *) blocks;
    uint64_t count;
    char unused[CACHE_LINE_ROOM]; /* each thread writes its own */
};

static inline uint64_t log_reference(unsigned thread, uint64_t number) {
    return (uint64_t)thread << LOG_NUMBER_BITS | number;
}
static inline unsigned log_thread(uint64_t reference) { return (unsigned)(reference >> LOG_NUMBER_BITS); }
static inline uint64_t log_number(uint64_t reference) { return reference & ((UINT64_C(1) << LOG_NUMBER_BITS) - 1); }

/* Returns the bytes that had to be allocated, or 0. */
size_t log_add(struct log *log, uint64_t parent, uint32_t entry);
uint64_t log_parent(const struct log *log, uint64_t number);
uint32_t log_entry(const struct log *log, uint64_t number);
void log_free(struct log *log);
void log_save(const struct log *log, struct checkpoint_writer *out);
size_t log_load(struct log *log, struct checkpoint_reader *in); /* returns the bytes that were allocated */

#endif
