/* What a run of an application did, told from outside: one list of events in order. Charts, BTF, HTML and stories are
 * drawn from it alone. Strings belong to the timeline's arena. */
#ifndef APP_EXEC_TIMELINE_H
#define APP_EXEC_TIMELINE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "cfront/ir/ir.h"

#include <stdbool.h>
#include <stdint.h>

enum timeline_kind {
    TIMELINE_STATE,   /* `context` is now `text`: "running", "ready", "waiting", "suspended", "interrupted" */
    TIMELINE_SERVICE, /* `context` calls `text` ("ActivateTask(t2)") and gets `result` ("E_OK"; "" if it returns
                         nothing) */
    TIMELINE_ACCESS, /* `context` writes a variable: `text` is its name, `result` the new value, `before` the old one */
    TIMELINE_INPUT,  /* `context` reads an input: `text` names it, `result` is the value */
    TIMELINE_INTERRUPT, /* the environment: ISR `context` comes */
    TIMELINE_TICK,      /* the environment: counter `text` advances by `result` ticks */
    TIMELINE_EXPIRY,    /* alarm `text` expires; `result` says what it does */
    TIMELINE_TAKE,      /* `context` holds resource `text` from here */
    TIMELINE_RELEASE,
    TIMELINE_EVENT_SET, /* event `text` of task `context` is set; TIMELINE_EVENT_CLEAR: cleared */
    TIMELINE_EVENT_CLEAR,
    TIMELINE_MARK,  /* output of the application: a trace mark, printf; with a `result` ("occurs"): an event of a model,
                     * or what time does ("goes on: ...") */
    TIMELINE_FAULT, /* what went wrong: `text` */
    TIMELINE_ACTIVATE /* stimulus `text` activates task `context`; `result` "lost": it has too many instances already */
};

struct timeline_event {
    enum timeline_kind kind;
    uint32_t time;    /* logical: the number of the step in the trace, from 0 */
    uint64_t at;      /* in a timed timeline: picoseconds since the beginning */
    const char *when; /* the same in words; NULL: the number of the step says it */
    uint32_t context; /* index into contexts; UINT32_MAX: nobody (the environment) */
    const char *text, *result, *before;
    const char
        *by;       /* TIMELINE_INPUT: the function without a body that returns it, or the variable; NULL: another one */
    uint32_t bits; /* TIMELINE_INPUT: of the integers that `by` gives; 0: it gives no integers */
    struct place place; /* in the application's source; file NULL if it has none */
};

enum timeline_context_kind { TIMELINE_TASK, TIMELINE_ISR, TIMELINE_HOOK };
struct timeline_context {
    const char *name;
    enum timeline_context_kind kind;
    uint32_t priority;
    const char *core; /* on which it runs; NULL: there is only one */
};

struct timeline {
    struct arena *arena;
    const char *application; /* a title: the file's name */
    VEC(struct timeline_context)
    contexts; /* in the order in which a chart shows them: ISRs, tasks by priority, hooks */
    VEC(const char *) resources;
    VEC(struct timeline_event) events;
    const char *rests_on[LEAP_KINDS]; /* what a missing header says otherwise, perhaps, and then the run is another one:
                                         half a sentence; NULL: nothing */
    bool meets_types;                 /* ... it comes by numbers of types that only a missing header has */
    bool meets_values;                /* ... by other values that such a header declares, where their types matter */
    bool meets_constants;             /* ... by what such a header's constants decide */
    bool meets_numbers;               /* ... or numbers of our own that stand for them */
    bool is_timed;                    /* events know when they happen, not only after which */
    uint32_t end;                     /* the time after the last step */
    uint32_t cycle_start;             /* from here the run repeats for ever; UINT32_MAX: it does not */
};

void timeline_free(struct timeline *timeline); /* NULL is allowed */

#endif
