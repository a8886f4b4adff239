#include "eventb/relevance.h"

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

bool eb_mentions_any(const struct eb_formula *formula, const bool *constants) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT && constants[formula->index]) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_mentions_any(formula->children[i], constants)) return true;
    return false;
}

bool eb_list_mentions_any(const struct eb_labelled_list *list, const bool *constants) {
    for (unsigned i = 0; i < list->count; i++)
        if (eb_mentions_any(list->items[i].formula, constants)) return true;
    return false;
}

bool eb_event_mentions_any(const struct eb_full_event *event, const bool *constants) {
    return eb_list_mentions_any(&event->guards, constants) || eb_list_mentions_any(&event->actions, constants);
}

void eb_tie_constants(const struct eb_development *development, const struct eb_formula *axiom, bool *constants) {
    const struct eb_labelled_list *axioms = &development->axioms;
    bool again = add_constants(axiom, constants);
    while (again) {
        again = false;
        for (unsigned i = 0; i < axioms->count; i++)
            if (!axioms->items[i].theorem && eb_mentions_any(axioms->items[i].formula, constants))
                again = add_constants(axioms->items[i].formula, constants) || again;
    }
}
