/* A configuration made from a few lines of text, and one state of its kernel; what scripts and random tests work on.
 *
 *   resource r 3 [scheduler] [linked=r0]          name and ceiling
 *   task t 1 [auto[=modes]] [non] [ext=events] [n=requests] [internal=ceiling] [uses=r,s]
 *   isr i 10 [cat1] [uses=r]                      name and level
 *   counter c 9 [min=2] [base=1] [level=11] [unobserved]     name and maximum
 *   alarm a c (activate t | event t 1 | callback | increment d) [auto=start,cycle] [modes=1]
 *   hooks startup shutdown error pre post
 *   standard                                      standard status; otherwise extended
 *   profile standard|trampoline|no_scheduler|unnested|<switch> ...      */
#ifndef OSEK_TESTS_WORLD_H
#define OSEK_TESTS_WORLD_H

#include "osek/kernel.h"

enum { WORLD_MOST = 12, WORLD_STATE = 1024 };

struct world {
    struct osek_config config;
    struct osek_task tasks[WORLD_MOST];
    struct osek_isr isrs[WORLD_MOST];
    struct osek_resource resources[WORLD_MOST];
    struct osek_counter counters[WORLD_MOST];
    struct osek_alarm alarms[WORLD_MOST];
    char names[WORLD_MOST * 5][12];
    unsigned name_count;
    unsigned char state[WORLD_STATE];
    char why[400]; /* what went wrong, if something did */
};

bool world_fail(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3))); /* false */

/* One line of the configuration, cut into words. False: `why` says what is wrong. */
bool world_configure(struct world *world, char *const *words, unsigned count);
bool world_finish(struct world *world); /* the configuration is complete */

/* Any object, by name; hooks by "ErrorHook" ..., callbacks by "callback:a". Numbers are themselves. */
bool world_number(const struct world *world, const char *name, uint64_t *number);
uint32_t world_context(const struct world *world, const char *name); /* "idle": OSEK_NONE */
void world_context_name(const struct world *world, uint32_t context, char *name, size_t size);

/* What is true of every state; false: `why` says what is not. */
bool world_is_sound(struct world *world);

#endif
