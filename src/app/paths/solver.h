/* Z3, asked about terms (term.h). Its library is loaded when it is first needed. One thread at a time. */
#ifndef APP_PATHS_SOLVER_H
#define APP_PATHS_SOLVER_H

#include "app/term/term.h"
#include "base/text.h"

struct solver;

/* NULL if there is no Z3: `why` says so. */
struct solver *solver_new(struct text *why);
void solver_free(struct solver *solver); /* NULL is allowed */

enum solver_answer { SOLVER_NO, SOLVER_YES, SOLVER_UNKNOWN };

/* Forgets everything; from now on it is about these terms, more of which may come. */
void solver_begin(struct solver *solver, const struct terms *terms);
/* This truth value is true. */
void solver_assume(struct solver *solver, uint32_t truth);
/* Can this one be true, too (0: nothing more)? Then `values` gets a value for each of the first `count` variables that
 * makes all of them true. */
enum solver_answer solver_ask(struct solver *solver, uint32_t truth, uint64_t *values, size_t count);

#endif
