/* A resource protects a balance and its copy. t1, the least urgent, activates the others in turn; the last of them
 * shuts the system down in the tenth round. */
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
DeclareTask(t12);
DeclareTask(t13);
DeclareResource(account);

int round, balance = 0, copy = 0, paid[14];

TASK(t1) {
    for (round = 1;; round++) {
        ActivateTask(t2);
        ActivateTask(t3);
        ActivateTask(t4);
        ActivateTask(t5);
        ActivateTask(t6);
        ActivateTask(t7);
        ActivateTask(t8);
        ActivateTask(t9);
        ActivateTask(t10);
        ActivateTask(t11);
        ActivateTask(t12);
        assert(balance == copy);
        ActivateTask(t13);
    }
}

TASK(t2) {
    int i;

    GetResource(account);
    balance = balance + 2;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    paid[2] = paid[2] + 2;
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
    paid[3] = paid[3] + 3;
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
    paid[4] = paid[4] + 4;
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
    paid[5] = paid[5] + 5;
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
    paid[6] = paid[6] + 6;
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
    paid[7] = paid[7] + 7;
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
    paid[8] = paid[8] + 8;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t9) {
    int i;

    GetResource(account);
    balance = balance + 9;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    paid[9] = paid[9] + 9;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t10) {
    int i;

    GetResource(account);
    balance = balance + 10;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    paid[10] = paid[10] + 10;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t11) {
    int i;

    GetResource(account);
    balance = balance + 11;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    paid[11] = paid[11] + 11;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t12) {
    int i;

    GetResource(account);
    balance = balance + 12;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    paid[12] = paid[12] + 12;
    ReleaseResource(account);
    TerminateTask();
}

TASK(t13) {
    int i;

    GetResource(account);
    balance = balance + 13;
    for (i = 0; i < 10 && copy < balance; i++)
        copy = copy + 2;
    copy = balance;
    paid[13] = paid[13] + 13;
    ReleaseResource(account);
    if (round == 10) ShutdownOS(E_OK);
    TerminateTask();
}
