/* Terms of xGDL (Le Roux 2019, section 3.1), in a pool that holds each one once.
 *
 * Invariant: a term's number stands for the term: equal terms have equal numbers, whichever way they were built. The
 * constructors put terms into a normal form (choices and parallel terms are sorted lists without nesting, bounds are
 * clipped), so that terms that are equal by the laws of these operators are mostly equal by number, too. */
#ifndef XGDL_TERM_H
#define XGDL_TERM_H

#include "base/vec.h"
#include "search/nodeset.h"

#include <stdbool.h>
#include <stdint.h>

enum xgdl_kind {
    XGDL_NONE,     /* no word at all: never written, it is what a term becomes by a letter that it does not allow */
    XGDL_EMPTY,    /* the empty term */
    XGDL_LETTER,   /* an interaction: `from` is its number */
    XGDL_SEQUENCE, /* one after the other */
    XGDL_CHOICE,
    XGDL_PARALLEL, /* interleaved at will */
    XGDL_REPEAT,   /* its one part, `from` to `to` times (XGDL_FOREVER: no most) */
    XGDL_SOME      /* `from` to `to` of its parts, each at most once, one after the other in any order */
};

#define XGDL_FOREVER      UINT32_MAX
#define XGDL_MOST_REPEATS 1000000 /* that a bound can be */

typedef uint32_t xgdl_term;

struct xgdl_node {
    uint32_t kind; /* enum xgdl_kind */
    uint32_t from, to;
    xgdl_term parts[]; /* as many as xgdl_parts() says */
};

struct xgdl_pool {
    struct nodeset nodes;
    VEC(bool) nullable;   /* may the term end here? */
    VEC(uint32_t) height; /* terms inside terms: who walks through them is recursive */
};

void xgdl_pool_free(struct xgdl_pool *pool);

/* Valid until a term is made. */
const struct xgdl_node *xgdl_get(const struct xgdl_pool *pool, xgdl_term term, uint32_t *part_count);
static inline uint32_t xgdl_height(const struct xgdl_pool *pool, xgdl_term term) { return pool->height.items[term]; }
static inline bool xgdl_is_nullable(const struct xgdl_pool *pool, xgdl_term term) { return pool->nullable.items[term]; }

xgdl_term xgdl_none(struct xgdl_pool *pool);
xgdl_term xgdl_empty(struct xgdl_pool *pool);
xgdl_term xgdl_letter(struct xgdl_pool *pool, uint32_t letter);
/* The lists are borrowed; they must not lie in the pool. */
xgdl_term xgdl_sequence(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count);
xgdl_term xgdl_choice(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count);
xgdl_term xgdl_parallel(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count);
xgdl_term xgdl_repeat(struct xgdl_pool *pool, xgdl_term part, uint32_t from, uint32_t to);
xgdl_term xgdl_some(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count, uint32_t from, uint32_t to);

#endif
