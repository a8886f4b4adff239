/* Figure 7.1: a loop around a service call. Each activation runs at once, so y follows x. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);

int x = 0, y = 0;

TASK(t1) {
    while (x < 2) {
        ActivateTask(t2);
        x++;
        assert(y == x);
    }
    TerminateTask();
}

TASK(t2) {
    y++;
    TerminateTask();
}
