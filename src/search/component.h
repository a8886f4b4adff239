/* One component of a guide with its states (search/components.h): a store, and the states in the order of their levels.
 *
 * The last 4 bytes of a state in the store are the number of its place within the component: the level is known by
 * where it stands in the list. */
#ifndef SEARCH_COMPONENT_H
#define SEARCH_COMPONENT_H

#include "base/vec.h"
#include "search/store.h"

#define COMPONENT_NO_LEVEL UINT32_MAX

struct component {
    uint64_t identity, inside; /* as component_shape has them */
    uint64_t entries;          /* its first so many items are all that came in from outside; 0: not known */
    uint64_t entry_sum;        /* of a hash of each of them: equal sets have equal sums */
    struct store *store;
    VEC(uint64_t) items;  /* handles */
    VEC(uint64_t) begins; /* by level, from first_level on: its first item */
    uint32_t first_level; /* COMPONENT_NO_LEVEL: no state at all */
    unsigned char *taken; /* by action: some step from here did it */
    uint64_t last_use;
    unsigned needed; /* by so many of a guide's components, from which something is entered that is not explored yet */
    bool packed;     /* its store is a tree, or a tree would not be smaller */
};

/* NULL: no room for its store. */
struct component *component_new(uint64_t identity, uint64_t inside, const struct store_options *options,
                                uint32_t action_count);
void component_free(struct component *component); /* NULL is allowed */
size_t component_memory(const struct component *component);
/* From now on its states are in a tree store, which takes a fraction of an exact one's memory and is slower, unless
 * that would take more. Nobody may use the component meanwhile, and its handles are others afterwards. False: there was
 * no room for both at once, and it is as it was. */
bool component_can_be_packed(const struct component *component); /* it has not been, and is large enough */
bool component_pack(struct component *component, const struct store_options *options);

/* Do both begin with the same entries? First by number and sum, and if these are equal, state by state. Both must know
 * them. */
bool component_same_entries(const struct component *a, const struct component *b, uint32_t max_state_size);

/* From here on, items are of this level: one more than the level before, or the first. */
void component_begin_level(struct component *component, uint32_t level);
/* COMPONENT_NO_LEVEL if there is none. Levels at the end may be empty. */
uint32_t component_last_level(const struct component *component);
/* The items of the level: from `*from`; the one behind the last is returned. Both 0 where it has none. */
uint64_t component_level(const struct component *component, uint32_t level, uint64_t *from);

#endif
