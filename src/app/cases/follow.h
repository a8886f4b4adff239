/* Runs a test case on the explicit engine, to its end: until nothing runs and nothing comes any more. */
#ifndef APP_CASES_FOLLOW_H
#define APP_CASES_FOLLOW_H

#include "app/cases/case.h"
#include "app/exec/executor.h"

/* False: there is no such run. test->inputs gets the values of the inputs that are read behind the last step, too. */
bool follow_case(const struct executor *executor, struct test_case *test);

#endif
