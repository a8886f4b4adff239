/* What is known of the specification's states: their values, what the design's numbers must be there, and, once a state
 * was expanded, its edges. All of it is packed: there can be many states.
 *
 * For several threads: a number, once given, names the same state for ever, and what is behind it does not move. */
#ifndef CONFORM_KNOWN_H
#define CONFORM_KNOWN_H

#include "base/arena.h"
#include "base/vec.h"
#include "conform/shelf.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* What a design's number must be. */
enum expectation_kind { EXPECT_ANYTHING, EXPECT_NUMBER, EXPECT_NON_ZERO, EXPECT_ELEMENT };
struct expectation {
    int64_t value; /* the number; the element's position in the set of the relation */
    unsigned char kind;
};

/* Edge faults that are not the machine's. */
#define EDGE_IS_GOOD    UINT32_MAX
#define EDGE_HAS_NO_RUN (UINT32_MAX - 1) /* an argument of a call has no value */

struct edge {
    uint32_t event;
    uint32_t target; /* a state of the specification */
    uint32_t run;
    uint32_t fault; /* of the machine, or one of the above */
};
typedef VEC(struct edge) edge_list;

enum known_phase { KNOWN_FRESH, KNOWN_BEING_EXPANDED, KNOWN_EXPANDED };

struct spec_state {
    const unsigned char *bytes; /* the values, and behind them the expectations, packed */
    const unsigned char *edges; /* packed */
    uint32_t size;              /* of the values */
    uint32_t hash;
    uint32_t edge_count;
    uint32_t undefined; /* an instance whose expressions have no value here, plus 1 */
    atomic_uchar phase; /* enum known_phase */
    bool wide;          /* an expectation did not fit into a byte: WIDE_EXPECTATION bytes each */
};

struct known {
    pthread_mutex_t lock;
    pthread_cond_t expanded; /* some state was */
    struct arena *arena;
    struct shelf states;
    uint32_t *table; /* number + 1 of a state, or 0 */
    size_t table_size;
    size_t instance_count; /* expectations of a state */
};

void known_init(struct known *known);
void known_free(struct known *known);

static inline struct spec_state *known_state(const struct known *known, uint32_t number) {
    return shelf_at(&known->states, number);
}
static inline uint32_t known_count(const struct known *known) { return (uint32_t)shelf_count(&known->states); }

bool known_find(struct known *known, const void *bytes, uint32_t size, uint32_t *number);
/* Its number, whoever added it first. `expected`: instance_count of them. */
uint32_t known_add(struct known *known, const void *bytes, uint32_t size, const struct expectation *expected,
                   uint32_t undefined);

struct expectation known_expectation(const struct spec_state *state, size_t instance);

/* Is the state to be expanded, by the caller? Then known_set_edges() must follow. Otherwise it is expanded: if another
 * thread is about to, this one waits. */
bool known_claim(struct known *known, uint32_t number);
void known_set_edges(struct known *known, uint32_t number, const edge_list *edges);

/* The edges, one after the other, of an expanded state. */
struct edge_reader {
    const unsigned char *at;
    uint32_t left, number;
};
struct edge_reader known_edges(const struct known *known, uint32_t number);
bool known_next_edge(struct edge_reader *reader, struct edge *edge);
struct edge known_edge(const struct known *known, uint32_t number, uint32_t edge);

#endif
