/* Message passing between tasks that are never preempted: each adds its number and activates the next. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);
DeclareTask(t5);
DeclareTask(t6);

struct message {
    int sender, sum;
};

struct message box[7];
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
    box[5].sender = 4;
    box[5].sum = box[4].sum + 4;
    ActivateTask(t5);
    TerminateTask();
}

TASK(t5) {
    assert(box[5].sender == 4);
    assert(box[5].sum == 10);
    box[6].sender = 5;
    box[6].sum = box[5].sum + 5;
    ActivateTask(t6);
    TerminateTask();
}

TASK(t6) {
    assert(box[6].sender == 5);
    assert(box[6].sum == 15);
    delivered++;
    TerminateTask();
}
