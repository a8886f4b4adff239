/* Functions without a body that may keep others out: macros of missing headers that hold interrupts off, above all,
 * and what drivers have for that. A race in a run that comes by one of them may be none. */
#ifndef CFRONT_HIDDEN_HIDDEN_LOCKS_H
#define CFRONT_HIDDEN_HIDDEN_LOCKS_H

#include "cfront/program/call_site.h"

/* Does its name say that it keeps others out, or lets them in again? */
bool hidden_locks_speaks(struct front *front, const char *name);

/* By its name (`ENTER_CRITICAL()`, `irq_save()`, `PROTECT(n = 2)`), or as one stands beside it that undoes it
 * (`ints_off()`, `ints_on()`). */
void hidden_locks_look(struct front *front, const struct call *call);
/* ... in what stands for the body of one that is called through a pointer. */
void hidden_locks_look_inside(struct front *front, const struct symbol *symbol);

/* ... by where the calls stand: two of them, and what others may see between. And where do locks end? If one does on
 * some ways only, nothing holds. All code is there; the marks of calls (C_CLEAR with a text) are in it. */
void hidden_locks_look_at_code(struct front *front);

/* Is it the mark of such a call? And does the one of that name undo the lock? */
bool hidden_locks_is_mark(const struct c_instruction *code);
bool hidden_locks_undo(struct front *front, const char *name, const char *lock);
/* Some code comes to what undoes a lock and has not come by the lock. All code is there. */
bool hidden_locks_are_undone_first(struct front *front, const char *name);

#endif
