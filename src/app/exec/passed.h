/* By which instructions a run came, in order, of those that somebody watches for; and which of them could matter for a
 * race: what a context was stopped at lies behind what had been done until then. Whoever came did the rest after it.
 *
 * Kept while a run is told (record.h). */
#ifndef APP_EXEC_PASSED_H
#define APP_EXEC_PASSED_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct pass {
    uint32_t instruction, context;
};

struct passed {
    const bool *watched; /* by instruction; NULL: nothing is noted. It belongs to others */
    VEC(struct pass) list;
    uint32_t context_count;
    uint32_t *until;            /* per context: how long the list was when it ran last */
    uint32_t kept, *kept_until; /* both, as they were when passed_keep() was called */
    uint32_t before_race;       /* so many had been passed when the one that a race met was stopped */
};

void passed_begin(struct passed *passed, uint32_t context_count);
void passed_free(struct passed *passed);

/* A step begins, which may be made several times ... */
void passed_keep(struct passed *passed);
/* ... and none of these counts but the last. */
void passed_go_back(struct passed *passed);

void passed_note(struct passed *passed, uint32_t instruction, uint32_t context);
/* A race is found, with that context. */
void passed_race(struct passed *passed, uint32_t stopped);

#endif
