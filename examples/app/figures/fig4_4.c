/* Figure 4.4 shows, in a drawing that is not in all copies, what branches cost: 12 computations for a tree, 8 for a
 * graph. This fits: a branch, a statement on each side, and four more behind it. */
#include "os.h"

DeclareTask(t1);
DeclareTask(t2);

int x = 3, y, sum;

TASK(t1) {
    if (x > y)
        sum = x;
    else
        sum = y;
    ActivateTask(t2);
    TerminateTask();
}

TASK(t2) {
    y++;
    TerminateTask();
}
