/* Semaphores between tasks of different urgency.
 *
 * Who has a semaphore with a ceiling is as urgent as its most urgent user; of those who wait for one the most urgent is
 * woken. Both compare tasks: within a scheduler, or within a tree of them, as that does when it chooses; between
 * schedulers by the numbers that the model gives, as long as they mean the same. Where nobody says what a comparison
 * means, the answer about the part is in doubt. */
#ifndef TIMING_CEILINGS_H
#define TIMING_CEILINGS_H

#include "timing/parts.h"
#include "timing/system.h"

/* Once the tasks' urgencies and domains are known. `uses`: by process; `is_tree`: there are, or were, schedulers below
 * others, and priorities are places in their trees. */
void tm_set_ceilings(struct tm_system *system, const struct tm_uses *uses, bool is_tree);
/* Of a closed system (timing/moments.h): ranks of deadlines are those of one core. */
void tm_doubt_lines(struct tm_system *system);

#endif
