/* As ../uptime.c, with an index that leaves the queue after 32768 milliseconds. */
#include <assert.h>
#include <os.h>
#include <stdbool.h>
#include <stdint.h>

enum { PERIOD = 500, QUEUE = 8 };

static volatile uint32_t uptime;
static volatile uint8_t queue[QUEUE];
static volatile bool lamp;

ISR(every_millisecond) {
    uptime++;
    queue[uptime / 4096 % (QUEUE + 1)] = (uint8_t)uptime;
    if (uptime % 100 == 0) SetEvent(listen, received);
}

TASK(blink) {
    static uint32_t changed;
    uint32_t now = uptime;

    if (now - changed >= PERIOD) { /* right, also when the time goes round */
        lamp = !lamp;
        changed = now;
    }
    TerminateTask();
}

TASK(listen) {
    for (;;) {
        WaitEvent(received);
        ClearEvent(received);
    }
}
