/* Figure 7.1 as it is printed: figures 7.2 and 7.3 draw its execution tree and its directed graph. */
#include "os.h"

DeclareTask(t1);
DeclareTask(t2);

int x = 0, y = 0;

TASK(t1) {
    while (x < 2) {
        ActivateTask(t2);
        x++;
    }
    TerminateTask();
}

TASK(t2) {
    y++;
    TerminateTask();
}
