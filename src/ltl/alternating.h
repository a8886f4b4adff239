/* Very weak alternating automata (Gastin and Oddoux, "Fast LTL to Büchi Automata Translation", 2001): one state per
 * subformula whose top is not && or ||. A choice of a state reads one letter and sends a copy of the automaton to each
 * state of a set; the only loops are from a state to itself, and a run must not stay in an until for ever.
 *
 * Beyond the paper, []<>f is a state of its own that never ends, and must see f infinitely often. */
#ifndef LTL_ALTERNATING_H
#define LTL_ALTERNATING_H

#include "base/arena.h"
#include "ltl/formula.h"
#include "ltl/label.h"

/* A set of states: `words` 64-bit words, bit i of the whole for state i. */
struct choice {
    struct label label;
    const uint64_t *next;
};

typedef VEC(struct choice) choice_list;

struct alternating {
    struct arena *arena;
    unsigned count; /* states */
    unsigned words;
    choice_list *choices; /* by state */
    /* By state: the number of a state that waits for something (f U g for g, []<>g for g), counted from 0; -1 for
     * others. And the choices by which what it waits for comes true. */
    int *waiting;
    choice_list *fulfilling;
    unsigned waiting_count;
    choice_list initial; /* the choices of the whole formula */
};

/* NULL if a state would have more choices than is reasonable, or an atom is 64 or above. */
struct alternating *alternating_new(const struct ltl_formula *f);
void alternating_free(struct alternating *automaton);

static inline bool set_has(const uint64_t *set, unsigned state) { return set[state / 64] >> (state % 64) & 1; }

static inline bool set_contains(const uint64_t *outer, const uint64_t *inner, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        if (inner[i] & ~outer[i]) return false;
    return true;
}

#endif
