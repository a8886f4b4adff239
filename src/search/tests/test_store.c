/* What every kind of store promises, against a simple set kept by the test itself. */
#include "base/tests/rounds.h"
#include "search/store.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LARGEST = 1024 };

static uint64_t mix(uint64_t x) {
    x ^= x >> 31;
    x *= UINT64_C(0x7fb5d329728ea185);
    x ^= x >> 27;
    x *= UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

/* The state with this number: numbers and states are one to one. Neighbours differ in few words, as successors do;
 * much is zero; the size depends on the number where `size` is 0. */
static uint32_t make_state(uint64_t number, uint32_t size, unsigned char *state) {
    if (!size) size = 8 + 4 * (uint32_t)(mix(number) % (LARGEST / 4 - 1));
    memset(state, 0, size);
    uint32_t words = size / 4, low = (uint32_t)number & 0xffff, high = (uint32_t)(number >> 16);
    memcpy(state + 4 * (words / 3), &low, 4);
    memcpy(state + 4 * (words - 1), &high, 4);
    return size;
}

static struct store *new_store(enum store_kind kind, unsigned threads, size_t limit) {
    struct store_options options = {
        .kind = kind, .max_state_size = LARGEST, .threads = threads, .memory_limit = limit, .bitstate_log2 = 28};
    struct store *store = store_new(&options);
    assert_non_null(store);
    return store;
}

static enum store_answer insert(struct store *store, unsigned thread, uint64_t number, uint32_t size,
                                uint64_t *handle) {
    unsigned char state[LARGEST];
    size = make_state(number, size, state);
    return store_insert(store, thread, state, size, store_hash(state, size), handle);
}

static bool contains(struct store *store, uint64_t number, uint32_t size) {
    unsigned char state[LARGEST];
    size = make_state(number, size, state);
    return store_contains(store, state, size, store_hash(state, size));
}

static void assert_reads(struct store *store, uint64_t handle, uint64_t number, uint32_t size) {
    unsigned char expected[LARGEST], found[LARGEST];
    size = make_state(number, size, expected);
    memset(found, 0xee, sizeof found);
    assert_int_equal(store_read(store, handle, found), size);
    assert_memory_equal(found, expected, size);
}

static const enum store_kind all_kinds[] = {STORE_EXACT, STORE_TREE, STORE_BITSTATE, STORE_HASH};
static const enum store_kind exact_kinds[] = {STORE_EXACT, STORE_TREE};
#define FOR_EACH(kind, kinds)                                                                                          \
    for (const enum store_kind *kind = (kinds); kind < (kinds) + sizeof(kinds) / sizeof *(kinds); kind++)

/* Random numbers from a small range, so that many come again; a bit set by number is the reference. */
static void random_stream(enum store_kind kind, uint32_t size, unsigned range, unsigned steps) {
    struct store *store = new_store(kind, 1, 0);
    uint64_t *handles = calloc(range, sizeof *handles), seed = size + 1;
    unsigned char *seen = calloc(range, 1);
    uint64_t count = 0;
    for (unsigned i = 0; i < steps; i++) {
        uint64_t number = (seed = mix(seed + i)) % range, handle;
        assert_int_equal(contains(store, number, size), seen[number]);
        assert_int_equal(insert(store, 0, number, size, &handle), seen[number] ? STORE_OLD : STORE_NEW);
        count += !seen[number];
        if (!store_is_exact(store))
            assert_int_equal(handle, 0);
        else if (seen[number])
            assert_int_equal(handle, handles[number]);
        else
            assert_in_range(handle, 1, (UINT64_C(1) << 40) - 1);
        seen[number] = 1;
        handles[number] = handle;
    }
    assert_int_equal(store_count(store), count);
    for (unsigned number = 0; number < range && store_is_exact(store); number++)
        if (seen[number]) assert_reads(store, handles[number], number, size);
    assert_true(store_coverage(store) > 0.999 && store_coverage(store) <= 1);
    if (store_is_exact(store)) assert_true(store_coverage(store) == 1);
    store_free(store);
    free(handles);
    free(seen);
}

static void every_kind_is_a_set(void **context) {
    (void)context;
    static const uint32_t sizes[] = {8, 12, 24, 64, 68, 100, 400, 1024, 0};
    FOR_EACH(kind, all_kinds)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) random_stream(*kind, sizes[i], 2000, 5000);
}

static void tables_grow(void **context) {
    (void)context;
    static const enum store_kind kinds[] = {STORE_EXACT, STORE_TREE, STORE_HASH};
    FOR_EACH(kind, kinds) random_stream(*kind, 24, ROUNDS(300000), ROUNDS(500000));
    FOR_EACH(kind, kinds) random_stream(*kind, 0, ROUNDS(30000), ROUNDS(50000));
}

/* All zero states of all sizes are different states; so are those that differ in the last word only. */
static void sizes_are_not_confused(void **context) {
    (void)context;
    unsigned char state[LARGEST] = {0};
    FOR_EACH(kind, exact_kinds) {
        struct store *store = new_store(*kind, 1, 0);
        uint64_t handles[LARGEST / 4 + 1];
        for (uint32_t size = 4; size <= LARGEST; size += 4)
            assert_int_equal(store_insert(store, 0, state, size, store_hash(state, size), &handles[size / 4]),
                             STORE_NEW);
        for (uint32_t size = 4; size <= LARGEST; size += 4) {
            assert_true(store_contains(store, state, size, store_hash(state, size)));
            assert_int_equal(store_read(store, handles[size / 4], state), size);
            for (uint32_t i = 0; i < size; i++) assert_int_equal(state[i], 0);
        }
        assert_int_equal(store_count(store), LARGEST / 4);
        store_free(store);
    }
}

/* The hash is only a hint to exact stores: with the same for all states, nothing may be lost. */
static void collisions_are_resolved(void **context) {
    (void)context;
    unsigned char state[LARGEST];
    FOR_EACH(kind, exact_kinds) {
        struct store *store = new_store(*kind, 1, 0);
        for (uint64_t hash = 0; hash + 1 < 3; hash++) {
            uint64_t same = hash ? UINT64_MAX : 0; /* the last line: probing wraps around */
            for (uint64_t number = 0; number < 300; number++) {
                uint32_t size = make_state(number + 1000 * hash, 32, state);
                assert_false(store_contains(store, state, size, same));
                assert_int_equal(store_insert(store, 0, state, size, same, NULL), STORE_NEW);
                assert_int_equal(store_insert(store, 0, state, size, same, NULL), STORE_OLD);
            }
        }
        assert_int_equal(store_count(store), 600);
        store_free(store);
    }
}

static void batches_equal_single_insertions(void **context) {
    (void)context;
    enum { COUNT = 20000, BATCH = 37 };
    FOR_EACH(kind, all_kinds) {
        struct store *one = new_store(*kind, 1, 0), *many = new_store(*kind, 1, 0);
        static unsigned char states[BATCH][LARGEST];
        struct store_item items[BATCH];
        for (uint64_t first = 0; first < COUNT; first += BATCH) {
            for (unsigned i = 0; i < BATCH; i++) {
                items[i].size = make_state(mix(first + i) % (COUNT / 3), 0, states[i]);
                items[i].state = states[i];
            }
            store_insert_batch(many, 0, items, BATCH);
            for (unsigned i = 0; i < BATCH; i++) {
                uint64_t handle, hash = store_hash(states[i], items[i].size);
                assert_int_equal(items[i].answer, store_insert(one, 0, states[i], items[i].size, hash, &handle));
                assert_int_equal(items[i].handle, handle);
            }
        }
        assert_int_equal(store_count(one), store_count(many));
        store_free(one);
        store_free(many);
    }
}

enum { SHARED = 60000, THREADS = 4 };

struct worker {
    struct store *store;
    unsigned thread;
    bool batches;
    uint64_t fresh;
    pthread_t id;
};

/* Every thread adds all the states, in an order of its own. */
static void *add_all(void *context) {
    struct worker *worker = context;
    enum { BATCH = 24 };
    unsigned char states[BATCH][LARGEST];
    struct store_item items[BATCH];
    bool exact = store_is_exact(worker->store);
    for (uint64_t i = 0; i < SHARED; i += BATCH) {
        for (unsigned j = 0; j < BATCH; j++) {
            uint64_t number =
                (worker->thread & 1 ? i + j : SHARED - 1 - i - j) * (worker->thread / 2 ? 7919 : 1) % SHARED;
            items[j] = (struct store_item){.state = states[j], .size = make_state(number, 40, states[j])};
            if (worker->batches) continue;
            items[j].answer = store_insert(worker->store, worker->thread, states[j], items[j].size,
                                           store_hash(states[j], items[j].size), &items[j].handle);
        }
        if (worker->batches) store_insert_batch(worker->store, worker->thread, items, BATCH);
        for (unsigned j = 0; j < BATCH; j++) {
            worker->fresh += items[j].answer == STORE_NEW;
            if (items[j].answer == STORE_FULL) abort();
            if (!exact) continue;
            unsigned char back[LARGEST];
            if (store_read(worker->store, items[j].handle, back) != 40 || memcmp(back, states[j], 40) != 0) abort();
            store_flags_or(worker->store, items[j].handle, 1u << worker->thread);
        }
        if (i % 4096 == 0) { /* as an idle thread does */
            store_pause_point(worker->store, worker->thread);
            store_leave(worker->store, worker->thread);
        }
    }
    store_leave(worker->store, worker->thread);
    return NULL;
}

static uint64_t run_workers(struct store *store, unsigned threads, bool batches) {
    struct worker workers[THREADS];
    uint64_t fresh = 0;
    for (unsigned i = 0; i < threads; i++) {
        workers[i] = (struct worker){.store = store, .thread = i, .batches = batches};
        assert_int_equal(pthread_create(&workers[i].id, NULL, add_all, &workers[i]), 0);
    }
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(workers[i].id, NULL);
        fresh += workers[i].fresh;
    }
    return fresh;
}

static void threads_share_the_set(void **context) {
    (void)context;
    FOR_EACH(kind, all_kinds)
    for (unsigned round = 0; round < 4; round++) {
        unsigned threads = round / 2 ? THREADS : 2;
        struct store *store = new_store(*kind, threads, 0);
        uint64_t fresh = run_workers(store, threads, round & 1);
        assert_int_equal(fresh, store_count(store));
        if (*kind == STORE_BITSTATE)
            assert_in_range(fresh, SHARED * 0.999, SHARED);
        else
            assert_int_equal(fresh, SHARED);
        for (uint64_t number = 0; number < SHARED; number++) {
            assert_true(contains(store, number, 40));
            uint64_t handle;
            if (!store_is_exact(store)) continue;
            assert_int_equal(insert(store, 0, number, 40, &handle), STORE_OLD);
            assert_reads(store, handle, number, 40);
            assert_int_equal(store_flags(store, handle), (1u << threads) - 1); /* no bit was lost */
        }
        store_free(store);
    }
}

static void flags_belong_to_states(void **context) {
    (void)context;
    enum { COUNT = 70000 };
    FOR_EACH(kind, exact_kinds) {
        struct store *store = new_store(*kind, 1, 0);
        uint64_t *handles = calloc(COUNT, sizeof *handles);
        for (uint64_t i = 0; i < COUNT; i++) {
            insert(store, 0, i, 24, &handles[i]);
            assert_int_equal(store_flags(store, handles[i]), 0);
            if (i % 3 == 0) assert_int_equal(store_flags_or(store, handles[i], (unsigned)i & 0xff), 0);
        }
        for (uint64_t i = 0; i < COUNT; i++) {
            assert_int_equal(store_flags(store, handles[i]), i % 3 ? 0 : i & 0xff);
            assert_int_equal(store_flags_and(store, handles[i], 0x0f), i % 3 ? 0 : i & 0xff);
            assert_int_equal(store_flags_or(store, handles[i], 0x81), i % 3 ? 0 : i & 0x0f);
            assert_int_equal(store_flags(store, handles[i]), (i % 3 ? 0 : i & 0x0f) | 0x81);
            assert_reads(store, handles[i], i, 24);
        }
        store_free(store);
        free(handles);
    }
}

/* What was stored before the limit stays known; nothing is stored beyond; the limit holds all the time. */
static void the_memory_limit_holds(void **context) {
    (void)context;
    static const enum store_kind kinds[] = {STORE_EXACT, STORE_TREE, STORE_HASH};
    FOR_EACH(kind, kinds)
    for (size_t limit = 3 << 20; limit < ROUNDS(12 << 20) + 1; limit += (5 << 20) / 2) {
        struct store *store = new_store(*kind, 1, limit);
        uint64_t number = 0;
        enum store_answer answer;
        while ((answer = insert(store, 0, number, 100, NULL)) == STORE_NEW) {
            number++;
            assert_true(store_memory(store) <= limit);
        }
        assert_int_equal(answer, STORE_FULL);
        assert_int_equal(store_count(store), number);
        assert_true(store_memory(store) > limit / 2); /* it made use of what it was given */
        for (uint64_t i = 0; i < number; i++) assert_int_equal(insert(store, 0, i, 100, NULL), STORE_OLD);
        assert_false(contains(store, number, 100));
        store_free(store);
    }
    struct store_options options = {.kind = STORE_EXACT, .max_state_size = 64, .memory_limit = 1000};
    assert_null(store_new(&options));
}

struct filler {
    struct store *store;
    unsigned thread;
    uint64_t stored;
    pthread_t id;
};

static void *fill(void *context) {
    struct filler *filler = context;
    for (uint64_t i = filler->thread; insert(filler->store, filler->thread, i, 100, NULL) == STORE_NEW; i += THREADS)
        filler->stored++;
    store_leave(filler->store, filler->thread);
    return NULL;
}

static void the_memory_limit_holds_for_threads(void **context) {
    (void)context;
    static const enum store_kind kinds[] = {STORE_EXACT, STORE_TREE, STORE_HASH};
    FOR_EACH(kind, kinds) {
        struct store *store = new_store(*kind, THREADS, 5 << 20);
        struct filler fillers[THREADS];
        uint64_t stored = 0;
        for (unsigned i = 0; i < THREADS; i++) {
            fillers[i] = (struct filler){.store = store, .thread = i};
            assert_int_equal(pthread_create(&fillers[i].id, NULL, fill, &fillers[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++) {
            pthread_join(fillers[i].id, NULL);
            stored += fillers[i].stored;
        }
        assert_int_equal(store_count(store), stored);
        assert_true(store_memory(store) <= 5 << 20 && store_memory(store) > 3 << 20);
        for (unsigned thread = 0; thread < THREADS; thread++) {
            for (uint64_t i = 0; i < fillers[thread].stored; i++)
                assert_true(contains(store, thread + i * THREADS, 100));
            assert_false(contains(store, thread + fillers[thread].stored * THREADS, 100));
        }
        store_free(store);
    }
}

static void lossy_stores_tell_their_coverage(void **context) {
    (void)context;
    struct store_options options = {.kind = STORE_BITSTATE, .max_state_size = LARGEST, .bitstate_log2 = 20};
    struct store *store = store_new(&options);
    uint64_t tried = 0, found = 0;
    assert_true(store_coverage(store) == 1);
    for (; tried < 600000; tried++) found += insert(store, 0, mix(tried), 24, NULL) == STORE_NEW;
    double coverage = store_coverage(store), truth = (double)found / (double)tried;
    assert_true(truth < 0.95); /* else this test would say nothing */
    assert_true(coverage > truth - 0.01 && coverage < truth + 0.01);
    store_free(store);
}

/* Rounds of different sizes, so that a round finds what a larger one has left, if it was left. */
static void a_reused_store_is_empty(void **context) {
    (void)context;
    struct store_options options = {.kind = STORE_EXACT, .max_state_size = LARGEST, .threads = 1};
    struct store *store = store_new(&options);
    static const unsigned rounds[] = {3, 700, 12, 0, 1500, 400, 1};
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        assert_int_equal(store_count(store), 0);
        for (uint64_t n = 0; n < 1500; n++) assert_false(contains(store, n, 0));
        for (uint64_t n = 0; n < rounds[i]; n++) {
            uint64_t handle;
            assert_int_equal(insert(store, 0, n, 0, &handle), STORE_NEW);
            assert_int_equal(store_flags_or(store, handle, (unsigned)n | 1), 0);
            assert_reads(store, handle, n, 0);
        }
        for (uint64_t n = 0; n < rounds[i]; n++) assert_int_equal(insert(store, 0, n, 0, NULL), STORE_OLD);
        store_leave(store, 0);
        assert_true(store_reuse(store, &options));
    }
    struct store_options others[] = {options, options, options};
    others[0].max_state_size = 8, others[1].threads = 2, others[2].memory_limit = 1 << 20;
    for (size_t i = 0; i < 3; i++) assert_false(store_reuse(store, &others[i]));
    for (uint64_t n = 0; n < 100000; n++) insert(store, 0, n, 100, NULL);
    assert_false(store_reuse(store, &options)); /* it has grown */
    assert_int_equal(store_count(store), 100000);
    store_free(store);
    store = new_store(STORE_TREE, 1, 0);
    assert_false(store_reuse(store, &(struct store_options){.kind = STORE_TREE, .max_state_size = LARGEST}));
    store_free(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_a_set),
        cmocka_unit_test(tables_grow),
        cmocka_unit_test(sizes_are_not_confused),
        cmocka_unit_test(collisions_are_resolved),
        cmocka_unit_test(threads_share_the_set),
        cmocka_unit_test(batches_equal_single_insertions),
        cmocka_unit_test(flags_belong_to_states),
        cmocka_unit_test(the_memory_limit_holds),
        cmocka_unit_test(the_memory_limit_holds_for_threads),
        cmocka_unit_test(lossy_stores_tell_their_coverage),
        cmocka_unit_test(a_reused_store_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
