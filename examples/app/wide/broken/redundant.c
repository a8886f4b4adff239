/* Two sensors of 32 bits for one pedal: what is used lies between the two, or nothing is if they are far apart. */
#include "os.h"
#include <assert.h>

extern unsigned first(void), second(void);

static unsigned position;

TASK(control) {
    unsigned a = first(), b = second();
    unsigned apart = a > b ? a - b : b - a;
    position = apart > 1000 ? 0 : (a + b) / 2;
    assert(!position || (position >= a && position <= b) || (position >= b && position <= a));
    ChainTask(control);
}
