/* What the instruction that a context stands at does with memory, without doing it.
 *
 * While machine->probe is set, nothing is changed: reads tell what they read and go on, and whatever would leave the
 * step (a fault, an input that is not known yet) ends the list instead. */
#ifndef APP_EXEC_ACCESS_H
#define APP_EXEC_ACCESS_H

#include "app/exec/memory.h"

struct access {
    struct cell cell;
    const struct c_type *type;
    bool writes;
    bool done; /* a read that the instruction has made already; what it saw is in the log */
};

typedef void (*access_visit)(void *context, const struct access *access);

struct probe {
    access_visit visit;
    void *context;
    jmp_buf way_out;
};

/* The accesses of the next instruction of `context`, in their order, with memory as it is now. Nothing if its code is
 * not under way. What a service returns is written when its caller goes on: not while it stands before the call. */
void access_list(struct machine *machine, uint32_t context, access_visit visit, void *visitor);

/* Where this place of the frame's code is now. False: that cannot be told. */
bool access_place(struct machine *machine, uint32_t context, struct frame *frame, const struct c_expression *place,
                  struct cell *cell);

/* For memory.c: the instruction being probed makes this access. */
void access_note(struct machine *machine, const struct cell *cell, const struct c_type *type, bool writes, bool done);

#endif
