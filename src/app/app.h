/* An OSEK application, OIL and C, as a transition system: what commands, reports and other engines use.
 *
 * A state is the kernel's block, the globals that anybody writes, and the calls under way of every context. A step goes
 * from one point to the next; between two points there is exactly one operation that others can notice (a service, an
 * access to memory that an interrupt could touch just then, a choice, the end of an ISR, an arrival from outside) and
 * whatever private computation follows it. Wherever a state is stored, everything that may arrive from outside does;
 * where there is one way on, it need not be stored (stretch.h).
 * Actors are the kernel's contexts by their numbers, followed by the counters.
 *
 * Memory is exact to the byte, and accesses wider than the target's word are made word by word, from low addresses to
 * high ones. */
#ifndef APP_APP_H
#define APP_APP_H

#include "app/timeline.h"
#include "base/diag.h"
#include "cfront/cfront.h"
#include "oil/oil.h"
#include "osek/kernel.h"
#include "ts/product.h"
#include "ts/trace.h"
#include "ts/ts.h"

/* ---- Options ---- */

/* How often an ISR comes from outside, or a counter ticks (for counters: how often one of their alarms expires; tick by
 * tick where the application can see the counter's value). */
struct app_budget {
    const char *name; /* of an ISR or a counter */
    uint32_t times;   /* APP_UNBOUNDED: any number */
    bool idle_only;   /* only while no task is ready and nothing runs: the application is fast enough */
};
#define APP_UNBOUNDED UINT32_MAX

/* What is looked for without being asked. Each can be switched off; then the run goes on as the kernel, or a machine
 * with two's complement, does. Memory faults and division by zero have no way on: they cannot be switched off. */
enum app_check {
    APP_CHECK_ASSERTION,     /* "assertion": assert() */
    APP_CHECK_OVERFLOW,      /* "overflow": of signed numbers, shifts out of range included */
    APP_CHECK_ENDLESS,       /* "endless": code that runs for ever, where nothing can interrupt it */
    APP_CHECK_DEADLOCK,      /* "deadlock": tasks wait, and nothing can ever wake one */
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
    APP_CHECK_COUNT
};
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
    struct oil_options oil;
    struct cfront_options cfront;
    bool no_reduction;   /* every access to memory, every service, is a step of its own */
    uint32_t step_limit; /* instructions in a step, after which it is given up with a fault of kind "limit" */
};
struct app_options app_options_default(void); /* everything unbounded, every check on, no property */

/* Kernels by name: "standard", "trampoline". NULL beyond the last. */
const char *app_profile_name(size_t index);
const char *app_profile_text(size_t index); /* for help: half a sentence */

/* ---- Loading ---- */

struct app;

/* NULL with errors in `diagnostics` if it cannot be loaded. What `options` points at need not outlive the call. */
struct app *app_load(const char *const *oil_paths, size_t oil_count, const char *const *sources, size_t source_count,
                     const struct app_options *options, struct diagnostics *diagnostics);
/* The same for a program that is there already (other engines, tests). It and `config` outlive the application; the
 * budgets, checks and properties of `options` count. `names` may be NULL. */
struct app *app_new(const struct c_program *program, const struct osek_config *config, const struct cfront_names *names,
                    const struct app_options *options, struct diagnostics *diagnostics);
void app_free(struct app *app); /* NULL is allowed */

const struct ts *app_ts(const struct app *app);
const struct c_program *app_program(const struct app *app);
const struct osek_config *app_kernel_config(const struct app *app);
const struct cfront_names *app_names(const struct app *app);           /* NULL if there are none */
const char *app_context_name(const struct app *app, uint32_t context); /* "t1", "ErrorHook", "callback of alarm a" */

bool app_looks_for(const struct app *app, enum app_check check); /* as the options said */

/* Faults of steps have these kinds: the names of checks, and "mutex", "memory", "division", "limit" (rtcheck gave up:
 * neither right nor wrong), "unsupported" (the same: what was met there cannot be modelled). */
bool app_fault_is_inconclusive(const char *kind);

/* A step may take long, if a program computes much between two services: `goes_on` is asked meanwhile, perhaps by
 * several threads at once. Once it says no, no step leads anywhere any more, so a search ends soon: with what it has
 * found until then, but without having seen everything. NULL: go on. Not to be called while steps are made. */
void app_set_patience(struct app *app, bool (*goes_on)(void *context), void *context);
bool app_lost_patience(const struct app *app); /* since then */

/* ---- Properties ---- */

/* Those of the options, in order. An observer accepts the runs that violate its property. */
size_t app_property_count(const struct app *app);
const struct ts_observer *app_property_observer(const struct app *app, size_t property);
bool app_property_is_safety(const struct app *app, size_t property); /* violated only by finite runs */
const char *app_property_name(const struct app *app, size_t property);
const char *app_property_text(const struct app *app, size_t property);

/* ---- States and runs ---- */

/* The kernel's block of a state, for osek_task_state() and the like. */
const void *app_kernel_state(const struct app *app, const void *state);

/* Where a context's code is: false if it is not under way (or has not begun yet). */
bool app_where(const struct app *app, const void *state, uint32_t size, uint32_t context, struct place *place,
               const char **function);

/* What a trace of app_ts() did, event by event; a trace of a product with a property's observer is one, too (the
 * observer's 4 bytes at the end of its states do not matter). Release with timeline_free(). */
struct timeline *app_timeline(const struct app *app, const struct ts_trace *trace);
void timeline_free(struct timeline *timeline);

/* ---- What was never done ---- */

/* Which instructions some step executed, over all calls of next() so far, from all threads. After a complete search
 * the others are unreachable. */
bool app_reached(const struct app *app, const struct c_function *function, uint32_t instruction);
/* The source lines with code none of which was executed, in order of file and line; `function` is whose. For a function
 * of which nothing was executed, one call with its own place and `whole`. */
typedef void (*app_unreached_visit)(void *context, const struct c_function *function, struct place place, bool whole);
void app_visit_unreached(const struct app *app, app_unreached_visit visit, void *context);
/* Loops that some run enters and never leaves, without a service and whatever comes: only interrupts, and what they
 * start above it, get the processor there. (Where nothing can come this is a fault, too.) */
void app_visit_endless(const struct app *app, app_unreached_visit visit, void *context);

#endif
