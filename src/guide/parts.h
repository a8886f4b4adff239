/* A guide in parts, smaller and smaller, that together cover it.
 *
 * Invariant: the parts that wait, those that were taken and not cut, and those that another part includes, allow
 * exactly what the whole guide allows. Every cut is proved before it is made: the smallest automaton of the parts'
 * choice is that of the part that was cut. */
#ifndef GUIDE_PARTS_H
#define GUIDE_PARTS_H

#include "guide/guide.h"
#include "xgdl/split.h"

/* A cut, and why it is right. */
struct guide_cut {
    xgdl_term whole;
    uint32_t parts, included; /* how many; of them left out, as another one includes them */
    uint32_t states;          /* of the automaton that both have */
};

struct guide_parts {
    struct guide *guide;
    uint32_t most_states;
    xgdl_terms waiting; /* the last comes first */
    VEC(struct guide_cut) cuts;
    xgdl_terms rests; /* `a{n,} ; B` that were cut off so that `a{k} ; B` for every k < n are parts, too */
};

/* `parts` is empty, or has been used: then its cuts stay, and what is cut comes on top of them. */
void guide_parts_begin(struct guide_parts *parts, struct guide *guide, uint32_t most_states);
void guide_parts_free(struct guide_parts *parts);
/* The next part; false: there are no more. */
bool guide_parts_take(struct guide_parts *parts, xgdl_term *part);
/* The part was too large: its own parts wait in its place. False: it cannot be cut, or that could not be proved. */
bool guide_parts_cut(struct guide_parts *parts, xgdl_term part);
/* Is the part `a{n,} ; B`, and are all of `B`, `a ; B`, ... `a{n-1} ; B` parts, or covered by parts? Then `*star` is
 * `a*`, and
 * `*times` n. */
bool guide_parts_is_rest(const struct guide_parts *parts, xgdl_term part, xgdl_term *star, uint32_t *times);
/* Cuts what waits, round by round, until there are so many parts, or nothing more can be cut. */
void guide_parts_refine(struct guide_parts *parts, uint64_t wanted);

#endif
