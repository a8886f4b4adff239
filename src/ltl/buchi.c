/* The translation: simplify the formula; build the alternating automaton, then the generalized one; make its marks few;
 * go to one mark, then to accepting states; and make each automaton on the way as small as simulation allows. The order
 * in which marks are waited for matters, and so do other choices that change no word: a few are tried. */
#include "ltl/buchi.h"

#include "base/invariant.h"
#include "ltl/alternating.h"
#include "ltl/degeneralize.h"
#include "ltl/generalized.h"
#include "ltl/omega.h"
#include "ltl/simplify.h"
#include "ltl/simulation.h"
#include "ltl/transient.h"

#include <limits.h>

enum { MAX_EFFORT = 1000 };

/* Marks that do not matter can hide that one state simulates another, whether they are there or not: first without, and
 * with `saturate` then with them. */
static void reduce(struct omega *automaton, bool saturate) {
    bool changed;
    do {
        omega_prune(automaton);
        omega_clear_marks(automaton);
        changed = transient_merge(automaton);
        changed |= simulation_reduce(automaton);
        if (!saturate) continue;
        omega_prune(automaton);
        omega_saturate(automaton);
        changed |= simulation_reduce(automaton);
    } while (changed);
    omega_prune(automaton);
}

static bool is_smaller(const struct omega *a, const struct omega *b) {
    if (!b) return true;
    if (a->states.count != b->states.count) return a->states.count < b->states.count;
    return omega_edge_count(a) < omega_edge_count(b);
}

/* One state-based automaton, or NULL if `max_states` does not suffice. */
static struct omega *state_based(const struct omega *generalized, struct omega_degeneralize_options options,
                                 bool saturate, unsigned max_states) {
    struct omega *marked = omega_degeneralize(generalized, options, max_states);
    if (!marked) return NULL;
    reduce(marked, saturate);
    simulation_disentangle(marked);
    omega_prune(marked);
    struct omega *result = omega_make_state_based(marked);
    omega_free(marked);
    reduce(result, true);
    if (result->states.count <= max_states) return result;
    omega_free(result);
    return NULL;
}

/* The next permutation in lexicographic order; false after the last. */
static bool next_order(unsigned *order, unsigned count) {
    if (count < 2) return false;
    unsigned i = count - 1;
    while (i > 0 && order[i - 1] > order[i]) i--;
    if (i == 0) return false;
    unsigned j = count - 1;
    while (order[j] < order[i - 1]) j--;
    unsigned swap = order[j];
    order[j] = order[i - 1];
    order[i - 1] = swap;
    for (unsigned a = i, b = count - 1; a < b; a++, b--) {
        swap = order[a];
        order[a] = order[b];
        order[b] = swap;
    }
    return true;
}

static struct omega *smallest(const struct omega *generalized, unsigned max_states) {
    unsigned order[64];
    for (unsigned i = 0; i < generalized->mark_count; i++) order[i] = i;
    /* Trying takes time: the larger the automaton, the fewer tries; beyond four marks the first orders differ little.
     */
    size_t size = omega_edge_count(generalized) * generalized->mark_count;
    size_t tries = generalized->mark_count > 4 || size > MAX_EFFORT ? 1 : MAX_EFFORT / (size + 1) + 1;
    struct omega *best = NULL;
    do {
        for (unsigned variant = 0; variant < 4; variant++) {
            struct omega_degeneralize_options options = {order, variant & 1};
            struct omega *automaton = state_based(generalized, options, variant & 2, max_states);
            if (automaton && is_smaller(automaton, best)) {
                omega_free(best);
                best = automaton;
            } else {
                omega_free(automaton);
            }
        }
    } while (--tries && next_order(order, generalized->mark_count));
    return best;
}

/* An accepting state that is on no cycle would only mislead a search for accepting cycles. */
static void copy_states(const struct omega *automaton, struct buchi *buchi) {
    unsigned component_count;
    unsigned *component = omega_components(automaton, 0, &component_count);
    buchi->initial = automaton->initial;
    for (size_t i = 0; i < automaton->states.count; i++) {
        const struct omega_state *from = &automaton->states.items[i];
        struct buchi_state to = {0};
        for (size_t e = 0; e < from->edges.count; e++) {
            const struct omega_edge *edge = &from->edges.items[e];
            to.accepting |= edge->marks && component[edge->target] == component[i];
            vec_push(&to.edges, (struct buchi_edge){edge->target, edge->label.positive, edge->label.negative});
        }
        vec_push(&buchi->states, to);
    }
    free(component);
}

static struct omega *generalized(struct ltl_pool *pool, const struct ltl_formula *formula, unsigned max_states) {
    struct alternating *alternating = alternating_new(ltl_simplify(pool, formula));
    if (!alternating) return NULL;
    struct omega *automaton = generalized_from_alternating(alternating, max_states);
    alternating_free(alternating);
    if (!automaton) return NULL;
    reduce(automaton, true);
    omega_drop_marks(automaton);
    simulation_disentangle(automaton);
    omega_prune(automaton);
    if (automaton->mark_count == 0) { /* every infinite run is accepting */
        automaton->mark_count = 1;
        for (size_t i = 0; i < automaton->states.count; i++)
            for (size_t e = 0; e < automaton->states.items[i].edges.count; e++)
                automaton->states.items[i].edges.items[e].marks = 1;
    }
    return automaton;
}

/* Edges lead to states that are there, and none asks for an atom and for its opposite. */
static bool is_sound(const struct buchi *buchi) {
    if (buchi->initial >= buchi->states.count) return false;
    for (size_t s = 0; s < buchi->states.count; s++)
        for (size_t e = 0; e < buchi->states.items[s].edges.count; e++) {
            const struct buchi_edge *edge = &buchi->states.items[s].edges.items[e];
            if (edge->target >= buchi->states.count || edge->positive & edge->negative) return false;
        }
    return true;
}

struct buchi *buchi_from_formula(struct ltl_pool *pool, const struct ltl_formula *formula, unsigned max_states) {
    struct omega *automaton = generalized(pool, formula, max_states);
    if (!automaton) return NULL;
    struct omega *best = smallest(automaton, max_states);
    omega_free(automaton);
    if (!best) return NULL;
    simulation_disentangle(best);
    omega_prune(best);
    struct buchi *buchi = memory_new(sizeof *buchi);
    copy_states(best, buchi);
    omega_free(best);
    invariant_dear(is_sound(buchi));
    return buchi;
}

bool buchi_accepts_everything_from(const struct buchi *buchi, unsigned state) {
    const struct buchi_state *s = &buchi->states.items[state];
    for (size_t e = 0; e < s->edges.count; e++) {
        const struct buchi_edge *edge = &s->edges.items[e];
        if (s->accepting && edge->target == state && !edge->positive && !edge->negative) return true;
    }
    return false;
}

void buchi_free(struct buchi *buchi) {
    if (!buchi) return;
    for (size_t i = 0; i < buchi->states.count; i++) vec_free(&buchi->states.items[i].edges);
    vec_free(&buchi->states);
    free(buchi);
}
