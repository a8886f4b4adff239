/* Test cases that reach everything that can be reached: statements, or branches.
 *
 * What is to be reached is known beforehand. The ways through the application are gone through, breadth first, with
 * inputs that nobody enumerates (paths.h); each time something is executed for the first time, the solver gives values
 * for the way that leads there, and following them (follow.h) must reach it. What is left when there are no more
 * states can be reached by no run at all. */
#ifndef APP_CASES_COVER_H
#define APP_CASES_COVER_H

#include "app/app.h"
#include "app/cases/case.h"

enum cover_goal { COVER_STATEMENT, COVER_BRANCH };
enum cover_status { COVER_OPEN, COVER_REACHED, COVER_INFEASIBLE };

struct cover_target {
    const struct c_function *function;
    struct place place;
    enum note_kind kind; /* NOTE_EXECUTED: the statement there */
    enum cover_status status;
    size_t test; /* the first that reaches it */
};

struct cover {
    enum cover_goal goal;
    VEC(struct cover_target) targets;
    VEC(struct test_case *) tests;
    bool complete;   /* everything was gone through: nothing is open */
    const char *why; /* it was not: half a sentence */
    uint64_t states;
};

/* `goes_on` is asked now and then. False: there is no solver, `why` says so. */
bool cover_find(struct app *app, enum cover_goal goal, bool (*goes_on)(void *context), void *context,
                struct cover *cover, struct text *why);
void cover_free(struct cover *cover); /* what it points at */

#endif
