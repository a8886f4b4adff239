/* Figure 6.11 shows, in a drawing that is not in all copies, that joining branches without services leaves two paths
 * of four. This fits: a branch without services, and one with. */
#include "os.h"

DeclareTask(t1);
DeclareTask(t2);

int x = 3, y, larger;

TASK(t1) {
    if (x > y)
        larger = x;
    else
        larger = y;
    if (larger > 2) ActivateTask(t2);
    TerminateTask();
}

TASK(t2) {
    y = larger;
    TerminateTask();
}
