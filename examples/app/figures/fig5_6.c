/* Figure 5.6: t2 is more urgent than t1 and runs at once; t3 has to wait until t1 ends. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);

int buffer = 0;

TASK(t1) {
    ActivateTask(t2);
    assert(buffer == 1); /* t2 was here, */
    ActivateTask(t3);
    assert(buffer == 1); /* t3 was not */
    TerminateTask();
}

TASK(t2) {
    buffer++;
    TerminateTask();
}

TASK(t3) {
    buffer--;
    assert(buffer == 0);
    TerminateTask();
}
