/* A token goes round: t1 hands it to t2, t3, ... in turn; each is more urgent than those before and runs at once. The
 * bug: t5 hands it on to t6, which takes it at once, before it has taken it itself: it takes it back. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);
DeclareTask(t5);
DeclareTask(t6);

int token = 1, work[7];

TASK(t1) {
    int round = 0;

    while (round < 10) {
        ActivateTask(t2);
        assert(token == 2);
        ActivateTask(t3);
        assert(token == 3);
        ActivateTask(t4);
        assert(token == 4);
        ActivateTask(t5);
        assert(token == 6);
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

TASK(t5) {
    int i;

    ActivateTask(t6);
    token = 5;
    for (i = 0; i < 10; i++)
        work[5] = work[5] + i;
    TerminateTask();
}

TASK(t6) {
    int i;

    token = 6;
    for (i = 0; i < 10; i++)
        work[6] = work[6] + i;
    TerminateTask();
}
