/* What the harness does at run time. Linked with every application of a suite. */
#include "harness.h"

unsigned char test_number;

void TestRunner_start(void) {}

void TestRunner_runTest(TestRef test) {
    int i;
    for (i = 0; i < test->count; i++) test->fixtures[i].run();
}

void TestRunner_end(void) {
    printf("end of the sequence at step %d", test_number);
#ifdef ADAPTER_SOME_WAY
    assert(!"the end was reached");
#endif
}

static TickType remaining(AlarmType alarm) {
    TickType ticks = 0;
    return GetAlarm(alarm, &ticks) == E_OK ? ticks : 0;
}

void WaitActivationOneShotAlarm(AlarmType alarm) {
    while (remaining(alarm) > 0) (void)IncrementCounter(rtcheck_counter_of(alarm));
}

void WaitActivationPeriodicAlarm(AlarmType alarm) {
    TickType before;
    do {
        before = remaining(alarm);
        (void)IncrementCounter(rtcheck_counter_of(alarm));
    } while (remaining(alarm) < before);
}
