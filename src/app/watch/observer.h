/* Properties as observers: for each a Büchi automaton that accepts the runs that violate it. */
#ifndef APP_WATCH_OBSERVER_H
#define APP_WATCH_OBSERVER_H

#include "app/watch/formula.h"
#include "ltl/observer.h"

struct property {
    struct ltl_observer observer;
    const struct watch *watch;
    const char *name, *text;
    struct place place; /* of the text */
    const struct node *formula;
    VEC(const struct node *) atoms;
    uint32_t calls; /* the labels of steps that it asks for */
    /* Of the formula's automaton; the observer's own waits until the run has begun. */
    void (*next)(const struct ts_observer *observer, const struct ts_view *view, uint32_t location, observer_emit emit,
                 void *context);
};

/* For all properties of the options; false with errors. What they look at is noted in the application. */
bool observers_build(struct watch *watch, const struct app_options *options, struct diagnostics *diagnostics);
void observers_free(struct watch *watch);

/* After a step whose state depends on inputs: the run is about inputs for which all atoms are as they are now. False:
 * this cannot be said of one of them, whose text `which` gets. */
bool observers_decide(const struct watch *watch, struct machine *machine, const char **which);

/* The instruction behind which formulas begin; NULL: they begin with the first state. */
const struct c_instruction *observers_opening(const struct watch *watch);

/* Does an atom of a property change its value between these states, or do formulas begin? */
bool observers_notice(const struct watch *watch, const void *before, const void *after);

#endif
