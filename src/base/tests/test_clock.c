#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

static double slowness_after(double seconds) {
    struct timespec pause = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    double began = clock_seconds();
    nanosleep(&pause, NULL);
    return clock_slowness(began);
}

static void who_waits_is_slow(void **state) {
    (void)state;
    assert_true(slowness_after(0.2) > 2);
    assert_true(slowness_after(0.2) <= 10);
}

static void who_has_only_begun_is_not(void **state) {
    (void)state;
    assert_true(clock_slowness(clock_seconds()) >= 1);
    assert_true(clock_slowness(clock_seconds()) < 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_waits_is_slow),
                                       cmocka_unit_test(who_has_only_begun_is_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
