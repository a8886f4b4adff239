/* Runs of an application whose inputs are said beforehand, in the order in which they are read, as a transition system
 * of their own. If the steps are said, too, there is one run, and it takes as long as it is; otherwise whoever can move
 * does, as in the application itself.
 *
 * Every run here is one of the application. Behind the bytes of its state, a state has how many steps there were (if
 * they are said) and which input is the next; who looks at an application's states need not know. */
#ifndef APP_EXEC_STEERED_H
#define APP_EXEC_STEERED_H

#include "app/exec/notes.h"
#include "ts/ts.h"

struct steered_step {
    uint32_t action;
    uint16_t actor;
    uint64_t choice; /* the kernel's */
};

struct steered {
    struct ts ts;               /* its self is the executor: only where runs begin and go on differs */
    const unsigned char *start; /* the initial state, of this size; NULL: any is */
    uint32_t start_size;
    const struct steered_step *steps; /* NULL: all that there are */
    size_t step_count;
    struct script script;
};

/* The executor, and what the others point at, outlive it. */
void steered_begin(struct steered *steered, const struct executor *executor);

#endif
