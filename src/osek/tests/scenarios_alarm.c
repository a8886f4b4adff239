/* Counters and alarms (9, 13.6). */
#include "scenarios.h"

/* clang-format off */
const struct scenario alarm_scenarios[] = {
{"a relative alarm expires once (13.6.3.3)",
 "task t1 1 auto\ntask t2 2\ncounter c 9\nalarm a c activate t2\n"
 "go\nalarm a off\nt1 SetRelAlarm a 3 0\nalarm a 3 0\nnext c 3\nt1 GetAlarm a -> 3\ntick c\nt1 GetAlarm a -> 2\ntick c 2\n"
 "is t2\nalarm a off\nnext c 0\nt2 TerminateTask\ntick c 9\nis t1"},
{"a cyclic one is set again at its expiry",
 "task t1 1 auto\ntask t2 2 \ncounter c 9\nalarm a c activate t2\n"
 "go\nt1 SetRelAlarm a 2 3\ntick c 2\nis t2\nalarm a 3 3\nt2 TerminateTask\ntick c 2\nis t1\ntick c\nis t2"},
{"an absolute alarm (13.6.3.4)",
 "task t1 1 auto\ntask t2 2\ncounter c 9\nalarm a c activate t2\n"
 "go\ntick c 4\nvalue c 4\nt1 SetAbsAlarm a 6 0\nalarm a 2\ntick c 2\nis t2\nvalue c 6"},
{"... for a value that has passed, or is now: the next turn",
 "task t1 1 auto\ntask t2 2\ncounter c 9\nalarm a c activate t2\nalarm b c activate t2\n"
 "go\ntick c 4\nt1 SetAbsAlarm a 4 0\nalarm a 10\nt1 SetAbsAlarm b 1 0\nalarm b 7\nt1 CancelAlarm b\ntick c 9\nis t1\n"
 "value c 3\ntick c\nis t2"},
{"the counter turns round after its maximum",
 "task t1 1 auto\ncounter c 3\nalarm a c activate t1\n"
 "go\ntick c 3\nvalue c 3\ntick c\nvalue c 0\nt1 SetAbsAlarm a 0 0\nalarm a 4"},
{"an alarm is set once (13.6.3.3, also in standard status)",
 "standard\ntask t1 1 auto\ncounter c 9\nalarm a c activate t1\n"
 "go\nt1 SetRelAlarm a 5 0\nt1 SetRelAlarm a 3 0 = STATE !NONE\nt1 SetAbsAlarm a 3 0 = STATE !NONE\nalarm a 5"},
{"CancelAlarm and GetAlarm need it set (13.6.3, also in standard status)",
 "standard\ntask t1 1 auto\ncounter c 9\nalarm a c activate t1\n"
 "go\nsave x\nt1 CancelAlarm a = NOFUNC !NONE\nt1 GetAlarm a = NOFUNC !NONE\nt1 SetRelAlarm a 5 2\nt1 CancelAlarm a\n"
 "alarm a off\nsame x\ntick c 9\nis t1"},
{"times out of range (13.6.3.3)",
 "task t1 1 auto\ncounter c 9 min=2\nalarm a c activate t1\n"
 "go\nt1 SetRelAlarm a 10 0 = VALUE !BAD_VALUE\nt1 SetRelAlarm a 1 1 = VALUE\nt1 SetRelAlarm a 1 10 = VALUE\n"
 "t1 SetRelAlarm a 0 0 = VALUE\nt1 SetAbsAlarm a 10 0 = VALUE\nt1 SetAbsAlarm a 1 1 = VALUE\nt1 SetAbsAlarm a huge 0 = VALUE\n"
 "t1 SetAbsAlarm a 1 10 = VALUE\nalarm a off\nt1 SetAbsAlarm a 9 9\nt1 CancelAlarm a\nt1 SetRelAlarm a 9 2\nalarm a 9 2"},
{"... undefined in standard status",
 "standard\ntask t1 1 auto\ncounter c 9 min=2\nalarm a c activate t1\n"
 "go\nt1 SetRelAlarm a 10 0 !BAD_VALUE\nalarm a off\nt1 SetRelAlarm a 2 0\nt1 SetRelAlarm a 10 0 = STATE !BAD_VALUE"},
{"both errors: out of range and running",
 "task t1 1 auto\ncounter c 9\nalarm a c activate t1\n"
 "go\nt1 SetRelAlarm a 2 0\nt1 SetRelAlarm a 99 0 = VALUE\nchoices 2\nchoose 1\nt1 SetRelAlarm a 99 0 = STATE\nalarm a 2"},
{"an increment of 0, where a profile takes it: a whole turn",
 "profile zero_increment_ok\ntask t1 1 auto\ncounter c 9\nalarm a c activate t1\n"
 "go\nt1 SetRelAlarm a 0 0\nalarm a 10"},
{"... and in standard status, where nobody refuses it",
 "standard\ntask t1 1 auto\ncounter c 9\nalarm a c activate t1\ngo\nt1 SetRelAlarm a 0 0\nalarm a 10"},
{"the base of an alarm (13.6.3.1)",
 "task t1 1 auto\ncounter c 9 min=2 base=100\nalarm a c activate t1\n"
 "go\nt1 GetAlarmBase a -> 9 100 2"},
{"an alarm sets an event",
 "task t1 1 auto ext=3\ncounter c 9\nalarm a c event t1 2\n"
 "go\nt1 SetRelAlarm a 1 0\nt1 WaitEvent 2\nis idle\ntick c\nis t1\nevents t1 2"},
{"autostarted alarms: their times are relative (11.3)",
 "task t1 1\ncounter c 9\nalarm a c activate t1 auto=3,4\n"
 "go\nis idle\nalarm a 3 4\ntick c 3\nis t1\nalarm a 4 4"},
{"... in their application modes",
 "task t1 1\ncounter c 9\nalarm a c activate t1 modes=2 auto=3,4\nalarm b c activate t1 modes=1 auto=3,4\n"
 "go mode=1\nalarm a 3 4\nalarm b off"},
{"several alarms at one tick: in the order of declaration",
 "task t1 5 auto\ntask t2 1\ntask t3 1\ntask t4 1\ncounter c 9\nalarm a c activate t3\nalarm b c activate t2\nalarm d c activate t4\n"
 "go\nt1 SetRelAlarm d 1 0\nt1 SetRelAlarm b 1 0\nt1 SetRelAlarm a 1 0\ntick c\nis t1\nt1 TerminateTask\nis t3\n"
 "t3 TerminateTask\nis t2\nt2 TerminateTask\nis t4"},
{"a callback runs as code, with category 2 masked (9.2)",
 "task t1 1 auto\ntask t2 2\nisr i1 10\nisr i2 11 cat1\ncounter c 9\nalarm a c callback\nalarm b c activate t2\n"
 "go\nt1 SetRelAlarm a 1 0\nt1 SetRelAlarm b 1 0\ntick c\nis callback:a\nunderway callback:a\nforbidden i1\nallowed i2\n"
 "ticks no\nstate t2 SUSPENDED\nrequest i1\nis callback:a\nirq i2\nis i2\ni2 end\nis callback:a\ncallback:a SuspendAllInterrupts\n"
 "forbidden i2\ncallback:a ResumeAllInterrupts\ncallback:a end\nis i1\nstate t2 READY\nended callback:a\ni1 end\nis t2"},
{"two callbacks at one tick",
 "task t1 1 auto\ncounter c 9\nalarm a c callback auto=2\nalarm b c callback auto=2\n"
 "go\ntick c 2\nis callback:a\ncallback:a end\nis callback:b\ncallback:b end\nis t1"},
{"an alarm increments another counter; what that does is done first",
 "task t1 5 auto\ntask t2 1\ntask t3 1\ncounter c 9\ncounter d 9\nalarm a c increment d auto=1,1\nalarm b c activate t2 auto=2\n"
 "alarm e d activate t3 auto=2\n"
 "go\ntick c\nvalue d 1\ntick c\nvalue d 2\nstate t2 READY\nstate t3 READY\nt1 TerminateTask\nis t3\nt3 TerminateTask\nis t2"},
{"an expiry beyond the limit is lost, and ErrorHook is called (9.2, 11.2)",
 "hooks error\nstandard\ntask t1 2 auto\ntask t2 1\ncounter c 9\nalarm a c activate t2 auto=1\n"
 "go\nt1 ActivateTask t2\ntick c !ACTIVATION_LOST\nis ErrorHook\nargument 4\nErrorHook ErrorGetServiceId -> ActivateTask\n"
 "ErrorHook ErrorParameter 0 -> t2\nErrorHook end\nis t1\nrequests t2 1"},
{"an expiry for a suspended task",
 "hooks error\ntask t1 2 auto\ntask t2 1 ext=2\ncounter c 9\nalarm a c event t2 2 auto=1\n"
 "go\ntick c !EVENT_OF_SUSPENDED\nis ErrorHook\nargument 7\nErrorHook ErrorGetServiceId -> SetEvent\n"
 "ErrorHook ErrorParameter 0 -> t2\nErrorHook ErrorParameter 1 -> 2\nErrorHook end\nis t1"},
{"... is undefined in standard status",
 "hooks error\nstandard\ntask t1 2 auto\ntask t2 1 ext=2\ncounter c 9\nalarm a c event t2 2 auto=1\n"
 "go\ntick c !EVENT_OF_SUSPENDED\nis t1"},
{"alarms go on after ErrorHook",
 "hooks error\ntask t1 1 auto\ntask t2 2\ncounter c 9\nalarm a c activate t1 auto=1\nalarm b c activate t2 auto=1\n"
 "go\ntick c !ACTIVATION_LOST\nis ErrorHook\nstate t2 SUSPENDED\nErrorHook end\nis t2"},
{"counting by hand (IncrementCounter), in a task and in an interrupt routine",
 "task t1 1 auto\ntask t2 2\nisr i1 10\ncounter c 9\nalarm a c activate t2 auto=2,1\n"
 "go\nt1 IncrementCounter c\nis t1\nt1 GetCounterValue c -> 1\nt1 IncrementCounter c\nis t2\nt2 TerminateTask\nirq i1\n"
 "i1 IncrementCounter c\nis i1\nstate t2 READY\ni1 end\nis t2"},
{"elapsed ticks",
 "task t1 1 auto\ncounter c 9\n"
 "go\ntick c 3\nt1 GetElapsedValue c 1 -> 3 2\nt1 GetElapsedValue c 8 -> 3 5\nt1 GetElapsedValue c 10 = VALUE !BAD_VALUE\n"
 "t1 GetElapsedValue c 3 -> 3 0"},
{"a counter that nobody looks at takes no room",
 "task t1 1 auto\ntask t2 2\ncounter c 9 unobserved\nalarm a c activate t2\n"
 "go\nsave x\ntick c 3\nsame x\nt1 SetRelAlarm a 2 0\ntick c 2\nis t2\nt2 TerminateTask\nsame x"},
{"ticks pass at once as they do one by one",
 "task t1 1 auto\ntask t2 2\ncounter c 9\nalarm a c activate t2 auto=5,3\nalarm b c activate t2\n"
 "go\nsave x\ntick c 4\nsave y\ngo\nsame x\npass c 4\nsame y\nalarm a 1 3\nvalue c 4\ntick c\nis t2\npass c 2\nalarm a 1 3"},
{"ticks come above tasks only",
 "task t1 1 auto\nisr i1 10\ncounter c 9\n"
 "go\nticks yes\nt1 SuspendOSInterrupts\nticks no\nt1 ResumeOSInterrupts\nirq i1\nticks no\ni1 end\nticks yes\nt1 TerminateTask\n"
 "is idle\nticks yes"},
{"a counter with a level ticks above routines and ceilings below it",
 "resource r 11\ntask t1 1 auto uses=r\ntask t2 2\nisr i1 11 uses=r\nisr i2 12\nisr i3 20 cat1\ncounter c 9\n"
 "counter d 9 level=12\nalarm a d activate t2 auto=1,0\nalarm b d callback auto=2,1\n"
 "go\nticks yes d\nirq i1\nticks no c\nticks yes d\ntick d\nis i1\nstate t2 READY\ntick d\nis callback:b\nticks no d\n"
 "forbidden i2\ncallback:b end\nis i1\nirq i2\nticks no d\ni2 end\nirq i3\nticks no d\ni3 end\ni1 SuspendOSInterrupts\n"
 "ticks no d\ni1 ResumeOSInterrupts\ni1 end\nis t2\nt2 TerminateTask\nis t1\nt1 GetResource r\nticks no c\nticks yes d\n"
 "tick d\nis callback:b\ncallback:b end\nis t1"},
{"a counter of 32 bits",
 "task t1 1 auto\ncounter c 0xffffffff\nalarm a c activate t1\n"
 "go\nt1 SetAbsAlarm a 0 0xffffffff\nalarm a 0xffffffff 0xffffffff\nt1 GetAlarm a -> 0x100000000"},
{NULL, NULL}};
