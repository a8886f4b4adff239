#include "guide/order.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>

/* ---- exactly: the best way to every set that can be explored first ---- */

struct sets {
    const uint32_t *weights;
    uint32_t count;
    uint32_t sources[GUIDE_ORDER_EXACT], users[GUIDE_ORDER_EXACT]; /* by component, as bits */
    uint64_t *best; /* by set: the greatest weight on the best way to it; UINT64_MAX: there is none */
    uint8_t *last;  /* by set: what is explored last on that way */
};

/* Of what is explored, that which something is still entered from. */
static uint64_t kept_after(const struct sets *sets, uint32_t explored) {
    uint64_t weight = 0;
    for (uint32_t i = 0; i < sets->count; i++)
        if (explored >> i & 1 && sets->users[i] & ~explored) weight += sets->weights[i];
    return weight;
}

static void go_on_from(struct sets *sets, uint32_t explored) {
    uint64_t kept = kept_after(sets, explored);
    for (uint32_t i = 0; i < sets->count; i++) {
        if (explored >> i & 1 || sets->sources[i] & ~explored) continue;
        uint64_t greatest = kept + sets->weights[i];
        if (sets->best[explored] > greatest) greatest = sets->best[explored];
        uint32_t then = explored | 1u << i;
        if (greatest >= sets->best[then]) continue;
        sets->best[then] = greatest;
        sets->last[then] = (uint8_t)i;
    }
}

static void order_exactly(const struct guide_entry *entries, size_t entry_count, const uint32_t *weights,
                          uint32_t count, uint32_t *order) {
    struct sets sets = {.weights = weights, .count = count};
    for (size_t i = 0; i < entry_count; i++) {
        sets.sources[entries[i].to] |= 1u << entries[i].from;
        sets.users[entries[i].from] |= 1u << entries[i].to;
    }
    uint32_t all = (uint32_t)((UINT64_C(1) << count) - 1);
    sets.best = memory_new(((size_t)all + 1) * sizeof *sets.best);
    sets.last = memory_new((size_t)all + 1);
    for (uint32_t set = 1; set <= all; set++) sets.best[set] = UINT64_MAX;
    for (uint32_t set = 0; set < all; set++)
        if (sets.best[set] != UINT64_MAX) go_on_from(&sets, set);
    for (uint32_t set = all, at = count; at-- > 0; set &= ~(1u << order[at])) order[at] = sets.last[set];
    free(sets.best);
    free(sets.last);
}

/* ---- one by one ---- */

struct waiting {
    uint32_t sources, users; /* entries from, and to, what is not explored yet */
    bool explored;
};

/* What exploring this one adds to what is kept afterwards; what it takes away counts below zero. */
static int64_t change(const struct guide_entry *entries, size_t entry_count, const uint32_t *weights,
                      const struct waiting *waiting, uint32_t component) {
    int64_t sum = waiting[component].users ? weights[component] : 0;
    for (size_t i = 0; i < entry_count; i++)
        if (entries[i].to == component && waiting[entries[i].from].users == 1) sum -= weights[entries[i].from];
    return sum;
}

static void order_greedily(const struct guide_entry *entries, size_t entry_count, const uint32_t *weights,
                           uint32_t count, uint32_t *order) {
    struct waiting *waiting = memory_new((count + 1) * sizeof *waiting);
    for (size_t i = 0; i < entry_count; i++) waiting[entries[i].to].sources++, waiting[entries[i].from].users++;
    for (uint32_t at = 0; at < count; at++) {
        uint32_t best = count;
        int64_t least = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (waiting[i].explored || waiting[i].sources) continue;
            int64_t sum = change(entries, entry_count, weights, waiting, i);
            if (best != count && sum >= least) continue;
            best = i;
            least = sum;
        }
        order[at] = best;
        waiting[best].explored = true;
        for (size_t i = 0; i < entry_count; i++) {
            if (entries[i].from == best) waiting[entries[i].to].sources--;
            if (entries[i].to == best) waiting[entries[i].from].users--;
        }
    }
    free(waiting);
}

enum { MOST_GREEDY = 1000 };

/* Entries only lead to larger numbers: that is an order, too, where there are too many to look at all of them. */
void guide_order(const struct guide_entry *entries, size_t entry_count, const uint32_t *weights, uint32_t count,
                 uint32_t *order) {
    if (count <= GUIDE_ORDER_EXACT) {
        order_exactly(entries, entry_count, weights, count, order);
    } else if (count <= MOST_GREEDY) {
        order_greedily(entries, entry_count, weights, count, order);
    } else {
        for (uint32_t i = 0; i < count; i++) order[i] = i;
    }
}
