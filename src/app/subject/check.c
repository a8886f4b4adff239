/* The checks that are made without being asked, by name. */
#include "app/subject/options.h"

#include <string.h>

static const struct {
    const char *name, *text;
} checks[APP_CHECK_COUNT] = {
    [APP_CHECK_ASSERTION] = {"assertion", "assert() holds wherever it stands"},
    [APP_CHECK_OVERFLOW] = {"overflow", "no signed number overflows, no shift goes beyond its width"},
    [APP_CHECK_ENDLESS] = {"endless", "no code runs for ever where nothing can interrupt it"},
    [APP_CHECK_DEADLOCK] = {"deadlock", "no task waits for what can never come"},
    [APP_CHECK_WAITING] = {"waiting", "no task waits, or is ready and never runs, while others go on"},
    [APP_CHECK_TERMINATE] = {"terminate", "every task ends by TerminateTask or ChainTask"},
    [APP_CHECK_RESOURCE] = {"resource", "resources are taken and released in order, and not held at the end"},
    [APP_CHECK_CEILING] = {"ceiling", "resources are taken by who lists them, and not from above their ceilings"},
    [APP_CHECK_ACTIVATION] = {"activation", "no activation is lost"},
    [APP_CHECK_LEVEL] = {"level", "services are called only where the standard allows it"},
    [APP_CHECK_INTERRUPTS] = {"interrupts", "no service while interrupts are disabled, pairs in balance"},
    [APP_CHECK_EVENT] = {"event", "events only of tasks that have them and are not suspended"},
    [APP_CHECK_ARGUMENT] = {"argument", "identifiers exist, values are in range"},
    [APP_CHECK_RACE] = {"race", "accesses to what tasks and ISRs share are kept apart"},
    [APP_CHECK_UNINITIALISED] = {"uninitialised", "no local variable is read before it has a value"},
    [APP_CHECK_UNCHECKED] = {"unchecked", "somebody looks at every error that a service returns"},
    [APP_CHECK_ALIGNMENT] = {"alignment", "numbers lie where the machine can be relied on to read them"},
};

const char *app_check_name(enum app_check check) { return checks[check].name; }
const char *app_check_text(enum app_check check) { return checks[check].text; }

bool app_check_by_name(const char *name, enum app_check *check) {
    for (unsigned i = 0; i < APP_CHECK_COUNT; i++)
        if (strcmp(checks[i].name, name) == 0) {
            *check = (enum app_check)i;
            return true;
        }
    return false;
}

bool app_fault_is_inconclusive(const char *kind) {
    return strcmp(kind, "limit") == 0 || strcmp(kind, "unsupported") == 0;
}
