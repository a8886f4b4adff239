#include "eventb/relevance.h"

#include "base/memory.h"

#include <stdlib.h>

/* One flag for each constant. Adds those that the formula mentions; did that change anything? */
static bool add_constants(const struct eb_formula *formula, bool *constants) {
    bool any = false;
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT) {
        any = !constants[formula->index];
        constants[formula->index] = true;
    }
    for (unsigned i = 0; i < formula->child_count; i++) any = add_constants(formula->children[i], constants) || any;
    return any;
}

static bool mentions_any(const struct eb_formula *formula, const bool *constants) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT && constants[formula->index]) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions_any(formula->children[i], constants)) return true;
    return false;
}

static bool list_mentions_any(const struct eb_labelled_list *list, const bool *constants) {
    for (unsigned i = 0; i < list->count; i++)
        if (mentions_any(list->items[i].formula, constants)) return true;
    return false;
}

static bool event_mentions_any(const struct eb_full_event *event, const bool *constants) {
    return list_mentions_any(&event->guards, constants) || list_mentions_any(&event->theorems, constants) ||
           list_mentions_any(&event->actions, constants);
}

static bool machine_mentions_any(const struct eb_development *d, const bool *constants) {
    bool any = list_mentions_any(&d->invariants, constants) || list_mentions_any(&d->gluing, constants) ||
               list_mentions_any(&d->variants, constants) || event_mentions_any(&d->initialisation, constants);
    for (unsigned i = 0; i < d->axioms.count; i++)
        any = any || (d->axioms.items[i].theorem && mentions_any(d->axioms.items[i].formula, constants));
    for (unsigned i = 0; i < d->event_count; i++) any = any || event_mentions_any(&d->events[i], constants);
    return any;
}

/* Those that axioms tie to the ones that are flagged. */
static void tie(const struct eb_development *d, bool *constants) {
    bool again = true;
    while (again) {
        again = false;
        for (unsigned i = 0; i < d->axioms.count; i++)
            if (mentions_any(d->axioms.items[i].formula, constants))
                again = add_constants(d->axioms.items[i].formula, constants) || again;
    }
}

bool eb_rests_on(const struct eb_development *development, const struct eb_formula *axiom) {
    bool *constants = memory_new((development->constant_count + 1) * sizeof *constants);
    add_constants(axiom, constants);
    tie(development, constants);
    bool rests = machine_mentions_any(development, constants);
    free(constants);
    return rests;
}
