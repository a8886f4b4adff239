#include "eventb/entered.h"

#include "base/memory.h"
#include "search/hash.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 23, MOST_WORDS = 62 };

/* The latest state with this hash. */
struct row {
    atomic_bool taken; /* somebody is reading or writing it */
    uint32_t size;     /* 0: there is none */
    uint32_t words[];
};

struct eb_entered {
    size_t row_size, row_count, word_count;
    unsigned char *rows;
};

struct eb_entered *eb_entered_new(const struct eb_layout *layout) {
    struct eb_entered *entered = memory_new(sizeof *entered);
    entered->word_count = layout->max_size / 4 < MOST_WORDS ? layout->max_size / 4 : MOST_WORDS;
    entered->row_size = sizeof(struct row) + 4 * entered->word_count;
    entered->row_count = MOST_BYTES / entered->row_size;
    entered->rows = memory_new(entered->row_size * entered->row_count);
    return entered;
}

/* NULL: there is no room for the state, or somebody else is there. */
static struct row *take_row(struct eb_entered *entered, const void *state, uint32_t size) {
    if (size / 4 > entered->word_count) return NULL;
    uint64_t number = hash_reduce(hash_bytes(state, size), entered->row_count);
    struct row *row = (struct row *)(entered->rows + number * entered->row_size);
    return atomic_exchange_explicit(&row->taken, true, memory_order_acquire) ? NULL : row;
}

static void give_row(struct row *row) { atomic_store_explicit(&row->taken, false, memory_order_release); }

bool eb_entered_before(struct eb_entered *entered, const void *state, uint32_t size) {
    struct row *row = take_row(entered, state, size);
    if (!row) return false;
    bool is_there = row->size == size && memcmp(row->words, state, size) == 0;
    give_row(row);
    return is_there;
}

void eb_entered_note(struct eb_entered *entered, const void *state, uint32_t size) {
    struct row *row = take_row(entered, state, size);
    if (!row) return;
    row->size = size;
    memcpy(row->words, state, size);
    give_row(row);
}

void eb_entered_free(struct eb_entered *entered) {
    if (!entered) return;
    free(entered->rows);
    free(entered);
}
