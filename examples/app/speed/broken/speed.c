#include <assert.h>
#include <os.h>
#include <stdint.h>

#define SHORTEST 30000u /* microseconds between two teeth at the highest speed that is believed */

extern uint32_t wait_for_tooth(void); /* when it passed, in microseconds; the timer wraps around */

static uint32_t last;
uint32_t tenths; /* of kilometres an hour, for the display */

TASK(speed) {
    uint32_t now = wait_for_tooth();
    uint32_t period = now > last ? now - last : last - now;
    if (now - last < SHORTEST)
        tenths = 0; /* a spike on the line */
    else
        tenths = 90000000u / period;
    last = now;
    assert(tenths <= 3000);
    ChainTask(speed);
}
