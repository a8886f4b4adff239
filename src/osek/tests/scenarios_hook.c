/* Hooks (11). */
#include "scenarios.h"

/* clang-format off */
const struct scenario hook_scenarios[] = {
{"ErrorHook at the end of a service that fails (11.2)",
 "hooks error\ntask t1 1 auto\ntask t2 2 ext=1\n"
 "go\nsave x\nt1 SetEvent t2 5 = STATE\nis ErrorHook\nunderway ErrorHook\nargument 7\nErrorHook ErrorGetServiceId -> SetEvent\n"
 "ErrorHook ErrorParameter 0 -> t2\nErrorHook ErrorParameter 1 -> 5\nErrorHook GetTaskID -> t1\nErrorHook end\nis t1\n"
 "ended ErrorHook\nargument 0\nsame x"},
{"... and of no other",
 "hooks error\ntask t1 1 auto\ntask t2 2\ngo\nt1 ActivateTask t2\nis t2\nt2 TerminateTask\nis t1"},
{"parameters of a service with three",
 "hooks error\ntask t1 1 auto\ncounter c 9\nalarm a c activate t1\nalarm b c activate t1\n"
 "go\nt1 SetRelAlarm b 77 8 = VALUE\nErrorHook ErrorGetServiceId -> SetRelAlarm\nErrorHook ErrorParameter 0 -> b\n"
 "ErrorHook ErrorParameter 1 -> 77\nErrorHook ErrorParameter 2 -> 8\nErrorHook end\nis t1"},
{"it is never recursive (11.2)",
 "hooks error\ntask t1 1 auto\n"
 "go\nt1 ActivateTask t1 = LIMIT\nErrorHook GetTaskState 9 = ID\nis ErrorHook\nargument 4\n"
 "ErrorHook ErrorGetServiceId -> ActivateTask\nErrorHook end\nis t1"},
{"an error of a task that does not go on by itself: the hook first",
 "hooks error\ntask t1 1 auto\ntask t2 1\n"
 "go\nt1 ActivateTask t2\nt1 ChainTask t2 = LIMIT\nis ErrorHook\nErrorHook end\nis t1\nt1 TerminateTask\nis t2"},
{"in an interrupt routine, with category 2 masked (11.1)",
 "hooks error\ntask t1 1 auto\nisr i1 10\nisr i2 11\nisr i3 12 cat1\n"
 "go\nirq i1\ni1 ActivateTask t1 = LIMIT\nis ErrorHook\nlevel 10\nforbidden i2\nallowed i3\nrequest i2\nis ErrorHook\n"
 "ErrorHook end\nis i2\ni2 end\nis i1\ni1 end\nis t1"},
{"PostTaskHook while the old task runs, PreTaskHook while the new one does (11.5)",
 "hooks pre post\ntask t1 1 auto\ntask t2 2\n"
 "go\nis PreTaskHook\nPreTaskHook GetTaskID -> t1\nPreTaskHook GetTaskState t1 -> RUNNING\nPreTaskHook end\n"
 "t1 ActivateTask t2\nis PostTaskHook\nPostTaskHook GetTaskID -> t1\nPostTaskHook GetTaskState t1 -> RUNNING\n"
 "PostTaskHook GetTaskState t2 -> READY\nPostTaskHook end\nis PreTaskHook\nPreTaskHook GetTaskID -> t2\n"
 "PreTaskHook GetTaskState t1 -> READY\nPreTaskHook end\nt2 TerminateTask\nis PostTaskHook\nended t2\n"
 "PostTaskHook GetTaskID -> t2\nPostTaskHook end\nis PreTaskHook\nPreTaskHook GetTaskID -> t1\nPreTaskHook end\nis t1\n"
 "t1 TerminateTask\nPostTaskHook end\nis idle"},
{"... at WaitEvent and ChainTask, too",
 "hooks post\ntask t1 2 auto ext=1\ntask t2 1 auto\ntask t3 1\n"
 "go\nt1 WaitEvent 1\nis PostTaskHook\nPostTaskHook GetTaskState t1 -> RUNNING\nPostTaskHook end\nis t2\nstate t1 WAITING\n"
 "t2 ChainTask t3\nis PostTaskHook\nPostTaskHook GetTaskID -> t2\nPostTaskHook GetTaskState t3 -> SUSPENDED\n"
 "PostTaskHook end\nis t3\nt3 ChainTask t3\nis PostTaskHook\nPostTaskHook end\nis t3"},
{"... at Schedule",
 "hooks pre post\ntask t1 1 auto non\ntask t2 2\n"
 "go\nPreTaskHook end\nt1 ActivateTask t2\nis t1\nt1 Schedule\nis PostTaskHook\nPostTaskHook end\nis PreTaskHook\n"
 "PreTaskHook GetTaskID -> t2\nPreTaskHook end\nis t2"},
{"... not if it gives no way",
 "hooks post\ntask t1 1 auto non\ntask t2 1\ngo\nt1 ActivateTask t2\nt1 Schedule\nis t1"},
{"no task hooks around interrupt routines (11.5)",
 "hooks pre post\ntask t1 1 auto\nisr i1 10\n"
 "go\nPreTaskHook end\nirq i1\nis i1\ni1 end\nis t1"},
{"category 2 does not interrupt the switch (11.1)",
 "hooks pre post\ntask t1 1 auto\ntask t2 2\nisr i1 10\nisr i2 11 cat1\n"
 "go\nPreTaskHook end\nt1 ActivateTask t2\nis PostTaskHook\nforbidden i1\nrequest i1\nallowed i2\nirq i2\nis i2\ni2 end\n"
 "is PostTaskHook\nPostTaskHook end\nis PreTaskHook\nPreTaskHook end\nis i1\ni1 GetTaskID -> t2\ni1 end\nis t2"},
{"an error in PreTaskHook: ErrorHook on top",
 "hooks pre error\ntask t1 1 auto\n"
 "go\nPreTaskHook GetTaskState 7 = ID\nis ErrorHook\nErrorHook end\nis PreTaskHook\nPreTaskHook end\nis t1"},
{"an error in a callback",
 "hooks error\ntask t1 1 auto\ncounter c 9\nalarm a c callback auto=1\n"
 "go\ntick c\ncallback:a ActivateTask t1 = CALLEVEL !WRONG_LEVEL\nis ErrorHook\nErrorHook end\nis callback:a\n"
 "callback:a end\nis t1"},
{"errors that are undefined in standard status call no hook",
 "hooks error\nstandard\ntask t1 1 auto\n"
 "go\nt1 ActivateTask 9 !BAD_IDENTIFIER\nis t1\nt1 ActivateTask t1 = LIMIT\nis ErrorHook"},
{"interrupts stay masked in a hook, and are restored",
 "hooks error\ntask t1 1 auto\nisr i1 10 cat1\n"
 "go\nt1 ActivateTask t1 = LIMIT\nErrorHook SuspendAllInterrupts\nforbidden i1\nErrorHook end !INTERRUPTS_UNBALANCED\n"
 "allowed i1\nis t1"},
{NULL, NULL}};
