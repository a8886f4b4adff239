/* Functions without a body that may call services: macros of missing headers, above all. */
#ifndef CFRONT_HIDDEN_HIDDEN_SERVICES_H
#define CFRONT_HIDDEN_HIDDEN_SERVICES_H

#include "cfront/program/call_site.h"

/* By what the function gets, or, if nothing declares it, by its name: `notify(t, e)`, `END_TASK()`, `wake_t()`. */
void hidden_services_look(struct lower *lower, const struct call *call);

/* ... which is known to let interrupts come again. */
void hidden_services_look_at_known(struct lower *lower, const struct call *call);
/* ... called through a pointer: what stands for its body. */
void hidden_services_look_inside(struct lower *lower, const struct symbol *symbol);

/* ... by where the call stands: what a task does last may be its end. The code is all there. */
void hidden_services_look_at_end(struct lower *lower);

/* ... by events for which code waits, and which no code and no alarm sets: somebody does. All code is there. */
void hidden_services_look_at_events(struct front *front);

#endif
