/* The components of a guide's automaton, as search/components.h explores them, with names that say which components of
 * several guides are the same.
 *
 * What is in a component follows from the transitions inside it, and from where it is entered: from which places of
 * which components, by which interactions; or that the guide begins in it. Invariant: two components have one name only
 * if all of that is equal (compared as it is written down, not by a hash), where the components before have one name in
 * turn. So over one system with the same interactions they have the same content. */
#ifndef GUIDE_SHAPE_H
#define GUIDE_SHAPE_H

#include "search/components.h"
#include "xgdl/automaton.h"

struct guide_registry; /* the names */
struct guide_registry *guide_registry_new(void);
void guide_registry_free(struct guide_registry *registry); /* NULL is allowed */

/* Letters must mean the same for all automata of a registry. Release with guide_shape_free(). */
struct components_shape *guide_shape_new(const struct xgdl_automaton *automaton, struct guide_registry *registry);
void guide_shape_free(struct components_shape *shape); /* NULL is allowed */

#endif
