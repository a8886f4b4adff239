/* A resource protects a balance and its copy. t1, the least urgent, activates the others in turn, ten times; the last
 * activation is a ChainTask. They book an amount in a loop; t1 and the last one share their loops: t1 counts what is
 * booked, and the last one books one at once. */
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
DeclareResource(account);

int balance = 0, copy = 0, counted = 0;

TASK(t1) {
    int round;

    for (round = 1; round <= 10; round++) {
        ActivateTask(t2);
        ActivateTask(t3);
        ActivateTask(t4);
        ActivateTask(t5);
        ActivateTask(t6);
        ActivateTask(t7);
        ActivateTask(t8);
        while (counted < balance)
            counted = counted + 35;
        assert(balance == copy);
        if (round < 10)
            ActivateTask(t9);
        else
            ChainTask(t9);
    }
}

TASK(t2) {
    int i;

    GetResource(account);
    balance = balance + 2;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t3) {
    int i;

    GetResource(account);
    balance = balance + 3;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t4) {
    int i;

    GetResource(account);
    balance = balance + 4;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t5) {
    int i;

    GetResource(account);
    balance = balance + 5;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t6) {
    int i;

    GetResource(account);
    balance = balance + 6;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t7) {
    int i;

    GetResource(account);
    balance = balance + 7;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t8) {
    int i;

    GetResource(account);
    balance = balance + 8;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t9) {
    GetResource(account);
    balance = balance + 1;
    copy = balance;
    ReleaseResource(account);
    TerminateTask();
}
