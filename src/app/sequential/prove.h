/* Does anything ever go wrong, whatever inputs are? Answered by Z3, without trying values: by induction over the pieces
 * of runs (bounded.h), and, where that says nothing, by invariants that its Spacer looks for (horn.h). */
#ifndef APP_SEQUENTIAL_PROVE_H
#define APP_SEQUENTIAL_PROVE_H

#include "app/sequential/graph.h"
#include "app/sequential/sequential.h"

/* The graph is complete. As sequential_prove(). */
enum sequential_proof sequential_prove_graph(const struct sequential_graph *graph, double seconds,
                                             struct text *invariant, struct text *why);

#endif
