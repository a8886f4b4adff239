/* Questions to a solver: can these conditions be true together? Each question is asked about the conditions that have
 * to do with it alone, and a question that differs in the names of its inputs only is asked once. */
#ifndef APP_PATHS_QUESTION_H
#define APP_PATHS_QUESTION_H

#include "app/paths/smt2.h"

struct questions;

/* NULL if there is no solver: `why` says so. */
struct questions *questions_new(struct text *why);
void questions_free(struct questions *questions); /* NULL is allowed */

/* Can `wanted` be true together with the `count` conditions? (0: nothing more is wanted.) The conditions alone can, and
 * `values`, by variable, make those true that have nothing to do with `wanted`. If so, `values` make all of them true
 * afterwards. `terms` may get more terms. */
enum solver_answer questions_ask(struct questions *questions, const struct terms *terms, uint32_t wanted,
                                 const uint32_t *conditions, size_t count, uint64_t *values);
/* What the questions from now on are about. */
void questions_set_place(struct questions *questions, struct place place);
/* Tells somebody (NULL: nobody) each question that is put to the solver, and its answer. */
void questions_tell(struct questions *questions, smt2_visitor visit, void *context);

#endif
