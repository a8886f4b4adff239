/* Tasks wait for each other: t1 sets the event of t2, t2 that of t3, and so on; all wait before t1 starts. The bug:
 * t11 is more urgent than the task that wakes it and runs at once, not after it. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);
DeclareTask(t5);
DeclareTask(t6);
DeclareTask(t7);
DeclareTask(t8);
DeclareTask(t9);
DeclareTask(t10);
DeclareTask(t11);
DeclareEvent(e2);
DeclareEvent(e3);
DeclareEvent(e4);
DeclareEvent(e5);
DeclareEvent(e6);
DeclareEvent(e7);
DeclareEvent(e8);
DeclareEvent(e9);
DeclareEvent(e10);
DeclareEvent(e11);

int turn = 1, done[12];

TASK(t1) {
    turn = 2;
    SetEvent(t2, e2);
    TerminateTask();
}

TASK(t2) {
    int i;

    WaitEvent(e2);
    for (i = 0; i < 10; i++)
        done[2] = done[2] + 1;
    turn = 3;
    SetEvent(t3, e3);
    TerminateTask();
}

TASK(t3) {
    int i;

    WaitEvent(e3);
    for (i = 0; i < 10; i++)
        done[3] = done[3] + 1;
    turn = 4;
    SetEvent(t4, e4);
    TerminateTask();
}

TASK(t4) {
    int i;

    WaitEvent(e4);
    for (i = 0; i < 10; i++)
        done[4] = done[4] + 1;
    turn = 5;
    SetEvent(t5, e5);
    TerminateTask();
}

TASK(t5) {
    int i;

    WaitEvent(e5);
    for (i = 0; i < 10; i++)
        done[5] = done[5] + 1;
    turn = 6;
    SetEvent(t6, e6);
    TerminateTask();
}

TASK(t6) {
    int i;

    WaitEvent(e6);
    for (i = 0; i < 10; i++)
        done[6] = done[6] + 1;
    turn = 7;
    SetEvent(t7, e7);
    TerminateTask();
}

TASK(t7) {
    int i;

    WaitEvent(e7);
    for (i = 0; i < 10; i++)
        done[7] = done[7] + 1;
    turn = 8;
    SetEvent(t8, e8);
    TerminateTask();
}

TASK(t8) {
    int i;

    WaitEvent(e8);
    for (i = 0; i < 10; i++)
        done[8] = done[8] + 1;
    turn = 9;
    SetEvent(t9, e9);
    TerminateTask();
}

TASK(t9) {
    int i;

    WaitEvent(e9);
    for (i = 0; i < 10; i++)
        done[9] = done[9] + 1;
    turn = 10;
    SetEvent(t10, e10);
    TerminateTask();
}

TASK(t10) {
    int i;

    WaitEvent(e10);
    for (i = 0; i < 10; i++)
        done[10] = done[10] + 1;
    SetEvent(t11, e11);
    turn = 11; /* too late */
    TerminateTask();
}

TASK(t11) {
    int i;

    WaitEvent(e11);
    ClearEvent(e11);
    assert(turn == 11);
    for (i = 0; i < 10; i++)
        done[11] = done[11] + 1;
    TerminateTask();
}
