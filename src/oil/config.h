/* A checked OSEK configuration.
 *
 * Invariant: every reference is resolved, every number is in its range, priorities, masks and ceilings are computed;
 * `index` is the position in the array of its kind. Nothing here changes after loading, and all of it belongs to the
 * arena given there. Numbers of clauses are those of OSEK OS 2.2.3. */
#ifndef OIL_CONFIG_H
#define OIL_CONFIG_H

#include "base/diag.h"
#include "oil/tree.h"

#include <stdint.h>

struct oil_task;
struct oil_isr;

/* What all objects have. */
struct oil_common {
    const char *name;
    const char *description; /* NULL if there is none */
    size_t index;
    struct place place;
    const struct oil_object *object; /* as written, vendor attributes included, defaults filled in */
};

struct oil_appmode {
    struct oil_common common;
};

/* In which modes something starts by itself. */
struct oil_autostart {
    bool on;
    const struct oil_appmode **modes; /* never empty if `on`: without APPMODE these are all modes */
    size_t mode_count;
};

enum oil_resource_property { RESOURCE_STANDARD, RESOURCE_LINKED, RESOURCE_INTERNAL, RESOURCE_SCHEDULER };

struct oil_resource {
    struct oil_common common;
    enum oil_resource_property property;
    const struct oil_resource *linked; /* RESOURCE_LINKED: what it names */
    const struct oil_resource *root;   /* the end of that chain; itself if it is not linked */
    const struct oil_task **tasks;     /* that list it */
    const struct oil_isr **isrs;       /* that list it */
    size_t task_count, isr_count;
    /* The ceiling (§8.5): the highest level of all that list it or a resource linked with it. */
    bool has_ceiling;       /* false: nobody lists it */
    bool ceiling_of_isr;    /* the highest is an ISR */
    uint32_t ceiling;       /* the priority of that task or ISR, as written */
    uint32_t ceiling_level; /* on the scale that tasks and ISRs share */
    /* What a vendor's attribute says it is, on the scale of the tasks; NULL: nothing. If it is higher it counts. */
    const struct oil_parameter *given;
    uint32_t given_ceiling;
};

struct oil_event {
    struct oil_common common;
    uint64_t mask;
    bool automatic;                /* MASK = AUTO: rtcheck chose it */
    const struct oil_task **tasks; /* that own it */
    size_t task_count;
};

struct oil_message;

struct oil_task {
    struct oil_common common;
    uint32_t priority; /* as written; larger is more urgent. The level of a task is its priority */
    uint32_t activation;
    bool preemptable; /* SCHEDULE = FULL */
    bool extended;
    struct oil_autostart autostart;
    const struct oil_resource **resources; /* without the internal one */
    const struct oil_event **events;
    const struct oil_message **messages;
    size_t resource_count, event_count, message_count;
    const struct oil_resource *internal; /* NULL if it has none */
    uint64_t event_mask;                 /* all its events */
    bool has_stack;                      /* a vendor's STACKSIZE, STACK or SYS_SIZE */
    uint32_t stack;
};

struct oil_isr {
    struct oil_common common;
    unsigned category; /* 1, 2 */
    bool has_priority; /* a vendor's PRIORITY or LEVEL */
    uint32_t priority; /* 0 if it has none */
    uint32_t level;    /* above that of every task, in the order of the priorities */
    const char *code;  /* a vendor's HANDLER: the function in C; NULL: it has the routine's name */
    const struct oil_resource **resources;
    const struct oil_message **messages;
    size_t resource_count, message_count;
};

struct oil_counter {
    struct oil_common common;
    uint32_t max_allowed_value;
    uint32_t ticks_per_base;
    uint32_t min_cycle;
    bool has_priority; /* of the interrupt that drives it: a vendor's PRIORITY or LEVEL */
    uint32_t priority; /* 0 if it has none */
    uint32_t level;    /* on the scale of the ISRs; 0 if it has no priority */
    bool implied;      /* referenced but not declared: the system counter */
};

enum oil_action_kind { ACTION_NONE, ACTION_ACTIVATE_TASK, ACTION_SET_EVENT, ACTION_CALLBACK, ACTION_INCREMENT };

/* What an alarm or the arrival of a message does. */
struct oil_action {
    enum oil_action_kind kind;
    const struct oil_task *task;   /* activate, set event */
    const struct oil_event *event; /* set event */
    const char *callback;
    const struct oil_counter *counter; /* increment: beyond OSEK, but common */
};

struct oil_alarm {
    struct oil_common common;
    const struct oil_counter *counter;
    struct oil_action action;
    struct oil_autostart autostart;
    uint32_t alarm_time; /* autostart only; relative (§11.3) */
    uint32_t cycle_time; /* 0: once */
};

struct oil_message {
    struct oil_common common;
    const char *property; /* "SEND_STATIC_INTERNAL" */
    const char *data_type;
    const struct oil_message *sender; /* internal receivers */
    uint32_t queue_size;              /* 0: unqueued */
    struct oil_action notification, error; /* what happens when it comes; when it is late, or cannot be sent */
};

enum oil_class { CLASS_BCC1, CLASS_BCC2, CLASS_ECC1, CLASS_ECC2 };
enum oil_scheduling { SCHEDULING_NON, SCHEDULING_FULL, SCHEDULING_MIXED };

struct oil_os {
    const char *name;
    struct place place;
    bool extended_status;
    bool startup_hook, error_hook, shutdown_hook, pre_task_hook, post_task_hook;
    bool get_service_id, parameter_access, res_scheduler;
    bool counts_requests; /* ERIKA's FP kernel: ACTIVATION is no limit, and no request is lost */
};

struct oil_config {
    const struct oil_tree *tree;
    const char *cpu;              /* NULL if there is no CPU section */
    bool standard_implementation; /* no IMPLEMENTATION section: the built-in one */
    struct oil_os os;
    struct oil_appmode *appmodes; /* never empty */
    struct oil_task *tasks;
    struct oil_isr *isrs;
    struct oil_resource *resources; /* RES_SCHEDULER included unless it is switched off */
    struct oil_event *events;
    struct oil_counter *counters;
    struct oil_alarm *alarms;
    struct oil_message *messages;
    size_t appmode_count, task_count, isr_count, resource_count, event_count, counter_count, alarm_count, message_count;
    uint32_t highest_priority; /* of all tasks */
    enum oil_class conformance;
    enum oil_scheduling scheduling;
};

const char *oil_class_name(enum oil_class conformance); /* "BCC1" */
const char *oil_scheduling_name(enum oil_scheduling scheduling);
const char *oil_resource_property_name(enum oil_resource_property property);

/* By name; NULL if there is none. */
const struct oil_task *oil_find_task(const struct oil_config *config, const char *name);
const struct oil_isr *oil_find_isr(const struct oil_config *config, const char *name);
const struct oil_resource *oil_find_resource(const struct oil_config *config, const char *name);
const struct oil_event *oil_find_event(const struct oil_config *config, const char *name);
const struct oil_counter *oil_find_counter(const struct oil_config *config, const char *name);
const struct oil_alarm *oil_find_alarm(const struct oil_config *config, const char *name);
const struct oil_appmode *oil_find_appmode(const struct oil_config *config, const char *name);
const struct oil_message *oil_find_message(const struct oil_config *config, const char *name);

#endif
