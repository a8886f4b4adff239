/* What executes an application: its transition system, and all that the machines of its threads share.
 *
 * Invariant: nothing here changes during a search but the table of faults (fault.h), the marks of reached code, the
 * machines in reserve, and whether patience has ended. */
#ifndef APP_EXEC_EXECUTOR_H
#define APP_EXEC_EXECUTOR_H

#include "app/analysis/analysis.h"
#include "app/analysis/classes.h"
#include "app/subject/noticed.h"
#include "ts/ts.h"

#include <stdatomic.h>

enum { SPARE_MACHINES = 16 };

/* Of an instruction that some step has executed. */
enum reached {
    REACHED = 1,
    REACHED_FOR_EVER = 2,      /* the way back of a loop that has no end */
    REACHED_END_BY_HOOK = 4,   /* it has shut the system down, in a hook or a callback */
    REACHED_END_BY_OTHERS = 8, /* ... in a task, an interrupt routine or main() */
    REACHED_THEN = 16,         /* a branch that has gone there, if anybody asks (notes_sides) */
    REACHED_OTHERWISE = 32,
    REACHED_UNSEEN = 64, /* a service with an error at which nobody looked in some run, though code may (unseen.h) */
    REACHED_NOT_FOLLOWED = 128 /* it put an error where whoever may look counts as looking, in each run */
};

struct witness; /* witness.h */
struct moved;   /* moved.h */

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): by what belongs together; there is one */
struct executor {
    struct ts ts; /* its self is the executor */
    const struct subject *subject;
    const struct analysis *analysis;
    const struct classes *classes; /* of choices (classes.h) */
    struct arena *arena;           /* the subject's */
    struct noticed noticed;        /* of arguments */

    /* Who watches, and what must not escape them. */
    const struct witness *witness;
    void *watch;                         /* the witness's own */
    unsigned char *observed;             /* per object: steps end where it is written */
    unsigned char *stops;                /* per instruction: steps end before and after it; NULL: nowhere */
    bool looks_at_code;                  /* the witness is told of every instruction */
    const struct c_instruction *opening; /* what the witness looks at begins behind it; NULL: with the first state */
    bool sees_services;                  /* the witness tells services apart: each is a step of its own */

    /* Not NULL: inputs and choices have only these values, where they can have one of them (a run is told again). */
    const int64_t *only_inputs;
    size_t only_input_count;
    uint32_t few_inputs; /* 0, or so many of their values each, where they have more, and no long steps: a quick look */

    /* Where things are in a state. */
    uint32_t kernel_size; /* rounded up to 4 */
    uint32_t globals_at, budgets_at, untimed_at, paced_at, unawaited_at, contexts_at;
    uint32_t max_state_size;

    const struct ts_action *actions;
    uint32_t first_isr_action, first_counter_action, first_task_action, kernel_action;

    bool timely;  /* where that is open, alarms expire only when their tasks are ready for them. Set between searches */
    bool instant; /* ... or said to be so, time passes only when nothing runs: code takes none. Likewise */
    bool forgives;   /* what code that takes its time is likely to do wrong (exec/late.h) is no fault. Likewise */
    bool shows_ends; /* a run goes on up to an assumption that does not hold. Likewise */
    struct unawaited
        *unawaited; /* states in which time goes on without some of them (unawaited.h); NULL: none. Likewise */

    bool keeps_gaps; /* steps that were given up are so still (long_step.h). Likewise */

    bool (*goes_on)(void *context); /* asked in the middle of long steps; NULL: yes */
    void *goes_on_context;

    /* What changes. */
    _Atomic bool stopped; /* goes_on() has said no */
    struct faults *faults;
    _Atomic(struct long_steps *) long_steps; /* of this search (long_step.h) */
    struct moved *moved;                     /* accesses that a compiler may move; a checkpoint keeps them (kept.h) */
    _Atomic unsigned char *noted;            /* the next four, which it keeps, too: bits that are never taken back */
    size_t noted_size;
    bool notes_sides;               /* of branches */
    _Atomic unsigned char *reached; /* per instruction: bits of enum reached */
    _Atomic unsigned char *sampled; /* per instruction: it chose among some values, not all (choice.h) */
    _Atomic unsigned char *cut_off; /* per instruction: the way back of a loop that went round too often (rounds.h) */
    _Atomic unsigned char *met, *met_more; /* per instruction: what has to be assumed of it (address.h) */
    _Atomic uint32_t *most_rounds;         /* per instruction: the way back of a loop that went round so often */
    _Atomic(struct machine *) spare[SPARE_MACHINES];
};

/* Notes of all instructions, which begin anew; and what was noted before counts again, and is freed. */
unsigned char *executor_set_aside(const struct executor *executor, _Atomic unsigned char *notes);
void executor_give_back(const struct executor *executor, _Atomic unsigned char *notes, unsigned char *before);

static inline void executor_note(_Atomic unsigned char *noted, unsigned char bits) {
    if (bits & ~atomic_load_explicit(noted, memory_order_relaxed)) /* others read it all the time */
        atomic_fetch_or_explicit(noted, bits, memory_order_relaxed);
}

/* `executor` has its subject and analysis. What is watched is set next, and then executor_finish() called. */
void executor_begin(struct executor *executor);
void executor_finish(struct executor *executor);
/* Somebody asks for the values of all conditions (cases/decision.h): inputs have as many classes as that takes. Not to
 * be called while steps are made. */
void executor_look_at_conditions(struct executor *executor);
void executor_free(struct executor *executor); /* what it points at */

/* With somebody to ask: a search begins. */
void executor_set_patience(struct executor *executor, bool (*goes_on)(void *context), void *context);
/* Asks. False: `stopped` from now on. */
bool executor_goes_on(const struct executor *executor);

#endif
