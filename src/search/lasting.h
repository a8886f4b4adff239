/* A part of a graph: is there a run that stays in it for ever, and in which all come that have to?
 *
 * In the states that such a run comes back to for ever, whoever is owed a step in one of them (ts.h: owed) makes one,
 * and so does each of the actors from ts.owed_from on, unless it has none in one of the states, where it is not only
 * kept waiting, or in none of them. */
#ifndef SEARCH_LASTING_H
#define SEARCH_LASTING_H

#include "base/vec.h"
#include "ts/ts.h"

struct lasting_step {
    uint32_t from, to;
    unsigned actor;
};

struct lasting {
    const struct ts *ts;
    unsigned actors;                /* there are so many */
    VEC(unsigned) owed;             /* by state: ts->owed() */
    VEC(unsigned char) readiness;   /* by state and actor from ts->owed_from on */
    VEC(struct lasting_step) steps; /* inside */
};

void lasting_begin(struct lasting *part, const struct ts *ts);
/* Its number: 0, 1, 2 ... */
uint32_t lasting_add(struct lasting *part, const void *state, uint32_t size);
size_t lasting_memory(const struct lasting *part);
bool lasting_is_possible(const struct lasting *part);
void lasting_free(struct lasting *part);

#endif
