/* Runs test cases of an OSEK application on this machine, with rtcheck's kernel: what the file of tests says, and what
 * the program that runs them offers. */
#ifndef RTCHECK_DRIVER_H
#define RTCHECK_DRIVER_H

#include "osek/kernel.h"

/* Something comes when so many chances have passed (the start of code, calls of services and of inputs, the end of
 * code), or while nothing runs. */
struct driver_arrival {
    uint32_t chance;
    int is_tick;
    uint32_t number; /* of the interrupt routine, or of the counter */
    uint32_t ticks;
};

struct driver_call {
    uint32_t context;
    enum osek_service service;
    uint64_t arguments[3];
    int status; /* -1: it returns none, or not */
};

/* A number in a variable of the application, which was compiled where numbers have these sizes. */
struct driver_variable {
    const char *name;
    const volatile unsigned char *at; /* NULL: the application has it no more */
    uint32_t offset, size;            /* bytes: 1, 2, 4 or 8 */
    uint32_t bit, bits;               /* of a bit-field; 0 bits: it is none */
};

struct driver_test {
    unsigned number; /* 0: there are no more */
    const int64_t *inputs;
    size_t input_count;
    const struct driver_arrival *arrivals;
    size_t arrival_count;
    const struct driver_call *calls;
    size_t call_count;
    const uint64_t *values; /* of the variables at its end */
    uint32_t chances;
    int is_cut; /* it goes on behind that many chances: nobody looks any more */
};

extern struct osek_config driver_config;
extern const uint32_t driver_mode;
extern void (*const driver_code[])(void); /* by context; NULL: it has none */
extern const char *const driver_names[];  /* by context */
extern const struct driver_test driver_tests[];
extern const struct driver_variable driver_variables[]; /* name NULL: there are no more */
extern const uint32_t driver_int_size, driver_pointer_size;
extern const bool driver_char_is_signed;

int64_t driver_input(void);             /* the next input */
int64_t driver_constant(int64_t value); /* an input that has one value */
uint64_t driver_hook_argument(void);
void driver_assertion(const char *condition, const char *file, unsigned line); /* it does not hold */

#endif
