/* Readers and writers of one variable. t1 activates a writer, then a reader, and so on, ten times. Writers are not
 * preemptable, so that a value and its copy always agree; readers are preemptable. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);
DeclareTask(t5);

int value = 0, copy = 0, seen[6];

TASK(t1) {
    int round;

    for (round = 0; round < 10; round++) {
        ActivateTask(t2);
        ActivateTask(t3);
        ActivateTask(t4);
        ActivateTask(t5);
        assert(value == copy);
    }
    TerminateTask();
}

TASK(t2) {
    int i;

    value = value + 1;
    Schedule(); /* nobody more urgent is ready */
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
    Schedule(); /* nobody more urgent is ready */
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
