/* An alarm that time waits for, and never goes on, since its task is not ready in any state from there on: is it lost
 * however fast code is? Code may wait there for time itself. */
#ifndef APP_OUTRUN_H
#define APP_OUTRUN_H

#include "app/judging.h"

enum outrun {
    OUTRUN_FOR_EVER,    /* its task is never ready again */
    OUTRUN_BY_WAITING,  /* ... only when time has passed, and the fastest code comes there, too */
    OUTRUN_IF_SLOW,     /* ... and the fastest code does not */
    OUTRUN_IF_KEPT_OUT, /* what comes only while nothing runs would make it ready, and is missed */
    OUTRUN_PERHAPS      /* that is not known */
};

/* In the component. */
enum outrun outrun_of(struct judging *judging, uint32_t alarm);
/* In the states, of which others lead out: never OUTRUN_IF_SLOW, nor OUTRUN_IF_KEPT_OUT. */
enum outrun outrun_of_states(struct judging *judging, uint32_t alarm);

#endif
