/* A sequential program as a transition system: its text is compiled (jit.h), and a state is where it stands and what
 * its variables hold. The kernel is not asked any more: all that it would say is in the text.
 *
 * Values of choices are tried one by one, all of them; where there are more than SEQUENTIAL_MOST_VALUES, the step is a
 * fault of kind "limit". */
#ifndef APP_SEQUENTIAL_STEPS_H
#define APP_SEQUENTIAL_STEPS_H

#include "app/sequential/graph.h"
#include "ts/trace.h"

struct sequential_steps;

/* NULL, with errors, if it cannot be compiled. The graph, which is complete, outlives it. */
struct sequential_steps *sequential_steps_new(const struct sequential_graph *graph, struct diagnostics *diagnostics);
void sequential_steps_free(struct sequential_steps *steps); /* NULL is allowed */

const struct ts *sequential_steps_ts(const struct sequential_steps *steps);
/* The values that choices had in this run, in their order. Release the list with free(). */
void sequential_steps_inputs(const struct sequential_steps *steps, const struct ts_trace *trace, int64_t **values,
                             size_t *count);

#endif
