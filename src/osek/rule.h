/* The rules of the standard that kernels get wrong, each with a name, so that tests can break them one at a time.
 *
 * In the product OSEK_RULE(name, right, wrong) is `right`; compilers drop the rest. A test build with OSEK_MUTANTS has
 * all of them switchable: rule `osek_mutant` is wrong, the others are right. */
#ifndef OSEK_RULE_H
#define OSEK_RULE_H

#include <stdbool.h>

/* Name, and what the broken kernel does. */
#define OSEK_RULES(X)                                                                                                  \
    X(QUEUE_IS_FIFO, "a new request goes before older ones of its priority (4.5)")                                     \
    X(QUEUE_BY_PRIORITY, "requests run in the order of activation, whatever their priority (4.5)")                     \
    X(QUEUE_HOLDS_REQUESTS, "requests for one task stand together in the queue (4.3)")                                 \
    X(EQUAL_NEVER_PREEMPTS, "a task of equal priority preempts (4.6.1)")                                               \
    X(PREEMPTED_IS_OLDEST, "a preempted task becomes the newest of its priority (4.5)")                                \
    X(PREEMPTED_KEEPS_CEILING, "a preempted task waits with its own priority, not the ceiling (4.5, 8.5)")             \
    X(RELEASED_IS_NEWEST, "a task released from waiting becomes the oldest of its priority (4.5)")                     \
    X(AUTOSTART_ORDER_OPEN, "autostarted tasks of equal priority have one order only (11.3)")                          \
    X(AUTOSTART_BY_MODE, "tasks start in every application mode (5.1)")                                                \
    X(AUTOSTART_TASKS, "autostarted tasks do not start (11.3)")                                                        \
    X(AUTOSTART_ALARMS, "autostarted alarms do not start (11.3)")                                                      \
    X(LIMIT_OF_REQUESTS, "one request too many is accepted (13.2.3.1)")                                                \
    X(LIMIT_COUNTS_RUNNING, "the running instance does not count as a request (4.3)")                                  \
    X(EVENTS_CLEARED_AT_START, "events are not cleared when a task is activated (7)")                                  \
    X(EVENTS_KEPT_WHILE_ACTIVE, "events are cleared by an activation beyond the limit (7)")                            \
    X(TERMINATE_WITHOUT_RESOURCES, "a task may terminate with a resource held (13.2.3.2)")                             \
    X(RESOURCES_END_WITH_THEIR_HOLDER, "resources of a context that ended stay taken (8.2)")                           \
    X(CHAIN_TO_ITSELF, "chaining to itself counts against the limit (13.2.3.3)")                                       \
    X(CHAIN_GOES_LAST, "a task chained to goes before others of its priority (4.7)")                                   \
    X(CHAIN_FAILS_WHOLE, "a caller whose successor is at its limit terminates (13.2.3.3)")                             \
    X(CHAIN_WITHOUT_RESOURCES, "a task may chain with a resource held (13.2.3.3)")                                     \
    X(RUNNING_INSTANCE_SHOWS, "a task with further requests is shown as ready (13.2.3.6)")                             \
    X(ACTIVATION_RESCHEDULES, "ActivateTask does not reschedule (4.6.1)")                                              \
    X(NOT_PREEMPTABLE, "a non-preemptable task is preempted (4.6.2)")                                                  \
    X(INTERNAL_TAKEN_AT_DISPATCH, "internal resources are not taken (8.7)")                                            \
    X(INTERNAL_TAKEN_AGAIN, "after waiting or giving way, the internal resource is not taken again (8.7)")             \
    X(INTERNAL_KEPT_WHEN_PREEMPTED, "a preempted task gives its internal resource back (8.7)")                         \
    X(INTERNAL_RELEASED_AT_END, "the internal resource is kept at the end (8.7)")                                      \
    X(INTERNAL_RELEASED_BY_WAIT, "the internal resource is kept while waiting (8.7)")                                  \
    X(SCHEDULE_GIVES_WAY, "Schedule does nothing (13.2.3.4)")                                                          \
    X(SCHEDULE_TO_HIGHER_ONLY, "Schedule gives way to equal priority (13.2.3.4)")                                      \
    X(SCHEDULE_KEEPS_INTERNAL, "Schedule that gives no way loses the internal resource (8.7)")                         \
    X(SCHEDULE_WITHOUT_RESOURCES, "Schedule with a resource held (13.2.3.4)")                                          \
    X(CEILING_RAISES, "GetResource does not raise the priority (8.5)")                                                 \
    X(CEILING_NEVER_LOWERS, "an inner resource with a lower ceiling lowers the priority (8.5)")                        \
    X(RELEASE_RESTORES, "ReleaseResource falls back to the own priority (8.5)")                                        \
    X(RELEASE_IN_ORDER, "resources may be released in any order (8.2)")                                                \
    X(RELEASE_BY_HOLDER, "anybody may release a resource (13.4.3.2)")                                                  \
    X(TAKEN_ONCE, "a resource may be taken twice (13.4.3.1)")                                                          \
    X(LINKED_NESTS, "a linked resource is taken when its root is (8.8)")                                               \
    X(CEILING_ABOVE_CALLER, "a task above the ceiling may take a resource (13.4.3.1)")                                 \
    X(DECLARED_RESOURCE, "a task may take a resource that it does not declare (8.5)")                                  \
    X(SCHEDULER_BLOCKS_TASKS, "RES_SCHEDULER does not block tasks (8.3)")                                              \
    X(SCHEDULER_LETS_INTERRUPTS, "RES_SCHEDULER blocks interrupts (8.3)")                                              \
    X(CEILING_BLOCKS_INTERRUPTS, "interrupts at the ceiling come (8.6)")                                               \
    X(EVENT_WAKES, "SetEvent does not release a waiting task (13.5.3.1)")                                              \
    X(EVENT_AWAITED_ONLY, "any event releases a waiting task (13.5.3.1)")                                              \
    X(EVENTS_ADD_UP, "SetEvent replaces the events (13.5.3.1)")                                                        \
    X(WAIT_IF_CLEAR_ONLY, "WaitEvent waits though an event is set (13.5.3.4)")                                         \
    X(WAIT_SET_NO_RESCHEDULING, "WaitEvent for a set event reschedules (4.6.2)")                                       \
    X(WAIT_KEEPS_EVENTS, "WaitEvent clears the events (7)")                                                            \
    X(WAIT_WITHOUT_RESOURCES, "a task may wait with a resource held (13.5.3.4)")                                       \
    X(CLEAR_MASK_ONLY, "ClearEvent clears all events (13.5.3.2)")                                                      \
    X(GET_EVENT_SAYS_SET, "GetEvent says what is awaited (13.5.3.3)")                                                  \
    X(EVENT_OF_EXTENDED, "basic tasks have events (13.5.3.1)")                                                         \
    X(EVENT_OF_SUSPENDED, "suspended tasks get events (13.5.3.1)")                                                     \
    X(INTERRUPT_LEVELS, "an interrupt routine is interrupted by one of its level (6)")                                 \
    X(NO_DISPATCH_IN_INTERRUPT, "a task starts before all interrupt routines have ended (6)")                          \
    X(INTERRUPT_RESCHEDULES, "nobody reschedules after an interrupt routine (4.6.1)")                                  \
    X(LATCHED, "interrupt requests are lost while they are masked (6)")                                                \
    X(PENDING_BY_LEVEL, "pending interrupts come in the order of declaration (6)")                                     \
    X(SUSPEND_NESTS, "the first Resume enables interrupts (13.3.2)")                                                   \
    X(DISABLE_NEVER_NESTS, "Disable counts (13.3.2)")                                                                  \
    X(SUSPEND_OS_SPARES_CATEGORY_1, "SuspendOSInterrupts masks category 1 (13.3.2)")                                   \
    X(SUSPEND_ALL_MASKS_CATEGORY_1, "SuspendAllInterrupts spares category 1 (13.3.2)")                                 \
    X(HOOKS_MASK_CATEGORY_2, "category 2 interrupts hooks (11.1)")                                                     \
    X(CALLBACKS_MASK_CATEGORY_2, "category 2 interrupts alarm callbacks (9.2)")                                        \
    X(STARTUP_MASKS_ALL, "category 1 interrupts StartupHook (11.3)")                                                   \
    X(ALARM_SET_ONCE, "a running alarm may be set (13.6.3.3)")                                                         \
    X(ALARM_WRAPS, "SetAbsAlarm for the present value expires at the next tick (13.6.3.4)")                            \
    X(ALARM_MODULO, "the counter turns round at its maximum, not after it (13.6.3.4)")                                 \
    X(ALARM_CYCLES, "a cyclic alarm expires once (13.6.3.3)")                                                          \
    X(ALARM_SINGLE, "an alarm without a cycle goes on (13.6.3.3)")                                                     \
    X(ALARM_CANCELLED, "CancelAlarm leaves the alarm set (13.6.3.5)")                                                  \
    X(ALARM_IN_ORDER, "alarms expire in the reverse order of declaration (9.2)")                                       \
    X(ALARM_VALUES, "alarm times out of range are accepted (13.6.3.3)")                                                \
    X(ALARM_ERROR_HOOK, "a lost activation of an alarm calls no ErrorHook (11.2)")                                     \
    X(ERROR_HOOK_CALLED, "ErrorHook is not called (11.2)")                                                             \
    X(ERROR_HOOK_NOT_RECURSIVE, "errors in ErrorHook call it again (11.2)")                                            \
    X(ERROR_PARAMETERS, "ErrorHook does not know the parameters (11.2)")                                               \
    X(POST_HOOK_WHILE_RUNNING, "PostTaskHook runs when the task is no longer running (11.5)")                          \
    X(PRE_HOOK_EACH_TIME, "PreTaskHook is not called for a task that goes on (11.5)")                                  \
    X(STARTUP_HOOK_FIRST, "tasks are activated before StartupHook (11.3)")                                             \
    X(SHUTDOWN_HOOK, "ShutdownHook is not called (11.4)")                                                              \
    X(TASK_ID_IN_INTERRUPT, "GetTaskID in an interrupt routine says no task (13.2.3.5)")                               \
    X(CALL_LEVEL, "services may be called anywhere (12.2.2)")                                                          \
    X(IDENTIFIERS_CHECKED, "a wrong identifier is a wrong value (11.2)")                                               \
    X(STANDARD_STATUS, "misuse returns errors in standard status, too (11.2)")                                         \
    X(LIMIT_IN_STANDARD, "E_OS_LIMIT exists in extended status only (13.2.3.1)")                                       \
    X(ALARM_ERRORS_IN_STANDARD, "E_OS_STATE and E_OS_NOFUNC of alarms exist in extended status only (13.6.3)")         \
    X(SEVERAL_ERRORS_OPEN, "the first of several errors is returned (12.2.3)")                                         \
    X(MISSING_TERMINATE, "a task may fall off its end (4.7)")

#define OSEK_RULE_NAME_(name, text) OSEK_RULE_##name,
enum osek_rule { OSEK_RULE_NONE, OSEK_RULES(OSEK_RULE_NAME_) OSEK_RULE_COUNT };

#ifdef OSEK_MUTANTS
extern enum osek_rule osek_mutant;
#define OSEK_SLACK                    16 /* room for what a broken kernel puts where a right one has no more */
#define OSEK_RULE(name, right, wrong) (osek_mutant == OSEK_RULE_##name ? (wrong) : (right))
#else
#define OSEK_SLACK                    0
#define OSEK_RULE(name, right, wrong) (true ? (right) : (wrong))
#endif

#endif
