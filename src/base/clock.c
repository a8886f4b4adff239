#include "base/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clock_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

double clock_slowness(double since) {
    const double most = 10, little = 1e-3;
    double passed = clock_seconds() - since, worked = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    if (worked < little) worked = little;
    return passed <= worked ? 1 : passed > most * worked ? most : passed / worked;
}
