/* Table 8.1, nonpremt2_safe: nobody preempts t1, however urgent, before it ends; then t2, then t3. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);

int cnt = 0;

TASK(t1) {
    ActivateTask(t2);
    ActivateTask(t3);
    assert(cnt == 0);
    TerminateTask();
}

TASK(t2) {
    cnt++;
    assert(cnt == 1);
    TerminateTask();
}

TASK(t3) {
    cnt++;
    assert(cnt == 2);
    TerminateTask();
}
