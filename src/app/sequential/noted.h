/* What steps of the application would meet, noted of its instructions as they note it (exec/address.h): what verdicts
 * have to assume is found there. Nothing is known of data, so that it is noted also of code that no run comes to. */
#ifndef APP_SEQUENTIAL_NOTED_H
#define APP_SEQUENTIAL_NOTED_H

#include "app/sequential/graph.h"

void sequential_note_graph(const struct sequential_graph *graph);

#endif
