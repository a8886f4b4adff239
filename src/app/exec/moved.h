/* Accesses that a compiler may move to where others access the same bytes: what is noted of them while steps are made.
 *
 * An access to plain memory is noted with its instruction; and where a context was stopped, by something from outside,
 * when others accessed what it may access, too. What comes of it is found out afterwards (app/told_moved.c): the first
 * may be moved to the second if no barrier lies between (analysis/movable.h). */
#ifndef APP_EXEC_MOVED_H
#define APP_EXEC_MOVED_H

#include "app/exec/memory.h"

struct moved *moved_new(void);
void moved_free(struct moved *moved);

/* The current context accesses this memory: noted if it is plain. `deed` is one of TOUCH_... */
void moved_access(struct machine *machine, const struct cell *cell, const struct c_type *type, unsigned deed);
/* It does so while that other context is stopped. */
void moved_meeting(struct machine *machine, uint32_t stopped, const struct cell *cell, const struct c_type *type,
                   unsigned deed);

/* All notes, and one more; not while steps are made. */
size_t moved_count(const struct moved *moved);
struct moved_note moved_get(const struct moved *moved, size_t index);
void moved_put(struct moved *moved, const struct moved_note *note);

#endif
