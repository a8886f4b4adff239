/* Which locations of an automaton lie on a cycle, among those that are let in.
 *
 * Invariant: two locations have the same knot, and not 0, exactly if there are ways both from one to the other and back
 * through locations that are in. Taking a location out looks only at its knot: that is why the search is its own, and
 * not that of base/components.h, which looks at a graph as a whole. */
#ifndef PROMELA_KNOTS_H
#define PROMELA_KNOTS_H

#include "promela/automaton.h"

struct knots;

/* `in`: by location, 1 or 0. */
struct knots *knots_new(const struct automaton *automaton, const unsigned char *in);
void knots_free(struct knots *knots);

bool knots_on_cycle(const struct knots *knots, unsigned location);
void knots_take_out(struct knots *knots, unsigned location);
/* How many locations were looked at so far. */
size_t knots_work(const struct knots *knots);

#endif
