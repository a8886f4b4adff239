/* A kernel's state under the hands of a service: where its parts are, and how to read and write them.
 *
 * Invariant (canonical form): equal situations have equal bytes. What is not in use is zero: places behind the end of
 * the ready queue and of the stack, resources nobody holds, alarms that are not set, the error's description when
 * ErrorHook is over, and everything but the application mode once the system shuts down (a configuration that remembers
 * keeps a second state behind this one then). */
#ifndef OSEK_STATE_H
#define OSEK_STATE_H

#include "osek/kernel.h"
#include "osek/rule.h"

/* What SetRelAlarm does with an increment of 0: implementations differ (13.6.3.3). */
enum osek_zero { ZERO_IS_A_TURN, ZERO_IS_NOW, ZERO_IS_REFUSED };

struct osek_kernel {
    const struct osek_config *config;
    struct osek_layout layout;
    unsigned char *bytes;
    unsigned choice;  /* asked for */
    unsigned choices; /* how many there are */
    enum osek_zero zero;
    struct osek_result *result;
};

/* Fixed places. */
enum {
    AT_PHASE,       /* enum phase */
    AT_MODE,        /* the application mode */
    AT_DISABLED,    /* DisableAllInterrupts is in force; and BITS_OF_PROCESSOR */
    AT_SUSPEND_ALL, /* how often SuspendAllInterrupts is in force */
    AT_SUSPEND_OS,
    AT_WORK,   /* enum work */
    AT_RUNNING /* the running task + 1 (id_size bytes), then the work's object + 1, then the stack */
};

/* Bits of AT_DISABLED. What services mask may be opened: interrupts come until the last section has ended. */
enum {
    MASKED_BY_PROCESSOR = 0x80,
    OPENED_BY_PROCESSOR = 0x40,
    BITS_OF_PROCESSOR = MASKED_BY_PROCESSOR | OPENED_BY_PROCESSOR
};

/* PHASE_BOOT: main() runs, before StartOS. */
enum phase { PHASE_BOOT, PHASE_STARTING, PHASE_UP, PHASE_STOPPING, PHASE_DOWN };

/* What the kernel has begun and finishes when the hook that runs in between is over. */
enum work {
    WORK_NONE,
    WORK_PREEMPT,   /* the running task becomes ready; without a scheduler, the work's object is next */
    WORK_YIELD,     /* ... and gives its internal resource back */
    WORK_TERMINATE, /* it ends */
    WORK_CHAIN,     /* it ends, and the work's object is activated */
    WORK_WAIT,      /* it waits for the events it named */
    WORK_IDLE,      /* the idle task gives way (hooks_for_idle) */
    WORK_ENTER,     /* interrupt routine `object` begins (hooks_for_isr) */
    WORK_LEAVE,     /* the interrupt routine on top of the stack has ended (hooks_for_isr) */
    WORK_RESUME     /* whoever comes next gets a PreTaskHook (hooks_for_isr) */
};

/* Bits of a task's byte. */
enum {
    TASK_STATE = 3, /* enum stored_state */
    TASK_STARTED = 4,
    TASK_INTERNAL = 8 /* has its internal resource */
};
enum stored_state { STORED_SUSPENDED, STORED_READY, STORED_RUNNING, STORED_WAITING };

#define IDLE_TASK (OSEK_NONE - 1) /* as the running task: the idle task of hooks_for_idle */

struct osek_kernel osek_view(const struct osek_config *config, const void *state);
void osek_work_layout_out(const struct osek_config *config, struct osek_layout *layout);

/* Numbers of 1 to 8 bytes, little-endian, unaligned. */
static inline uint64_t get_number(const struct osek_kernel *k, uint32_t at, uint32_t size) {
    uint64_t value = k->bytes[at];
    for (uint32_t i = 1; i < size; i++) value |= (uint64_t)k->bytes[at + i] << (8 * i);
    return value;
}
static inline void put_number(const struct osek_kernel *k, uint32_t at, uint32_t size, uint64_t value) {
    for (uint32_t i = 0; i < size; i++) k->bytes[at + i] = (unsigned char)(value >> (8 * i));
}

/* Identifiers are kept + 1, so that 0 is nobody. */
static inline uint32_t get_id(const struct osek_kernel *k, uint32_t at) {
    return (uint32_t)get_number(k, at, k->layout.id_size) - 1;
}
static inline void put_id(const struct osek_kernel *k, uint32_t at, uint32_t id) {
    put_number(k, at, k->layout.id_size, (uint64_t)id + 1);
}

static inline enum phase phase(const struct osek_kernel *k) { return (enum phase)k->bytes[AT_PHASE]; }
/* main() is under way, while the system runs. */
static inline bool main_is_alive(const struct osek_kernel *k) {
    return k->config->profile.main_goes_on && k->config->runs_main && k->bytes[k->layout.main];
}
static inline enum work work(const struct osek_kernel *k) { return (enum work)k->bytes[AT_WORK]; }
void osek_set_work(const struct osek_kernel *k, enum work work, uint32_t object);
static inline uint32_t work_object(const struct osek_kernel *k) { return get_id(k, AT_RUNNING + k->layout.id_size); }

/* A task, OSEK_NONE or IDLE_TASK. */
uint32_t osek_running(const struct osek_kernel *k);
void osek_set_running(const struct osek_kernel *k, uint32_t task);

static inline unsigned char *task_byte(const struct osek_kernel *k, uint32_t task) {
    return &k->bytes[k->layout.tasks + task];
}
static inline enum stored_state stored_state(const struct osek_kernel *k, uint32_t task) {
    return (enum stored_state)(*task_byte(k, task) & TASK_STATE);
}
void osek_set_stored_state(const struct osek_kernel *k, uint32_t task, enum stored_state state);

/* Sets of events of a task; only extended tasks have any. */
uint64_t osek_get_events(const struct osek_kernel *k, uint32_t task);
uint64_t osek_get_awaited(const struct osek_kernel *k, uint32_t task);
void osek_put_events(const struct osek_kernel *k, uint32_t task, uint64_t events);
void osek_put_awaited(const struct osek_kernel *k, uint32_t task, uint64_t events);

/* The stack of what runs above the running task: interrupt routines, hooks, callbacks. */
uint32_t osek_depth(const struct osek_kernel *k);
uint32_t osek_stack_at(const struct osek_kernel *k, uint32_t depth); /* from 0, the lowest */
uint32_t osek_top(const struct osek_kernel *k);                      /* OSEK_NONE: empty */
void osek_push(const struct osek_kernel *k, uint32_t context);
void osek_pop(const struct osek_kernel *k);
bool osek_on_stack(const struct osek_kernel *k, uint32_t context);
/* The context on top began when no interrupt was disabled or suspended. */
bool osek_top_began_unmasked(const struct osek_kernel *k);

/* Sets as bits. */
static inline bool get_bit(const struct osek_kernel *k, uint32_t at, uint32_t bit) {
    return k->bytes[at + bit / 8] >> (bit % 8) & 1;
}
static inline void put_bit(const struct osek_kernel *k, uint32_t at, uint32_t bit, bool value) {
    unsigned char *byte = &k->bytes[at + bit / 8];
    *byte = (unsigned char)(value ? *byte | 1U << (bit % 8) : *byte & ~(1U << (bit % 8)));
}

/* The first misuse of a call is the one that is told. */
void osek_tell_misuse(const struct osek_kernel *k, enum osek_misuse misuse);
/* ... which the service reports by this error. */
void osek_report_misuse(const struct osek_kernel *k, struct osek_misused told);

#endif
