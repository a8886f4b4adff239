/* While a machine that includes others is made one that includes none. */
#ifndef EVENTB_INCLUDING_H
#define EVENTB_INCLUDING_H

#include "eventb/loader.h"
#include "eventb/rename.h"

/* One copy of an included machine. */
struct instance {
    const char *prefix;                /* NULL: none */
    struct place place;                /* of the prefix, or of the machine's name */
    eb_component_list chain;           /* the machine and what it refines, without inclusions */
    eb_names names;                    /* of all variables of the chain */
    const struct eb_symbol *variables; /* the machine's own, with their types */
    /* An abstraction of the including machine has the one at this depth of the chain as its own copy, under this
     * prefix; the length of the chain: none has. */
    size_t shared;
    const struct eb_synchronisation *synchronised; /* by the event that is made; NULL: not yet */
};

struct including {
    struct loader *loader;
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct eb_component *written;
    eb_component_list above; /* what it refines, without inclusions */
    VEC(struct instance) instances;
};

static inline const struct eb_component *instance_machine(const struct instance *instance) {
    return instance->chain.items[0];
}

struct eb_renaming including_renaming(const struct including *including, const struct instance *instance,
                                      const eb_names *parameters);
/* False, with an error at the place, if too much is included. */
bool including_may_copy(struct including *including, size_t count, struct place place);
/* Does the formula speak only of variables that the copy or an abstraction of the including machine has? What ties the
 * included machine to an abstraction of its own does not. */
bool including_keeps(const struct including *including, const struct instance *instance,
                     const struct eb_formula *formula);
/* False, with an error at the place, if one of the first `count` of the list has the label. */
bool including_label_is_new(struct including *including, const char *label, const eb_labels *list, size_t count,
                            struct place place);
/* Adds the formulas, with the prefix; false with an error at `place` if one of their labels was there, or in `also`,
 * before. Theorems that are not kept are left out. */
bool including_add(struct including *including, const struct eb_renaming *renaming, const struct instance *instance,
                   const struct eb_labelled_list *formulas, struct place place, const eb_labels *also, eb_labels *list);
bool including_has_name(const struct eb_name_list *list, const char *name);

/* The events of the machine, with those that they synchronise (include_event.c). False with errors. */
bool including_events(struct including *including, struct eb_component *flat);

#endif
