/* A token goes round: t1 hands it to t2, t3, ... in turn; each is more urgent than those before and runs at once. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);

int token = 1, work[5];

TASK(t1) {
    int round = 0;

    while (round < 10) {
        ActivateTask(t2);
        assert(token == 2);
        ActivateTask(t3);
        assert(token == 3);
        ActivateTask(t4);
        assert(token == 4);
        token = 1;
        round++;
    }
    TerminateTask();
}

TASK(t2) {
    int i;

    token = 2;
    for (i = 0; i < 10; i++)
        work[2] = work[2] + i;
    TerminateTask();
}

TASK(t3) {
    int i;

    token = 3;
    for (i = 0; i < 10; i++)
        work[3] = work[3] + i;
    TerminateTask();
}

TASK(t4) {
    int i;

    token = 4;
    for (i = 0; i < 10; i++)
        work[4] = work[4] + i;
    TerminateTask();
}
