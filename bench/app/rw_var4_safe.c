/* All tasks start by themselves, the most urgent first. Each but the last adds to a variable in a loop; the last one,
 * which is the least urgent, looks at the sum. */
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

int value = 0;

TASK(t1) {
    int i;

    assert(value == 0);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t2) {
    int i;

    assert(value == 10);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t3) {
    int i;

    assert(value == 20);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t4) {
    int i;

    assert(value == 30);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t5) {
    int i;

    assert(value == 40);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t6) {
    int i;

    assert(value == 50);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t7) {
    int i;

    assert(value == 60);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t8) {
    int i;

    assert(value == 70);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t9) {
    int i;

    assert(value == 80);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t10) {
    int i;

    assert(value == 90);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t11) {
    int i;

    assert(value == 100);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t12) {
    int i;

    assert(value == 110);
    for (i = 0; i < 10; i++)
        value = value + 1;
    TerminateTask();
}

TASK(t13) {
    assert(value == 120);
    TerminateTask();
}
