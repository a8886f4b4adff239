#include "ltl/omega.h"

#include "base/components.h"
#include "base/invariant.h"

#include <limits.h>

struct omega *omega_new(unsigned mark_count, bool state_based) {
    struct omega *automaton = memory_new(sizeof *automaton);
    invariant(mark_count <= 64); /* a mark is a bit */
    automaton->mark_count = mark_count;
    automaton->state_based = state_based;
    return automaton;
}

void omega_free(struct omega *automaton) {
    if (!automaton) return;
    for (size_t i = 0; i < automaton->states.count; i++) vec_free(&automaton->states.items[i].edges);
    vec_free(&automaton->states);
    free(automaton);
}

unsigned omega_add_state(struct omega *automaton) {
    vec_push(&automaton->states, (struct omega_state){{0}});
    return (unsigned)automaton->states.count - 1;
}

size_t omega_edge_count(const struct omega *automaton) {
    size_t count = 0;
    for (size_t i = 0; i < automaton->states.count; i++) count += automaton->states.items[i].edges.count;
    return count;
}

/* ---- components ---- */

unsigned *omega_components(const struct omega *automaton, uint64_t without, unsigned *count) {
    size_t states = automaton->states.count, edges = 0;
    uint32_t *first = memory_new((states + 1) * sizeof *first);
    uint32_t *targets = memory_new((omega_edge_count(automaton) + 1) * sizeof *targets);
    unsigned *component = memory_new((states + 1) * sizeof *component);
    for (size_t i = 0; i < states; i++) {
        const struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++)
            if (!without || (state->edges.items[e].marks & without) != without)
                targets[edges++] = state->edges.items[e].target;
        first[i + 1] = (uint32_t)edges;
    }
    *count = components_number((uint32_t)states, first, targets, component);
    free(first);
    free(targets);
    return component;
}

/* ---- pruning ---- */

void omega_redirect(struct omega *automaton, const unsigned *stands_for) {
    size_t count = automaton->states.count, kept = 0;
    unsigned *number = memory_new((count + 1) * sizeof *number);
    for (size_t i = 0; i < count; i++)
        if (stands_for[i] == i) number[i] = (unsigned)kept++;
    for (size_t i = 0; i < count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        if (stands_for[i] != i) {
            vec_free(&state->edges);
            continue;
        }
        for (size_t e = 0; e < state->edges.count; e++) {
            unsigned *target = &state->edges.items[e].target;
            *target = number[stands_for[*target]];
        }
        automaton->states.items[number[i]] = *state;
    }
    automaton->initial = number[stands_for[automaton->initial]];
    automaton->states.count = kept;
    free(number);
}

/* Per component: does it contain an accepting cycle? */
static bool *accepting_components(const struct omega *automaton, const unsigned *component, unsigned count) {
    uint64_t *marks = memory_new(count * sizeof *marks);
    bool *accepting = memory_new(count * sizeof *accepting); /* first: has an edge inside */
    for (size_t i = 0; i < automaton->states.count; i++) {
        const struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++) {
            if (component[state->edges.items[e].target] != component[i]) continue;
            accepting[component[i]] = true;
            marks[component[i]] |= state->edges.items[e].marks;
        }
    }
    for (unsigned c = 0; c < count; c++) accepting[c] &= marks[c] == omega_all_marks(automaton);
    free(marks);
    return accepting;
}

/* A component is useful if it has an accepting cycle or leads to a useful one. */
static void spread_usefulness(const struct omega *automaton, const unsigned *component, unsigned count, bool *useful) {
    VEC(unsigned) *members = memory_new(count * sizeof *members);
    for (unsigned i = 0; i < automaton->states.count; i++) vec_push(&members[component[i]], i);
    for (unsigned c = 0; c < count; c++) { /* successors have lower numbers */
        for (size_t m = 0; m < members[c].count; m++) {
            const struct omega_state *state = &automaton->states.items[members[c].items[m]];
            for (size_t e = 0; e < state->edges.count; e++)
                useful[c] |= useful[component[state->edges.items[e].target]];
        }
        vec_free(&members[c]);
    }
    free(members);
}

/* Numbers the states as a breadth-first walk meets them. */
static void keep_reachable(struct omega *automaton) {
    size_t count = automaton->states.count;
    unsigned *order = memory_new(count * sizeof *order), *number = memory_new(count * sizeof *number);
    for (size_t i = 0; i < count; i++) number[i] = UINT_MAX;
    size_t reached = 0;
    order[reached] = automaton->initial;
    number[automaton->initial] = (unsigned)reached++;
    for (size_t i = 0; i < reached; i++) {
        struct omega_state *state = &automaton->states.items[order[i]];
        for (size_t e = 0; e < state->edges.count; e++) {
            unsigned target = state->edges.items[e].target;
            if (number[target] == UINT_MAX) {
                order[reached] = target;
                number[target] = (unsigned)reached++;
            }
            state->edges.items[e].target = number[target];
        }
    }
    struct omega_state *states = memory_new(count * sizeof *states);
    for (size_t i = 0; i < reached; i++) states[i] = automaton->states.items[order[i]];
    for (size_t i = 0; i < count; i++)
        if (number[i] == UINT_MAX) vec_free(&automaton->states.items[i].edges);
    free(automaton->states.items);
    automaton->states.items = states;
    automaton->states.count = reached;
    automaton->states.capacity = count;
    automaton->initial = 0;
    free(order);
    free(number);
}

void omega_prune(struct omega *automaton) {
    unsigned count;
    unsigned *component = omega_components(automaton, 0, &count);
    bool *useful = accepting_components(automaton, component, count);
    spread_usefulness(automaton, component, count, useful);
    for (size_t i = 0; i < automaton->states.count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        size_t kept = 0;
        for (size_t e = 0; e < state->edges.count; e++)
            if (useful[component[state->edges.items[e].target]]) state->edges.items[kept++] = state->edges.items[e];
        state->edges.count = kept;
    }
    free(useful);
    free(component);
    keep_reachable(automaton);
}
