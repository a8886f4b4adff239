/* Lets test applications written for the Trampoline kernel be checked unmodified: what their harness offers, in terms
 * of rtcheck. A step out of order, or a result other than the expected one, is a failed assertion.
 *
 * To be included before anything else (--clang -include). Time stands still but for the waits below, which advance the
 * alarm's counter by hand. */
#ifndef ADAPTER_HARNESS_H
#define ADAPTER_HARNESS_H

#include <assert.h>
#include <os.h>
#include <stdio.h>

typedef unsigned char uint8;
typedef unsigned short uint16;
typedef unsigned int uint32;

/* Declarations of objects that the configuration does not have are no mistake there. */
#undef DeclareTask
#undef DeclareResource
#undef DeclareEvent
#undef DeclareAlarm
#define DeclareTask(name)     struct adapter_declared
#define DeclareResource(name) struct adapter_declared
#define DeclareEvent(name)    struct adapter_declared
#define DeclareAlarm(name)    struct adapter_declared

/* Identifiers of nothing. */
#define INVALID_ALARM    ((AlarmType)-1)
#define INVALID_RESOURCE ((ResourceType)-1)

/* ---- Sequences: every check has a number, and numbers come in order ---- */

extern unsigned char test_number;

/* Where the standard leaves a kernel a choice there are several runs. ADAPTER_SOME_WAY asks whether one of them is the
 * expected one: the others are left aside, and reaching the end is what is found. */
#ifdef ADAPTER_SOME_WAY
#define ADAPTER_CHECK(condition) rtcheck_assume(condition)
#else
#define ADAPTER_CHECK(condition) assert(condition)
#endif

#define SCHEDULING_CHECK_STEP(number) ADAPTER_CHECK(++test_number == (number));
#define SCHEDULING_CHECK_INIT(number)                                                                                  \
    {                                                                                                                  \
        SCHEDULING_CHECK_STEP(number)
#define SCHEDULING_CHECK_AND_EQUAL_INT_FIRST(number, expected, actual)                                                 \
    ADAPTER_CHECK(test_number == (number));                                                                            \
    ADAPTER_CHECK((int)(expected) == (int)(actual));
#define SCHEDULING_CHECK_AND_EQUAL_INT(number, expected, actual)                                                       \
    SCHEDULING_CHECK_AND_EQUAL_INT_FIRST(number, expected, actual)                                                     \
    }
#define TEST_ASSERT_EQUAL_INT(expected, actual) ADAPTER_CHECK((int)(expected) == (int)(actual));
#define addFailure(text, line, file)            ADAPTER_CHECK(!text)

/* ---- Test cases: a list of functions ---- */

struct adapter_fixture {
    const char *name;
    void (*run)(void);
};
struct adapter_case {
    int count;
    const struct adapter_fixture *fixtures;
};
typedef const struct adapter_case *TestRef;

#define EMB_UNIT_TESTFIXTURES(fixtures) static const struct adapter_fixture fixtures[] =
#define new_TestFixture(name, function)                                                                                \
    { name, function }
#define EMB_UNIT_TESTCALLER(caller, name, before, after, fixtures)                                                     \
    static const struct adapter_case caller = {sizeof(fixtures) / sizeof(fixtures[0]), fixtures}

void TestRunner_start(void);
void TestRunner_runTest(TestRef test);
void TestRunner_end(void);

/* ---- Interrupts by software, and time ---- */

#define SOFT_IRQ0                 softwareInterruptHandler0
#define SOFT_IRQ1                 softwareInterruptHandler1
#define SOFT_IRQ2                 softwareInterruptHandler2
#define sendSoftwareIt(core, isr) rtcheck_interrupt(isr)
#define UNUSED_ISR(name)                                                                                               \
    ISR(name) {}

void WaitActivationOneShotAlarm(AlarmType alarm);  /* until it has expired */
void WaitActivationPeriodicAlarm(AlarmType alarm); /* until it has expired once more */

#endif
