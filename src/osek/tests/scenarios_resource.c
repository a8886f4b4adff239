/* Resources (8, 13.4). */
#include "scenarios.h"

/* clang-format off */
const struct scenario resource_scenarios[] = {
{"a resource raises to its ceiling (8.5)",
 "resource r 2\ntask t1 1 auto uses=r\ntask t2 2 uses=r\ntask t3 3\n"
 "go\nt1 GetResource r\nprio t1 2\nholder r t1\nlevel 2\nt1 ActivateTask t2\nis t1\nt1 ActivateTask t3\nis t3\n"
 "t3 TerminateTask\nis t1\nt1 ReleaseResource r\nis t2\nprio t1 1\nholder r nobody"},
{"a preempted holder is the oldest of its ceiling (4.5)",
 "resource r 2\ntask t1 1 auto uses=r\ntask t2 2 uses=r\ntask t3 3\n"
 "go\nt1 GetResource r\nt1 ActivateTask t2\nt1 ActivateTask t3\nt3 TerminateTask\nis t1\nholder r t1"},
{"... before one that was activated meanwhile",
 "resource r 2\ntask t1 1 auto uses=r\ntask t2 2 uses=r\ntask t3 3\n"
 "go\nt1 GetResource r\nt1 ActivateTask t3\nt3 ActivateTask t2\nt3 TerminateTask\nis t1\nt1 ReleaseResource r\nis t2"},
{"an inner resource with a lower ceiling does not lower (8.5)",
 "resource a 3\nresource b 2\ntask t1 1 auto uses=a,b\ntask t2 2 uses=b\ntask t3 3 uses=a\n"
 "go\nt1 GetResource a\nt1 GetResource b\nprio t1 3\nt1 ActivateTask t3\nis t1\nt1 ReleaseResource b\nprio t1 3\nis t1\n"
 "t1 ReleaseResource a\nis t3"},
{"releasing restores what was before (8.5)",
 "resource a 2\nresource b 3\ntask t1 1 auto uses=a,b\ntask t2 2 uses=a\ntask t3 3 uses=b\n"
 "go\nt1 GetResource a\nt1 GetResource b\nprio t1 3\nt1 ReleaseResource b\nprio t1 2\nholder a t1\nt1 ActivateTask t2\nis t1\n"
 "t1 ReleaseResource a\nis t2\nprio t1 1"},
{"resources come back in the reverse order (8.2)",
 "resource a 2\nresource b 3\ntask t1 1 auto uses=a,b\ntask t2 2 uses=a\ntask t3 3 uses=b\n"
 "go\nt1 GetResource a\nt1 GetResource b\nt1 ReleaseResource a = NOFUNC !RESOURCE_ORDER\nholder a t1\nholder b t1\n"
 "t1 ReleaseResource b\nt1 ReleaseResource a\nt1 ReleaseResource a = NOFUNC !RESOURCE_ORDER"},
{"... in standard status anything else is undefined",
 "standard\nresource a 2\nresource b 3\ntask t1 1 auto uses=a,b\ntask t2 2 uses=a\ntask t3 3 uses=b\n"
 "go\nt1 GetResource a\nt1 GetResource b\nt1 ReleaseResource a !RESOURCE_ORDER\nt1 GetResource b !RESOURCE_NESTED"},
{"only the holder releases (13.4.3.2)",
 "resource r 1\ntask t1 1 auto uses=r\ntask t2 2\n"
 "go\nt1 GetResource r\nt1 ActivateTask t2\nchoose 0\nt2 ReleaseResource r = ACCESS\nchoices 2\nchoose 1\n"
 "t2 ReleaseResource r = NOFUNC !RESOURCE_ORDER\nholder r t1"},
{"a resource is taken once (13.4.3.1)",
 "resource r 2\ntask t1 1 auto uses=r\ntask t2 2 uses=r\n"
 "go\nt1 GetResource r\nt1 GetResource r = ACCESS !RESOURCE_NESTED\nt1 ReleaseResource r\nholder r nobody\n"
 "t1 GetResource r\nt1 ReleaseResource r\nt1 TerminateTask\nis idle"},
{"a linked resource nests (8.8)",
 "resource r 2\nresource s 2 linked=r\ntask t1 1 auto uses=r,s\ntask t2 2 uses=r\n"
 "go\nt1 GetResource r\nt1 GetResource s\nprio t1 2\nt1 ReleaseResource r = NOFUNC\nt1 ReleaseResource s\nprio t1 2\n"
 "t1 ReleaseResource r\nprio t1 1"},
{"a task above the ceiling may not take it (13.4.3.1)",
 "resource r 1\ntask t1 1 uses=r\ntask t2 2 auto\n"
 "go\nt2 GetResource r = ACCESS !RESOURCE_CEILING\nholder r nobody"},
{"... whatever the profile says of undeclared resources",
 "profile undeclared_resource_refused\nresource r 1\ntask t1 1 uses=r\ntask t2 2 auto\n"
 "go\nt2 GetResource r = ACCESS !RESOURCE_CEILING\nt2 ReleaseResource r = ACCESS !RESOURCE_CEILING\nchoices 2"},
{"a task below the ceiling that does not declare it (8.5)",
 "resource r 2\ntask t1 1 auto\ntask t2 2 uses=r\n"
 "go\nt1 GetResource r !RESOURCE_CEILING\nprio t1 2\nt1 ReleaseResource r\nprio t1 1"},
{"the scheduler as a resource: no task preempts, interrupts come (8.3)",
 "resource s 0 scheduler\ntask t1 1 auto\ntask t2 2\nisr i1 10\n"
 "go\nt1 GetResource s\nprio t1 2\nt1 ActivateTask t2\nis t1\nallowed i1\nirq i1\ni1 end\nis t1\nticks yes\n"
 "t1 ReleaseResource s\nis t2\nt2 GetResource s\nt2 ReleaseResource s"},
{"a resource shared with an interrupt routine holds it back (8.6)",
 "resource r 11\ntask t1 1 auto uses=r\nisr i1 10\nisr i2 11 uses=r\nisr i3 12\n"
 "go\nt1 GetResource r\nlevel 11\nforbidden i1\nforbidden i2\nallowed i3\nticks no\nrequest i1\nrequest i2\nis t1\nirq i3\n"
 "is i3\ni3 end\nis t1\nt1 ReleaseResource r\nis i2\ni2 GetResource r\ni2 ReleaseResource r\ni2 end\nis i1\ni1 end\nis t1"},
{"... and an interrupt routine holds others back",
 "resource r 12\ntask t1 1 auto\nisr i1 10 uses=r\nisr i2 12 uses=r\nisr i3 11\n"
 "go\nirq i1\ni1 GetResource r\nlevel 12\nrequest i2\nrequest i3\nis i1\ni1 ReleaseResource r\nis i2\ni2 end\nis i3\n"
 "i3 end\nis i1"},
{"an interrupt routine must not end with a resource (8.2)",
 "resource r 10\ntask t1 1 auto uses=r\nisr i1 10 uses=r\n"
 "go\nirq i1\ni1 GetResource r\ni1 end !RESOURCE_AT_END\nis t1\nholder r nobody\nlevel 1"},
{"an interrupt routine above the ceiling may not take it",
 "resource r 1\ntask t1 1 auto uses=r\nisr i1 10\n"
 "go\nirq i1\ni1 GetResource r = ACCESS !RESOURCE_CEILING\nis i1"},
{"waiting interrupts come before more urgent tasks",
 "resource r 10\ntask t1 1 auto uses=r\ntask t2 2\nisr i1 10 uses=r\n"
 "go\nt1 GetResource r\nt1 ActivateTask t2\nis t1\nrequest i1\nt1 ReleaseResource r\nis i1\ni1 end\nis t2"},
{"ceilings end with the holder's release: equal states",
 "resource r 2\ntask t1 1 auto uses=r\ntask t2 2 uses=r\n"
 "go\nsave x\nt1 GetResource r\ndiffers x\nt1 ReleaseResource r\nsame x"},
{NULL, NULL}};
