/* The transition system of an Event-B machine as a file. */
#ifndef CLI_EVENTB_LTS_H
#define CLI_EVENTB_LTS_H

#include "eventb/machine.h"
#include "report/state_graph.h"

#include <stdbool.h>

/* Is it a name that eventb_lts_write() knows what to do with? Complains if not. */
bool eventb_lts_format(const char *path);
/* The states that the file is to show; within the limits of the run, so before its answer is begun. */
struct state_graph *eventb_lts_explore(const struct eb_machine *machine, const char *path);
/* .aut (Aldebaran), .dot, or a picture by Graphviz; whole, or not at all with a complaint: STATUS_GO_ON, or the exit
 * status that says it. */
int eventb_lts_write(const struct eb_machine *machine, const struct eb_development *development,
                     const struct state_graph *graph, const char *path);

#endif
