/* Memory that has no value yet: which bits of which objects, while they run.
 *
 * Beside an object that is in doubt (shadow.h) lie as many bits as it has, or a single byte if it is always accessed as
 * a whole; a bit is set as long as nothing was written to the one it stands for. Padding has bits, too. Those
 * of locals lie in a block beside their frame, those of globals in the image. A number that is read must have none of
 * its bits set; structures, and bytes on the way from one pointer to another, are copied together with theirs. */
#ifndef APP_EXEC_UNSET_H
#define APP_EXEC_UNSET_H

#include "app/exec/memory.h"

/* A function's locals begin without values, in a block at `at`. */
void unset_begin(struct machine *machine, const struct c_function *function, uint32_t at);
/* The parameter gets the value that evaluate_bytes() gave last, which has `size` bytes. */
void unset_pass(struct machine *machine, const struct c_object *parameter, uint32_t at, uint32_t size);
/* The bits beside a local of a frame, or a global; NULL: it is not in shadow. */
unsigned char *unset_of_local(const struct machine *machine, const struct context_run *run, const struct frame *frame,
                              const struct c_object *local);
unsigned char *unset_of_global(const struct machine *machine, uint32_t index);

/* All that follows does nothing to a cell that is not in shadow. */

/* It gets a value. */
void unset_give(const struct machine *machine, const struct cell *cell, const struct c_type *type);
/* It gets the bytes that evaluate_bytes() or evaluate_copy() gave last, whatever there is of it. */
void unset_copy(const struct machine *machine, const struct cell *cell, const struct c_type *type);
/* A local that ends, or is about to be initialized in part. */
void unset_clear(const struct machine *machine, const struct cell *cell, const struct c_instruction *clear);
/* Has all of it a value? */
bool unset_has_value(const struct machine *machine, const struct cell *cell, const struct c_type *type);
/* It is in doubt, and was read as a number: a fault if it had no value. */
void unset_check(struct machine *machine, const struct cell *cell, const struct c_type *type);

#endif
