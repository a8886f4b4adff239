/* A graph of computation as C text.
 *
 * As a program: one main(), in which every point of the graph is a place in the code, every edge control flow; what is
 * not determined comes from functions __VERIFIER_nondet_...(), what goes wrong ends in reach_error(), as in the
 * competition on software verification. With -DNATIVE it brings these functions itself and runs.
 *
 * As steps: a function that goes from one stop to the next, for our own search (steps.h). Stops are the points where
 * the kernel's state is new, those behind choices of values, and the targets of ways back. */
#ifndef APP_SEQUENTIAL_EMIT_H
#define APP_SEQUENTIAL_EMIT_H

#include "app/sequential/graph.h"
#include "base/text.h"

enum sequential_form { SEQUENTIAL_PROGRAM, SEQUENTIAL_STEPS };

struct sequential_options {
    enum sequential_form form;
    const char *title;
    /* The text of a line of C, for comments; NULL: no comments, or no such line. */
    const char *(*source_line)(void *context, const char *file, unsigned line);
    void *context;
};

/* The graph is complete. */
void sequential_emit(const struct sequential_graph *graph, const struct sequential_options *options, struct text *out);

/* Values of one choice of a search; more are not tried. */
enum { SEQUENTIAL_MOST_VALUES = MOST_VALUES };

#endif
