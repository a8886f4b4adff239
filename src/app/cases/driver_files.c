/* The files of test programs that are always the same, as this program carries them. */
#include "app/cases/driver.h"

/* X(identifier, file) */
#define KERNEL_FILES(X)                                                                                                \
    X(driver_osek_alarm_c, "osek/alarm.c")                                                                             \
    X(driver_osek_alarm_h, "osek/alarm.h")                                                                             \
    X(driver_osek_call_c, "osek/call.c")                                                                               \
    X(driver_osek_config_c, "osek/config.c")                                                                           \
    X(driver_osek_context_c, "osek/context.c")                                                                         \
    X(driver_osek_context_h, "osek/context.h")                                                                         \
    X(driver_osek_environment_c, "osek/environment.c")                                                                 \
    X(driver_osek_errors_c, "osek/errors.c")                                                                           \
    X(driver_osek_errors_h, "osek/errors.h")                                                                           \
    X(driver_osek_event_c, "osek/event.c")                                                                             \
    X(driver_osek_event_h, "osek/event.h")                                                                             \
    X(driver_osek_hook_c, "osek/hook.c")                                                                               \
    X(driver_osek_hook_h, "osek/hook.h")                                                                               \
    X(driver_osek_interrupt_c, "osek/interrupt.c")                                                                     \
    X(driver_osek_interrupt_h, "osek/interrupt.h")                                                                     \
    X(driver_osek_kernel_h, "osek/kernel.h")                                                                           \
    X(driver_osek_names_c, "osek/names.c")                                                                             \
    X(driver_osek_observe_c, "osek/observe.c")                                                                         \
    X(driver_osek_profile_c, "osek/profile.c")                                                                         \
    X(driver_osek_ready_c, "osek/ready.c")                                                                             \
    X(driver_osek_ready_h, "osek/ready.h")                                                                             \
    X(driver_osek_resource_c, "osek/resource.c")                                                                       \
    X(driver_osek_resource_h, "osek/resource.h")                                                                       \
    X(driver_osek_rule_h, "osek/rule.h")                                                                               \
    X(driver_osek_schedule_c, "osek/schedule.c")                                                                       \
    X(driver_osek_schedule_h, "osek/schedule.h")                                                                       \
    X(driver_osek_service_c, "osek/service.c")                                                                         \
    X(driver_osek_service_h, "osek/service.h")                                                                         \
    X(driver_osek_start_c, "osek/start.c")                                                                             \
    X(driver_osek_start_h, "osek/start.h")                                                                             \
    X(driver_osek_state_c, "osek/state.c")                                                                             \
    X(driver_osek_state_h, "osek/state.h")                                                                             \
    X(driver_osek_task_c, "osek/task.c")                                                                               \
    X(driver_osek_task_h, "osek/task.h")

extern const char driver_c_text[], driver_h_text[];
#define DECLARE(identifier, file) extern const char identifier[];
KERNEL_FILES(DECLARE)
#undef DECLARE

#define ROW(identifier, file) {file, identifier},
const struct driver_file driver_files[] = {
    {"driver.c", driver_c_text}, {"driver.h", driver_h_text}, KERNEL_FILES(ROW){NULL, NULL}};
