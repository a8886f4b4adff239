/* The table of services: where each may be called (12.2.2, Figure 12-1), what its arguments are, and what it does. */
#ifndef OSEK_SERVICE_H
#define OSEK_SERVICE_H

#include "osek/errors.h"
#include "osek/state.h"

/* Where code runs, as the table of 12.2.2 has it. */
enum osek_place {
    IN_TASK = 1,
    IN_ISR1 = 2,
    IN_ISR2 = 4,
    IN_ERROR_HOOK = 8,
    IN_PRE_HOOK = 16,
    IN_POST_HOOK = 32,
    IN_STARTUP_HOOK = 64,
    IN_SHUTDOWN_HOOK = 128,
    IN_CALLBACK = 256,
    IN_MAIN = 512 /* main(): before StartOS, or by profile behind it */
};

enum osek_argument { ARGUMENT_OTHER, ARGUMENT_TASK, ARGUMENT_RESOURCE, ARGUMENT_ALARM, ARGUMENT_COUNTER };

struct osek_service_entry {
    const char *name;
    unsigned places;             /* where it may be called */
    enum osek_argument argument; /* what the first argument identifies */
    bool has_status;             /* it returns StatusType */
    bool masks;                  /* it is one of those that may be called while interrupts are masked */
    void (*check)(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
    void (*act)(const struct osek_kernel *k, const uint64_t *arguments);
};

extern const struct osek_service_entry osek_services[OSEK_SERVICE_COUNT];

enum osek_place osek_place_of(const struct osek_config *config, uint32_t context);

#endif
