/* What a check of an application is asked to do: what comes from outside, what is looked for, which properties. */
#ifndef APP_SUBJECT_OPTIONS_H
#define APP_SUBJECT_OPTIONS_H

#include "base/diag.h"
#include "cfront/cfront.h"
#include "oil/oil.h"

/* How often an ISR comes from outside, or alarms of a counter expire (those that expire at one tick count once). After
 * the last time the counter stands still. */
struct app_budget {
    const char *name; /* of an ISR or a counter */
    uint32_t times;   /* APP_UNBOUNDED: any number */
    bool idle_only;   /* only while no task is ready and nothing runs: the application is fast enough */
    bool nested;      /* a counter: its ticks interrupt routines of category 2, too, whatever their priorities */
    bool timely;      /* of counters: an alarm expires only when its task is ready for it (machine.h) */
    bool open;        /* of counters: nobody has said whether that is so */
};
#define APP_UNBOUNDED UINT32_MAX

/* What is looked for without being asked. Each can be switched off; then the run goes on as the kernel, or a machine
 * with two's complement that reads and writes anywhere, does. Memory faults and division by zero have no way on: they
 * cannot be switched off. */
enum app_check {
    APP_CHECK_ASSERTION,     /* "assertion": assert() */
    APP_CHECK_OVERFLOW,      /* "overflow": of signed numbers, shifts out of range included */
    APP_CHECK_ENDLESS,       /* "endless": code that runs for ever, where nothing can interrupt it */
    APP_CHECK_DEADLOCK,      /* "deadlock": tasks wait, and nothing can ever wake one */
    APP_CHECK_WAITING,       /* "waiting": a task waits, others go on, and no run ever wakes it */
    APP_CHECK_TERMINATE,     /* "terminate": a task comes to its end without TerminateTask or ChainTask */
    APP_CHECK_RESOURCE,      /* "resource": order, nesting, held at the end */
    APP_CHECK_CEILING,       /* "ceiling": a resource is taken by who does not list it, or is above its ceiling */
    APP_CHECK_ACTIVATION,    /* "activation": an activation is lost */
    APP_CHECK_LEVEL,         /* "level": a service where table 12-1 forbids it */
    APP_CHECK_INTERRUPTS,    /* "interrupts": services while disabled, unbalanced pairs */
    APP_CHECK_EVENT,         /* "event": of suspended or basic tasks */
    APP_CHECK_ARGUMENT,      /* "argument": identifiers and values out of range */
    APP_CHECK_RACE,          /* "race": memory of two contexts, where nothing keeps their accesses apart (race.h) */
    APP_CHECK_UNINITIALISED, /* "uninitialised": a local is read that has no value yet (unset.h) */
    APP_CHECK_UNCHECKED,     /* "unchecked": a service returns an error, nobody looks, and there is no error hook */
    APP_CHECK_ALIGNMENT,     /* "alignment": of numbers; pointers are never read where they may not lie */
    APP_CHECK_COUNT
};

/* What is said of code that runs for ever; for its context's name. */
#define APP_RUNS_FOR_EVER "%s runs for ever: this loop has no way out, and nothing can interrupt it"
const char *app_check_name(enum app_check check);
const char *app_check_text(enum app_check check); /* for help: half a sentence */
bool app_check_by_name(const char *name, enum app_check *check);

/* A property over time, in LTL: [] <> U W R X ! && || -> <->, `always`, `eventually`, `until` ..., parentheses; atoms
 * are comparisons and arithmetic of C over
 *   x, s.field, a[3]   globals and static variables of the application (constants for an index); `function::x` for a
 *                      static local, `file.c::x` where a name is not unique; enumerators; numbers; TRUE, FALSE
 *   running(t) ready(t) waiting(t) suspended(t)     the state of a task (running also while an ISR interrupts it)
 *   active(c)          the code of this task, ISR or hook is what runs now
 *   under_way(c)       it began and has not ended
 *   holds(c, R)        task or ISR c holds resource R
 *   set(t, E)          event E of task t is set
 *   alarm(a)           alarm a is set
 *   call(Service), call(Service, x, ...)   the step that led here called this service, with these first arguments
 *   line("f.c:42")     the code that runs now is about to execute this line
 *   idle, shut_down    nothing runs; ShutdownOS was called
 */
struct app_property {
    const char *name; /* NULL: the text */
    const char *text;
    struct place place; /* of the text, for diagnostics */
};

/* Code in which at most one task, ISR, hook or callback may be at a time: functions, "name" or "file.c::name", and
 * lines, "file.c:3" or "file.c:3-9", with commas between. Whoever breaks it is a fault of kind "mutex" (mutex.h). */
struct app_mutex {
    const char *text;
    struct place place; /* of the text, for diagnostics */
};

struct app_options {
    const char *profile; /* app_profile_name(); NULL: the first, the strict standard */
    bool no_scheduler;   /* every task is ready from the start, and may run at any moment: for comparison */
    const char *mode;    /* application mode; NULL: OSDEFAULTAPPMODE if there is one, otherwise the first */
    const struct app_budget *isrs, *counters;
    size_t isr_count, counter_count;
    struct app_budget other_isrs, other_counters; /* for those not named there; `name` is ignored. Take them from
                                                     app_options_default(). Counters that the application itself
                                                     increments do not tick by themselves unless they are named. */
    bool disabled[APP_CHECK_COUNT];
    const struct app_property *properties;
    size_t property_count;
    const struct app_mutex *mutexes;
    size_t mutex_count;
    const char *const *expected; /* errors that are meant: "ActivateTask=E_OS_LIMIT" (expect.h) */
    size_t expected_count;
    const char *const *any; /* variables that have any value at the start (any.h): "x", "file.c::s.a[3]", "y=0..9" */
    size_t any_count;
    struct oil_options oil;
    struct cfront_options cfront;
    bool whole_objects;   /* pointers may walk over all of an object, not just over the member they were made for */
    bool fair_interrupts; /* in formulas, interrupts that may come for ever do come */
    bool turns_operands;  /* where C leaves their order open, and it may make a difference, two orders are tried */
    bool keeps_tallies;   /* values of variables that nobody looks at are shown, or compared (tally.h) */
    bool runs_idle;       /* routines run, too, of which nothing is seen but ticks of a counter (beat.h) */
    bool no_reduction;    /* every access to memory, every service, is a step of its own */
    uint32_t loop_bound;  /* rounds of a loop without services, after which it is given up likewise; 0: any number */
    uint32_t step_limit;  /* instructions in a step, after which it is given up with a fault of kind "limit" */
};
struct app_options app_options_default(void); /* everything unbounded, every check on, no property */

/* Kernels by name: "standard", "trampoline", "erika". NULL beyond the last. */
const char *app_profile_name(size_t index);

/* Faults of steps have these kinds: the names of checks, and "mutex", "memory", "division", "limit" (rtcheck gave up:
 * neither right nor wrong), "unsupported" (the same: what was met there cannot be modelled). */
bool app_fault_is_inconclusive(const char *kind);

#endif
