/* A graph of computation, unrolled, as one question of SMT-LIB 2 (logic QF_BV): can something go wrong?
 *
 * A piece is what lies between two stops: nodes, and the targets of ways back. Ways that meet in a piece are joined.
 * From the start, the question is whether something goes wrong in one of the first `pieces`: bounded model checking.
 * From anywhere, it is whether something goes wrong in a piece before which there were `pieces` in which nothing did:
 * if not, and nothing goes wrong in the first ones, nothing ever does (k-induction). That a run can only be at points
 * of the graph, with the kernel's state there, is known in both. */
#ifndef APP_SEQUENTIAL_BOUNDED_H
#define APP_SEQUENTIAL_BOUNDED_H

#include "app/sequential/graph.h"
#include "base/text.h"

enum sequential_bounded {
    SEQUENTIAL_QUESTION, /* `out` has it */
    SEQUENTIAL_ENDED,    /* no run has so many pieces: there was nothing to ask that was not asked with fewer */
    SEQUENTIAL_TOO_LARGE
};

/* The graph is complete; `pieces` is at least 1. */
enum sequential_bounded sequential_bounded(const struct sequential_graph *graph, unsigned pieces, bool anywhere,
                                           struct text *out);

#endif
