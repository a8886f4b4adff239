/* By which instructions a run came, in order, of those that somebody watches for; and which of them could matter for a
 * race: what a context was stopped at lies behind what had been done until then. Whoever came did the rest after it.
 * Besides, who ran in turn, and after how much of that, as what has been done may keep somebody out.
 *
 * Kept while a run is told (record.h). */
#ifndef APP_EXEC_PASSED_H
#define APP_EXEC_PASSED_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define PASS_ENDED UINT32_MAX /* in the place of an instruction: the context's code has come to its end */
struct pass {
    uint32_t instruction, context;
};

/* From here on, behind so many of the list, it runs. */
struct turn {
    uint32_t before, context;
};

struct passed {
    const bool *watched; /* by instruction; NULL: nothing is noted. It belongs to others */
    VEC(struct pass) list;
    VEC(struct turn) turns;
    uint32_t context_count;
    uint32_t *until;                        /* per context: how long the list was when it ran last */
    uint32_t kept, kept_turns, *kept_until; /* all, as they were when passed_keep() was called */
    uint32_t before_race;                   /* so many had been passed when the one that a race met was stopped */
};

void passed_begin(struct passed *passed, uint32_t context_count);
void passed_free(struct passed *passed);

/* A step begins, which may be made several times ... */
void passed_keep(struct passed *passed);
/* ... and none of these counts but the last. */
void passed_go_back(struct passed *passed);

void passed_note(struct passed *passed, uint32_t instruction, uint32_t context);
void passed_end(struct passed *passed, uint32_t context);
/* A race is found, with that context. */
void passed_race(struct passed *passed, uint32_t stopped);

#endif
