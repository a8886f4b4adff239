/* A question to a solver as text that any solver reads (SMT-LIB 2.6, logic QF_BV). */
#ifndef APP_PATHS_SMT2_H
#define APP_PATHS_SMT2_H

#include "app/paths/solver.h"
#include "base/diag.h"

struct smt2_question {
    const struct terms *terms; /* these and no others: what the facts are made of */
    const uint32_t *facts;     /* truth values that are to be true together */
    size_t fact_count;
    enum solver_answer answer; /* that was given */
    struct place place;        /* what it is about; file NULL: nothing in particular */
};

typedef void (*smt2_visitor)(void *context, const struct smt2_question *question);

/* Declarations, assertions, the answer as :status, and check-sat. */
void smt2_print(const struct smt2_question *question, struct text *out);

#endif
