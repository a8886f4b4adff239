/* Figure 7.11: t2 is less urgent and is activated twice before it can run; then it runs twice. With ACTIVATION = 1
 * (fig7_11_lost.oil) the second activation is refused (E_OS_LIMIT): a lost activation. */
#include "os.h"

DeclareTask(t1);
DeclareTask(t2);

int x = 0;

TASK(t1) {
    while (x < 2) {
        ActivateTask(t2);
        x++;
    }
    TerminateTask();
}

TASK(t2) {
    x--;
    TerminateTask();
}
