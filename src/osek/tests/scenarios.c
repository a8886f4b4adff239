#include "scenarios.h"

const struct scenario *const all_scenarios[] = {
    task_scenarios,      schedule_scenarios, resource_scenarios, event_scenarios,  alarm_scenarios,
    interrupt_scenarios, hook_scenarios,     start_scenarios,    status_scenarios, profile_scenarios,
};
const unsigned all_scenarios_count = sizeof all_scenarios / sizeof *all_scenarios;
