/* Distance from a counter of wheel pulses, 32 bits wide, that wraps around: no more than the wheel can turn. */
#include "os.h"
#include <assert.h>

extern unsigned pulses(void);

enum { MOST_PER_PERIOD = 400 };

static unsigned last, metres;
static int started;

TASK(control) {
    unsigned now = pulses(), turned = now - last;
    if (turned > MOST_PER_PERIOD) turned = 0; /* disturbed */
    if (started) metres = turned / 4;
    last = now;
    started = 1;
    assert(metres <= MOST_PER_PERIOD / 4);
    ChainTask(control);
}
