/* While a development is made: the closure's names in one table, and the formulas that are typed so far. */
#ifndef EVENTB_DEVELOPING_H
#define EVENTB_DEVELOPING_H

#include "eventb/check.h"
#include "eventb/load.h"

struct developing {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct eb_closure *closure;
    struct eb_stand_ins stand_ins;
    struct eb_checker checker;
    eb_labels axioms, invariants, gluing;
    VEC(unsigned) contexts; /* by axiom: the number of its context */
    unsigned sets, constants, gone;
};

/* The machine itself; NULL where a context is developed. */
static inline const struct eb_component *developing_machine(const struct developing *developing) {
    return developing->closure->machines.count ? developing->closure->machines.items[0] : NULL;
}

/* Names and types of each formula; `gone` (if not NULL) gets those that mention abstractions' variables. Nothing is
 * ground yet. */
bool developing_names(struct developing *developing, const struct eb_labelled_list *parsed, eb_labels *list,
                      eb_labels *gone);
bool developing_ground(struct developing *developing, const eb_labels *list, size_t from);
bool developing_entries_ground(struct developing *developing, size_t from, const char *where);

/* ---- Events (develop_event.c) ---- */

/* An event with all that it inherits, as parsed. */
struct inherited {
    eb_names parameters;
    eb_labels guards, actions;
};

static inline struct eb_labelled_list developing_view(const eb_labels *list) {
    return (struct eb_labelled_list){list->items, (unsigned)list->count};
}

/* Of an event of the machine at this depth of the chain; false with errors. */
bool developing_inherit(struct developing *developing, const struct eb_event *event, size_t depth,
                        struct inherited *all);
void developing_free_inherited(struct inherited *all);
const struct eb_event *developing_find_event(const struct eb_component *machine, const char *name);
bool developing_parameters(struct developing *developing, const eb_names *parameters);
/* The parameters that were declared since `first`, typed. */
void developing_give_parameters(struct developing *developing, size_t first, struct eb_full_event *full);
void developing_drop_theorems(eb_labels *list);
bool developing_is_initialisation(const struct eb_event *event);
extern const struct eb_event developing_kept; /* an INITIALISATION that is not mentioned */

/* The initialisation and all events of the machine. */
bool developing_events(struct developing *developing, struct eb_development *development);

/* ---- What events refine (develop_refined.c) ---- */

/* What cannot be typed is not the machine's fault, as Rodin may see it otherwise: then it is not checked, which is
 * said. */
const struct eb_refined *developing_refined(struct developing *developing, const struct eb_event *event,
                                            const struct inherited *own, const struct eb_full_event *full);

#endif
