#include "ltl/degeneralize.h"

#include <limits.h>

/* ---- several marks to one ---- */

struct levels {
    const struct omega *from;
    struct omega *to;
    struct omega_degeneralize_options options;
    unsigned *copies;      /* by state and level: its number in `to`, UINT_MAX for none */
    VEC(unsigned) waiting; /* by number in `to`: state * mark_count + level */
};

static unsigned copy_of(struct levels *l, unsigned state, unsigned level) {
    unsigned key = state * l->from->mark_count + level;
    if (l->copies[key] == UINT_MAX) {
        l->copies[key] = omega_add_state(l->to);
        vec_push(&l->waiting, key);
    }
    return l->copies[key];
}

static unsigned advance(const struct levels *l, unsigned level, uint64_t marks) {
    while (level < l->from->mark_count && (marks >> l->options.order[level] & 1)) level++;
    return level;
}

/* A level is the number of marks seen in this round. Where the component changes, the level starts anew. */
static void copy_edge(struct levels *l, unsigned from, unsigned level, const struct omega_edge *edge, bool leaving) {
    unsigned next = leaving ? 0 : advance(l, level, edge->marks);
    bool complete = next == l->from->mark_count;
    if (complete) {
        next = l->options.carry ? advance(l, 0, edge->marks) : 0;
        if (next == l->from->mark_count) next = 0;
    }
    struct omega_edge copy = {copy_of(l, edge->target, next), edge->label, complete};
    vec_push(&l->to->states.items[from].edges, copy);
}

struct omega *omega_degeneralize(const struct omega *automaton, struct omega_degeneralize_options options,
                                 unsigned max_states) {
    unsigned marks = automaton->mark_count, component_count;
    size_t keys = automaton->states.count * marks;
    unsigned *component = omega_components(automaton, 0, &component_count);
    struct levels l = {.from = automaton, .to = omega_new(1, false), .options = options};
    l.copies = memory_new(keys * sizeof *l.copies);
    for (size_t i = 0; i < keys; i++) l.copies[i] = UINT_MAX;
    l.to->initial = copy_of(&l, automaton->initial, 0);
    for (unsigned i = 0; i < l.to->states.count && l.to->states.count <= max_states; i++) {
        unsigned state = l.waiting.items[i] / marks, level = l.waiting.items[i] % marks;
        const struct omega_state *s = &automaton->states.items[state];
        for (size_t e = 0; e < s->edges.count; e++)
            copy_edge(&l, i, level, &s->edges.items[e], component[s->edges.items[e].target] != component[state]);
    }
    free(component);
    free(l.copies);
    vec_free(&l.waiting);
    if (l.to->states.count <= max_states) return l.to;
    omega_free(l.to);
    return NULL;
}

/* ---- marks on edges to marks on states ---- */

enum { MARKED = 1, UNMARKED = 2 };

/* What a state becomes: a state whose edges all have the mark is accepting; another one is accepting if it is entered
 * by marked edges only, and comes in two copies if it is entered by both kinds. Edges from states that are accepting by
 * their own edges have no need to be seen at their targets, nor have edges that are on no cycle. */
struct split {
    bool *by_own_edges;
    unsigned *entered; /* MARKED, UNMARKED, both or neither */
    unsigned *accepting_copy, *other_copy;
};

static void classify(const struct omega *automaton, const unsigned *component, struct split *split) {
    for (size_t i = 0; i < automaton->states.count; i++) {
        const struct omega_state *state = &automaton->states.items[i];
        bool unmarked = false, inside = false;
        for (size_t e = 0; e < state->edges.count; e++) {
            if (component[state->edges.items[e].target] != component[i]) continue;
            inside = true;
            unmarked |= !state->edges.items[e].marks;
        }
        split->by_own_edges[i] = inside && !unmarked;
    }
    for (size_t i = 0; i < automaton->states.count; i++) {
        const struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count && !split->by_own_edges[i]; e++) {
            const struct omega_edge *edge = &state->edges.items[e];
            if (component[edge->target] == component[i])
                split->entered[edge->target] |= edge->marks ? MARKED : UNMARKED;
        }
    }
}

static void add_copies(struct omega *to, struct split *split, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool accepting = split->by_own_edges[i] || (split->entered[i] & MARKED);
        bool other = !split->by_own_edges[i] && split->entered[i] != MARKED;
        split->accepting_copy[i] = accepting ? omega_add_state(to) : UINT_MAX;
        split->other_copy[i] = other ? omega_add_state(to) : UINT_MAX;
    }
}

static void add_edges(struct omega *to, unsigned from, bool accepting, const struct omega_state *state,
                      const struct split *split, bool by_own_edges) {
    if (from == UINT_MAX) return;
    for (size_t e = 0; e < state->edges.count; e++) {
        const struct omega_edge *edge = &state->edges.items[e];
        unsigned wanted = split->other_copy[edge->target], instead = split->accepting_copy[edge->target];
        if (edge->marks && !by_own_edges && instead != UINT_MAX) wanted = instead;
        struct omega_edge copy = {wanted != UINT_MAX ? wanted : instead, edge->label, accepting};
        vec_push(&to->states.items[from].edges, copy);
    }
}

struct omega *omega_make_state_based(const struct omega *automaton) {
    size_t count = automaton->states.count;
    unsigned component_count;
    unsigned *component = omega_components(automaton, 0, &component_count);
    struct split split = {memory_new(count * sizeof(bool)), memory_new(count * sizeof(unsigned)),
                          memory_new(count * sizeof(unsigned)), memory_new(count * sizeof(unsigned))};
    classify(automaton, component, &split);
    struct omega *to = omega_new(1, true);
    add_copies(to, &split, count);
    for (size_t i = 0; i < count; i++) {
        const struct omega_state *state = &automaton->states.items[i];
        add_edges(to, split.accepting_copy[i], true, state, &split, split.by_own_edges[i]);
        add_edges(to, split.other_copy[i], false, state, &split, split.by_own_edges[i]);
    }
    unsigned initial = automaton->initial;
    to->initial = split.other_copy[initial] != UINT_MAX ? split.other_copy[initial] : split.accepting_copy[initial];
    free(component);
    free(split.by_own_edges);
    free(split.entered);
    free(split.accepting_copy);
    free(split.other_copy);
    return to;
}
