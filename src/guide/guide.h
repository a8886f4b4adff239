/* A guide, ready to lead a Promela model: its automaton, and which steps of the model are its letters.
 *
 * The guide is followed by its smallest automaton; where that is too large, by its terms, as the semantics of xGDL
 * rewrites them (the same words, perhaps more states).
 *
 * Unrolled to a bound it is acyclic: its places are level * states + state, where the level counts the interactions so
 * far, and those beyond the bound are not allowed. To properties over time a run does not end where it is only the
 * bound that allows no more: it is not looked at. */
#ifndef GUIDE_GUIDE_H
#define GUIDE_GUIDE_H

#include "promela/interactions.h"
#include "ts/guided.h"
#include "xgdl/automaton.h"
#include "xgdl/guide.h"

struct guide_options {
    const char *path;
    /* The alphabet: these interactions and no others; what the guide does not mention of them is not allowed, and
     * interactions outside happen as they like. NULL: those that the guide mentions and those that the model
     * annotates. Ended by NULL. */
    const char *const *alphabet;
    uint32_t most_states; /* of the automaton; beyond, terms are followed */
    uint32_t bound;       /* interactions to which the automaton is unrolled; GUIDE_CYCLIC: it is not */
};

#define GUIDE_CYCLIC     UINT32_MAX
#define GUIDE_BOUND_AUTO (UINT32_MAX - 1) /* beyond all that is ever reached */

struct guide;

/* NULL with errors in `diagnostics`. */
struct guide *guide_new(const struct guide_options *options, struct diagnostics *diagnostics);
/* A part of a guide: a term of its pool, with its alphabet; what is not mentioned in the part is not allowed. The whole
 * outlives it, and must not be used from another thread meanwhile. NULL: its automaton would be too large. */
struct guide *guide_part(struct guide *whole, xgdl_term term, uint32_t most_states);
/* From now on the part knows where the whole is: to properties over time a run does not end where only the part goes no
 * further. False: that takes more states than those. */
bool guide_stay_within(struct guide *part, const struct guide *whole, uint32_t most_states);
void guide_free(struct guide *guide); /* NULL is allowed */

/* What the model must find among its steps. */
const struct interaction_names *guide_names(const struct guide *guide);
/* To be composed with a system whose interactions these are: what the model found. */
const struct ts_guide *guide_over(struct guide *guide, const struct interactions *interactions);

const char *guide_path(const struct guide *guide);
const struct xgdl_guide *guide_text(const struct guide *guide);
struct xgdl_pool *guide_pool(struct guide *guide);
/* The smallest automaton of a term; NULL: more states than that on the way. */
struct xgdl_automaton *guide_minimal(struct xgdl_pool *pool, xgdl_term term, uint32_t most_states);
const struct xgdl_automaton *guide_automaton(const struct guide *guide); /* NULL: terms are followed */
/* To which bound it is unrolled; and another one: systems that were composed with it are composed anew, from
 * guide_over() on. */
uint32_t guide_bound(const struct guide *guide);
void guide_unroll(struct guide *guide, uint32_t bound);
/* Which state of the automaton is in which component, so that a sink can be asked for steps towards one of them; NULL:
 * it cannot be, any more. */
void guide_know_components(struct guide *guide, const uint32_t *component_of);
/* Of an unrolled guide: was there an interaction that only the bound did not allow, since guide_over()? */
bool guide_was_cut(const struct guide *guide);
/* All that it says, as a number. */
uint64_t guide_fingerprint(const struct guide *guide, uint64_t so_far);

/* Did a step come along that is two interactions? Then nothing that was found counts: `error` says which. */
bool guide_has_conflict(const struct guide *guide, struct text *error);

#endif
