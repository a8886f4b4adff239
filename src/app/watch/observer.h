/* Properties as observers: for each a Büchi automaton that accepts the runs that violate it. */
#ifndef APP_WATCH_OBSERVER_H
#define APP_WATCH_OBSERVER_H

#include "app/watch/formula.h"
#include "ltl/buchi.h"
#include "ts/product.h"

struct property {
    struct ts_observer observer;
    const struct watch *watch;
    const char *name, *text;
    const struct node *formula;
    VEC(const struct node *) atoms;
    struct buchi *buchi;
    VEC(bool) decided; /* per state of the automaton: it accepts whatever comes */
};

/* For all properties of the options; false with errors. What they look at is noted in the application. */
bool observers_build(struct watch *watch, const struct app_options *options, struct diagnostics *diagnostics);
void observers_free(struct watch *watch);

bool property_is_safety(const struct watch *watch, size_t number); /* violated only by finite runs */

/* Does an atom of a property change its value between these states? */
bool observers_notice(const struct watch *watch, const void *before, const void *after);

#endif
