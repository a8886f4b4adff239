/* Table 8.1, fullpremt2_safe: preemption within preemption: t1, t2, t3, and back. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);

int cnt = 0;

TASK(t1) {
    ActivateTask(t2);
    assert(cnt == 2);
    TerminateTask();
}

TASK(t2) {
    ActivateTask(t3);
    assert(cnt == 1);
    cnt++;
    TerminateTask();
}

TASK(t3) {
    cnt++;
    TerminateTask();
}
