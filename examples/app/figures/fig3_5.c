/* Figure 3.5: four tasks, branches that decide who runs. t3 never does: b >= a at the start. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);

int a, b, c, h;

TASK(t1) {
    if (b >= a) {
        a++;
        ActivateTask(t2);
    } else {
        b++;
        ActivateTask(t3);
    }
    ActivateTask(t4);
    TerminateTask();
}

TASK(t2) {
    if (h > 0)
        h--;
    else
        h++;
    TerminateTask();
}

TASK(t3) {
    c = b;
    c = (c + b) / b;
    TerminateTask();
}

TASK(t4) {
    assert(a > b);
    TerminateTask();
}
