/* The smallest of a few samples; those that the sensor marks as bad do not count. If all of them are bad, the smallest
 * has no value. */
#include "os.h"

enum { SAMPLES = 3, BAD = 0 };

int reported;

static int smallest(const int *samples) {
    int lowest, any = 0;
    for (int i = 0; i < SAMPLES; i++) {
        if (samples[i] == BAD || (any && samples[i] >= lowest)) continue;
        lowest = samples[i];
        any = 1;
    }
    return lowest;
}

TASK(report) {
    int samples[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) samples[i] = random(BAD, 2);
    reported = smallest(samples);
    TerminateTask();
}
