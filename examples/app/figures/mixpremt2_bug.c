/* Table 8.1, mixpremt2_bug: as mixpremt1_bug, with t2 between: it takes for granted that t4 ran within t3's turn. */
#include "os.h"
#include <assert.h>

DeclareTask(t1);
DeclareTask(t2);
DeclareTask(t3);
DeclareTask(t4);

int order = 0, at_t3, at_t4;

TASK(t1) {
    ActivateTask(t2);
    TerminateTask();
}

TASK(t2) {
    ActivateTask(t3);
    assert(at_t4 < at_t3); /* t3 is not preemptable: t4 came after it */
    TerminateTask();
}

TASK(t3) {
    ActivateTask(t4);
    at_t3 = ++order;
    TerminateTask();
}

TASK(t4) {
    at_t4 = ++order;
    TerminateTask();
}
