/* What a run may end up in, never to leave it again: a task that waits for ever while others go on, one that is ready
 * and never runs, code that runs for ever where nothing can interrupt it, or an alarm that is said to wait for a task
 * that is never ready again. */
#ifndef APP_FATE_H
#define APP_FATE_H

#include "app/app.h"
#include "search/search.h"

struct app_fate {
    uint32_t waiting; /* the task that waits for ever; OSEK_NONE: there is none */
    uint32_t starved; /* the task that is ready for ever, likewise */
    uint32_t endless; /* the context whose code runs for ever; OSEK_NONE: there is none */
    uint32_t outrun;  /* the alarm that expires in vain, or whose counter would have to stand still; OSEK_NONE: none */
    bool outrun_may_be;     /* ... nobody knows which: what is bounded could have helped, or it sets an event */
    bool outrun_by_waiting; /* its task is ready again at some time, but not before, however fast code is */
    bool outrun_is_open;    /* ... whether before is not known */
    const char *kept_out;   /* what was not found might be so only because this comes when idle (never_idle.h) */
    bool time_goes_on;      /* more states are known in which time goes on (exec/unawaited.h): to be asked again */
    struct place place;     /* of the code that runs, where the trace ends */
    uint32_t
        excused; /* a task of which it is not known whether more of what is bounded would help it; OSEK_NONE: none */
    bool excused_is_held_up;      /* ... and that does not wait, but never runs */
    enum search_limit limit;      /* LIMIT_NONE: everything was looked at */
    struct search_result *search; /* whose first violation's trace leads there; to be freed */
};

/* Is this one, with its way there, known and accepted? Others are looked for then. */
struct app_fate_filter {
    bool (*is_accepted)(void *context, const struct app_fate *fate); /* NULL: none is */
    void *context;
};

/* The first that is found, of those that are looked for. Behind steps that go wrong all is taken to go well. */
struct app_fate app_fate_find(struct app *app, const struct search_options *options,
                              const struct app_fate_filter *filter);

#endif
