/* Reachability of a system under a guide, component by component, for safety.
 *
 * The places of a guide form components: sets of places with a way from each to each. No step leads back into a
 * component that was left, so they are explored one after the other, those before first (PastFree[ze], Teodorov et al.
 * 2016, without unrolling what is cyclic), and one is freed when all that it leads to is explored.
 *
 * Within a component states are explored by the number of interactions, their level. Invariant: a state is stored once,
 * at the smallest level at which it can be reached at all. So the largest level of a state is the smallest number of
 * interactions that is enough to see everything.
 *
 * A component is a function of its own shape and of where it is entered from. Components of several guides with the
 * same identity (the caller's word) are therefore the same: the cache keeps them, and they are explored once. What is
 * entered is found by expanding what is before it anew; so nothing has to be remembered of steps that lead out.
 *
 * It is a function of its inside and of the states with which it is entered, too, wherever these come from. Where all
 * come at one level, they are known before anything else is: a component in the cache with the same inside that was
 * entered with the same states, compared by hash and then one by one, is taken in its place, its levels shifted.
 *
 * Threads share a component: what is to be expanded is taken from its items in small lots. A level is done when all of
 * them have nothing left; so states, levels and transitions are the same with any number of threads.
 *
 * There is no log: violations have no traces. */
#ifndef SEARCH_COMPONENTS_H
#define SEARCH_COMPONENTS_H

#include "search/search.h"

/* Of a guide's component, all places by number. */
struct component_shape {
    const uint32_t *places; /* by inner number */
    uint32_t place_count;
    const uint32_t *sources; /* the components, of smaller numbers, from which a transition leads into this one */
    uint32_t source_count;
    uint64_t identity; /* equal for components of several guides only if their content is */
    uint64_t inside;   /* equal only if the transitions inside are, place by place in their inner order */
};

struct components_shape {
    const struct component_shape *list; /* in topological order */
    uint32_t count;
    uint32_t width;               /* places of a level: a state's last 4 bytes are level * width + place */
    const uint32_t *component_of; /* by place */
    const uint32_t *inner_of;     /* by place: its number within the component */
};

struct component_told {
    uint64_t states;
    uint32_t first_level, last_level; /* of its states, if it has any */
    bool reused;
};

struct components_result {
    VEC(struct component_told) list; /* as far as it came */
    uint32_t enough;                 /* the largest level of a state */
    uint64_t states, reused;         /* of all components; of those that were not explored again */
};

/* Components that were explored, for the next guide over the same system with the same options. What does not fit into
 * the memory limit beside what is explored goes from it, the longest unused first. */
struct component_cache;
struct component_cache *component_cache_new(void);
void component_cache_free(struct component_cache *cache); /* NULL is allowed */

/* As search_run() with these options; the store must be an exact one, and there are no checkpoints and
 * no depth. Without a cache (NULL) a component goes as soon as it is not needed. The states of the result are those of
 * all components, reused ones included; its memory is the most that was in use at once; its depth is the largest level.
 * The system must not have more than one interaction in an expansion: where it has, the result is an error. */
struct search_result *components_run(const struct ts *ts, const struct search_options *options,
                                     const struct components_shape *shape, struct component_cache *cache,
                                     struct components_result *out);
void components_result_free(struct components_result *result);

#endif
