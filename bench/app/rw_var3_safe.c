/* Readers and writers of one variable. t1 activates a writer, then a reader, and so on, ten times. Writers are not
 * preemptable, so that a value and its copy always agree; readers are preemptable. */
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

int value = 0, copy = 0, seen[14];

TASK(t1) {
    int round;

    for (round = 0; round < 10; round++) {
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
        ActivateTask(t13);
        assert(value == copy);
    }
    TerminateTask();
}

TASK(t2) {
    int i;

    value = value + 1;
    for (i = 0; i < 10 && copy < value; i++)
        copy = copy + 1;
    TerminateTask();
}

TASK(t3) {
    int i;

    seen[3] = 0;
    for (i = 0; i < 10; i++)
        if (seen[3] < value) seen[3] = copy;
    assert(seen[3] == value);
    TerminateTask();
}

TASK(t4) {
    int i;

    value = value + 1;
    for (i = 0; i < 10 && copy < value; i++)
        copy = copy + 1;
    TerminateTask();
}

TASK(t5) {
    int i;

    seen[5] = 0;
    for (i = 0; i < 10; i++)
        if (seen[5] < value) seen[5] = copy;
    assert(seen[5] == value);
    TerminateTask();
}

TASK(t6) {
    int i;

    value = value + 1;
    for (i = 0; i < 10 && copy < value; i++)
        copy = copy + 1;
    TerminateTask();
}

TASK(t7) {
    int i;

    seen[7] = 0;
    for (i = 0; i < 10; i++)
        if (seen[7] < value) seen[7] = copy;
    assert(seen[7] == value);
    TerminateTask();
}

TASK(t8) {
    int i;

    value = value + 1;
    for (i = 0; i < 10 && copy < value; i++)
        copy = copy + 1;
    TerminateTask();
}

TASK(t9) {
    int i;

    seen[9] = 0;
    for (i = 0; i < 10; i++)
        if (seen[9] < value) seen[9] = copy;
    assert(seen[9] == value);
    TerminateTask();
}

TASK(t10) {
    int i;

    value = value + 1;
    for (i = 0; i < 10 && copy < value; i++)
        copy = copy + 1;
    TerminateTask();
}

TASK(t11) {
    int i;

    seen[11] = 0;
    for (i = 0; i < 10; i++)
        if (seen[11] < value) seen[11] = copy;
    assert(seen[11] == value);
    TerminateTask();
}

TASK(t12) {
    int i;

    value = value + 1;
    for (i = 0; i < 10 && copy < value; i++)
        copy = copy + 1;
    TerminateTask();
}

TASK(t13) {
    int i;

    seen[13] = 0;
    for (i = 0; i < 10; i++)
        if (seen[13] < value) seen[13] = copy;
    assert(seen[13] == value);
    TerminateTask();
}
