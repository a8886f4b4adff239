/* By which letters a term goes on, and what is left of it then: the rules of Le Roux 2019, section 3.2, with all steps
 * that have no letter already taken.
 *
 * Where the printed rules have holes, this is what they mean here:
 *   - `⊥;C` has no rule: it is C.
 *   - perm2's parentheses are read as (C_k ; {0, j-1} of [the others])?.
 *   - bounds above the number of terms are clipped to it, as the text says ("the size can not exceed n").
 *   - a term that is left and can still end counts as ended for what follows it (seq1 and seq2 together). */
#ifndef XGDL_MOVES_H
#define XGDL_MOVES_H

#include "xgdl/term.h"

struct xgdl_move {
    uint32_t letter;
    xgdl_term then;
};

/* Sorted by letter, each letter at most once, none leads to XGDL_NONE. */
struct xgdl_moves {
    struct xgdl_move *list;
    uint32_t count;
};

/* Remembers what was asked, for one pool. */
struct xgdl_mover {
    struct xgdl_pool *pool;
    VEC(struct xgdl_moves *) known; /* by term; NULL: not asked yet */
};

void xgdl_mover_free(struct xgdl_mover *mover);
/* Valid as long as the mover. */
const struct xgdl_moves *xgdl_moves(struct xgdl_mover *mover, xgdl_term term);
/* What is left after the letter; XGDL_NONE where it is not allowed. */
xgdl_term xgdl_after(struct xgdl_mover *mover, xgdl_term term, uint32_t letter);

#endif
