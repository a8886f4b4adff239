#include "ltl/observer.h"

#include "base/memory.h"

#include <stdlib.h>

enum { MOST_STATES = 100000 };

static void next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location, observer_emit emit,
                 void *context) {
    const struct ltl_observer *self = observer->self;
    const struct buchi_state *from = &self->buchi->states.items[location];
    struct ltl_values values;
    values.holding = values.faulty = values.fault = 0;
    values.given_up = false;
    self->valuate(self->self, view, self->wanted[location], &values);
    if (values.given_up) return;
    if (values.fault) {
        emit(context, location, TS_NO_ACTION, values.fault);
        return;
    }
    for (size_t i = 0; i < from->edges.count; i++) {
        const struct buchi_edge *edge = &from->edges.items[i];
        uint64_t wrong = (edge->positive & ~values.holding) | (edge->negative & values.holding);
        if (wrong & ~values.faulty) continue;
        uint64_t unknown = (edge->positive | edge->negative) & values.faulty;
        emit(context, edge->target, TS_NO_ACTION, unknown ? values.faults[__builtin_ctzll(unknown)] : 0);
    }
}

static unsigned marks(const struct ts_observer *observer, uint32_t location) {
    const struct ltl_observer *self = observer->self;
    if (self->decided[location]) return TS_VIOLATING; /* whatever comes, the formula is lost */
    return self->buchi->states.items[location].accepting ? TS_ACCEPTING : 0;
}

static uint64_t atoms_of(const struct buchi_state *state) {
    uint64_t atoms = 0;
    for (size_t i = 0; i < state->edges.count; i++)
        atoms |= state->edges.items[i].positive | state->edges.items[i].negative;
    return atoms;
}

bool ltl_observer_build(struct ltl_observer *observer, struct ltl_pool *pool, const struct ltl_formula *formula,
                        size_t atom_count, const char *name, ltl_valuate valuate, const void *self) {
    const struct ltl_formula *negated = ltl_not(pool, formula);
    *observer = (struct ltl_observer){.valuate = valuate, .self = self};
    if (atom_count > LTL_MOST_ATOMS) return false;
    observer->buchi = buchi_from_formula(pool, negated, MOST_STATES);
    if (!observer->buchi) return false;
    size_t count = observer->buchi->states.count;
    observer->decided = memory_new(count * sizeof *observer->decided + 1);
    observer->wanted = memory_new(count * sizeof *observer->wanted + 1);
    for (unsigned i = 0; i < count; i++) {
        observer->decided[i] = buchi_accepts_everything_from(observer->buchi, i);
        observer->wanted[i] = atoms_of(&observer->buchi->states.items[i]);
    }
    observer->observer = (struct ts_observer){.self = observer,
                                              .name = name,
                                              .initial = observer->buchi->initial,
                                              .stutter_invariant = !ltl_uses_next(negated),
                                              .next = next,
                                              .marks = marks};
    return true;
}

void ltl_observer_free(struct ltl_observer *observer) {
    buchi_free(observer->buchi);
    free(observer->decided);
    free(observer->wanted);
}

/* No acceptance counts: what the automaton accepts, it accepts at a state that decides the matter. */
bool ltl_observer_is_safety(const struct ltl_observer *observer) {
    for (unsigned i = 0; i < observer->buchi->states.count; i++)
        if (observer->buchi->states.items[i].accepting && !observer->decided[i]) return false;
    return true;
}
