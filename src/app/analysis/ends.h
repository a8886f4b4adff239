/* Code that comes to its end, or waits until somebody sets an event again, whatever it reads: loops count to an end
 * (counts.h), or go round by way of WaitEvent and a ClearEvent of what was waited for. It takes its time, but not for
 * ever. */
#ifndef APP_ANALYSIS_ENDS_H
#define APP_ANALYSIS_ENDS_H

#include "base/arena.h"
#include "cfront/ir/ir.h"

/* Ways round in a function. Instructions that are passed in a round only so often are taken out, one after the other:
 * each of the outermost loops first. A way round that is left may be gone for any time. */
struct rounds {
    const struct c_function *function;
    enum { ROUNDS_NONE, ROUNDS_SOME, ROUNDS_TOO_MANY } kind; /* too many: nobody looks, and all may be gone */
    bool *out;                                               /* by instruction: taken out */
    bool *seen;                                              /* room */
    uint32_t *waiting;
};

/* Does a way lead from behind `from` to `to`? */
bool ends_leads(const struct rounds *rounds, uint32_t from, uint32_t to);
/* With the way back. */
bool ends_is_of_one_round(const struct rounds *rounds, uint32_t one, uint32_t other);
/* Does each round from `at` on pass by `other`? */
bool ends_passes_by(const struct rounds *rounds, uint32_t at, uint32_t other);

/* What is left of the function's ways round; what it calls is not asked about. `rests`: whatever waits for an event is
 * taken to do so. It belongs to the arena. */
struct rounds ends_find(const struct c_function *function, bool rests, struct arena *arena);
/* Is the instruction on a way round that is left? */
bool ends_goes_round(const struct rounds *rounds, uint32_t at);

#endif
