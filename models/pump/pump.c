/* The task waits for either; after the stop button it is over until the next start. */
#include "os.h"

DeclareTask(motor);
DeclareEvent(full);
DeclareEvent(stop);

unsigned char running, emptied;

ISR(float_switch) { SetEvent(motor, full); }

ISR(stop_button) { SetEvent(motor, stop); }

TASK(motor) {
    EventMaskType events;
    for (;;) {
        WaitEvent(full | stop);
        GetEvent(motor, &events);
        ClearEvent(full | stop);
        if (events & stop) {
            running = 0;
            TerminateTask();
        }
        running = 1;
        if (emptied < 3) emptied++;
        running = 0;
    }
}
