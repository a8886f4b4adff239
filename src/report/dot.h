/* Graphs in the language of Graphviz. */
#ifndef REPORT_DOT_H
#define REPORT_DOT_H

#include "promela/program.h"
#include "report/state_graph.h"

/* Process automata, each in a frame of its own. */
void dot_automata(struct text *out, const struct program_automaton *const *automata, size_t count);
/* Reachable states. Shows the variables that are not the same everywhere. */
void dot_states(struct text *out, const struct ts *ts, const struct state_graph *graph);

#endif
