/* Identifiers and several errors at once (11.2, 12.2.3). What a service returns at the wrong level: test_levels.c. */
#include "scenarios.h"

/* clang-format off */
const struct scenario status_scenarios[] = {
{"identifiers that are none (extended status)",
 "resource r 1\ntask t1 1 auto uses=r\ncounter c 9\nalarm a c activate t1\n"
 "go\nsave x\nt1 ActivateTask 1 = ID !BAD_IDENTIFIER\nt1 ChainTask 1 = ID\nt1 GetTaskState huge = ID\nt1 SetEvent 1 1 = ID\n"
 "t1 GetEvent 1 = ID\nt1 GetResource 1 = ID\nt1 ReleaseResource 1 = ID\nt1 GetAlarmBase 1 = ID\nt1 GetAlarm 1 = ID\n"
 "t1 SetRelAlarm 1 1 0 = ID\nt1 SetAbsAlarm 1 1 0 = ID\nt1 CancelAlarm 1 = ID\nt1 IncrementCounter 1 = ID\n"
 "t1 GetCounterValue 1 = ID\nt1 GetElapsedValue 1 0 = ID\nsame x"},
{"... are undefined in standard status",
 "standard\nresource r 1\ntask t1 1 auto uses=r\ncounter c 9\nalarm a c activate t1\n"
 "go\nsave x\nt1 ActivateTask 1 !BAD_IDENTIFIER\nt1 ChainTask 1 !BAD_IDENTIFIER\nt1 GetTaskState huge !BAD_IDENTIFIER\n"
 "t1 SetEvent 1 1 !BAD_IDENTIFIER\nt1 GetResource 1 !BAD_IDENTIFIER\nt1 GetAlarm 1 !BAD_IDENTIFIER\n"
 "t1 SetRelAlarm 1 1 0 !BAD_IDENTIFIER\nt1 CancelAlarm 1 !BAD_IDENTIFIER\nsame x"},
{"several errors: each is possible (12.2.3)",
 "task t1 1 auto\nisr i1 10\n"
 "go\nirq i1\ni1 ChainTask 9 = CALLEVEL\nchoices 2\nchoose 1\ni1 ChainTask 9 = ID\nchoices 2"},
{"... chaining with a resource to a task at its limit",
 "resource r 1\ntask t1 1 auto uses=r\ntask t2 1\n"
 "go\nt1 ActivateTask t2\nt1 GetResource r\nt1 ChainTask t2 = RESOURCE\nchoices 2\nchoose 1\nt1 ChainTask t2 = LIMIT\nis t1"},
{"... a basic task that waits with a resource",
 "resource r 1\ntask t1 1 auto uses=r\n"
 "go\nt1 GetResource r\nt1 WaitEvent 1 = ACCESS\nchoices 2\nchoose 1\nt1 WaitEvent 1 = RESOURCE"},
{"a profile fixes which",
 "profile fixed_errors\ntask t1 1 auto\nisr i1 10\n"
 "go\nirq i1\nchoose 1\ni1 ChainTask 9 = CALLEVEL\nchoices 1"},
{"one error: one choice",
 "task t1 1 auto\ngo\nt1 ActivateTask t1 = LIMIT\nchoices 1\nchoose 7\nt1 ActivateTask t1 = LIMIT"},
{"StartOS is not for code that runs",
 "task t1 1 auto\ngo\nsave x\nt1 StartOS 0 !WRONG_LEVEL\nsame x"},
{"the macros of ErrorHook are for it alone",
 "hooks error\ntask t1 1 auto\ngo\nt1 ErrorGetServiceId !WRONG_LEVEL\nt1 ErrorParameter 0 !WRONG_LEVEL\nis t1"},
{NULL, NULL}};
