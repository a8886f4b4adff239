/* Every scenario is a test. */
#include "scenarios.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void run(void **state) {
    const struct scenario *scenario = *state;
    char why[600] = "";
    if (!script_run(scenario->text, why, sizeof why)) fail_msg("%s", why);
}

/* A script that expects the wrong thing must fail: otherwise the tests above say nothing. */
static void scripts_can_fail(void **state) {
    static const char *const wrong[] = {
        "task t1 1 auto\ngo\nis idle",
        "task t1 1 auto\ngo\nt1 TerminateTask = LIMIT",
        "task t1 1 auto\ngo\nt1 GetTaskID -> 5",
        "task t1 1 auto\ngo\nstate t1 READY",
        "task t1 1 auto\ngo\nt1 end",
        "task t1 1 auto\ngo\nt2 TerminateTask",
        "task t1 1 auto\ngo\nsave x\ndiffers x",
        "task t1 1 auto\nisr i1 5\ngo\nforbidden i1",
        "task t1 1 auto\ngo\nchoices 2",
        "task t1 1 auto\ngo\nNonsense t1",
        "task t1 1 auto",
        "task t1 1 auto n=0\ngo",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char why[600] = "";
        assert_false(script_run(wrong[i], why, sizeof why));
        assert_true(*why);
    }
}

int main(void) {
    struct CMUnitTest tests[400] = {cmocka_unit_test(scripts_can_fail)};
    size_t count = 1;
    for (unsigned i = 0; i < all_scenarios_count; i++)
        for (const struct scenario *it = all_scenarios[i]; it->name; it++)
            tests[count++] = (struct CMUnitTest){it->name, run, NULL, NULL, (void *)it};
    return _cmocka_run_group_tests("osek scenarios", tests, count, NULL, NULL);
}
