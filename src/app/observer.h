/* Properties as observers: for each a Büchi automaton that accepts the runs that violate it. */
#ifndef APP_OBSERVER_H
#define APP_OBSERVER_H

#include "app/formula.h"
#include "ltl/buchi.h"

struct app_observer {
    struct ts_observer observer;
    const struct app *app;
    const char *name, *text;
    const struct node *formula;
    VEC(const struct node *) atoms;
    struct buchi *buchi;
    VEC(bool) decided; /* per state of the automaton: it accepts whatever comes */
};

/* For all properties of the options; false with errors. What they look at is noted in the application. */
bool observers_build(struct app *app, const struct app_options *options, struct diagnostics *diagnostics);
void observers_free(struct app *app);

/* Does an atom of a property change its value between these states? */
bool observers_notice(const struct app *app, const void *before, const void *after);

#endif
