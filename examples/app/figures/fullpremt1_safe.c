/* Table 8.1, fullpremt1_safe: t2 preempts t1 at its activation, and is done when t1 goes on. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);

int cnt = 0;

TASK(t1) {
    ActivateTask(t2);
    assert(cnt == 1);
    TerminateTask();
}

TASK(t2) {
    cnt++;
    TerminateTask();
}
