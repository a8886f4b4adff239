#include "eventb/entered.h"

#include "base/memory.h"
#include "search/hash.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 24, MOST_WORDS = 63 };

/* The latest state with this hash. */
struct row {
    uint32_t size; /* 0: there is none */
    uint32_t words[];
};

struct eb_entered {
    size_t row_words, row_count;
    uint32_t *rows;
};

static struct eb_entered *entered_of(struct eb_frame *frame, const struct eb_layout *layout) {
    struct eb_entered *entered = frame->entered;
    if (entered) return entered;
    entered = frame->entered = memory_new(sizeof *entered);
    entered->row_words = 1 + (layout->max_size / 4 < MOST_WORDS ? layout->max_size / 4 : MOST_WORDS);
    entered->row_count = MOST_BYTES / (4 * entered->row_words);
    entered->rows = memory_new(4 * entered->row_words * entered->row_count);
    return entered;
}

/* NULL: it has no room for the state. */
static struct row *row_of(struct eb_frame *frame, const struct eb_layout *layout, const void *state, uint32_t size) {
    const struct eb_entered *entered = entered_of(frame, layout);
    if (size % 4 || size / 4 >= entered->row_words) return NULL;
    uint64_t number = hash_reduce(hash_bytes(state, size), entered->row_count);
    return (struct row *)(entered->rows + number * entered->row_words);
}

bool eb_entered_before(struct eb_frame *frame, const struct eb_layout *layout, const void *state, uint32_t size) {
    const struct row *row = row_of(frame, layout, state, size);
    return row && row->size == size && memcmp(row->words, state, size) == 0;
}

void eb_entered_note(struct eb_frame *frame, const struct eb_layout *layout, const void *state, uint32_t size) {
    struct row *row = row_of(frame, layout, state, size);
    if (!row) return;
    row->size = size;
    memcpy(row->words, state, size);
}

void eb_entered_free(struct eb_entered *entered) {
    if (!entered) return;
    free(entered->rows);
    free(entered);
}
