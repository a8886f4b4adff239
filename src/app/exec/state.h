/* States as bytes. In this order: the kernel's block, the image of the globals, what is left of the budgets, the
 * marks of tasks that keep no time, of those that alarms have led to, the number of records, and a record for each
 * context whose code is under way, by number: whether it was stopped at an access, its calls (the next instruction of
 * each), its log, the bytes of its frames without the room between them, and the errors that nobody has looked at. Each
 * part is padded with zeros to a multiple of 4. Equal situations have equal bytes: whatever means nothing is not there.
 */
#ifndef APP_EXEC_STATE_H
#define APP_EXEC_STATE_H

#include "app/exec/machine.h"

void state_unpack(struct machine *machine, const void *state);
/* Into machine->packed; returns the size. */
uint32_t state_pack(struct machine *machine);

/* Where things are in a state. */
void state_layout(struct executor *executor);

/* The calls of a context that is under way, in a packed state: false if it is not. Instructions are the application's
 * numbers; the innermost call is the last. `stack` is the bytes of its frames, one after the other. */
struct state_calls {
    const unsigned char *instructions; /* 4 bytes each */
    uint32_t count;
    uint32_t log_length;
    const unsigned char *stack;
};
bool state_calls(const struct executor *executor, const void *state, uint32_t context, struct state_calls *calls);
uint32_t state_call(const struct state_calls *calls, uint32_t index);

uint32_t state_size(const struct executor *executor, const void *state); /* of a packed one */

/* What is left of a bounded source, in a packed state. */
uint32_t state_budget(const struct executor *executor, const void *state, uint32_t slot);

/* A global's bytes in a packed state. */
const unsigned char *state_global(const struct executor *executor, const void *state, uint32_t index);

#endif
