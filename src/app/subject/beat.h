/* Does a routine do nothing but advance one counter, by one, and write registers, as to clear the flag that brought it?
 * Then it need not run: the counter's own ticks are all that there is of it. */
#ifndef APP_SUBJECT_BEAT_H
#define APP_SUBJECT_BEAT_H

#include "cfront/ir/ir.h"

struct beat {
    enum beat_kind {
        BEAT_NOTHING, /* it does nothing at all, but for registers */
        BEAT_TICK,    /* it advances `counter`, and that is all */
        BEAT_MORE     /* whatever else */
    } kind;
    uint32_t counter;
};

/* The counter exists, and the caller may advance it: the service's status is E_OK. */
struct beat beat_of(const struct c_function *function, const struct osek_config *config);

/* Nobody else advances this counter, be it code that never runs, or an alarm: without this function it goes on by
 * itself. */
bool beat_is_of_nobody_else(const struct c_function *function, uint32_t counter, const struct c_program *program,
                            const struct osek_config *config);

#endif
