/* What of a value is read or written at one time, and what at another.
 *
 * A number goes at once, or, if it is wider than the target's word, word by word; the unit of a bit-field that is not
 * aligned (in a packed structure) goes in the pieces that are. A structure goes number by number,
 * each element of an array for itself: compilers copy structures in several instructions, also small ones, and which
 * they take is theirs to say; what they leave together is among what can happen if nothing comes in between. One of
 * very many numbers goes word by word. */
#ifndef APP_ANALYSIS_PIECES_H
#define APP_ANALYSIS_PIECES_H

#include "cfront/ir/ir.h"

enum { MOST_PIECES = 256 /* of a structure that goes number by number */ };

struct pieces {
    uint32_t count, size, word;
    uint32_t starts[MOST_PIECES + 1]; /* of a structure that goes number by number; otherwise not in use */
    bool by_number;
};

/* How many pieces a value has: at least 1. */
uint32_t pieces_count(const struct c_type *type, uint32_t word);
void pieces_find(const struct c_type *type, uint32_t word, struct pieces *pieces);

static inline uint32_t piece_start(const struct pieces *pieces, uint32_t piece) {
    return pieces->by_number ? pieces->starts[piece] : piece * pieces->word;
}
static inline uint32_t piece_size(const struct pieces *pieces, uint32_t piece) {
    uint32_t end = piece + 1 < pieces->count ? piece_start(pieces, piece + 1) : pieces->size;
    return end - piece_start(pieces, piece);
}

#endif
