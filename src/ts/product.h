/* The synchronous product of a system and an observer (a never claim, a Büchi automaton, a guide).
 *
 * The product's state is the system's state followed by the observer's location (4 bytes). As in Spin, the observer
 * moves first: from (s, q) it reads s, goes to q', and then the system makes its step: (s', q'). An atomic sequence is
 * one step to the observer, and so is a passage through states that are not stored. Where the system has no step (and
 * does not go on elsewhere), or may stay where it is for ever, it stutters, so that finite runs count as infinite ones;
 * where the observer goes to a TS_VIOLATING location, it goes alone; and where it goes nowhere, the run is followed no
 * further.
 *
 * An observer that sees steps reads, together with a state, the step that led to it: who made it, what was done, and
 * with which labels. What it wants to know of the step is a label of its own, which the product keeps behind the
 * location (4 bytes more) until the state is read; the system's states need not remember how they were reached. Of an
 * atomic sequence it is what was seen of all its steps. States between which that changes are not passed through. */
#ifndef TS_PRODUCT_H
#define TS_PRODUCT_H

#include "ts/ts.h"

/* `action` and `fault` are the system's numbers: an observer's own statements can have them too (for printing). A move
 * with a fault leads nowhere: the fault is reported, in a step of the observer alone (ts_is_observer_fault()). An
 * observer that goes on nevertheless emits the same move once more, without the fault. */
typedef void (*observer_emit)(void *context, uint32_t location, uint32_t action, uint32_t fault);

/* What an observer reads. */
struct ts_view {
    const void *state;
    uint32_t size;
    uint32_t label; /* what label() said of the step that led here; 0 where the run begins */
};

struct ts_observer {
    const void *self;
    const char *name;
    uint32_t initial;
    bool stutter_invariant; /* false: the product must not use the system's reduction */
    /* What is to be known of a step when the state after it is read, as bits; NULL: nothing, whatever the step. */
    uint32_t (*label)(const struct ts_observer *observer, const struct ts_step *step);
    /* Where can the observer go from `location` when this is what it sees? */
    void (*next)(const struct ts_observer *observer, const struct ts_view *view, uint32_t location, observer_emit emit,
                 void *context);
    unsigned (*marks)(const struct ts_observer *observer,
                      uint32_t location); /* TS_ACCEPTING, TS_VIOLATING, TS_PROGRESS */
};

/* Both outlive the product. Release with ts_product_free(). */
struct ts *ts_product_new(const struct ts *system, const struct ts_observer *observer);
void ts_product_free(struct ts *product);

#endif
