/* Events (7, 13.5). */
#include "scenarios.h"

/* clang-format off */
const struct scenario event_scenarios[] = {
{"waiting and being released (13.5.3)",
 "task t1 2 auto ext=7\ntask t2 1 auto\n"
 "go\nt1 WaitEvent 5\nis t2\nstate t1 WAITING\nawaited t1 5\nunderway t1\nt2 SetEvent t1 2\nis t2\nstate t1 WAITING\n"
 "t2 SetEvent t1 4\nis t1\nevents t1 6\nawaited t1 0\nt1 GetEvent t1 -> 6\nt1 ClearEvent 2\nevents t1 4"},
{"an event that is set: no waiting, and it stays set (7)",
 "task t1 1 auto ext=3\n"
 "go\nt1 SetEvent t1 1\nt1 WaitEvent 1\nis t1\nevents t1 1\nt1 WaitEvent 3\nis t1\nt1 ClearEvent 3\nt1 WaitEvent 1\nis idle"},
{"events are set while the task is ready, too",
 "task t1 1 ext=3\ntask t2 2 auto\n"
 "go\nt2 ActivateTask t1\nt2 SetEvent t1 1\nt2 SetEvent t1 2\nevents t1 3\nt2 TerminateTask\nt1 WaitEvent 2\nis t1"},
{"events are cleared when the task is activated (7)",
 "task t1 1 ext=3\ntask t2 2 auto\n"
 "go\nt2 ActivateTask t1\nt2 SetEvent t1 3\nt2 TerminateTask\nt1 ChainTask t2\nt2 ActivateTask t1\nevents t1 0"},
{"... not by an activation that is refused",
 "task t1 1 auto ext=3\n"
 "go\nt1 SetEvent t1 3\nt1 ActivateTask t1 = LIMIT\nevents t1 3"},
{"... nor at termination",
 "task t1 2 auto ext=3\ntask t2 1 auto\n"
 "go\nt1 SetEvent t1 3\nt1 TerminateTask\nis t2\nevents t1 3\nt2 GetEvent t1 = STATE"},
{"a released task that is less urgent waits for its turn",
 "task t1 1 auto ext=1\ntask t2 2 auto ext=1\n"
 "go\nt2 WaitEvent 1\nt1 SetEvent t2 1\nis t2\nt2 ClearEvent 1\nt2 WaitEvent 1\nis t1\nt1 WaitEvent 1\nis idle"},
{"basic tasks have no events (13.5.3)",
 "task t1 1 auto\ntask t2 2\n"
 "go\nt1 WaitEvent 1 = ACCESS !EVENT_OF_BASIC\nt1 ClearEvent 1 = ACCESS !EVENT_OF_BASIC\n"
 "t1 SetEvent t1 1 = ACCESS !EVENT_OF_BASIC\nt1 GetEvent t1 = ACCESS !EVENT_OF_BASIC\nis t1"},
{"... in standard status that is undefined",
 "standard\ntask t1 1 auto\n"
 "go\nt1 WaitEvent 1 !EVENT_OF_BASIC\nis t1\nt1 SetEvent t1 1 !EVENT_OF_BASIC"},
{"events of others are set and awaited all the same (7)",
 "task t1 1 auto\ntask t2 2 auto ext=1\n"
 "go\nt2 WaitEvent 6 !EVENT_OF_OTHERS\nis t1\nt1 SetEvent t2 2 !EVENT_OF_OTHERS\nis t2\nevents t2 2\n"
 "t2 ClearEvent 14\nt2 SetEvent t2 1\nevents t2 1\nt2 SetEvent t2 0\nt2 WaitEvent 1"},
{"suspended tasks get no events (13.5.3.1)",
 "task t1 1 auto\ntask t2 2 ext=1\n"
 "go\nt1 SetEvent t2 1 = STATE !EVENT_OF_SUSPENDED\nt1 GetEvent t2 = STATE !EVENT_OF_SUSPENDED\nevents t2 0\n"
 "state t2 SUSPENDED"},
{"... in standard status that is undefined, too",
 "standard\ntask t1 1 auto\ntask t2 2 ext=1\n"
 "go\nt1 SetEvent t2 1 !EVENT_OF_SUSPENDED\nevents t2 0\nt1 GetEvent t2 !EVENT_OF_SUSPENDED"},
{"both: a suspended basic task",
 "task t1 1 auto\ntask t2 2\n"
 "go\nt1 SetEvent t2 1 = ACCESS\nchoices 2\nchoose 1\nt1 SetEvent t2 1 = STATE"},
{"waiting needs all resources back (13.5.3.4)",
 "resource r 1\ntask t1 1 auto ext=1 uses=r\n"
 "go\nt1 GetResource r\nt1 WaitEvent 1 = RESOURCE !RESOURCE_AT_END\nis t1\nawaited t1 0\nt1 SetEvent t1 1\n"
 "t1 WaitEvent 1 = RESOURCE"},
{"an interrupt routine sets events; the task runs after it (6)",
 "task t1 1 auto ext=1\nisr i1 10\n"
 "go\nt1 WaitEvent 1\nis idle\nirq i1\ni1 SetEvent t1 1\nis i1\nstate t1 READY\ni1 GetEvent t1 -> 1\ni1 end\nis t1"},
{"64 events",
 "task t1 1 auto ext=0xffffffffffffffff\n"
 "go\nt1 SetEvent t1 0x8000000000000001\nt1 GetEvent t1 -> 0x8000000000000001\nt1 ClearEvent 1\n"
 "events t1 0x8000000000000000\nt1 WaitEvent 0x4000000000000000\nis idle\nawaited t1 0x4000000000000000"},
{"waiting again and again comes to the same state",
 "task t1 2 auto ext=1\ntask t2 1 auto\n"
 "go\nt1 WaitEvent 1\nsave x\nt2 SetEvent t1 1\nt1 ClearEvent 1\nt1 WaitEvent 1\nsame x"},
{NULL, NULL}};
