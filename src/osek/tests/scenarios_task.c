/* Activation, termination and the ready queue (4, 13.2). */
#include "scenarios.h"

/* clang-format off */
const struct scenario task_scenarios[] = {
{"a more urgent task preempts at once (4.6.1)",
 "task t1 1 auto\ntask t2 2\n"
 "go\nis t1\nt1 ActivateTask t2\nis t2\nstate t1 READY\nstate t2 RUNNING\nunderway t1\n"
 "t2 TerminateTask\nis t1\nstate t2 SUSPENDED\nended t2\nt1 TerminateTask\nis idle\nended t1\nlevel 0"},
{"a task of equal priority waits (4.5)",
 "task t1 1 auto\ntask t2 1\n"
 "go\nt1 ActivateTask t2\nis t1\nstate t2 READY\nended t2\nt1 TerminateTask\nis t2\nt2 TerminateTask\nis idle"},
{"a less urgent task waits (4.5)",
 "task t1 2 auto\ntask t2 1\ntask t3 3\n"
 "go\nt1 ActivateTask t2\nis t1\nt1 ActivateTask t3\nis t3\nt3 TerminateTask\nis t1\nt1 TerminateTask\nis t2"},
{"requests run by priority, then in the order of activation (4.5)",
 "task t1 9 auto\ntask t2 1\ntask t3 2\ntask t4 1\ntask t5 2\n"
 "go\nt1 ActivateTask t2\nt1 ActivateTask t3\nt1 ActivateTask t4\nt1 ActivateTask t5\nt1 TerminateTask\n"
 "t3 TerminateTask\nt5 TerminateTask\nt2 TerminateTask\nt4 TerminateTask\nis idle"},
{"requests for one task do not stand together (4.3)",
 "task t1 9 auto\ntask t2 1 n=3\ntask t3 1 n=3\n"
 "go\nt1 ActivateTask t2\nt1 ActivateTask t3\nt1 ActivateTask t2\nt1 ActivateTask t2\nt1 ActivateTask t3\n"
 "t1 ActivateTask t3\nrequests t2 3\nt1 TerminateTask\nt2 TerminateTask\nstate t2 READY\nt3 TerminateTask\n"
 "t2 TerminateTask\nt2 TerminateTask\nstate t2 SUSPENDED\nt3 TerminateTask\nt3 TerminateTask\nis idle"},
{"one request too many is refused (13.2.3.1)",
 "task t1 2 auto\ntask t2 1 n=2\n"
 "go\nt1 ActivateTask t2\nt1 ActivateTask t2\nt1 ActivateTask t2 = LIMIT !ACTIVATION_LOST\nrequests t2 2\n"
 "t1 TerminateTask\nt2 TerminateTask\nt2 TerminateTask\nis idle"},
{"... also in standard status",
 "standard\ntask t1 2 auto\ntask t2 1\n"
 "go\nt1 ActivateTask t2\nt1 ActivateTask t2 = LIMIT !ACTIVATION_LOST\nrequests t2 1"},
{"the running instance counts (4.3)",
 "task t1 1 auto n=2\n"
 "go\nt1 ActivateTask t1\nrequests t1 2\nt1 ActivateTask t1 = LIMIT\nt1 TerminateTask\nis t1\nrequests t1 1\n"
 "underway t1\nt1 TerminateTask\nis idle"},
{"a waiting instance counts",
 "task t1 1 auto\ntask t2 2 ext=1\n"
 "go\nt1 ActivateTask t2\nt2 WaitEvent 1\nt1 ActivateTask t2 = LIMIT\nrequests t2 1"},
{"with several requests, the running one shows (13.2.3.6)",
 "task t1 1 auto n=3\ntask t2 2\n"
 "go\nt1 ActivateTask t1\nt1 GetTaskState t1 -> RUNNING\nt1 ActivateTask t2\nt2 GetTaskState t1 -> READY\n"
 "t2 GetTaskState t2 -> RUNNING"},
{"a preempted request runs before younger ones of its task",
 "task t1 1 auto n=3\ntask t2 2\n"
 "go\nt1 ActivateTask t1\nt1 ActivateTask t2\nunderway t1\nt2 TerminateTask\nis t1\nrequests t1 2\nt1 TerminateTask\n"
 "requests t1 1\nis t1"},
{"a preempted task is the oldest of its priority (4.5)",
 "task t1 1 auto\ntask t2 1\ntask t3 2\n"
 "go\nt1 ActivateTask t2\nt1 ActivateTask t3\nt3 TerminateTask\nis t1\nt1 TerminateTask\nis t2"},
{"a released task is the newest of its priority (4.5)",
 "task t1 1 ext=1 auto\ntask t2 2 auto\ntask t3 1\n"
 "go\nt2 TerminateTask\nt1 ActivateTask t2\nt2 TerminateTask\nt1 WaitEvent 1\nis idle\n"},
{"... behind those activated before",
 "task t1 2 ext=1 auto\ntask t2 3\ntask t3 2\ntask t4 1 auto\ntask t5 2\n"
 "go\nt1 WaitEvent 1\nt4 ActivateTask t2\nt2 ActivateTask t3\nt2 SetEvent t1 1\nt2 ActivateTask t5\nt2 TerminateTask\n"
 "is t3\nt3 TerminateTask\nis t1\nt1 TerminateTask\nis t5"},
{"a waiting task does not hold others of its priority up (4.5)",
 "task t1 1 ext=1 auto\ntask t2 1\ntask t3 3 auto\n"
 "go\nt3 ActivateTask t2\nt3 TerminateTask\nis t1\nt1 WaitEvent 1\nis t2\nstate t1 WAITING"},
{"TerminateTask needs all resources back (13.2.3.2)",
 "resource r 1\ntask t1 1 auto uses=r\n"
 "go\nt1 GetResource r\nt1 TerminateTask = RESOURCE !RESOURCE_AT_END\nis t1\nholder r t1\nt1 ReleaseResource r\n"
 "t1 TerminateTask\nis idle"},
{"... in standard status that is undefined",
 "standard\nresource r 1\ntask t1 1 auto uses=r\n"
 "go\nt1 GetResource r\nt1 TerminateTask !RESOURCE_AT_END\nis t1"},
{"a task that falls off its end (4.7)",
 "resource r 1\ntask t1 1 auto uses=r\n"
 "go\nt1 end !MISSING_TERMINATE\nis idle\nstate t1 SUSPENDED\nended t1"},
{"... with a resource: it is free again",
 "resource r 2\ntask t1 1 auto uses=r\ntask t2 2 uses=r\n"
 "go\nt1 GetResource r\nt1 end !MISSING_TERMINATE\nholder r nobody\nis idle"},
{"chaining to another task (13.2.3.3)",
 "task t1 1 auto\ntask t2 2\ntask t3 1\n"
 "go\nt1 ActivateTask t3\nt1 ChainTask t2\nis t2\nstate t1 SUSPENDED\nended t1\nt2 TerminateTask\nis t3"},
{"a task that is chained to goes behind others of its priority (4.7)",
 "task t1 1 auto\ntask t2 1\ntask t3 1\n"
 "go\nt1 ActivateTask t2\nt1 ChainTask t3\nis t2\nt2 TerminateTask\nis t3"},
{"chaining to itself is within the limit, and goes last",
 "task t1 1 auto\ntask t2 1\n"
 "go\nt1 ActivateTask t2\nt1 ChainTask t1\nis t2\nstate t1 READY\nended t1\nrequests t1 1\nt2 TerminateTask\nis t1"},
{"... also with further requests",
 "task t1 1 auto n=2\ntask t2 1\n"
 "go\nt1 ActivateTask t1\nt1 ActivateTask t2\nt1 ChainTask t1\nis t1\nrequests t1 2\nt1 TerminateTask\nis t2\n"
 "t2 TerminateTask\nis t1\nt1 TerminateTask\nis idle"},
{"chaining beyond the limit: the caller goes on (13.2.3.3)",
 "task t1 1 auto\ntask t2 1\n"
 "go\nt1 ActivateTask t2\nt1 ChainTask t2 = LIMIT !ACTIVATION_LOST\nis t1\nstate t1 RUNNING\nrequests t2 1\n"
 "t1 TerminateTask\nis t2\nt2 TerminateTask\nis idle"},
{"... in standard status, too",
 "standard\ntask t1 1 auto\ntask t2 1\ngo\nt1 ActivateTask t2\nt1 ChainTask t2 = LIMIT\nis t1"},
{"chaining needs all resources back",
 "resource r 1\ntask t1 1 auto uses=r\ntask t2 1\n"
 "go\nt1 GetResource r\nt1 ChainTask t2 = RESOURCE !RESOURCE_AT_END\nis t1\nstate t2 SUSPENDED\nholder r t1"},
{"chaining to itself clears events",
 "task t1 1 auto ext=3\n"
 "go\nt1 SetEvent t1 3\nevents t1 3\nt1 ChainTask t1\nis t1\nevents t1 0"},
{"equal situations are equal states",
 "task t1 1 auto\ntask t2 1 n=2\ntask t3 2\n"
 "go\nsave x\nt1 ActivateTask t3\nt3 TerminateTask\nsame x\nt1 ActivateTask t2\ndiffers x\nt1 ChainTask t1\n"
 "t2 TerminateTask\nsame x"},
{"GetTaskID: who runs (13.2.3.5)",
 "task t1 1 auto\ntask t2 2\nisr i1 10\n"
 "go\nt1 GetTaskID -> t1\nt1 ActivateTask t2\nt2 GetTaskID -> t2\nirq i1\ni1 GetTaskID -> t2\ni1 end\n"
 "t2 TerminateTask\nt1 TerminateTask\nirq i1\ni1 GetTaskID -> nobody"},
{NULL, NULL}};
