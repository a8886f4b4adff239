/* All scenarios, by the part of the standard they are about. */
#ifndef OSEK_TESTS_SCENARIOS_H
#define OSEK_TESTS_SCENARIOS_H

#include "script.h"

/* Each ends with a scenario without a name. */
extern const struct scenario task_scenarios[], schedule_scenarios[], resource_scenarios[], event_scenarios[],
    alarm_scenarios[], interrupt_scenarios[], hook_scenarios[], start_scenarios[], status_scenarios[],
    profile_scenarios[];

extern const struct scenario *const all_scenarios[];
extern const unsigned all_scenarios_count;

#endif
