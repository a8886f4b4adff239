/* The transition system: the one interface between languages and algorithms.
 *
 * A state is a string of bytes whose size is a multiple of 4 and at most `max_state_size`; two states are equal iff
 * size and bytes are. Everything here is pure: the functions may be called from several threads at once (unless
 * `sequential`), and from inside each other's callbacks. */
#ifndef TS_TS_H
#define TS_TS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* An actor is whoever makes a step: a process, a task, the environment. These numbers name no actor: */
enum {
    TS_NOBODY = 0xffff,
    TS_EVERYBODY = 0xfffe, /* for next(): all steps that are enabled                                      */
    TS_ENOUGH = 0xfffd     /* for next(): a subset of them that partial-order reduction proves sufficient */
};
#define TS_NO_ACTION UINT32_MAX

struct ts_step {
    uint32_t action;  /* what was done: below ts->action_count, or TS_NO_ACTION (stuttering)          */
    uint32_t reply;   /* in a handshake, the partner's action; where an observer goes wrong, its own; otherwise
                         TS_NO_ACTION */
    uint16_t actor;   /* who did it                                                                  */
    uint16_t partner; /* in a handshake, the other actor; otherwise TS_NOBODY                        */
    uint16_t holder;  /* who alone may move next, while it can (an atomic sequence); else TS_NOBODY  */
    bool passing;     /* (TS_ENOUGH only) the successor need not be stored: it has one way on, and
                         nothing that a property can see has changed. Never true all around a cycle. */
    uint32_t fault;   /* 0, or what went wrong in this step: argument of ts->fault()                  */
    bool ends;       /* it went wrong before there was a successor: there is a fault, and the state is where that was */
    uint32_t labels; /* of those that the system was asked to give, the ones that the step has: they can depend on more
                        than its action, such as the arguments of a call. Bit i: label i                              */
};

/* Called for each successor; `state` is valid only during the call. */
typedef void (*ts_emit)(void *context, const void *state, uint32_t size, const struct ts_step *step);

/* Where successors go that are built in place: at `room`, where there are max_state_size bytes aligned to 4. To keep
 * one, emit() sets `room` to another place. A successor may also come from elsewhere.
 *
 * What nobody wants need not be built: steps that are interaction i, bit i, and those that are none, TS_UNGUIDED. All
 * others come as they would without, in the same order; of the unwanted ones some may come, too. */
struct ts_sink {
    unsigned char *room;
    ts_emit emit;
    void *context;
    uint64_t unwanted;
    uint32_t towards; /* under a guide: 0, or only steps are wanted that lead into this one of its components, counted
                         from 1, from outside, and those that are made inside it */
};

enum { TS_MOST_WANTED = 63 }; /* interactions that have a bit */
#define TS_UNGUIDED (UINT64_C(1) << TS_MOST_WANTED)

/* What a state is, as bits of marks(). */
enum {
    TS_VALID_END = 1, /* stopping here is fine           */
    TS_ACCEPTING = 2, /* of interest to acceptance cycles */
    TS_PROGRESS = 4,  /* something good happens here      */
    TS_VIOLATING = 8  /* an observer has seen enough: being here is a violation */
};

enum ts_event { TS_EVENT_NONE, TS_EVENT_SEND, TS_EVENT_RECEIVE, TS_EVENT_HANDSHAKE };

/* A step in words. Strings live in the caller's texts. */
struct ts_description {
    struct text actor;   /* "client[2]"                                             */
    struct text action;  /* the statement: "out!first,number"                        */
    struct place place;  /* of that statement                                        */
    struct text partner; /* in a handshake: who, what and where; otherwise empty      */
    struct text reply;
    struct place reply_place;
    enum ts_event event;     /* for message sequence charts                              */
    struct text channel;     /* "q[1]": empty if event is none                           */
    struct text message;     /* "first,5"                                                */
    struct text output;      /* what the step printed                                    */
    struct text interaction; /* under a guide: which one the step is                 */
};

struct ts_fault {
    const char *kind;    /* "assertion", "index", "division", "channel", ... : for machines */
    const char *message; /* for people                                                        */
    struct place place;
    uint32_t about; /* what the implementation knows of it beyond its kind, as a number of its own; 0: nothing */
};

struct ts_action {
    const char *actor_kind; /* "proctype client"                        */
    const char *text;       /* the statement as written                */
    struct place place;
    bool is_code;        /* counts in the report of unreached code   */
    enum ts_event event; /* TS_EVENT_SEND, TS_EVENT_RECEIVE or none  */
    const char *channel; /* as written: "q[i]"; NULL if event is none */
    const char *reaches; /* labels of the place it leads to, joined by ", "; NULL if there are none */
};

struct ts {
    const void *self; /* the implementation's own data */
    uint32_t max_state_size;
    uint32_t action_count;
    bool observed; /* a product: where it has no step, the observer follows no further, and the system may go on */
    bool never_violating; /* marks() never says TS_VIOLATING: nobody need ask */
    bool counts_passing;  /* a passing step is as long as any other: what is called a shortest way counts it. A passed
                             state has exactly one successor then, and is never TS_VIOLATING */
    bool faults_end; /* a run that goes wrong is over, and no observer is asked what would have come: whoever reports
                        faults does so without observers */
    bool sequential; /* exception to the above: one call at a time, from one thread (embedded C has globals) */
    bool foreign;    /* code that came with the model makes steps: it may do something else when asked again */
    bool hasty;      /* steps end early when a limit is reached: they may have been others before, or none */

    void (*initial)(const struct ts *ts, ts_emit emit, void *context); /* steps carry TS_NO_ACTION */

    /* Emits the successors by the steps of `actor`, of TS_EVERYBODY, or TS_ENOUGH of them.
     * If any step is enabled, TS_ENOUGH emits at least one. A step of TS_ENOUGH and its `passing` flag rely on no
     * memory of the search: a cycle of such steps always contains a state where everybody was expanded. */
    void (*next)(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit, void *context);

    /* The same, for who keeps the successors; NULL: not offered. */
    void (*next_in_place)(const struct ts *ts, const void *state, uint32_t size, unsigned actor, struct ts_sink *sink);

    unsigned (*marks)(const struct ts *ts, const void *state, uint32_t size);

    /* May the system stay in this state for ever, though it has steps? (What comes from outside may never come.) NULL:
     * it never does. Only products ask: safety does not depend on it. */
    bool (*may_stay)(const struct ts *ts, const void *state, uint32_t size);
    /* Has the system no step here only because it is a part of another, which goes on from here, or because the run is
     * not considered any more? Then it does not end, and is somebody else's matter. NULL: that never happens. Only
     * products ask. */
    bool (*goes_on_elsewhere)(const struct ts *ts, const void *state, uint32_t size);
    /* Whose step has to come at some time, whoever else comes before; TS_EVERYBODY: anybody's; TS_ENOUGH: nobody has
     * to, but somebody may; TS_NOBODY: nothing comes. NULL: it is not known. */
    unsigned (*owed)(const struct ts *ts, const void *state);
    bool leaves_runs_out; /* a state where a step is owed, and none can come, is on no run that is considered */
    unsigned owed_from;   /* fairness owes steps to actors of this number and above */
    /* Has the actor, which is owed steps, none here only because it is kept out for the moment? Then it waits, and
     * comes when it may: that excuses a cycle only if it never may there. NULL: no, weak fairness is all. */
    bool (*is_kept_waiting)(const struct ts *ts, const void *state, uint32_t size, unsigned actor);

    /* Actors alive in a state are 0 .. actors()-1 (for fairness). */
    unsigned (*actors)(const struct ts *ts, const void *state, uint32_t size);

    /* For people. describe() adds to the texts of `out`, which the caller has zeroed and frees. */
    void (*describe)(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                     uint32_t after_size, const struct ts_step *step, struct ts_description *out);
    void (*variables)(const struct ts *ts, const void *state, uint32_t size,
                      void (*visit)(void *context, const char *name, const char *value), void *context);
    const struct ts_fault *(*fault)(const struct ts *ts, uint32_t fault); /* NULL: there is none of that number */
    /* May be NULL: then a fault has the same number in every run. Otherwise: which has one that another run has met? */
    uint32_t (*fault_number)(const struct ts *ts, const struct ts_fault *fault);
    const struct ts_action *(*action)(const struct ts *ts, uint32_t action);
};

/* Of what ts->owed() says: has somebody to go on? */
static inline bool ts_is_owed(unsigned who) { return who != TS_NOBODY && who != TS_ENOUGH; }

/* Was it an observer that went wrong, not the system? */
static inline bool ts_is_observer_fault(const struct ts_step *step) {
    return step->fault && step->ends && step->actor == TS_NOBODY;
}

void ts_description_free(struct ts_description *description);

#endif
