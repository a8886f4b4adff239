/* Interrupts (6, 13.3). */
#include "scenarios.h"

/* clang-format off */
const struct scenario interrupt_scenarios[] = {
{"a task activated in an interrupt routine runs after it (6)",
 "task t1 1 auto\ntask t2 2\nisr i1 10\n"
 "go\nirq i1\nis i1\nunderway i1\nlevel 10\ni1 ActivateTask t2\nis i1\nstate t2 READY\nstate t1 RUNNING\ni1 end\nis t2\n"
 "ended i1\nstate t1 READY"},
{"... after all of them",
 "task t1 1 auto\ntask t2 2\nisr i1 10\nisr i2 11\n"
 "go\nirq i1\nirq i2\ni2 ActivateTask t2\ni2 end\nis i1\nstate t2 READY\ni1 end\nis t2"},
{"levels: only higher ones come (6)",
 "task t1 1 auto\nisr i1 10\nisr i2 10\nisr i3 11\n"
 "go\nirq i1\nforbidden i1\nforbidden i2\nallowed i3\nirq i3\nforbidden i1\nforbidden i2\ni3 end\nis i1"},
{"a request during the routine itself comes after it, once (6)",
 "task t1 1 auto\nisr i1 10\n"
 "go\nirq i1\nrequest i1\nrequest i1\nis i1\ni1 end\nis i1\nunderway i1\ni1 end\nis t1"},
{"pending requests come by level",
 "task t1 1 auto\nisr i1 10\nisr i2 12\nisr i3 11\n"
 "go\nt1 DisableAllInterrupts\nrequest i1\nrequest i2\nrequest i3\nis t1\nt1 EnableAllInterrupts\nis i2\nended i1\nended i3\n"
 "i2 end\nis i3\nended i1\ni3 end\nis i1\ni1 end\nis t1"},
{"requests are latched, not counted",
 "task t1 1 auto\nisr i1 10\n"
 "go\nsave x\nt1 DisableAllInterrupts\nrequest i1\nsave y\nrequest i1\nsame y\nrequest i1\nt1 EnableAllInterrupts\nis i1\n"
 "i1 end\nis t1\nsame x"},
{"a pending one nests as soon as it may",
 "task t1 1 auto\nisr i1 10\nisr i2 11\n"
 "go\nirq i1\ni1 SuspendAllInterrupts\nrequest i2\nis i1\ni1 ResumeAllInterrupts\nis i2\ni2 end\nis i1\ni1 end\nis t1"},
{"interrupts also interrupt non-preemptable tasks (6)",
 "task t1 1 auto non\nisr i1 10\ngo\nirq i1\nis i1\ni1 end\nis t1"},
{"category 1: no services but those that mask (6)",
 "task t1 1 auto\ntask t2 2\nisr i1 10 cat1\n"
 "go\nirq i1\ni1 ActivateTask t2 = CALLEVEL !WRONG_LEVEL\ni1 SuspendAllInterrupts\ni1 ResumeAllInterrupts\n"
 "i1 DisableAllInterrupts\ni1 EnableAllInterrupts\ni1 SuspendOSInterrupts\ni1 ResumeOSInterrupts\ni1 end\nis t1"},
{"SuspendOSInterrupts masks category 2 only (13.3.2)",
 "task t1 1 auto\nisr i1 10\nisr i2 11 cat1\n"
 "go\nt1 SuspendOSInterrupts\nforbidden i1\nallowed i2\nrequest i1\nirq i2\ni2 end\nis t1\nt1 ResumeOSInterrupts\nis i1"},
{"SuspendAllInterrupts and DisableAllInterrupts mask both",
 "task t1 1 auto\nisr i1 10\nisr i2 11 cat1\n"
 "go\nt1 SuspendAllInterrupts\nforbidden i1\nforbidden i2\nt1 ResumeAllInterrupts\nallowed i1\nallowed i2\n"
 "t1 DisableAllInterrupts\nforbidden i1\nforbidden i2\nt1 EnableAllInterrupts\nallowed i1\nallowed i2"},
{"suspending nests (13.3.2)",
 "task t1 1 auto\nisr i1 10\nisr i2 11 cat1\n"
 "go\nsave x\nt1 SuspendAllInterrupts\nt1 SuspendAllInterrupts\nt1 SuspendOSInterrupts\nt1 SuspendOSInterrupts\n"
 "t1 ResumeOSInterrupts\nt1 ResumeAllInterrupts\nforbidden i2\nt1 ResumeAllInterrupts\nallowed i2\nforbidden i1\n"
 "t1 ResumeOSInterrupts\nallowed i1\nsame x"},
{"disabling does not nest (13.3.2)",
 "task t1 1 auto\nisr i1 10\n"
 "go\nt1 DisableAllInterrupts\nt1 DisableAllInterrupts !INTERRUPTS_DISABLED\nt1 EnableAllInterrupts\nallowed i1"},
{"nothing but Enable within Disable, and nothing but pairs within Suspend (13.3.2)",
 "task t1 1 auto\nisr i1 10 cat1\n"
 "go\nt1 DisableAllInterrupts\nt1 SuspendAllInterrupts !INTERRUPTS_DISABLED\nt1 ResumeAllInterrupts\n"
 "t1 SuspendOSInterrupts !INTERRUPTS_DISABLED\nt1 ResumeOSInterrupts\nt1 EnableAllInterrupts\n"
 "t1 SuspendAllInterrupts\nt1 SuspendOSInterrupts\nt1 ResumeOSInterrupts\n"
 "t1 DisableAllInterrupts !INTERRUPTS_DISABLED\nt1 EnableAllInterrupts\nt1 ResumeAllInterrupts\n"
 "t1 SuspendOSInterrupts\nirq i1\ni1 DisableAllInterrupts\ni1 EnableAllInterrupts\ni1 end\n"
 "t1 DisableAllInterrupts !INTERRUPTS_DISABLED\nt1 EnableAllInterrupts\nt1 ResumeOSInterrupts\nallowed i1"},
{"without its partner",
 "task t1 1 auto\n"
 "go\nt1 EnableAllInterrupts !INTERRUPTS_UNBALANCED\nt1 ResumeAllInterrupts !INTERRUPTS_UNBALANCED\n"
 "t1 ResumeOSInterrupts !INTERRUPTS_UNBALANCED\nis t1"},
{"services in between are undefined (6): told, and done",
 "task t1 1 auto\ntask t2 1\nisr i1 10\n"
 "go\nt1 SuspendAllInterrupts\nt1 ActivateTask t2 !INTERRUPTS_DISABLED\nstate t2 READY\nt1 ResumeAllInterrupts\n"
 "t1 DisableAllInterrupts\nt1 GetTaskID -> t1 !INTERRUPTS_DISABLED\nt1 EnableAllInterrupts\n"
 "t1 SuspendOSInterrupts\nt1 TerminateTask !INTERRUPTS_DISABLED\nis t2\nallowed i1"},
{"code that ends with interrupts masked",
 "task t1 1 auto\nisr i1 10\nisr i2 11\n"
 "go\nsave x\nirq i1\ni1 SuspendAllInterrupts\ni1 end !INTERRUPTS_UNBALANCED\nis t1\nsame x\nallowed i2"},
{"... but not if they were masked before",
 "task t1 1 auto\nisr i1 10 cat1\nisr i2 9\n"
 "go\nt1 SuspendOSInterrupts\nirq i1\ni1 end\nforbidden i2\nt1 ResumeOSInterrupts\nallowed i2"},
{"the processor's own masks do not nest, are no misuse, and end with the next service",
 "task t1 1 auto\ntask t2 1\nisr i1 10 cat1\n"
 "go\nt1 __disable_irq\nt1 __disable_irq\nforbidden i1\nt1 __enable_irq\nallowed i1\nt1 __enable_irq\n"
 "t1 __disable_irq\nforbidden i1\nt1 ActivateTask t2\nallowed i1\nt1 __disable_irq\nt1 SuspendAllInterrupts\n"
 "t1 may_enable_irq\nforbidden i1\nt1 ResumeAllInterrupts\nallowed i1\nt1 __disable_irq\nt1 TerminateTask\nallowed i1"},
{"what enables interrupts opens the sections of services, until the last of them ends",
 "task t1 1 auto\ntask t2 2\nisr i1 10 cat1\nisr i2 9\n"
 "go\nsave x\nt1 SuspendAllInterrupts\nt1 __enable_irq\nallowed i1\nallowed i2\nt1 SuspendOSInterrupts\nallowed i2\n"
 "t1 __disable_irq\nforbidden i1\nt1 may_enable_irq\nallowed i1\nt1 ResumeOSInterrupts\nallowed i2\n"
 "t1 Schedule !INTERRUPTS_DISABLED\nirq i2\ni2 end\nt1 ResumeAllInterrupts\nsame x\n"
 "t1 SuspendAllInterrupts\nforbidden i1\nt1 ResumeAllInterrupts\nt1 SuspendOSInterrupts\nallowed i1\nforbidden i2\n"
 "t1 __enable_irq\nallowed i2\nt1 ResumeOSInterrupts\nt1 DisableAllInterrupts\nforbidden i1\nt1 __enable_irq\nallowed i1\n"
 "t1 DisableAllInterrupts !INTERRUPTS_DISABLED\nallowed i1\nt1 EnableAllInterrupts\nallowed i2\nsame x\n"
 "t1 DisableAllInterrupts\nforbidden i2\nt1 EnableAllInterrupts\nt1 EnableAllInterrupts !INTERRUPTS_UNBALANCED"},
{"idle is interrupted",
 "task t1 1\nisr i1 10\ngo\nis idle\nirq i1\ni1 ActivateTask t1\ni1 end\nis t1"},
{"an interrupt leaves no trace",
 "task t1 1 auto\nisr i1 10\ngo\nsave x\nirq i1\ndiffers x\ni1 end\nsame x"},
{NULL, NULL}};
