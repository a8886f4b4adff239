/* A graph of computation as one process of Promela: the sequential program (emit.h) for Spin and `rtcheck model`. Every
 * point is a place in the code, every edge control flow; what is not determined is a choice; what goes wrong is an
 * assertion that fails. Services are printed, as `rtcheck app --run` tells them. */
#ifndef APP_SEQUENTIAL_PROMELA_H
#define APP_SEQUENTIAL_PROMELA_H

#include "app/sequential/emit.h"
#include "base/diag.h"

/* False with an error that names what Promela cannot say. The graph is complete. */
bool sequential_promela(const struct sequential_graph *graph, const struct sequential_options *options,
                        struct text *out, struct diagnostics *diagnostics);

#endif
