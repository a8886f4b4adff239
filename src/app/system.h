/* The transition system of an application. */
#ifndef APP_SYSTEM_H
#define APP_SYSTEM_H

#include "app/machine.h"

/* Fills app->ts. */
void system_build(struct app *app);

/* All steps of a state, or those of one actor, with a recorder (or NULL). `emit` gets them as ts->next() would give
 * them; before each the recorder is told to start with begin(), if that is not NULL. */
struct system_steps {
    ts_emit emit;
    void *context;
    void (*begin)(void *context, struct machine *machine);
};
void system_steps(const struct app *app, const void *state, unsigned actor, const struct system_steps *steps);

#endif
