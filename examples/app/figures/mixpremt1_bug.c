/* Table 8.1, mixpremt1_bug: the author believes that t3, the most urgent, runs as soon as it is activated. But t2 is
 * not preemptable: t3 waits until t2 ends. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);

int cnt = 0;

TASK(t1) {
    ActivateTask(t2);
    TerminateTask();
}

TASK(t2) {
    ActivateTask(t3);
    assert(cnt == 1); /* it is 0 */
    TerminateTask();
}

TASK(t3) {
    cnt++;
    TerminateTask();
}
