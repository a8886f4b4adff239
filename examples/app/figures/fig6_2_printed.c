/* Figure 6.2 as it is printed: x and y are not given values, and may have any (--any x --any y). */
#include "os.h"

DeclareTask(t1);
DeclareTask(t2);

int x, y;

TASK(t1) {
    if (!(x < 0)) ActivateTask(t2);
    TerminateTask();
}

TASK(t2) {
    if (y > x) x = y;
    TerminateTask();
}
