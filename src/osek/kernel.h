/* The OSEK kernel: every service a pure function over a small state.
 *
 * Written once: every engine of `app`, the conformance examples and the exporters use it. It knows no C code, only
 * contexts: places where the application's code runs. A context is a task, an interrupt routine, a hook or an alarm
 * callback; they are numbered in this order, each has at most one activation of its code at a time, and osek_current()
 * says whose code runs now. The kernel's state is one block of osek_state_size() bytes without padding or pointers: two
 * states are equal iff their bytes are.
 *
 * Where the standard leaves a choice (the order of autostarted tasks of equal priority, of alarms that expire at one
 * tick, which of several errors is returned), functions take `choice` and return how many choices there are: call with
 * 0 first, and, if the result is more than 1, again with the others on copies of the state before; one of them may say
 * that there are more. A profile can fix
 * the choices.
 *
 * Clauses in comments are those of OSEK/VDX OS 2.2.3. */
#ifndef OSEK_KERNEL_H
#define OSEK_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OSEK_NONE UINT32_MAX /* no task, no context, no resource ... */

enum osek_status { /* Numbers of 13.1 */
                   OSEK_OK = 0,
                   OSEK_E_ACCESS = 1,
                   OSEK_E_CALLEVEL = 2,
                   OSEK_E_ID = 3,
                   OSEK_E_LIMIT = 4,
                   OSEK_E_NOFUNC = 5,
                   OSEK_E_RESOURCE = 6,
                   OSEK_E_STATE = 7,
                   OSEK_E_VALUE = 8,
                   OSEK_E_DISABLEDINT = 12, /* AUTOSAR's, under profiles that have it */
                   OSEK_E_SYS = 0x40        /* the first of an implementation's own */
};

enum osek_task_state { OSEK_RUNNING, OSEK_WAITING, OSEK_READY, OSEK_SUSPENDED };

/* One object of each kind; `index` in the arrays of the configuration is its identifier for services. */
struct osek_task {
    const char *name;
    uint32_t priority;   /* larger is more urgent */
    uint32_t activation; /* how many requests are accepted, running and ready ones together */
    bool preemptable, extended;
    uint32_t internal;  /* its internal resource's ceiling level; 0 if it has none */
    uint64_t events;    /* the mask of all events it owns */
    uint64_t resources; /* bit r: it declares resource r */
    uint64_t autostart; /* bit m: starts by itself in application mode m */
};
struct osek_isr {
    const char *name;
    unsigned category; /* 1, 2 */
    uint32_t level;    /* above every task's priority; an ISR interrupts code of a lower level */
    uint64_t resources;
};
struct osek_resource {
    const char *name;
    uint32_t ceiling; /* a level: a task's priority or an ISR's level; 0: nobody declares it */
    bool scheduler;   /* RES_SCHEDULER: blocks tasks only */
    uint32_t root;    /* a linked resource: what it stands for; otherwise itself */
};
struct osek_counter {
    const char *name;
    uint32_t max, ticks_per_base, min_cycle;
    uint32_t level;  /* of the interrupt that drives it, as an ISR's; 0: above all tasks, below all ISRs */
    bool unobserved; /* nobody reads its value or sets an absolute alarm: the state need not keep it (alarms keep the
                        ticks that remain) */
    bool stepwise;   /* code could notice where it stands between two expiries: it may jump only where none does (not
                        the kernel's affair, but of those who let time pass) */
};
enum osek_action { OSEK_ACTION_NONE, OSEK_ACTIVATE, OSEK_SET_EVENT, OSEK_CALLBACK, OSEK_INCREMENT };
struct osek_alarm {
    const char *name;
    uint32_t counter;
    enum osek_action action;
    uint32_t task;      /* activate, set event */
    uint64_t event;     /* mask */
    uint32_t increment; /* the counter to increment */
    uint64_t autostart; /* bit m: starts in application mode m */
    uint32_t start, cycle;
};

/* By an activation, or by an event. */
static inline bool osek_alarm_starts_task(const struct osek_alarm *alarm) {
    return alarm->action == OSEK_ACTIVATE || alarm->action == OSEK_SET_EVENT;
}

/* What the standard leaves open, or another kernel does differently. The strict standard: all zero. */
struct osek_profile {
    bool task_id_invalid_in_isr; /* GetTaskID in an ISR says INVALID_TASK, not the interrupted task */
    bool hooks_for_idle;         /* Pre/PostTaskHook also around the idle task */
    bool hooks_for_isr;          /* ... and around ISRs of category 2 */
    bool no_post_hook_on_self_chain;
    bool disabled_interrupts_error; /* services between Disable/Suspend and Enable/Resume return E_OS_DISABLEDINT */
    bool autostart_before_startup_hook;
    bool services_in_callbacks; /* alarm callbacks may call services */
    bool end_terminates;        /* a task that ends without TerminateTask is terminated, without complaint */
    bool fixed_autostart_order; /* equal priorities: order of declaration, no choice */
    bool fixed_alarm_order;     /* alarms that expire at one tick: order of declaration, no choice */
    bool fixed_errors;          /* which of several errors: the first in the order DISABLEDINT, CALLEVEL, ID, ACCESS,
                                   RESOURCE, NOFUNC, VALUE, STATE, LIMIT, no choice */
    bool undeclared_resource_refused; /* GetResource by a task that does not declare it, below its ceiling: E_OS_ACCESS
                                       */
    bool zero_increment_ok;   /* SetRelAlarm with increment 0 is accepted: the alarm expires a whole turn later */
    bool main_goes_on;        /* StartOS returns: main() goes on while no task runs, and may call services */
    uint32_t counter_maximum; /* where the configuration gives none; 0: the largest that there is */
};

/* The profiles that have a name: "standard" (all zero), "trampoline", "erika". */
struct osek_profile osek_profile_standard(void);
struct osek_profile osek_profile_trampoline(void);
struct osek_profile osek_profile_erika(void);
bool osek_profile_by_name(const char *name, struct osek_profile *profile);

/* Where the parts of a state are: the kernel's own. */
struct osek_layout {
    uint32_t size; /* 0: not worked out yet */
    uint32_t id_size, event_size, tick_size, parameter_size;
    uint32_t stack, depth, tasks, resources, pending, masked, registered, due, queue, queue_length, events, alarms,
        counters, error, stop, main, last;
};

struct osek_config {
    bool extended_status;
    bool startup_hook, shutdown_hook, error_hook, pre_task_hook, post_task_hook;
    const struct osek_task *tasks;
    const struct osek_isr *isrs;
    const struct osek_resource *resources;
    const struct osek_counter *counters;
    const struct osek_alarm *alarms;
    uint32_t task_count, isr_count, resource_count, counter_count, alarm_count;
    uint32_t highest_priority; /* of all tasks: the ceiling of RES_SCHEDULER among them */
    bool masks_sources;        /* code masks some of them one by one */
    const bool *registered;    /* by interrupt routine: it comes only once code has registered it; NULL: none does */
    bool unnested;             /* routines of category 2 hold each other back, whatever their levels */
    bool runs_main;            /* what comes first is main(): it calls StartOS */
    bool counts_requests;      /* no kernel's limit is `activation`, but that of the model */
    bool no_scheduler;         /* every task is ready from the start, and runs when somebody chooses it (osek_switch):
                                  priorities count for nothing, a resource keeps out who declares it, and a request
                                  beyond the limit is no further one. No kernel of the standard: for comparison */
    bool main_starts;          /* ... or does not: the system starts, in this mode, when it ends */
    uint32_t main_mode;
    bool remembers;    /* osek_before_shutdown() tells more than the application mode */
    bool main_is_last; /* ... or goes on when the system has started (main_goes_on), and never calls StartOS */
    struct osek_profile profile;
    struct osek_layout layout; /* leave it zero; osek_prepare() fills it */
};

/* Does it matter which of the two alarms is handled first, where they expire at one tick? */
bool osek_alarms_conflict(const struct osek_config *config, uint32_t one, uint32_t other);

/* Optional, for speed: works the layout of states out once, instead of at each call. Call it when the configuration is
 * complete, and again if it is changed. */
void osek_prepare(struct osek_config *config);

/* NULL, or in plain words why the kernel cannot run this (too many objects, an extended task with two activations ...).
 */
const char *osek_config_fault(const struct osek_config *config);

/* ---- Contexts ---- */

enum osek_context_kind {
    OSEK_TASK,
    OSEK_ISR,
    OSEK_STARTUP_HOOK,
    OSEK_SHUTDOWN_HOOK,
    OSEK_ERROR_HOOK,
    OSEK_PRE_TASK_HOOK,
    OSEK_POST_TASK_HOOK,
    OSEK_ALARM_CALLBACK, /* `index` is the alarm */
    OSEK_MAIN,           /* main(): before StartOS, and by profile after it, below all tasks */
};
/* Numbers: tasks, ISRs, the five hooks in the order above, callbacks of alarms 0, 1, ..., main() */
uint32_t osek_context_count(const struct osek_config *config);
uint32_t osek_context(const struct osek_config *config, enum osek_context_kind kind, uint32_t index);
enum osek_context_kind osek_context_kind(const struct osek_config *config, uint32_t context, uint32_t *index);

/* ---- States ---- */

uint32_t osek_state_size(const struct osek_config *config);

/* StartOS: hooks, autostarted tasks and alarms; or, where the configuration says so, main(), which calls it (`mode`
 * then counts for main_is_last only). Returns the number of choices. */
unsigned osek_start(const struct osek_config *config, void *state, uint32_t mode, unsigned choice);

/* Whose code runs now: a context, or OSEK_NONE: idle, or shut down. A context whose code is not under way yet begins at
 * its first statement. */
uint32_t osek_current(const struct osek_config *config, const void *state);
bool osek_is_shut_down(const struct osek_config *config, const void *state);
/* ... or ShutdownHook is still under way: ShutdownOS was called. */
bool osek_is_stopped(const struct osek_config *config, const void *state);
/* The state in which ShutdownOS or exit() was called, as far as tasks, events, resources, alarms and whoever was under
 * way go: none of them ended by that. The state itself before that, or where the configuration does not remember. */
const void *osek_before_shutdown(const struct osek_config *config, const void *state);
/* The system is up, and no task, interrupt routine or hook runs (main() may: it is the idle task then). */
bool osek_is_idle(const struct osek_config *config, const void *state);
/* The system is up, and the kernel is not in the middle of something that it finishes when a hook or a callback is
 * over: what comes next is up to those who are under way, ready or requested. */
bool osek_is_settled(const struct osek_config *config, const void *state);
/* Its code is under way: from when the kernel gives it the processor until it ends. (Preempted, waiting and interrupted
 * contexts are under way, too.) A context that is not has no code to go on with: what an engine keeps for it is void.
 */
bool osek_is_under_way(const struct osek_config *config, const void *state, uint32_t context);
/* The argument of the hook that runs: the error for ErrorHook and ShutdownHook; 0 for all other code. */
uint64_t osek_hook_argument(const struct osek_config *config, const void *state);

/* The code of the current context came to its end (returned from its function). For a task, this is the misuse of
 * 4.7 (or, by profile, a TerminateTask). Returns the number of choices. */
struct osek_result;
unsigned osek_end(const struct osek_config *config, void *state, unsigned choice, struct osek_result *result);

/* ---- Services ---- */

enum osek_service {
    OSEK_ActivateTask,
    OSEK_TerminateTask,
    OSEK_ChainTask,
    OSEK_Schedule,
    OSEK_GetTaskID,
    OSEK_GetTaskState,
    OSEK_EnableAllInterrupts,
    OSEK_DisableAllInterrupts,
    OSEK_ResumeAllInterrupts,
    OSEK_SuspendAllInterrupts,
    OSEK_ResumeOSInterrupts,
    OSEK_SuspendOSInterrupts,
    OSEK_GetResource,
    OSEK_ReleaseResource,
    OSEK_SetEvent,
    OSEK_ClearEvent,
    OSEK_GetEvent,
    OSEK_WaitEvent,
    OSEK_GetAlarmBase,
    OSEK_GetAlarm,
    OSEK_SetRelAlarm,
    OSEK_SetAbsAlarm,
    OSEK_CancelAlarm,
    OSEK_GetActiveApplicationMode,
    OSEK_StartOS,
    OSEK_ShutdownOS,
    OSEK_IncrementCounter,
    OSEK_GetCounterValue,
    OSEK_GetElapsedValue, /* AUTOSAR's, common in OSEK projects */
    OSEK_ErrorGetServiceId,
    OSEK_ErrorParameter, /* the macros of 11.2; the parameter's number is argument 0 */
    /* No services of the system, but the processor's own means: interrupts are off until the application lets them come
     * again, or calls a service, or the code ends. Nothing nests, and nothing is a misuse. */
    OSEK_ProcessorMasks,
    OSEK_ProcessorForgets, /* what the processor masked may be unmasked */
    OSEK_ProcessorUnmasks, /* ... is, and so is what services mask, as long as their sections last */
    /* ... one source of interrupts is off, that of this routine, until it is let come again: whoever runs
     * (masks_sources). OSEK_NONE: all of them come again. */
    OSEK_SourceMasks,
    OSEK_SourceUnmasks,
    OSEK_SourceRegisters, /* this routine may come from now on (registered). OSEK_NONE: all may */
    OSEK_ProgramEnds,     /* exit(): nothing runs any more, no ShutdownHook either; wherever it is called */
    OSEK_SERVICE_COUNT
};
const char *osek_service_name(enum osek_service service); /* OSServiceId_<name> is the number in the enumeration */
bool osek_service_by_name(const char *name, enum osek_service *service);
bool osek_service_has_status(enum osek_service service); /* it returns StatusType */
/* The system's own, which applications call by its name. */
bool osek_service_is_systems(enum osek_service service);
bool osek_is_system_service(const char *name);         /* the name of one of these */
bool osek_masks_processor(enum osek_service service);  /* or unmasks it, or a source */
bool osek_ends_all(enum osek_service service);         /* where it does what it is for, nothing runs any more */
const char *osek_status_name(enum osek_status status); /* "E_OS_LIMIT" */
bool osek_status_by_name(const char *name, enum osek_status *status);

struct osek_call {
    enum osek_service service;
    uint64_t arguments[3]; /* identifiers, masks, ticks, as given by the application; not yet checked */
};

/* Misuse that the standard calls undefined (mostly in standard status), or that an engineer dreads. */
enum osek_misuse {
    OSEK_NO_MISUSE,
    OSEK_MISSING_TERMINATE,     /* a task came to its end without TerminateTask or ChainTask (4.7) */
    OSEK_RESOURCE_AT_END,       /* terminates, chains, waits, schedules, or an ISR ends, with a resource held (8.2) */
    OSEK_RESOURCE_ORDER,        /* released out of order (8.2), or not held */
    OSEK_RESOURCE_NESTED,       /* taken twice */
    OSEK_RESOURCE_CEILING,      /* taken from above its ceiling, or by a task that does not declare it */
    OSEK_ACTIVATION_LOST,       /* beyond the limit (also at an alarm's expiry) */
    OSEK_WRONG_LEVEL,           /* a service called where table 12-1 forbids it */
    OSEK_INTERRUPTS_DISABLED,   /* a service between Disable/Suspend and Enable/Resume (6) */
    OSEK_INTERRUPTS_UNBALANCED, /* Resume without Suspend, Enable without Disable, left disabled at the end */
    OSEK_EVENT_OF_SUSPENDED,    /* SetEvent or GetEvent on a suspended task */
    OSEK_EVENT_OF_BASIC,        /* events of a basic task */
    OSEK_EVENT_OF_OTHERS,       /* a task is given, or waits for, an event that it does not have (7) */
    OSEK_BAD_IDENTIFIER,
    OSEK_BAD_VALUE /* alarm times out of range */
};
const char *
osek_misuse_text(enum osek_misuse misuse); /* a sentence's end: "a task ends without TerminateTask or ..." */

struct osek_misused {
    enum osek_misuse misuse;
    /* The error that reports the misuse, and the service whose error it is: the caller's, or the one that an alarm does
     * when it expires. OSEK_OK: nothing reports it. */
    enum osek_service service;
    enum osek_status reported;
    uint32_t alarm;  /* at whose expiry it happens, + 1; 0: at none */
    bool is_outside; /* by code that the kernel does not know of: what it gets for an error cannot be relied on */
};
enum { OSEK_MOST_FURTHER = 7 };

struct osek_result {
    enum osek_status
        status;         /* what the service returns, if it returns; known at once, even if the caller goes on later */
    uint64_t values[3]; /* what it writes through its reference parameters: task (OSEK_NONE: INVALID_TASK), state, mask,
                           ticks; the alarm base is max, ticks per base, min cycle; GetElapsedValue: value, elapsed.
                           Also the value of GetActiveApplicationMode, ErrorGetServiceId and ErrorParameter */
    unsigned value_count;        /* 0 if nothing is written */
    bool caller_ended;           /* the caller's code is over: it does not return */
    struct osek_misused misused; /* in extended status, too, where `status` reports it; the first, and further ones,
                                    each once: of several alarms at one tick, or of a task's end */
    struct osek_misused further[OSEK_MOST_FURTHER];
    unsigned further_count;
};

/* The current context calls a service. Returns the number of choices. Afterwards osek_current() may be another. */
unsigned osek_call(const struct osek_config *config, void *state, const struct osek_call *call, unsigned choice,
                   struct osek_result *result);

/* ---- The environment ---- */

/* May this interrupt come now? Its level is above what runs, nothing masks it, its code is not under way. */
bool osek_interrupt_allowed(const struct osek_config *config, const void *state, uint32_t isr);
void osek_interrupt(const struct osek_config *config, void *state, uint32_t isr);
/* Requests it: it comes as soon as it may; requests are latched, not counted. */
void osek_request_interrupt(const struct osek_config *config, void *state, uint32_t isr);
/* It is requested, and has not come yet. */
bool osek_interrupt_is_requested(const struct osek_config *config, const void *state, uint32_t isr);

/* Without a scheduler: may this task take the place of the one that runs? Not while interrupts are masked, or a
 * resource that it declares (or the scheduler) is held. */
bool osek_switch_allowed(const struct osek_config *config, const void *state, uint32_t task);
void osek_switch(const struct osek_config *config, void *state, uint32_t task);

/* The counter's hardware ticks: an interrupt of category 2 above all tasks, and below all of category 1. */
bool osek_tick_allowed(const struct osek_config *config, const void *state, uint32_t counter);
unsigned osek_tick(const struct osek_config *config, void *state, uint32_t counter, unsigned choice,
                   struct osek_result *result);
/* How many ticks until the next alarm of this counter expires; 0 if none is set. */
uint32_t osek_ticks_to_expiry(const struct osek_config *config, const void *state, uint32_t counter);
/* So many ticks at once: fewer than that. */
void osek_pass_ticks(const struct osek_config *config, void *state, uint32_t counter, uint32_t ticks);

/* ---- What can be seen ---- */

enum osek_task_state osek_task_state(const struct osek_config *config, const void *state, uint32_t task);
uint32_t osek_running_task(const struct osek_config *config, const void *state); /* also while an ISR runs; OSEK_NONE */
uint32_t osek_task_priority(const struct osek_config *config, const void *state, uint32_t task); /* current */
uint32_t osek_task_requests(const struct osek_config *config, const void *state, uint32_t task);
/* Of a suspended task, those that were set when it ended: they are cleared when it starts again (13.2.3.1). */
uint64_t osek_events_set(const struct osek_config *config, const void *state, uint32_t task);
uint64_t osek_events_awaited(const struct osek_config *config, const void *state, uint32_t task); /* 0: not waiting */
uint32_t osek_resource_holder(const struct osek_config *config, const void *state, uint32_t resource); /* a context */
/* The level of the code that runs now: what has a higher one can come in between. */
uint32_t osek_current_level(const struct osek_config *config, const void *state);
bool osek_interrupts_masked(const struct osek_config *config, const void *state, unsigned category);
bool osek_alarm_is_set(const struct osek_config *config, const void *state, uint32_t alarm, uint32_t *ticks,
                       uint32_t *cycle);
/* Would nothing come of it if it expired now? Its task has all requests that it may have, or too many for all alarms
 * that expire with this one, or the event already. */
bool osek_alarm_is_in_vain(const struct osek_config *config, const void *state, uint32_t alarm);
uint32_t osek_counter_value(const struct osek_config *config, const void *state, uint32_t counter);
/* For who knows that nobody will look at it: it is 0. */
void osek_forget_counter_value(const struct osek_config *config, void *state, uint32_t counter);

#endif
