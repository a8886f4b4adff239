/* Tasks wait for each other: t1 sets the event of t2, t2 that of t3, and so on; all wait before t1 starts. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);
DeclareTask(t5);
DeclareEvent(e2);
DeclareEvent(e3);
DeclareEvent(e4);
DeclareEvent(e5);

int turn = 1, done[6];

TASK(t1) {
    turn = 2;
    SetEvent(t2, e2);
    TerminateTask();
}

TASK(t2) {
    int i;

    WaitEvent(e2);
    assert(turn == 2);
    for (i = 0; i < 10; i++)
        done[2] = done[2] + 1;
    turn = 3;
    SetEvent(t3, e3);
    TerminateTask();
}

TASK(t3) {
    int i;

    WaitEvent(e3);
    assert(turn == 3);
    for (i = 0; i < 10; i++)
        done[3] = done[3] + 1;
    turn = 4;
    SetEvent(t4, e4);
    TerminateTask();
}

TASK(t4) {
    int i;

    WaitEvent(e4);
    assert(turn == 4);
    for (i = 0; i < 10; i++)
        done[4] = done[4] + 1;
    turn = 5;
    SetEvent(t5, e5);
    TerminateTask();
}

TASK(t5) {
    int i;

    WaitEvent(e5);
    ClearEvent(e5);
    assert(turn == 5);
    for (i = 0; i < 10; i++)
        done[5] = done[5] + 1;
    TerminateTask();
}
