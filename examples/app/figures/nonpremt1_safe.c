/* Table 8.1, nonpremt1_safe, which is figure 8.1. Without a scheduler t2 could run first, make cnt negative and break
 * the assertion; on OSEK it never runs. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);

int cnt = 0;

TASK(t1) {
    if (cnt > 0) ActivateTask(t2);
    assert(cnt == 0);
    TerminateTask();
}

TASK(t2) {
    cnt--;
    TerminateTask();
}
