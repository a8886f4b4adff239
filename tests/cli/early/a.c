#include "os.h"
volatile int done, f;
TASK(t) { SuspendOSInterrupts(); for (;;) f = 1 - f; }
TASK(u) { done = 1; TerminateTask(); }
