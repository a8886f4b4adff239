/* Test cases that reach everything that can be reached: statements, branches, both values of conditions, the effect of
 * each condition (MC/DC, decision.h), or paths through functions (route.h).
 *
 * What is to be reached is known beforehand. The ways through the application are gone through, breadth first, with
 * inputs that nobody enumerates (paths.h); each time something is done for the first time that counts (a feat), the
 * solver gives values for the way that leads there, and following them (follow.h) must do it again. What is left when
 * there are no more states can be reached by no run at all. */
#ifndef APP_CASES_COVER_H
#define APP_CASES_COVER_H

#include "app/app.h"
#include "app/cases/case.h"

enum cover_goal { COVER_STATEMENT, COVER_BRANCH, COVER_CONDITION, COVER_MCDC, COVER_PATH };
enum cover_kind { COVER_EXECUTED, COVER_TRUE, COVER_FALSE, COVER_EFFECT, COVER_ROUTE };
enum cover_status { COVER_OPEN, COVER_REACHED, COVER_INFEASIBLE };

struct cover_branch {
    struct place place;
    bool value;
};

struct cover_target {
    const struct c_function *function;
    struct place place;
    enum cover_kind kind;
    enum cover_status status;
    size_t test;                         /* the first that reaches it */
    const char *condition;               /* COVER_CONDITION, COVER_MCDC: as C; otherwise NULL */
    const char *values[2];               /* COVER_EFFECT: the two evaluations, in `test` and in */
    size_t other_test;                   /* ... this one */
    const struct cover_branch *branches; /* COVER_ROUTE: on the way */
    size_t branch_count;
};

struct cover {
    enum cover_goal goal;
    struct arena *arena;
    VEC(struct cover_target) targets;
    VEC(struct test_case *) tests;
    bool complete;          /* everything was gone through: nothing is open */
    const char *why;        /* it was not: half a sentence */
    const char *assumption; /* what is infeasible, and what tests expect, if this is so: half a sentence, or NULL */
    uint64_t states;
};

/* `goes_on` is asked now and then. False: there is no solver, `why` says so. */
bool cover_find(struct app *app, enum cover_goal goal, bool (*goes_on)(void *context), void *context,
                struct cover *cover, struct text *why);
void cover_free(struct cover *cover); /* what it points at */

#endif
