/* Scheduling policies, groups and internal resources (4.6, 8.7, 13.2.3.4). */
#include "scenarios.h"

/* clang-format off */
const struct scenario schedule_scenarios[] = {
{"a non-preemptable task is not preempted by an activation (4.6.2)",
 "task t1 1 auto non\ntask t2 2\n"
 "go\nt1 ActivateTask t2\nis t1\nprio t1 2\nt1 TerminateTask\nis t2"},
{"... nor by a release, an event or the end of an interrupt routine",
 "resource r 2\ntask t1 1 auto non uses=r\ntask t2 2 ext=1 auto\ntask t3 2\nisr i1 10\n"
 "go\nt2 WaitEvent 1\nis t1\nt1 GetResource r\nt1 ActivateTask t3\nt1 ReleaseResource r\nis t1\nt1 SetEvent t2 1\nis t1\n"
 "state t2 READY\nt1 Schedule\nis t3"},
{"the end of an interrupt routine does not preempt it",
 "task t1 1 auto non\ntask t2 2\nisr i1 10\n"
 "go\nirq i1\ni1 ActivateTask t2\ni1 end\nis t1\nt1 Schedule\nis t2\nt2 TerminateTask\nis t1\nprio t1 2"},
{"an alarm does not preempt it",
 "task t1 1 auto non\ntask t2 2\ncounter c 9\nalarm a c activate t2 auto=1\n"
 "go\ntick c\nis t1\nstate t2 READY\nt1 TerminateTask\nis t2"},
{"it waits, others run; it is not preemptable again afterwards",
 "task t1 1 auto non ext=1\ntask t2 2\ntask t3 1\n"
 "go\nt1 ActivateTask t3\nt1 WaitEvent 1\nis t3\nprio t1 1\nt3 SetEvent t1 1\nis t3\nt3 TerminateTask\nis t1\nprio t1 2\n"
 "t1 ActivateTask t2\nis t1"},
{"waiting for an event that is set does not reschedule (4.6.2)",
 "task t1 1 auto non ext=1\ntask t2 2\n"
 "go\nt1 SetEvent t1 1\nt1 ActivateTask t2\nt1 WaitEvent 1\nis t1\nevents t1 1"},
{"mixed: a preemptable task is preempted by a non-preemptable one, and not the other way round",
 "task t1 1 auto\ntask t2 2 non\ntask t3 3\n"
 "go\nt1 ActivateTask t2\nis t2\nt2 ActivateTask t3\nis t2\nt2 TerminateTask\nis t3\nt3 TerminateTask\nis t1"},
{"Schedule of a preemptable task without an internal resource does nothing (13.2.3.4)",
 "task t1 1 auto\ntask t2 1\n"
 "go\nt1 ActivateTask t2\nsave x\nt1 Schedule\nsame x"},
{"Schedule gives way to higher priority only",
 "task t1 1 auto non\ntask t2 1\ntask t3 2\n"
 "go\nt1 ActivateTask t2\nt1 Schedule\nis t1\nprio t1 2\nt1 ActivateTask t3\nis t1\nt1 Schedule\nis t3\nprio t1 1\n"
 "state t1 READY\nunderway t1\nt3 TerminateTask\nis t1\nprio t1 2"},
{"a task that gave way is the oldest of its own priority",
 "task t1 1 auto non\ntask t2 1\ntask t3 2\n"
 "go\nt1 ActivateTask t2\nt1 ActivateTask t3\nt1 Schedule\nt3 TerminateTask\nis t1"},
{"Schedule that gives no way keeps the internal resource (8.7)",
 "task t1 1 auto non\ntask t2 2\n"
 "go\nt1 Schedule\nprio t1 2\nt1 ActivateTask t2\nis t1"},
{"Schedule needs all resources back",
 "resource r 2\ntask t1 1 auto non uses=r\ntask t2 2 uses=r\n"
 "go\nt1 GetResource r\nt1 ActivateTask t2\nt1 Schedule = RESOURCE !RESOURCE_AT_END\nis t1\nt1 ReleaseResource r\n"
 "t1 Schedule\nis t2"},
{"a group: members do not preempt each other, others do (8.7)",
 "task t1 1 auto internal=2\ntask t2 2 internal=2\ntask t3 3\n"
 "go\nprio t1 2\nt1 ActivateTask t2\nis t1\nt1 ActivateTask t3\nis t3\nprio t1 2\nt3 TerminateTask\nis t1\nt1 Schedule\n"
 "is t2\nprio t1 1\nt2 TerminateTask\nis t1\nprio t1 2"},
{"an internal resource is taken at dispatch, not at activation",
 "task t1 3 auto\ntask t2 1 internal=2\ntask t3 2\n"
 "go\nt1 ActivateTask t2\nprio t2 1\nt1 ActivateTask t3\nt1 TerminateTask\nis t3\nt3 TerminateTask\nis t2\nprio t2 2\n"
 "t2 ActivateTask t3\nis t2"},
{"a preempted task keeps its internal resource",
 "task t1 1 auto internal=2\ntask t2 2\ntask t3 3\n"
 "go\nt1 ActivateTask t3\nt3 ActivateTask t2\nprio t1 2\nt3 TerminateTask\nis t1\nt1 TerminateTask\nis t2"},
{"a task that waited takes its internal resource again",
 "task t1 1 auto internal=2 ext=1\ntask t2 2\ntask t3 3 auto\n"
 "go\nt3 TerminateTask\nt1 ActivateTask t3\nt3 TerminateTask\nt1 WaitEvent 1\nis idle\nprio t1 1\n"},
{"... after it was released",
 "task t1 2 auto internal=3 ext=1\ntask t2 3\ntask t3 1 auto\n"
 "go\nt1 WaitEvent 1\nt3 SetEvent t1 1\nis t1\nprio t1 3\nt1 ActivateTask t2\nis t1"},
{"the internal resource is given back at the end",
 "task t1 1 auto internal=2\ntask t2 2\n"
 "go\nt1 ActivateTask t2\nt1 ChainTask t1\nis t2\nprio t1 1\nt2 TerminateTask\nis t1\nprio t1 2\nt1 TerminateTask\n"
 "prio t1 1"},
{"a non-preemptable task in a group",
 "task t1 1 auto non internal=2\ntask t2 2 internal=2\ntask t3 3\n"
 "go\nprio t1 3\nt1 ActivateTask t3\nis t1\nt1 Schedule\nis t3\nt3 TerminateTask\nis t1"},
{NULL, NULL}};
