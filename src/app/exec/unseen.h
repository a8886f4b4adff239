/* Errors that services have returned and at which nobody has looked yet, in this run.
 *
 * A status that some decision may depend on (cfront/ir/ignored.h) is followed from the service on: to whatever is
 * computed from it and lies in locals whose addresses nobody takes, in parameters and in results, bit by bit. Whatever
 * else reads it looks at it: a condition, an argument of a service, what is printed, an index, an assignment to other
 * memory. When the last copy is overwritten or ends before that, nobody looks at the error in this run, and that is
 * wrong as if nobody ever did. A run that the system's shutdown ends owes nothing. That an error went to other memory
 * is noted, unless every run looks at it (cfront/ir/surely_seen.h): in some run, perhaps, nobody does. */
#ifndef APP_EXEC_UNSEEN_H
#define APP_EXEC_UNSEEN_H

#include "app/exec/memory.h"

/* The service that the context called has returned an error, which lies there now, and which would be wrong if nobody
 * looked at it; `misuse`: OSEK_NO_MISUSE, if it is none that somebody wants to know of. */
void unseen_begin(struct machine *machine, uint32_t context, const struct c_instruction *service,
                  const struct cell *cell, const struct c_type *type, const struct osek_result *result);

/* What is read from now on goes where the next value is stored; the rest of the instruction is no look at it either. */
void unseen_carry(struct machine *machine);
/* ... until here: what is read says where to store it. */
void unseen_carried(struct machine *machine);

/* What was carried goes to a register, or to a function without a body: whoever gets it looks at it, surely or not. */
void unseen_note_given(struct machine *machine, bool is_sure);
static inline void unseen_given(struct machine *machine, bool is_sure) {
    if (machine->run->unseen_count && !machine->probe) unseen_note_given(machine, is_sure);
}
/* A condition is looked at, wherever what comes of it goes: whether reads were carried before. */
bool unseen_look(struct machine *machine);
void unseen_looked(struct machine *machine, bool was_carried);

void unseen_note_read(struct machine *machine, const struct cell *cell, const struct c_type *type);
void unseen_note_write(struct machine *machine, const struct cell *cell, const struct c_type *type);
/* About to be written with what was carried, if anything was. */
static inline void unseen_write(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (machine->run->unseen_count && !machine->probe) unseen_note_write(machine, cell, type);
}
static inline void unseen_read(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    if (machine->run->unseen_count && !machine->probe) unseen_note_read(machine, cell, type);
}

/* The context's locals from this one of its bytes on are no more. */
void unseen_end(struct machine *machine, uint32_t context, uint32_t base);
/* The system is shut down: nobody who is under way goes on, to look at anything. */
void unseen_forget(struct machine *machine);
/* Complains of what ended so. */
void unseen_complain(struct machine *machine, uint32_t context);

#endif
