/* Timestamps of 32 bits that wrap around, compared as differences: an event that is not overdue is never reported. */
#include "os.h"
#include <assert.h>

extern unsigned timestamp(void);

enum { PATIENCE = 5000 };

static unsigned deadline;
static int armed, reports;

TASK(control) {
    unsigned time = timestamp();
    if (!armed) {
        deadline = time + PATIENCE;
        armed = 1;
    } else if ((int)(time - deadline) >= 0) {
        unsigned late = time - deadline;
        assert(late < 0x80000000u);
        armed = 0;
        if (reports < 3) reports++;
    }
    assert(reports <= 3);
    ChainTask(control);
}
