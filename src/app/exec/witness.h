/* Who watches a run: what the executor tells while a step is made. Whoever watches stands above the executor and hands
 * in these functions; one of them may end the step with a fault (machine_fault). */
#ifndef APP_EXEC_WITNESS_H
#define APP_EXEC_WITNESS_H

#include "app/exec/memory.h"

struct witness {
    /* A step begins. Sets machine->wary. */
    void (*begin)(struct machine *machine);
    /* Before something comes from outside: does the code that it meets have to begin first, to stand at its first
     * access? */
    bool (*wants_beginning)(const struct machine *machine);
    /* Something comes from outside: whoever runs may be stopped at an access. */
    void (*arrival)(struct machine *machine);
    /* The current context is about to make an access; told if machine->wary. */
    void (*access)(struct machine *machine, const struct cell *cell, const struct c_type *type, bool writes);
    /* The current context is about to execute this instruction; told if executor->looks_at_code. */
    void (*code)(struct machine *machine, uint32_t instruction);
    /* The step calls a service: which labels does that give it (ts_step.labels)? */
    uint32_t (*labels)(const struct executor *executor, const struct osek_call *call);
    /* Does it tell these two states apart? */
    bool (*notices)(const struct executor *executor, const void *before, const void *after);
};

#endif
