#include "os.h"
#define LED (*(volatile unsigned char *)0x40000010)
StatusType st;
int x, y;
int v[4];
void log_error(StatusType);
volatile int vv;
void ErrorHook(StatusType s) {}
TASK(a) {
    ActivateTask(b);
    StatusType k = ActivateTask(b);
    if (y) x = k ? 1 : 2;
    TerminateTask();
}
TASK(b) { TerminateTask(); }
