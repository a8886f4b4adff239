/* STORE_BITSTATE: a field of bits; a state is three of them, in one cache line.
 *
 * Invariant: bits are only ever set, so a state that was added is never taken for new. A state is new when one of its
 * bits is not set yet. Of threads that add the same state at once, the one that sets its decisive bit (the last that
 * was missing) is told that it is new. */
#include "search/hash.h"
#include "search/store_kind.h"
#include "search/table.h"

#include <math.h>
#include <unistd.h>

enum { BITS_PER_STATE = 3, BITS_PER_LINE = TABLE_LINE * 8, SMALLEST_LOG2 = 9, LARGEST_LOG2 = 48 };

struct bitstate_store {
    struct store store;
    _Atomic uint64_t *words;
    uint64_t line_count;
};

static const struct bitstate_store *bits_const(const struct store *store) {
    return (const struct bitstate_store *)store;
}

/* The line by the hash's upper bits, and three different bits in it by double hashing with the lower ones. */
static _Atomic uint64_t *line_of(const struct bitstate_store *bitstate, uint64_t hash) {
    return bitstate->words + hash_reduce(hash, bitstate->line_count) * (TABLE_LINE / 8);
}

static unsigned bit_of(uint64_t hash, unsigned number) {
    unsigned first = hash & (BITS_PER_LINE - 1), step = hash >> 9 & (BITS_PER_LINE - 1);
    return (first + number * (step | 1)) & (BITS_PER_LINE - 1);
}

static bool is_set(_Atomic uint64_t *line, unsigned bit) {
    return atomic_load_explicit(&line[bit / 64], memory_order_relaxed) >> (bit % 64) & 1;
}

/* The last bit that is missing, or BITS_PER_STATE if none is. */
static unsigned decisive_bit(_Atomic uint64_t *line, uint64_t hash) {
    for (unsigned i = BITS_PER_STATE; i-- > 0;)
        if (!is_set(line, bit_of(hash, i))) return i;
    return BITS_PER_STATE;
}

static enum store_answer bitstate_insert(struct store *store, unsigned thread, const void *state, uint32_t size,
                                         uint64_t hash, uint64_t *handle) {
    (void)state, (void)size;
    *handle = 0;
    _Atomic uint64_t *line = line_of(bits_const(store), hash);
    unsigned last = decisive_bit(line, hash);
    if (last == BITS_PER_STATE) return STORE_OLD;
    uint64_t before = 0;
    for (unsigned i = 0; i <= last; i++) {
        unsigned bit = bit_of(hash, i);
        before =
            atomic_fetch_or_explicit(&line[bit / 64], UINT64_C(1) << (bit % 64), memory_order_relaxed) >> (bit % 64);
    }
    if (before & 1) return STORE_OLD;
    store_count_new(store, thread);
    return STORE_NEW;
}

static void bitstate_prefetch(const struct store *store, uint64_t hash) {
    __builtin_prefetch(line_of(bits_const(store), hash), 1);
}

static void bitstate_insert_window(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    uint64_t hashes[STORE_WINDOW];
    for (size_t i = 0; i < count; i++) {
        hashes[i] = hash_bytes(items[i].state, items[i].size);
        bitstate_prefetch(store, hashes[i]);
    }
    for (size_t i = 0; i < count; i++)
        items[i].answer = bitstate_insert(store, thread, NULL, 0, hashes[i], &items[i].handle);
}

static bool bitstate_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash) {
    (void)state, (void)size;
    return decisive_bit(line_of(bits_const(store), hash), hash) == BITS_PER_STATE;
}

/* The chance that a new state finds its three bits set when lines hold `load` states on average. The number of states
 * in a line is Poisson distributed; a bit is still clear after x of them with probability clear^x. */
static double chance_of_miss(double load) {
    double clear = pow(1 - 1.0 / BITS_PER_LINE, BITS_PER_STATE);
    return 1 - 3 * exp(-load * (1 - clear)) + 3 * exp(-load * (1 - clear * clear)) -
           exp(-load * (1 - clear * clear * clear));
}

/* Every state that came sets its bits or finds them set: while p is the chance of a miss, one more was stored for
 * every 1 / (1 - p) that came. Successors of a missed state that never came are beyond what can be estimated. */
static double bitstate_coverage(const struct store *store) {
    enum { STEPS = 1000 };
    double count = (double)store_count(store), lines = (double)bits_const(store)->line_count, came = 0;
    if (count == 0) return 1;
    for (unsigned i = 0; i < STEPS; i++) {
        double half = came + count / STEPS / 2 / (1 - chance_of_miss(came / lines));
        came += count / STEPS / (1 - chance_of_miss(half / lines));
        if (!isfinite(came)) return 0;
    }
    return count / came < 1 ? count / came : 1;
}

static unsigned default_log2(const struct store *store) {
    size_t bytes = store->budget.limit;
    if (bytes == SIZE_MAX) { /* half of the machine, as nobody said anything */
        long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
        bytes = pages > 0 && page > 0 ? (size_t)pages * (size_t)page / 2 : (size_t)1 << 28;
    }
    unsigned log2 = SMALLEST_LOG2;
    while (log2 < LARGEST_LOG2 && (UINT64_C(1) << (log2 + 1)) / 8 <= bytes) log2++;
    return log2;
}

static bool bitstate_open(struct store *store) {
    struct bitstate_store *bitstate = (struct bitstate_store *)store;
    unsigned log2 = store->options.bitstate_log2 ? store->options.bitstate_log2 : default_log2(store);
    if (log2 < SMALLEST_LOG2) log2 = SMALLEST_LOG2;
    if (log2 > LARGEST_LOG2) return false;
    uint64_t lines = UINT64_C(1) << (log2 - SMALLEST_LOG2);
    if (!budget_take(&store->budget, lines * TABLE_LINE)) return false;
    bitstate->words = pages_map(lines * TABLE_LINE);
    bitstate->line_count = lines;
    return bitstate->words != NULL;
}

static void bitstate_close(struct store *store) {
    struct bitstate_store *bitstate = (struct bitstate_store *)store;
    pages_unmap((void *)bitstate->words, bitstate->line_count * TABLE_LINE);
}

static bool bitstate_save(const struct store *store, struct checkpoint_writer *out) {
    const struct bitstate_store *bitstate = bits_const(store);
    checkpoint_put_number(out, bitstate->line_count);
    for (uint64_t i = 0; i < bitstate->line_count; i++)
        checkpoint_put(out, (const void *)(bitstate->words + i * (TABLE_LINE / 8)), TABLE_LINE);
    return !out->failed;
}

static bool bitstate_load(struct store *store, struct checkpoint_reader *in) {
    const struct bitstate_store *bitstate = bits_const(store);
    if (checkpoint_get_number(in) != bitstate->line_count) return false;
    for (uint64_t i = 0; i < bitstate->line_count && !in->failed; i++)
        checkpoint_get(in, (void *)(bitstate->words + i * (TABLE_LINE / 8)), TABLE_LINE);
    return !in->failed;
}

const struct store_class store_bitstate_class = {.open = bitstate_open,
                                                 .close = bitstate_close,
                                                 .insert = bitstate_insert,
                                                 .insert_window = bitstate_insert_window,
                                                 .prefetch = bitstate_prefetch,
                                                 .contains = bitstate_contains,
                                                 .coverage = bitstate_coverage,
                                                 .save = bitstate_save,
                                                 .load = bitstate_load,
                                                 .size = sizeof(struct bitstate_store)};
