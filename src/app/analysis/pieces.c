#include "app/analysis/pieces.h"

static uint32_t words(uint32_t size, uint32_t word) { return size > word ? (size + word - 1) / word : 1; }

/* What goes at once: of a number the target's word, or less where it is not aligned as such (a bit-field's unit). */
static uint32_t step_of(const struct c_type *type, uint32_t word) {
    bool is_number = type->kind != C_RECORD && type->kind != C_ARRAY;
    return is_number && type->align < word ? type->align : word;
}

/* Starts come in ascending order; bit-fields of one run have one. */
static void add_start(struct pieces *pieces, uint32_t start) {
    if (pieces->count && start <= pieces->starts[pieces->count - 1]) return;
    if (pieces->count <= MOST_PIECES) pieces->starts[pieces->count] = start;
    if (pieces->count <= MOST_PIECES) pieces->count++;
}

static bool is_full(const struct pieces *pieces) { return pieces->count > MOST_PIECES; }

static void add_starts(struct pieces *pieces, const struct c_type *type, uint32_t at);

/* The member of the most pieces: the others' bytes are among its own, or go with its last piece. */
static void add_union(struct pieces *pieces, const struct c_type *type, uint32_t at) {
    const struct c_type *finest = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        uint32_t count = pieces_count(type->fields[i].type, pieces->word);
        if (count > most) finest = type->fields[i].type, most = count;
    }
    if (finest)
        add_starts(pieces, finest, at);
    else
        add_start(pieces, at);
}

static void add_starts(struct pieces *pieces, const struct c_type *type, uint32_t at) {
    if (type->kind == C_ARRAY) {
        for (uint32_t i = 0; i < type->count && !is_full(pieces); i++)
            add_starts(pieces, type->target, at + i * type->target->size);
    } else if (type->kind == C_RECORD && type->is_union) {
        add_union(pieces, type, at);
    } else if (type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count && !is_full(pieces); i++)
            add_starts(pieces, type->fields[i].type, at + type->fields[i].offset);
    } else {
        uint32_t step = step_of(type, pieces->word);
        for (uint32_t i = 0; i < words(type->size, step); i++) add_start(pieces, at + i * step);
    }
}

void pieces_find(const struct c_type *type, uint32_t word, struct pieces *pieces) {
    pieces->size = type->size;
    pieces->word = step_of(type, word);
    pieces->count = 0;
    if (type->kind == C_RECORD) add_starts(pieces, type, 0);
    pieces->by_number = pieces->count && !is_full(pieces);
    if (!pieces->by_number) pieces->count = words(type->size, pieces->word);
}

uint32_t pieces_count(const struct c_type *type, uint32_t word) {
    if (type->kind != C_RECORD && type->kind != C_ARRAY) return words(type->size, step_of(type, word));
    struct pieces pieces;
    pieces_find(type, word, &pieces);
    return pieces.count;
}
