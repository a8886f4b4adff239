/* Expansion: from one node of the search to all its successor nodes.
 *
 * A node is what the store keeps. For safety it is a state. Steps inside an atomic sequence (`holder`) and steps that
 * reduction makes invisible (`passing`) lead to transient states, which are no nodes: expansion goes through them. A
 * transient state without a way on is a node after all. When a chain of transient states gets long, those seen
 * before in the same expansion are dropped, so that it ends.
 *
 * For cycles that would not do: a cycle may lie within an atomic sequence. There a node is a state followed by 4 bytes
 * that say who moves next (0: everybody; holder + 1), and transient states become nodes when they are accepting, when
 * they are progress states, and when a chain gets long. So every cycle goes through a node, every accepting or progress
 * state is one, and yet no one moves inside another's atomic sequence.
 *
 * An expansion is a function of the node alone: the same node always has the same entries in the same order, which is
 * what lets a path be a list of entry numbers. */
#ifndef SEARCH_EXPAND_H
#define SEARCH_EXPAND_H

#include "search/nodeset.h"
#include "ts/ts.h"

#define EXPAND_SOURCE UINT32_MAX

enum expand_mode {
    EXPAND_STATES,      /* nodes are states                                                              */
    EXPAND_HELD_STATES, /* nodes are states with their holder; see above                                 */
    EXPAND_ALL_STATES   /* likewise, and every state is a node: one step per edge (needed for fairness)  */
};

/* A state reached in an expansion. */
struct expand_entry {
    uint64_t hash; /* of nodes, where wanted */
    size_t offset; /* of its bytes: expander_bytes() */
    uint32_t size; /* of the node, holder included */
    uint32_t from; /* the transient entry before it, counted from the expansion's first; or EXPAND_SOURCE */
    bool is_node;
    bool transient;
    bool violating; /* TS_VIOLATING; known for transient entries only: marks of nodes are looked up when they are new */
    struct ts_step step;
};

/* One expanded node: its entries are first … end-1. */
struct expansion {
    uint32_t first, end;
    bool eventful; /* some entry has a fault or is violating */
    bool stuck;    /* nothing was enabled                    */
    bool cut;      /* a chain of transient states was given up: successors are missing */
};

struct expander {
    const struct ts *ts;
    enum expand_mode mode;
    uint32_t node_size;             /* of the largest node */
    unsigned everybody;             /* TS_EVERYBODY, or TS_ENOUGH */
    bool hashing;                   /* entries that are nodes get their store_hash(); true unless it is switched off */
    bool stepwise;                  /* transient entries are left as they are: the caller expands them in its turn */
    size_t chain_limit;             /* bytes that transient states of one expansion may take; 0: no limit */
    bool (*goes_on)(void *context); /* asked now and then in a long chain; NULL: it does */
    void *context;
    unsigned char *taken; /* per action: 1 if a step did it */
    VEC(struct expand_entry) entries;
    VEC(unsigned char) bytes; /* with room for one more node behind the last */
    struct ts_sink sink;      /* whose room that is */
    struct nodeset seen;      /* transient states of a long chain */
    VEC(void *) outgrown;     /* former places of `bytes`, which grew while a state there was being expanded */
    uint32_t first;           /* of the expansion under way */
    uint32_t from;
    bool has_transient;
    bool eventful;
};

void expander_init(struct expander *expander, const struct ts *ts, enum expand_mode mode, bool reduce);
void expander_free(struct expander *expander);
/* Size of the largest node. */
uint32_t expand_node_size(const struct ts *ts, enum expand_mode mode);

/* Forgets all entries. */
void expander_clear(struct expander *expander);
/* The initial nodes, as entries. */
struct expansion expander_initial(struct expander *expander);
/* The successors of a node, after the entries that are there already. */
struct expansion expander_add(struct expander *expander, const void *node, uint32_t size);

static inline const void *expander_bytes(const struct expander *expander, const struct expand_entry *entry) {
    return expander->bytes.items + entry->offset;
}
/* The state within a node is its first so many bytes. */
static inline uint32_t expander_state_size(const struct expander *expander, uint32_t node_size) {
    return expander->mode == EXPAND_STATES ? node_size : node_size - 4;
}
unsigned expander_marks(const struct expander *expander, const void *node, uint32_t size);
/* Do its marks say TS_VIOLATING? */
static inline bool expander_violates(const struct expander *expander, const void *node, uint32_t size) {
    return !expander->ts->never_violating && expander_marks(expander, node, size) & TS_VIOLATING;
}
/* Who moves next in this node: an actor, or the expander's everybody. */
unsigned expander_mover(const struct expander *expander, const void *node, uint32_t size);

#endif
