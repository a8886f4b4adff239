#include "guide/within.h"

#include "base/invariant.h"
#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

enum { MOST_PAIRS = 1 << 26 };

struct pair {
    uint32_t part, whole;
};

struct pairing {
    uint32_t whole_states;
    uint32_t *number_of; /* by pair: 1 and its number, or 0 */
    VEC(struct pair) states;
    VEC(struct xgdl_arrow) arrows;
};

static uint32_t meet(struct pairing *pairing, uint32_t part, uint32_t whole) {
    uint32_t *number = &pairing->number_of[(size_t)part * pairing->whole_states + whole];
    if (!*number) {
        vec_push(&pairing->states, ((struct pair){part, whole}));
        *number = (uint32_t)pairing->states.count;
    }
    return *number - 1;
}

static void follow(struct pairing *pairing, const struct xgdl_automaton *part, const struct xgdl_automaton *whole,
                   uint32_t state) {
    struct pair at = pairing->states.items[state];
    for (uint32_t i = part->first[at.part]; i < part->first[at.part + 1]; i++) {
        uint32_t then = xgdl_step(whole, at.whole, part->letters[i]);
        invariant(then != XGDL_NOWHERE);
        uint32_t to = meet(pairing, part->targets[i], then);
        vec_push(&pairing->arrows, ((struct xgdl_arrow){state, part->letters[i], to}));
    }
}

/* States are met in the order in which xgdl_automaton_of() numbers them: breadth first, letters ascending. */
struct xgdl_automaton *guide_within(const struct xgdl_automaton *part, const struct xgdl_automaton *whole,
                                    uint32_t most_states, uint32_t **whole_of) {
    uint64_t pairs = (uint64_t)part->state_count * whole->state_count;
    if (pairs > MOST_PAIRS) return NULL;
    struct pairing pairing = {.whole_states = whole->state_count, .number_of = memory_new(pairs * sizeof(uint32_t))};
    meet(&pairing, 0, 0);
    for (uint32_t i = 0; i < pairing.states.count && pairing.states.count <= most_states; i++)
        follow(&pairing, part, whole, i);
    struct xgdl_automaton *automaton = NULL;
    uint32_t count = (uint32_t)pairing.states.count;
    if (count <= most_states) {
        automaton = xgdl_automaton_of(pairing.arrows.items, pairing.arrows.count, count, 0);
        *whole_of = memory_new((count + 1) * sizeof **whole_of);
        for (uint32_t i = 0; i < count; i++) (*whole_of)[i] = pairing.states.items[i].whole;
    }
    free(pairing.number_of);
    vec_free(&pairing.states);
    vec_free(&pairing.arrows);
    return automaton;
}
