#include "eventb/proven.h"

#include "base/memory.h"
#include "search/hash.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 1 << 14, FEW_WORDS = 8, MOST_WORDS = 1 << 13, MOST_BYTES = 1 << 25 };

/* The latest values with this hash, and which invariants of the group are not violated for them. A few words are in the
 * row itself: looking for them elsewhere would take longer than all the rest. */
struct row {
    uint64_t good;
    uint32_t count;
    uint32_t few[FEW_WORDS];
    uint32_t *many;
};

/* Of one group; `spent` is of one invariant. */
struct table {
    struct row *rows;
    uint64_t spent;
    uint64_t generation;       /* of the variables that were asked for last; 0: none */
    uint32_t *key;             /* their values */
    uint32_t count, row_index; /* 0 words: nothing that can be noted */
};

struct eb_proven {
    struct table *tables;
    unsigned table_count;
    uint64_t spent; /* on all of them */
    size_t bytes;   /* in all rows */
};

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
    return table;
}

/* Words for what the variables are, once for each state. */
static void find_key(struct table *table, const struct eb_frame *frame, const struct eb_layout *layout,
                     const unsigned *variables, unsigned count, const struct eb_value *slots) {
    if (table->generation && table->generation == frame->generation) return;
    if (!table->key) table->key = memory_new(MOST_WORDS * sizeof *table->key);
    table->key[0] = frame->setup;
    uint32_t words = eb_layout_key(layout, variables, count, slots, table->key + 1, MOST_WORDS - 1);
    table->count = words || count == 0 ? words + 1 : 0;
    table->row_index = (uint32_t)hash_reduce(hash_bytes(table->key, table->count * sizeof *table->key), ROWS);
    table->generation = frame->generation;
}

static bool is_at(const struct row *row, const struct table *table) {
    const uint32_t *words = table->count <= FEW_WORDS ? row->few : row->many;
    return row->count == table->count && memcmp(words, table->key, table->count * sizeof *words) == 0;
}

/* False if there is no room. */
static bool put_key(struct eb_proven *proven, struct row *row, const struct table *table) {
    bool are_few = table->count <= FEW_WORDS;
    size_t size = are_few ? 0 : table->count * sizeof *row->many;
    size_t before = row->count <= FEW_WORDS ? 0 : row->count * sizeof *row->many;
    if (proven->bytes - before + size > MOST_BYTES) return false;
    if (are_few) {
        free(row->many);
        row->many = NULL;
    } else if (size != before) {
        row->many = memory_resize(row->many, size);
    }
    proven->bytes = proven->bytes - before + size;
    memcpy(are_few ? row->few : row->many, table->key, table->count * sizeof *table->key);
    row->count = table->count;
    return true;
}

bool eb_proven_before(struct eb_frame *frame, const struct eb_layout *layout, struct eb_proven_place place,
                      const unsigned *variables, unsigned count, const struct eb_value *slots) {
    struct table *table = table_of(frame, place.group);
    if (!table->rows) table->rows = memory_new(ROWS * sizeof *table->rows);
    find_key(table, frame, layout, variables, count, slots);
    if (!table->count) return false;
    const struct row *row = &table->rows[table->row_index];
    return row->good >> place.member & 1 && is_at(row, table);
}

void eb_proven_note(struct eb_frame *frame, struct eb_proven_place place) {
    struct table *table = table_of(frame, place.group);
    struct eb_proven *proven = frame->proven;
    if (!table->count) return;
    struct row *row = &table->rows[table->row_index];
    if (!is_at(row, table)) {
        if (!put_key(proven, row, table)) return;
        row->good = 0;
    }
    row->good |= UINT64_C(1) << place.member;
}

uint64_t eb_proven_allowance(struct eb_frame *frame, unsigned number) {
    enum { DEAR = 1 << 25, PART_OF_THE_REST = 2 };
    uint64_t spent = table_of(frame, number)->spent, all = frame->proven->spent, rest = frame->spent - all;
    uint64_t own = spent < DEAR ? DEAR - spent : 0;
    uint64_t shared = all < rest / PART_OF_THE_REST ? rest / PART_OF_THE_REST - all : 0;
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
        for (unsigned j = 0; rows && j < ROWS; j++) free(rows[j].many);
        free(rows);
        free(proven->tables[i].key);
    }
    free(proven->tables);
    free(proven);
}
