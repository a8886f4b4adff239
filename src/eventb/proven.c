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

/* Of one invariant. */
struct table {
    struct row *rows;
    uint64_t spent;
};

struct eb_proven {
    struct table *tables;
    unsigned table_count;
    uint64_t spent;            /* on all of them */
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

static struct table *table_of(struct eb_frame *frame, unsigned number) {
    if (!frame->proven) frame->proven = memory_new(sizeof *frame->proven);
    struct eb_proven *proven = frame->proven;
    if (number >= proven->table_count) {
        unsigned count = number + 16;
        proven->tables = memory_resize(proven->tables, count * sizeof *proven->tables);
        memset(proven->tables + proven->table_count, 0, (count - proven->table_count) * sizeof *proven->tables);
        proven->table_count = count;
    }
    struct table *table = &proven->tables[number];
    if (!table->rows) table->rows = memory_new(ROWS * sizeof *table->rows);
    return table;
}

bool eb_proven_before(struct eb_frame *frame, const struct eb_layout *layout, unsigned number,
                      const unsigned *variables, unsigned count, const struct eb_value *slots) {
    const struct table *table = table_of(frame, number);
    struct eb_proven *proven = frame->proven;
    proven->key[0] = frame->setup;
    uint32_t words = eb_layout_key(layout, variables, count, slots, proven->key + 1, MOST_WORDS - 1);
    proven->count = words || count == 0 ? words + 1 : 0;
    if (!proven->count) return false;
    proven->row_index = row_of(proven->key, proven->count);
    const struct row *row = &table->rows[proven->row_index];
    return row->count == proven->count && memcmp(row->words, proven->key, row->count * sizeof *row->words) == 0;
}

void eb_proven_note(struct eb_frame *frame, unsigned number) {
    struct eb_proven *proven = frame->proven;
    if (!proven->count) return;
    struct row *row = &table_of(frame, number)->rows[proven->row_index];
    size_t size = proven->count * sizeof *row->words, before = row->count * sizeof *row->words;
    if (proven->bytes - before + size > MOST_BYTES) return;
    if (size != before) row->words = memory_resize(row->words, size);
    proven->bytes = proven->bytes - before + size;
    row->count = proven->count;
    memcpy(row->words, proven->key, size);
}

uint64_t eb_proven_allowance(struct eb_frame *frame, unsigned number) {
    enum { DEAR = 1 << 28, IN_PROPORTION = 4 };
    uint64_t spent = table_of(frame, number)->spent, all = frame->proven->spent, rest = frame->spent - all;
    uint64_t own = spent < DEAR ? DEAR - spent : 0;
    uint64_t shared = all < rest * IN_PROPORTION ? rest * IN_PROPORTION - all : 0;
    return own > shared ? own : shared;
}

void eb_proven_spend(struct eb_frame *frame, unsigned number, uint64_t bytes) {
    table_of(frame, number)->spent += bytes;
    frame->proven->spent += bytes;
}

void eb_proven_free(struct eb_proven *proven) {
    if (!proven) return;
    for (unsigned i = 0; i < proven->table_count; i++) {
        struct row *rows = proven->tables[i].rows;
        for (unsigned j = 0; rows && j < ROWS; j++) free(rows[j].words);
        free(rows);
    }
    free(proven->tables);
    free(proven);
}
