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
DeclareTask(t9);
DeclareTask(t10);
DeclareTask(t11);
DeclareTask(t12);
DeclareTask(t13);
DeclareTask(t14);
DeclareTask(t15);
DeclareTask(t16);
DeclareTask(t17);
DeclareTask(t18);

struct message {
    int sender, sum;
};

struct message box[19];
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
    box[7].sender = 6;
    box[7].sum = box[6].sum + 6;
    ActivateTask(t7);
    TerminateTask();
}

TASK(t7) {
    assert(box[7].sender == 6);
    assert(box[7].sum == 21);
    box[8].sender = 7;
    box[8].sum = box[7].sum + 7;
    ActivateTask(t8);
    TerminateTask();
}

TASK(t8) {
    assert(box[8].sender == 7);
    assert(box[8].sum == 28);
    box[9].sender = 8;
    box[9].sum = box[8].sum + 8;
    ActivateTask(t9);
    TerminateTask();
}

TASK(t9) {
    assert(box[9].sender == 8);
    assert(box[9].sum == 36);
    box[10].sender = 9;
    box[10].sum = box[9].sum + 9;
    ActivateTask(t10);
    TerminateTask();
}

TASK(t10) {
    assert(box[10].sender == 9);
    assert(box[10].sum == 45);
    box[11].sender = 10;
    box[11].sum = box[10].sum + 10;
    ActivateTask(t11);
    TerminateTask();
}

TASK(t11) {
    assert(box[11].sender == 10);
    assert(box[11].sum == 55);
    box[12].sender = 11;
    box[12].sum = box[11].sum + 11;
    ActivateTask(t12);
    TerminateTask();
}

TASK(t12) {
    assert(box[12].sender == 11);
    assert(box[12].sum == 66);
    box[13].sender = 12;
    box[13].sum = box[12].sum + 12;
    ActivateTask(t13);
    TerminateTask();
}

TASK(t13) {
    assert(box[13].sender == 12);
    assert(box[13].sum == 78);
    box[14].sender = 13;
    box[14].sum = box[13].sum + 13;
    ActivateTask(t14);
    TerminateTask();
}

TASK(t14) {
    assert(box[14].sender == 13);
    assert(box[14].sum == 91);
    box[15].sender = 14;
    box[15].sum = box[14].sum + 14;
    ActivateTask(t15);
    TerminateTask();
}

TASK(t15) {
    assert(box[15].sender == 14);
    assert(box[15].sum == 105);
    box[16].sender = 15;
    box[16].sum = box[15].sum + 15;
    ActivateTask(t16);
    TerminateTask();
}

TASK(t16) {
    assert(box[16].sender == 15);
    assert(box[16].sum == 120);
    box[17].sender = 16;
    box[17].sum = box[16].sum + 16;
    ActivateTask(t17);
    TerminateTask();
}

TASK(t17) {
    assert(box[17].sender == 16);
    assert(box[17].sum == 136);
    box[18].sender = 17;
    box[18].sum = box[17].sum + 17;
    ActivateTask(t18);
    box[18].sum = 0; /* for the next message: but nobody has read this one */
    TerminateTask();
}

TASK(t18) {
    assert(box[18].sender == 17);
    assert(box[18].sum == 153);
    delivered++;
    TerminateTask();
}
