/* A test case: what comes from outside in one run, and what the application does then.
 *
 * It is a run of the explicit engine: a start, steps, and the values of inputs in the order in which they are read. All
 * else is found out by following it (follow.h). */
#ifndef APP_CASES_CASE_H
#define APP_CASES_CASE_H

#include "app/exec/steered.h"
#include "app/exec/timeline.h"

/* Something comes at the moment that is number `chance` (notes.h), or while nothing runs. */
struct case_arrival {
    uint32_t chance;
    bool is_tick;
    uint32_t number; /* of the ISR, or of the counter */
    uint32_t ticks;
};

struct test_case {
    uint32_t start; /* which of the initial states */
    VEC(struct steered_step) steps;
    VEC(int64_t) inputs;

    /* What following it says. */
    struct timeline *timeline;
    struct notes notes;
    VEC(uint32_t) reaches; /* targets, by number, each once (cover.h) */
    VEC(struct case_arrival) arrivals;
    unsigned char *last; /* the state at the end */
    const struct ts_fault *fault;
    bool is_cut;            /* it goes on behind its end: nothing more was looked at */
    const char *not_driven; /* why a program that is not interrupted at will cannot run it; NULL: it can */
};

void test_case_free(struct test_case *test); /* and what it points at */

#endif
