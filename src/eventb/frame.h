/* Where formulas are evaluated: the values of all identifiers, memory for what comes up on the way, and the way out
 * when something is not well-defined. A frame serves one evaluation at a time. */
#ifndef EVENTB_FRAME_H
#define EVENTB_FRAME_H

#include "eventb/domain.h"

#include <setjmp.h>

struct eb_chunk;
struct eb_proven;

/* How much of a frame's memory is in use. */
struct eb_mark {
    struct eb_chunk *chunk;
    size_t used, total;
};

/* A value that is kept (memo.h). */
enum { EB_MOST_KEYS = 3 };
struct eb_memo {
    uint64_t stamp;
    uint64_t key[EB_MOST_KEYS];
    struct eb_value value;
    uint64_t *words;
};

struct eb_frame {
    struct eb_value *slots;
    unsigned slot_count;
    uint32_t fault;
    int64_t low, high;              /* of integers that nothing else bounds */
    unsigned levels, chosen_levels; /* of data types, where something is looked for, and where values are chosen */
    jmp_buf *way_out;               /* where eb_fail() goes */
    struct eb_chunk *chunk;         /* the current one; the first is at the end of `previous` */
    size_t used, total;             /* bytes in it; bytes of all chunks before it */
    uint64_t work, most_work;       /* values enumerated since the frame was handed out; and that may be */
    uint64_t steps;                 /* emitted, likewise */
    uint64_t cut;                   /* steps that left the bounds, likewise */
    void *after;                    /* room for a state */
    unsigned step;                  /* of the outermost plan */
    unsigned furthest;              /* that it ever got */
    uint32_t too_large;             /* the fault that means: this is too much to enumerate */
    /* What follows from bounds is carried along (truth.h): */
    uint32_t cut_here;    /* the fault that names the domain which is being enumerated */
    uint32_t missed;      /* an enumeration left values out; the fault that names it, or 0 */
    uint32_t maybe;       /* something was found of which it is not known whether it counts; likewise */
    bool maybe_lost;      /* ... or even well-defined */
    uint64_t solutions;   /* of plans of choices, so far */
    uint32_t limited;     /* values were chosen within the bounds, and a condition may hold for others; likewise */
    uint32_t passed_over; /* a condition was ill-defined for values that were left out; likewise */
    void (*on_passing_over)(void *context, const struct eb_frame *frame); /* NULL: nobody asks which values */
    void *passing_over_context;
    uint32_t open;      /* a theorem on the way was not decided; likewise */
    uint32_t wrong;     /* what a solution violates though it counts; 0: nothing */
    uint32_t unsure;    /* something was used of which it is not known whether it is well-defined; likewise */
    bool asks_first;    /* ... it was not used so, as a solver is asked for the formula first ... */
    bool is_trusting;   /* ... and was, or there is none */
    uint32_t undecided; /* why the last formula that was not decided was not */
    bool doubtful;      /* what is evaluated may not matter: a condition before it was not decided */
    bool lost;          /* it failed as something is ill-defined, but that may not matter */
    const struct eb_faults *faults;
    bool inexact;       /* the values that are being enumerated are cut off themselves: functions on all of ℕ */
    bool keeps_inexact; /* and may be kept so: the constants' */
    unsigned calls;     /* of functions of theories, inside each other */
    unsigned unasked;   /* so many values more, until it is asked whether to go on */
    bool (*goes_on)(void *context);
    void *goes_on_context;
    uint32_t in_doubt;     /* of the events tried since this was cleared, one may happen, or not: why */
    bool outside;          /* something failed as an integer in a set is outside the window */
    bool *cut_slots;       /* by slot: holds such a value */
    struct eb_frame *next; /* in a pool */
    uint64_t owner;
    struct eb_mark start;   /* nothing in use */
    struct eb_value result; /* of an evaluation that outlives it */
    uint32_t setup;         /* whose constants are in the slots, plus 1; 0: nobody's */
    unsigned memo_count;
    uint64_t generation;  /* of the variables' values in the slots: another number for each state */
    uint64_t generations; /* the last one that was given */
    struct eb_memo *memos;
    struct arena *kept;       /* for values of memos that are no words */
    struct eb_proven *proven; /* invariants (proven.h) */
    uint64_t spent;           /* on everything so far: roughly, in bytes of values that were made */
    uint64_t dear_at;         /* where what is evaluated is given up, with the fault `too_dear`; 0: nowhere */
    uint32_t too_dear;
};

struct eb_frame *eb_frame_new(unsigned slot_count);
void eb_frame_resize(struct eb_frame *frame, unsigned slot_count);
void eb_frame_free(struct eb_frame *frame);

/* The variables in the slots are new ones. */
static inline void eb_frame_new_generation(struct eb_frame *frame) { frame->generation = ++frame->generations; }
/* What is enumerated from now on is named by this fault; 0: by that of whoever is further out. There is always one, as
 * what is left out is noted by it. */
static inline void eb_frame_name_cut(struct eb_frame *frame, uint32_t cut) {
    if (cut) frame->cut_here = cut;
}
/* Room for a value that is kept. */
struct eb_memo *eb_frame_memo(struct eb_frame *frame, unsigned number);

/* Not zeroed; aligned to 16 bytes; valid until the frame is rewound. */
void *eb_frame_alloc(struct eb_frame *frame, size_t size);

static inline struct eb_mark eb_frame_mark(const struct eb_frame *frame) {
    return (struct eb_mark){frame->chunk, frame->used, frame->total};
}
void eb_frame_rewind(struct eb_frame *frame, struct eb_mark mark);

/* Ends the evaluation. */
__attribute__((noreturn)) void eb_fail(struct eb_frame *frame, uint32_t fault);
/* The same for what is not decided, and may not even be well-defined. */
__attribute__((noreturn)) void eb_fail_lost(struct eb_frame *frame, uint32_t fault);
__attribute__((noreturn)) void eb_fail_again(struct eb_frame *frame); /* as it did last, for whom it is further out */

/* Is it the fault that something is ill-defined? */
bool eb_is_ill_defined(const struct eb_frame *frame, uint32_t fault);
/* Runs `work`; false if it failed: then frame->fault says why. */
bool eb_attempt(struct eb_frame *frame, void (*work)(struct eb_frame *frame, void *context), void *context);

/* Counts an enumerated value; too many of them in one evaluation end it. */
enum { EB_MOST_WORK = 1 << 26, EB_MOST_WORK_FOR_SETUPS = 1 << 24, EB_MOST_STEPS = 1 << 20 };
/* Marks faults that mean: it was not decided, as a domain was cut to the bounds. */
#define EB_CUT (UINT32_C(1) << 31)
/* Marks the fault that means: the time is over, or the user wants an end. */
#define EB_STOP (UINT32_C(1) << 30)
/* After a failed attempt: what failed is not decided. Fails again where the time is over. */
void eb_doubt(struct eb_frame *frame);
/* Asks now and then whether to go on. */
void eb_frame_ask(struct eb_frame *frame);
static inline void eb_frame_tick(struct eb_frame *frame) {
    if (!--frame->unasked) eb_frame_ask(frame);
}
static inline void eb_frame_work(struct eb_frame *frame) {
    eb_frame_tick(frame);
    if (++frame->work > frame->most_work) eb_fail(frame, frame->too_large);
}

#endif
