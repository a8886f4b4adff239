/* Which marks can come and go without changing what an automaton accepts. */
#include "ltl/omega.h"

void omega_clear_marks(struct omega *automaton) {
    unsigned count;
    unsigned *component = omega_components(automaton, 0, &count);
    uint64_t *marks = memory_new(count * sizeof *marks);
    for (size_t i = 0; i < automaton->states.count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++)
            if (component[state->edges.items[e].target] == component[i])
                marks[component[i]] |= state->edges.items[e].marks;
    }
    for (size_t i = 0; i < automaton->states.count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        bool rejecting = marks[component[i]] != omega_all_marks(automaton);
        for (size_t e = 0; e < state->edges.count; e++) {
            bool leaving = component[state->edges.items[e].target] != component[i];
            if (rejecting || (leaving && !automaton->state_based)) state->edges.items[e].marks = 0;
        }
    }
    free(marks);
    free(component);
}

/* An edge that lies on no cycle free of the mark may have it: a run that takes it infinitely often takes others with
 * the mark infinitely often. */
static void saturate_edges(struct omega *automaton, uint64_t mark) {
    unsigned count;
    unsigned *component = omega_components(automaton, mark, &count);
    for (size_t i = 0; i < automaton->states.count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++)
            if (component[state->edges.items[e].target] != component[i]) state->edges.items[e].marks |= mark;
    }
    free(component);
}

/* The same for states: only those that lie on no such cycle. */
static void saturate_states(struct omega *automaton) {
    unsigned count;
    unsigned *component = omega_components(automaton, 1, &count);
    for (size_t i = 0; i < automaton->states.count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        bool on_cycle = false;
        for (size_t e = 0; e < state->edges.count; e++)
            on_cycle |= !(state->edges.items[e].marks & 1) && component[state->edges.items[e].target] == component[i];
        for (size_t e = 0; e < state->edges.count && !on_cycle; e++) state->edges.items[e].marks = 1;
    }
    free(component);
}

void omega_saturate(struct omega *automaton) {
    omega_clear_marks(automaton);
    if (automaton->state_based) {
        saturate_states(automaton);
        return;
    }
    for (unsigned mark = 0; mark < automaton->mark_count; mark++) saturate_edges(automaton, (uint64_t)1 << mark);
}

/* Is mark `a` on every edge that has mark `b`? */
static bool is_implied(const struct omega *automaton, uint64_t a, uint64_t b) {
    for (size_t i = 0; i < automaton->states.count; i++) {
        const struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++)
            if ((state->edges.items[e].marks & b) == b && !(state->edges.items[e].marks & a)) return false;
    }
    return true;
}

static void remove_mark(struct omega *automaton, unsigned mark) {
    uint64_t below = ((uint64_t)1 << mark) - 1;
    for (size_t i = 0; i < automaton->states.count; i++) {
        struct omega_state *state = &automaton->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++) {
            uint64_t marks = state->edges.items[e].marks;
            state->edges.items[e].marks = (marks & below) | (marks >> 1 & ~below);
        }
    }
    automaton->mark_count--;
}

void omega_drop_marks(struct omega *automaton) {
    for (unsigned mark = 0; mark < automaton->mark_count;) {
        bool implied = is_implied(automaton, (uint64_t)1 << mark, 0); /* on every edge */
        for (unsigned other = 0; other < automaton->mark_count && !implied; other++)
            implied = other != mark && is_implied(automaton, (uint64_t)1 << mark, (uint64_t)1 << other);
        if (implied)
            remove_mark(automaton, mark);
        else
            mark++;
    }
}
