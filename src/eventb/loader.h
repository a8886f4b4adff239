/* While a development is loaded: the components that were read, and the machines that include others with these in
 * place. */
#ifndef EVENTB_LOADER_H
#define EVENTB_LOADER_H

#include "eventb/load.h"
#include "eventb/theories.h"

/* A machine as written, and with what it includes. */
struct flattened {
    const struct eb_component *written, *flat; /* flat NULL: in work */
};

struct loader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const char *folder; /* with its slash, or empty */
    struct eb_theories *theories;
    eb_component_list known; /* as written */
    struct eb_closure closure;
    eb_component_list open; /* contexts whose extended contexts are being visited */
    VEC(struct flattened) flattened;
    unsigned copied; /* formulas and variables of included machines, so far */
};

/* As written; NULL with an error at the reference. */
const struct eb_component *loader_find(struct loader *loader, const struct eb_name *reference, bool machine);
/* The contexts that these references lead to, those that are extended first, without those that are there already.
 * False with errors. */
bool loader_contexts(struct loader *loader, const struct eb_name_list *references, eb_component_list *contexts);
bool loader_is_listed(const eb_component_list *list, const struct eb_component *component);

/* ---- Inclusion (include.c) ---- */

/* The machine, as written, and what it refines, each with all that it includes. False with errors. */
bool loader_chain(struct loader *loader, const struct eb_component *machine, eb_component_list *chain);

#endif
