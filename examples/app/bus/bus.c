/* Two tasks share a bus. A transfer takes a while, so they do not hold a resource meanwhile: a flag says that the bus
 * is busy. The flag is tested and set under a resource. */
#include "os.h"

#define BUS_DATA (*(volatile unsigned char *)0x4000)

enum { READ = 1, WRITE = 2 };

volatile unsigned char busy;

/* Starts a transfer, and waits until the hardware has done it. */
static void transfer(unsigned char command) {
    ClearEvent(done);
    BUS_DATA = command;
    WaitEvent(done);
}

/* Whoever finds the bus busy tries again when it is woken next. */
static void send(unsigned char command) {
    GetResource(bus_lock);
    unsigned char taken = busy;
    busy = 1;
    ReleaseResource(bus_lock);
    if (taken) return;
    transfer(command);
    busy = 0;
}

TASK(sensor) {
    for (;;) {
        WaitEvent(wake);
        ClearEvent(wake);
        send(READ);
    }
}

TASK(logger) {
    for (;;) {
        WaitEvent(wake);
        ClearEvent(wake);
        send(WRITE);
    }
}

ISR(every_ms) { SetEvent(sensor, wake); }
ISR(request) { SetEvent(logger, wake); }

ISR(bus_done) {
    SetEvent(sensor, done);
    SetEvent(logger, done);
}
