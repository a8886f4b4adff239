#include "eventb/proven.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 1 << 14, MOST_WORDS = 1 << 10, MOST_BYTES = 1 << 24 };

/* The latest values with this hash. */
struct row {
    uint32_t *words;
    uint32_t count;
};

struct eb_proven {
    struct row **tables; /* by invariant */
    unsigned table_count;
    size_t bytes;              /* in all rows */
    uint32_t key[MOST_WORDS];  /* that was asked for last */
    uint32_t count, row_index; /* 0 words: nothing that can be noted */
};

static uint32_t row_of(const uint32_t *words, uint32_t count) {
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32) % ROWS;
}

static struct row *table_of(struct eb_proven *proven, unsigned number) {
    if (number >= proven->table_count) {
        unsigned count = number + 16;
        proven->tables = memory_resize(proven->tables, count * sizeof *proven->tables);
        memset(proven->tables + proven->table_count, 0, (count - proven->table_count) * sizeof *proven->tables);
        proven->table_count = count;
    }
    if (!proven->tables[number]) proven->tables[number] = memory_new(ROWS * sizeof **proven->tables);
    return proven->tables[number];
}

bool eb_proven_before(struct eb_frame *frame, const struct eb_layout *layout, unsigned number,
                      const unsigned *variables, unsigned count, const struct eb_value *slots) {
    if (!frame->proven) frame->proven = memory_new(sizeof *frame->proven);
    struct eb_proven *proven = frame->proven;
    proven->key[0] = frame->setup;
    uint32_t words = eb_layout_key(layout, variables, count, slots, proven->key + 1, MOST_WORDS - 1);
    proven->count = words || count == 0 ? words + 1 : 0;
    if (!proven->count) return false;
    proven->row_index = row_of(proven->key, proven->count);
    const struct row *row = &table_of(proven, number)[proven->row_index];
    return row->count == proven->count && memcmp(row->words, proven->key, row->count * sizeof *row->words) == 0;
}

void eb_proven_note(struct eb_frame *frame, unsigned number) {
    struct eb_proven *proven = frame->proven;
    if (!proven->count) return;
    struct row *row = &table_of(proven, number)[proven->row_index];
    size_t size = proven->count * sizeof *row->words, before = row->count * sizeof *row->words;
    if (proven->bytes - before + size > MOST_BYTES) return;
    if (size != before) row->words = memory_resize(row->words, size);
    proven->bytes = proven->bytes - before + size;
    row->count = proven->count;
    memcpy(row->words, proven->key, size);
}

void eb_proven_free(struct eb_proven *proven) {
    if (!proven) return;
    for (unsigned i = 0; i < proven->table_count; i++) {
        for (unsigned j = 0; proven->tables[i] && j < ROWS; j++) free(proven->tables[i][j].words);
        free(proven->tables[i]);
    }
    free(proven->tables);
    free(proven);
}
