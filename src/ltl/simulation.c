/* Merging and dropping are sound together because they are done on one relation that is a partial order after the
 * merge: every edge dropped has a kept one above it (Bustan and Grumberg, "Simulation-based minimization", 2003). */
#include "ltl/simulation.h"

#include <limits.h>

enum { MAX_STATES = 160, MAX_EDGES = 3000, MAX_LABELS = 12 };

struct relation {
    size_t size;
    bool *holds; /* holds[p * size + q]: q simulates p */
};

static bool simulates(const struct relation *relation, unsigned p, unsigned q) {
    return relation->holds[p * relation->size + q];
}

/* Can the edges of `state` answer `edge`, all letters of it? */
static bool is_answered(const struct relation *relation, const struct omega_edge *edge, const struct omega_state *state,
                        label_list *labels) {
    vec_clear(labels);
    for (size_t e = 0; e < state->edges.count; e++) {
        const struct omega_edge *answer = &state->edges.items[e];
        if ((edge->marks & ~answer->marks) || !simulates(relation, edge->target, answer->target)) continue;
        if (label_contains(answer->label, edge->label)) return true;
        vec_push(labels, answer->label);
    }
    return label_is_covered(edge->label, labels->items, labels->count);
}

static bool answers_all(const struct relation *relation, const struct omega *automaton, unsigned p, unsigned q,
                        label_list *labels) {
    const struct omega_state *state = &automaton->states.items[p];
    for (size_t e = 0; e < state->edges.count; e++)
        if (!is_answered(relation, &state->edges.items[e], &automaton->states.items[q], labels)) return false;
    return true;
}

/* The greatest such relation. */
static struct relation simulation(const struct omega *automaton) {
    size_t size = automaton->states.count;
    struct relation relation = {size, memory_new(size * size * sizeof(bool))};
    for (size_t i = 0; i < size * size; i++) relation.holds[i] = true;
    label_list labels = {0};
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned p = 0; p < size; p++) {
            for (unsigned q = 0; q < size; q++) {
                bool *holds = &relation.holds[p * size + q];
                if (p == q || !*holds || answers_all(&relation, automaton, p, q, &labels)) continue;
                *holds = false;
                changed = true;
            }
        }
    }
    vec_free(&labels);
    return relation;
}

/* Of states that simulate each other, the first stands for all; its own edges suffice. */
static bool merge(struct omega *automaton, struct relation *relation) {
    size_t count = automaton->states.count, kept = 0;
    unsigned *stands_for = memory_new(count * sizeof *stands_for);
    for (unsigned q = 0; q < count; q++) {
        unsigned p = 0;
        while (!(simulates(relation, p, q) && simulates(relation, q, p))) p++;
        stands_for[q] = p;
    }
    unsigned *old = memory_new(count * sizeof *old);
    for (unsigned q = 0; q < count; q++)
        if (stands_for[q] == q) old[kept++] = q;
    bool *holds = memory_new(kept * kept * sizeof *holds);
    for (size_t p = 0; p < kept; p++)
        for (size_t q = 0; q < kept; q++) holds[p * kept + q] = simulates(relation, old[p], old[q]);
    omega_redirect(automaton, stands_for);
    free(relation->holds);
    *relation = (struct relation){kept, holds};
    free(old);
    free(stands_for);
    return kept != count;
}

/* Is `better` as good as `worse` wherever its label holds? Of two edges with one target, at most one is worse. */
static bool is_above(const struct relation *relation, const struct omega_edge *better, const struct omega_edge *worse) {
    bool same = better->target == worse->target && better->marks == worse->marks;
    return !same && !(worse->marks & ~better->marks) && simulates(relation, worse->target, better->target);
}

static bool is_superfluous(const struct relation *relation, const struct omega_state *state, size_t which,
                           label_list *labels) {
    const struct omega_edge *edge = &state->edges.items[which];
    vec_clear(labels);
    for (size_t e = 0; e < state->edges.count; e++) {
        const struct omega_edge *other = &state->edges.items[e];
        bool twin = e != which && other->target == edge->target && other->marks == edge->marks;
        if (twin || is_above(relation, other, edge)) vec_push(labels, other->label);
    }
    return label_is_covered(edge->label, labels->items, labels->count);
}

/* One at a time: of two edges that make each other superfluous, one must stay. */
static bool drop_edges(struct omega *automaton, const struct relation *relation) {
    bool changed = false;
    label_list labels = {0};
    for (size_t i = 0; i < automaton->states.count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count;) {
            if (!is_superfluous(relation, state, e, &labels)) {
                e++;
                continue;
            }
            state->edges.items[e] = vec_last(&state->edges);
            state->edges.count--;
            changed = true;
        }
    }
    vec_free(&labels);
    return changed;
}

static bool is_too_large(const struct omega *automaton) {
    return automaton->states.count > MAX_STATES || omega_edge_count(automaton) > MAX_EDGES;
}

bool simulation_reduce(struct omega *automaton) {
    if (is_too_large(automaton)) return false;
    struct relation relation = simulation(automaton);
    bool merged = merge(automaton, &relation);
    bool dropped = drop_edges(automaton, &relation);
    free(relation.holds);
    return merged || dropped;
}

/* ---- labels ---- */

typedef VEC(struct omega_edge) edge_list;

/* The letters on which `group`'s target and marks are needed: its edges' letters without those of better edges. If that
 * takes too many labels, at least no letter twice; if that does, too, the labels stay as they are. */
static void needed_labels(const struct relation *relation, const struct omega_state *state,
                          const struct omega_edge *group, label_list *out) {
    label_list with = {0}, without = {0};
    for (size_t e = 0; e < state->edges.count; e++) {
        const struct omega_edge *edge = &state->edges.items[e];
        if (edge->target == group->target && edge->marks == group->marks)
            vec_push(&with, edge->label);
        else if (relation->holds && is_above(relation, edge, group))
            vec_push(&without, edge->label);
    }
    const label_list none = {0};
    size_t limit = with.count * 2 > MAX_LABELS ? with.count * 2 : MAX_LABELS;
    if (!label_difference(&with, &without, limit, out) && !label_difference(&with, &none, limit, out))
        for (size_t i = 0; i < with.count; i++) vec_push(out, with.items[i]);
    vec_free(&with);
    vec_free(&without);
}

static bool is_first_of_group(const struct omega_state *state, size_t which) {
    const struct omega_edge *edge = &state->edges.items[which];
    for (size_t e = 0; e < which; e++)
        if (state->edges.items[e].target == edge->target && state->edges.items[e].marks == edge->marks) return false;
    return true;
}

static void disentangle_state(const struct relation *relation, struct omega_state *state) {
    edge_list edges = {0};
    label_list labels = {0};
    for (size_t e = 0; e < state->edges.count; e++) {
        const struct omega_edge *edge = &state->edges.items[e];
        if (!is_first_of_group(state, e)) continue;
        vec_clear(&labels);
        needed_labels(relation, state, edge, &labels);
        for (size_t i = 0; i < labels.count; i++)
            vec_push(&edges, (struct omega_edge){edge->target, labels.items[i], edge->marks});
    }
    vec_clear(&state->edges);
    for (size_t e = 0; e < edges.count; e++) vec_push(&state->edges, edges.items[e]);
    vec_free(&edges);
    vec_free(&labels);
}

void simulation_disentangle(struct omega *automaton) {
    struct relation relation = {0};
    if (!is_too_large(automaton)) {
        relation = simulation(automaton);
        merge(automaton, &relation); /* or two edges might each rely on the other */
    }
    for (size_t i = 0; i < automaton->states.count; i++) disentangle_state(&relation, &automaton->states.items[i]);
    free(relation.holds);
}
