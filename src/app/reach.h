/* What can be reached from a component, by all steps that runs make which count (search/left_out.h). */
#ifndef APP_REACH_H
#define APP_REACH_H

#include "app/exec/transitions.h"
#include "app/judging.h"

/* The steps from a state that can be reached from the component. */
void reach_steps(struct judging *judging, const void *state, const struct transitions_visitor *steps);

/* Goes from a state of the component to all that `steps` adds to `states`, which are forgotten in the end, until
 * something is found there. No step leads to the first one. */
void reach_go_through(struct judging *judging, struct nodeset *states, const struct transitions_visitor *steps,
                      const bool *found);
enum search_limit reach_limit(const struct judging *judging, const struct nodeset *states);

#endif
