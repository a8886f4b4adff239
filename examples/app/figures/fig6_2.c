/* Figure 6.2: x and y are any numbers of a small range; t2 makes x the larger of the two. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);

int x, y;

TASK(t1) {
    x = random(-2, 2);
    y = random(-2, 2);
    if (!(x < 0)) {
        ActivateTask(t2);
        assert(x >= y);
    }
    TerminateTask();
}

TASK(t2) {
    if (y > x) x = y;
    TerminateTask();
}
