/* Start and shutdown (5, 11.3, 11.4). */
#include "scenarios.h"

/* clang-format off */
const struct scenario start_scenarios[] = {
{"autostart by priority (11.3)",
 "task t1 1 auto\ntask t2 3 auto\ntask t3 2 auto\ntask t4 9\n"
 "go\nchoices 1\nis t2\nt2 TerminateTask\nis t3\nt3 TerminateTask\nis t1\nt1 TerminateTask\nis idle"},
{"equal priorities: any order (11.3)",
 "task t1 1 auto\ntask t2 1 auto\ntask t3 2 auto\n"
 "go\nchoices 2\nt3 TerminateTask\nis t1\nt1 TerminateTask\nis t2"},
{"... the other one",
 "task t1 1 auto\ntask t2 1 auto\ntask t3 2 auto\n"
 "choose 1\ngo\nchoices 2\nt3 TerminateTask\nis t2\nt2 TerminateTask\nis t1"},
{"... of three and two",
 "task t1 1 auto\ntask t2 1 auto\ntask t3 1 auto\ntask t4 2 auto\ntask t5 2 auto\n"
 "choose 11\ngo\nchoices 12\nis t5\nt5 TerminateTask\nt4 TerminateTask\nis t3\nt3 TerminateTask\nis t2\nt2 TerminateTask\nis t1"},
{"application modes (5)",
 "task t1 1 auto=1\ntask t2 1 auto=2\n"
 "go mode=1\nis t2\nchoices 1\nt2 GetActiveApplicationMode -> 1\nstate t1 SUSPENDED"},
{"nothing starts",
 "task t1 1\ngo\nis idle\nstate t1 SUSPENDED"},
{"StartupHook before tasks and alarms, with all interrupts masked (11.3)",
 "hooks startup\ntask t1 1 auto\ntask t2 1 auto\nisr i1 10\nisr i2 11 cat1\ncounter c 9\nalarm a c activate t1 auto=1\n"
 "go\nchoices 1\nis StartupHook\nstate t1 SUSPENDED\nalarm a off\nforbidden i1\nforbidden i2\nticks no\nrequest i2\n"
 "is StartupHook\nStartupHook GetActiveApplicationMode -> 0\nchoose 1\nStartupHook end\nchoices 2\nis i2\ni2 end\nis t2\nalarm a 1"},
{"ShutdownOS: ShutdownHook, and that is all (11.4)",
 "hooks shutdown error\ntask t1 1 auto\ntask t2 2 auto ext=1\nisr i1 10\nresource r 2\ncounter c 9\nalarm a c activate t1 auto=1\n"
 "go\nt2 WaitEvent 1\nirq i1\ni1 ShutdownOS 5\nis ShutdownHook\nargument 5\nended i1\nended t1\nended t2\n"
 "ShutdownHook GetActiveApplicationMode -> 0\nShutdownHook end\nis down\nforbidden i1\nticks no\nended ShutdownHook\nalarm a off"},
{"... the same state, whatever was before",
 "task t1 1 auto n=2\ntask t2 2 ext=1\n"
 "go\nt1 ShutdownOS 0\nis down\nsave x\ngo\nt1 ActivateTask t2\nt2 WaitEvent 1\nt1 ActivateTask t1\nt1 ShutdownOS 3\nsame x"},
{"shutting down in StartupHook",
 "hooks startup shutdown\ntask t1 1 auto\ngo\nStartupHook ShutdownOS 1\nis ShutdownHook\nargument 1\nShutdownHook end\nis down"},
{"shutting down in ErrorHook",
 "hooks error shutdown\ntask t1 1 auto\ngo\nt1 ActivateTask t1 = LIMIT\nErrorHook ShutdownOS 4\nis ShutdownHook\n"
 "ShutdownHook end\nis down"},
{"not in ShutdownHook again",
 "hooks shutdown\ntask t1 1 auto\ngo\nt1 ShutdownOS 1\nShutdownHook ShutdownOS 2 !WRONG_LEVEL\nis ShutdownHook\nargument 1\n"
 "ShutdownHook end\nis down"},
{"requests after the end go nowhere",
 "task t1 1 auto\nisr i1 10\ngo\nt1 ShutdownOS 0\nsave x\nrequest i1\nsame x\nis down"},
{NULL, NULL}};
