/* A resource protects a sum, to which each task adds ten. The bug: t12, which t1 activates in the middle of its
 * update, does not take the resource: what it adds is lost. */
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
DeclareResource(total);

int sum = 0;

TASK(t1) {
    int i, old;

    GetResource(total);
    old = sum;
    ActivateTask(t12);
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    assert(sum == 120);
    ReleaseResource(total);
    TerminateTask();
}

TASK(t2) {
    int i, old;

    GetResource(total);
    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    ReleaseResource(total);
    TerminateTask();
}

TASK(t3) {
    int i, old;

    GetResource(total);
    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    ReleaseResource(total);
    TerminateTask();
}

TASK(t4) {
    int i, old;

    GetResource(total);
    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    ReleaseResource(total);
    TerminateTask();
}

TASK(t5) {
    int i, old;

    GetResource(total);
    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    ReleaseResource(total);
    TerminateTask();
}

TASK(t6) {
    int i, old;

    GetResource(total);
    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    ReleaseResource(total);
    TerminateTask();
}

TASK(t7) {
    int i, old;

    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    TerminateTask();
}

TASK(t8) {
    int i, old;

    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    TerminateTask();
}

TASK(t9) {
    int i, old;

    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    TerminateTask();
}

TASK(t10) {
    int i, old;

    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    TerminateTask();
}

TASK(t11) {
    int i, old;

    old = sum;
    for (i = 0; i < 10; i++)
        old = old + 1;
    sum = old;
    TerminateTask();
}

TASK(t12) {
    int i;

    for (i = 0; i < 10; i++)
        sum = sum + 1;
    TerminateTask();
}
