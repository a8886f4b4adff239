#include "ltl/transient.h"

/* Every letter of every edge of `inner` is on edges of `outer` to the same target. */
static bool has_edges_of(const struct omega_state *outer, const struct omega_state *inner, label_list *labels) {
    for (size_t e = 0; e < inner->edges.count; e++) {
        const struct omega_edge *edge = &inner->edges.items[e];
        vec_clear(labels);
        for (size_t o = 0; o < outer->edges.count; o++)
            if (outer->edges.items[o].target == edge->target) vec_push(labels, outer->edges.items[o].label);
        if (!label_is_covered(edge->label, labels->items, labels->count)) return false;
    }
    return true;
}

static bool is_transient(const struct omega *automaton, const unsigned *component, unsigned state) {
    const struct omega_state *s = &automaton->states.items[state];
    for (size_t e = 0; e < s->edges.count; e++)
        if (component[s->edges.items[e].target] == component[state]) return false;
    return true;
}

bool transient_merge(struct omega *automaton) {
    unsigned count = (unsigned)automaton->states.count, component_count;
    unsigned *component = omega_components(automaton, 0, &component_count);
    unsigned *stands_for = memory_new(count * sizeof *stands_for);
    for (unsigned i = 0; i < count; i++) stands_for[i] = i;
    label_list labels = {0};
    bool changed = false;
    for (unsigned state = 0; state < count; state++) {
        if (!is_transient(automaton, component, state)) continue;
        const struct omega_state *s = &automaton->states.items[state];
        for (unsigned other = 0; other < count && stands_for[state] == state; other++) {
            const struct omega_state *o = &automaton->states.items[other];
            if (other == state || stands_for[other] != other) continue;
            if (has_edges_of(o, s, &labels) && has_edges_of(s, o, &labels)) stands_for[state] = other;
        }
        changed |= stands_for[state] != state;
    }
    for (unsigned i = 0; i < count; i++) /* who stood for others may have been merged later */
        while (stands_for[i] != stands_for[stands_for[i]]) stands_for[i] = stands_for[stands_for[i]];
    if (changed) omega_redirect(automaton, stands_for);
    vec_free(&labels);
    free(component);
    free(stands_for);
    return changed;
}
