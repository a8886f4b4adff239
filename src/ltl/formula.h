/* Linear temporal logic over numbered atoms. Formulas are immutable and hash-consed in a pool: equal formulas are the
 * same pointer. They are in negation normal form: LTL_NOT stands only before atoms. Constructors fold what is trivial
 * (constants, p && p, <><>p) and otherwise keep what was written. */
#ifndef LTL_FORMULA_H
#define LTL_FORMULA_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>

enum ltl_operator {
    LTL_TRUE,
    LTL_FALSE,
    LTL_ATOM,
    LTL_NOT,
    LTL_AND,
    LTL_OR,
    LTL_NEXT,
    LTL_UNTIL,  /* strong */
    LTL_RELEASE /* the dual of until */
};

struct ltl_formula {
    enum ltl_operator op;
    unsigned atom; /* LTL_ATOM */
    const struct ltl_formula *left, *right;
    unsigned id; /* unique in its pool, counted from 0 */
    bool uses_next;
    /* Eventual: a word satisfies it if one of its suffixes does (<>p). Universal: all suffixes of a word that satisfies
     * it do, too ([]p). False where this cannot be seen from the form alone. */
    bool eventual, universal;
};

struct ltl_pool;
struct ltl_pool *ltl_pool_new(void);
void ltl_pool_free(struct ltl_pool *pool);

const struct ltl_formula *ltl_true(struct ltl_pool *pool);
const struct ltl_formula *ltl_false(struct ltl_pool *pool);
const struct ltl_formula *ltl_atom(struct ltl_pool *pool, unsigned atom);
const struct ltl_formula *ltl_not(struct ltl_pool *pool, const struct ltl_formula *f); /* pushed inwards to the atoms */
const struct ltl_formula *ltl_and(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g);
const struct ltl_formula *ltl_or(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g);
const struct ltl_formula *ltl_implies(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g);
const struct ltl_formula *ltl_equivalent(struct ltl_pool *pool, const struct ltl_formula *f,
                                         const struct ltl_formula *g);
const struct ltl_formula *ltl_next(struct ltl_pool *pool, const struct ltl_formula *f);
const struct ltl_formula *ltl_until(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g);
const struct ltl_formula *ltl_weak_until(struct ltl_pool *pool, const struct ltl_formula *f,
                                         const struct ltl_formula *g);
const struct ltl_formula *ltl_release(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g);
const struct ltl_formula *ltl_always(struct ltl_pool *pool, const struct ltl_formula *f);
const struct ltl_formula *ltl_eventually(struct ltl_pool *pool, const struct ltl_formula *f);

bool ltl_uses_next(const struct ltl_formula *f);
/* In Promela's spelling; [], <>, W and -> are recovered where they fit. An atom's
 * name is printed as it is: one that is an expression should bring its own parentheses. */
void ltl_print(const struct ltl_formula *f, const char *(*atom_name)(void *context, unsigned atom), void *context,
               struct text *out);

#endif
