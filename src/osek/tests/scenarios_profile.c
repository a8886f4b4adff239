/* Profiles: what the switches change. */
#include "scenarios.h"

/* clang-format off */
const struct scenario profile_scenarios[] = {
{"task_id_invalid_in_isr",
 "profile task_id_invalid_in_isr\ntask t1 1 auto\nisr i1 10\ngo\nt1 GetTaskID -> t1\nirq i1\ni1 GetTaskID -> nobody"},
{"hooks_for_idle",
 "profile hooks_for_idle\nhooks pre post\ntask t1 1 auto\nisr i1 10\n"
 "go\nPreTaskHook GetTaskID -> t1\nPreTaskHook end\nt1 TerminateTask\nPostTaskHook GetTaskID -> t1\nPostTaskHook end\n"
 "is PreTaskHook\nPreTaskHook GetTaskID -> nobody\nPreTaskHook end\nis idle\nirq i1\ni1 ActivateTask t1\ni1 end\n"
 "is PostTaskHook\nPostTaskHook GetTaskID -> nobody\nPostTaskHook end\nPreTaskHook GetTaskID -> t1\nPreTaskHook end\nis t1"},
{"hooks_for_isr",
 "profile hooks_for_isr task_id_invalid_in_isr\nhooks pre post\ntask t1 1 auto\ntask t2 2\nisr i1 10\n"
 "go\nPreTaskHook end\nis t1\nirq i1\nis PostTaskHook\nPostTaskHook GetTaskID -> t1\nPostTaskHook end\nis PreTaskHook\n"
 "PreTaskHook GetTaskID -> nobody\nPreTaskHook end\nis i1\nunderway i1\ni1 end\nis PostTaskHook\nended i1\nPostTaskHook end\n"
 "is PreTaskHook\nPreTaskHook GetTaskID -> t1\nPreTaskHook end\nis t1\nirq i1\nPostTaskHook end\nPreTaskHook end\n"
 "i1 ActivateTask t2\ni1 end\nPostTaskHook end\nis PreTaskHook\nPreTaskHook GetTaskID -> t2\nPreTaskHook end\nis t2"},
{"hooks_for_isr: one routine after the other, and one above the other",
 "profile hooks_for_isr hooks_for_idle\nhooks pre post\ntask t1 1\nisr i1 10\nisr i2 11\n"
 "go\nPreTaskHook end\nis idle\nirq i1\nPostTaskHook end\nPreTaskHook end\nis i1\nirq i2\nPostTaskHook end\nPreTaskHook end\n"
 "is i2\nrequest i1\nis i2\ni2 end\nPostTaskHook end\nPreTaskHook end\nis i1\ni1 end\nPostTaskHook end\nis PreTaskHook\n"
 "PreTaskHook end\nis i1\ni1 ActivateTask t1\ni1 end\nPostTaskHook end\nPreTaskHook GetTaskID -> t1\nPreTaskHook end\nis t1"},
{"hooks_for_isr: not for category 1",
 "profile hooks_for_isr\nhooks pre post\ntask t1 1 auto\nisr i1 10 cat1\ngo\nPreTaskHook end\nirq i1\nis i1\ni1 end\nis t1"},
{"no_post_hook_on_self_chain",
 "profile no_post_hook_on_self_chain\nhooks post\ntask t1 1 auto\ntask t2 1\n"
 "go\nt1 ChainTask t1\nis t1\nt1 ChainTask t2\nis PostTaskHook"},
{"disabled_interrupts_error",
 "profile disabled_interrupts_error\nhooks error\ntask t1 1 auto\ntask t2 2\n"
 "go\nt1 SuspendOSInterrupts\nt1 ActivateTask t2 = DISABLEDINT !INTERRUPTS_DISABLED\nis ErrorHook\nargument 12\nErrorHook end\n"
 "is t1\nstate t2 SUSPENDED\nt1 ResumeOSInterrupts\nt1 ActivateTask t2\nis t2"},
{"disabled_interrupts_error: also in standard status",
 "profile disabled_interrupts_error\nstandard\ntask t1 1 auto\ntask t2 2\n"
 "go\nt1 DisableAllInterrupts\nt1 ActivateTask t2 = DISABLEDINT\nstate t2 SUSPENDED\nt1 EnableAllInterrupts"},
{"disabled_interrupts_error: services without a status are done",
 "profile disabled_interrupts_error\nhooks error\ntask t1 1 auto\n"
 "go\nt1 DisableAllInterrupts\nt1 GetActiveApplicationMode -> 0 !INTERRUPTS_DISABLED\nis ErrorHook\nargument 12\n"
 "ErrorHook ErrorGetServiceId -> GetActiveApplicationMode\nErrorHook end\nt1 ShutdownOS 0 !INTERRUPTS_DISABLED\nis down"},
{"autostart_before_startup_hook",
 "profile autostart_before_startup_hook\nhooks startup\ntask t1 1 auto\ntask t2 1 auto\n"
 "choose 1\ngo\nchoices 2\nis StartupHook\nstate t1 READY\nStartupHook end\nchoices 1\nis t2"},
{"services_in_callbacks",
 "profile services_in_callbacks\nresource r 1\ntask t1 1 auto uses=r\ntask t2 2\ncounter c 9\nalarm a c callback auto=1\n"
 "go\ntick c\ncallback:a ActivateTask t2\nis callback:a\nstate t2 READY\ncallback:a TerminateTask = CALLEVEL\n"
 "callback:a GetResource r = CALLEVEL\ncallback:a IncrementCounter c = CALLEVEL\ncallback:a SetRelAlarm a 1 0\n"
 "callback:a end\nis t2"},
{"end_terminates",
 "profile end_terminates\nresource r 1\ntask t1 1 auto uses=r\ntask t2 2\n"
 "go\nt1 ActivateTask t2\nt2 end\nis t1\nt1 GetResource r\nt1 end !RESOURCE_AT_END\nis idle\nholder r nobody"},
{"fixed_autostart_order",
 "profile fixed_autostart_order\ntask t1 1 auto\ntask t2 1 auto\nchoose 1\ngo\nchoices 1\nis t1"},
{"undeclared_resource_refused",
 "profile undeclared_resource_refused\nresource r 2\ntask t1 1 auto\ntask t2 2 uses=r\n"
 "go\nt1 GetResource r = ACCESS !RESOURCE_CEILING\nprio t1 1"},
{"trampoline: which of several errors",
 "profile trampoline\nresource r 1\ntask t1 1 auto\ntask t2 2\ntask t3 1\nisr i1 10\n"
 "go\nt1 ActivateTask t2\nt2 ReleaseResource r = ACCESS\nchoices 1\nt2 end\nt1 end\nis idle"},
{"unnested: routines of category 2 hold each other back, whatever their levels, and nothing else",
 "profile unnested\nresource r 10\ntask t1 1 auto uses=r\nisr i1 10 uses=r\nisr i2 11\nisr i3 12 cat1\n"
 "go\nirq i1\nforbidden i2\nallowed i3\nrequest i2\nis i1\nirq i3\nis i3\nforbidden i2\ni3 end\nis i1\ni1 end\nis i2\n"
 "i2 end\nis t1\nt1 GetResource r\nforbidden i1\nallowed i2\nt1 ReleaseResource r\nis t1"},
{"unnested: one of category 2 comes above one of category 1, by their levels",
 "profile unnested\ntask t1 1 auto\nisr i1 10 cat1\nisr i2 11\ngo\nirq i1\nallowed i2\nirq i2\nis i2"},
{"no_scheduler: everybody is ready from the start, and a priority is nothing",
 "profile no_scheduler\ntask t1 3 auto\ntask t2 1\ntask t3 2 non\n"
 "go\nis t1\nstate t2 READY\nstate t3 READY\nmay t2\nmay t3\nkept t1\nswitch t2\nis t2\nstate t1 READY\n"
 "switch t3\nis t3\nmay t1\nswitch t1\nis t1\nt1 TerminateTask\nstate t1 SUSPENDED\nkept t1"},
{"no_scheduler: who activates goes on, and an activation of one that has not ended is none",
 "profile no_scheduler\ntask t1 1 auto\ntask t2 9\n"
 "go\nis t1\nt1 ActivateTask t2\nis t1\nrequests t2 1\nswitch t2\nt2 TerminateTask\nis t1\nkept t2\n"
 "t1 ActivateTask t2\nis t1\nstate t2 READY\nmay t2"},
{"no_scheduler: a resource keeps out who lists it, and nobody else",
 "profile no_scheduler\nresource r 2\ntask t1 1 auto uses=r\ntask t2 2 uses=r\ntask t3 3\n"
 "go\nt1 GetResource r\nkept t2\nmay t3\nswitch t3\nkept t2\nmay t1\nswitch t1\nt1 ReleaseResource r\nis t1\nmay t2"},
{"no_scheduler: masked interrupts keep out everybody",
 "profile no_scheduler\ntask t1 1 auto\ntask t2 2\nisr i1 10\n"
 "go\nt1 SuspendOSInterrupts\nkept t2\nforbidden i1\nt1 ResumeOSInterrupts\nmay t2\nt1 DisableAllInterrupts\nkept t2\n"
 "t1 EnableAllInterrupts\nmay t2\nirq i1\nis i1\nkept t2\ni1 end\nis t1\nmay t2"},
{"no_scheduler: who waits is no choice, until the event comes; internal resources count for nothing",
 "profile no_scheduler\ntask t1 2 auto ext=1 internal=2\ntask t2 1 internal=2\n"
 "go\nis t1\nmay t2\nt1 WaitEvent 1\nis t2\nkept t1\nt2 SetEvent t1 1\nis t2\nmay t1\nswitch t1\nis t1\nevents t1 1\nmay t2"},
{"no_scheduler: with one, nobody is switched to",
 "task t1 1 auto\ntask t2 1\ngo\nt1 ActivateTask t2\nstate t2 READY\nkept t2"},
{NULL, NULL}};
