/* A Promela design behind an environment model: its functions found, its states read.
 *
 * Invariant: a loaded design has every function that the model names, with the right number of parameters, and no
 * process of its own; it never changes, so that several threads can use it. */
#ifndef ENV_CHECK_DESIGN_H
#define ENV_CHECK_DESIGN_H

#include "env/check.h"
#include "promela/locate.h"

#include <pthread.h>

/* How a reference function gets its value. */
struct design_reference {
    const struct env_reference *declared;
    struct program_location location; /* of the value: in the state itself or, with a call, in the state after it */
    int callable;                     /* the inline to be called first, or -1 */
};

struct env_design {
    const struct env_model *model;
    struct program *program;
    int *triggers;                       /* callables, by trigger       */
    int *configurations;                 /* callables, by configuration */
    struct design_reference *references; /* by function of the schema; `declared` is NULL for those in OCL */
    bool sequential;                     /* embedded C: one call at a time */
    pthread_mutex_t *lock;               /* for that */
};

/* The variable that the loader adds for reference functions that need one. */
extern const char *const design_result_variable;

/* Runs an inline on a state; see program_call(). */
void design_call(const struct env_design *design, int callable, const int64_t *arguments, size_t count,
                 const void *state, uint32_t size, ts_emit emit, void *context);

/* A state of the design in which reference functions are asked, as an ocl_world asks (ocl_world.reference). */
struct design_view {
    const struct env_design *design;
    const void *state;
    uint32_t size;
    const struct ts_fault *fault; /* what went wrong with the first function that could not answer; else NULL */
    /* May be NULL: told each answer. */
    void (*heard)(void *context, unsigned function, const int64_t *arguments, int64_t value);
    void *context;
};

int64_t design_reference(void *view, unsigned function, const int64_t *arguments);

/* Calls visit for each call that tells the design about a graph, in order. False, with a message in `error`, if an
 * argument cannot be evaluated. `choices` as in ocl_world. */
bool design_configuration(const struct env_model *model, const struct env_graph *graph,
                          bool (*visit)(void *context, unsigned configuration, const int64_t *arguments), void *context,
                          unsigned char *choices, struct text *error);

#endif
