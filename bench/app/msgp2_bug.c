/* Message passing between tasks that are never preempted: each adds its number and activates the next. The bug: the
 * last receiver takes for granted that it was activated only after its sender had ended; it is more urgent, but the
 * sender is not preemptable, and writes the message once more. */
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

struct message {
    int sender, sum;
};

struct message box[9];
int delivered = 0;

TASK(t1) {
    box[1].sum = 0;
    box[2].sender = 1;
    box[2].sum = box[1].sum + 1;
    ActivateTask(t2);
    TerminateTask();
}

TASK(t2) {
    assert(box[2].sender == 1);
    assert(box[2].sum == 1);
    box[3].sender = 2;
    box[3].sum = box[2].sum + 2;
    ActivateTask(t3);
    TerminateTask();
}

TASK(t3) {
    assert(box[3].sender == 2);
    assert(box[3].sum == 3);
    box[4].sender = 3;
    box[4].sum = box[3].sum + 3;
    ActivateTask(t4);
    TerminateTask();
}

TASK(t4) {
    assert(box[4].sender == 3);
    assert(box[4].sum == 6);
    delivered++;
    TerminateTask();
}

TASK(t5) {
    box[5].sum = 0;
    box[6].sender = 5;
    box[6].sum = box[5].sum + 5;
    ActivateTask(t6);
    TerminateTask();
}

TASK(t6) {
    assert(box[6].sender == 5);
    assert(box[6].sum == 5);
    box[7].sender = 6;
    box[7].sum = box[6].sum + 6;
    ActivateTask(t7);
    TerminateTask();
}

TASK(t7) {
    assert(box[7].sender == 6);
    assert(box[7].sum == 11);
    box[8].sender = 7;
    box[8].sum = box[7].sum + 7;
    ActivateTask(t8);
    box[8].sum = 0; /* for the next message: but nobody has read this one */
    TerminateTask();
}

TASK(t8) {
    assert(box[8].sender == 7);
    assert(box[8].sum == 18);
    delivered++;
    TerminateTask();
}
