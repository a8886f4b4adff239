/* The set of pairs: ids are stable, unique and give the pair back, however wide the numbers are. */
#include "search/pairs.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PAIRS = 120000, THREADS = 3 };

struct fixture {
    struct budget budget;
    struct barrier barrier;
    struct pairs pairs;
};

static void open_pairs(struct fixture *fixture, unsigned threads, bool packed, size_t limit) {
    memset(fixture, 0, sizeof *fixture);
    fixture->budget.limit = limit;
    barrier_open(&fixture->barrier, threads == 1);
    assert_true(pairs_open(&fixture->pairs, &fixture->budget, &fixture->barrier, threads, packed));
}

static void close_pairs(struct fixture *fixture) {
    pairs_close(&fixture->pairs);
    barrier_close(&fixture->barrier);
}

/* All different, never 0; growing in width as ids of a growing set do. */
static uint64_t pair_number(uint32_t i) {
    uint32_t shift = i / (PAIRS / 13), left = ((i + 1) << 1) << (shift < 12 ? shift : 13), right = i * 2654435761u;
    right &= shift > 11 ? UINT32_MAX : (1u << (20 + shift)) - 1;
    return left | (uint64_t)right << 32;
}

static void assert_widths(const struct pairs *pairs, bool packed) {
    bool seen[9] = {false};
    for (uint64_t i = 0; i < pairs->memory.chunk_count; i++) seen[pairs_width(pairs, i)] = true;
    for (unsigned width = 5; width < 8; width++) assert_int_equal(seen[width], packed);
    assert_true(seen[8]);
}

static void ids_give_pairs_back(void **context) {
    (void)context;
    uint32_t *ids = calloc(PAIRS, sizeof *ids);
    for (unsigned packed = 0; packed < 2; packed++) {
        struct fixture fixture;
        open_pairs(&fixture, 1, packed, SIZE_MAX);
        for (uint32_t i = 0; i < PAIRS; i++) {
            uint32_t id;
            assert_int_equal(pairs_find(&fixture.pairs, 0, pair_number(i)), 0);
            assert_int_equal(pairs_insert(&fixture.pairs, 0, 0, pair_number(i), &ids[i]), STORE_NEW);
            assert_int_not_equal(ids[i], 0);
            assert_int_equal(pairs_insert(&fixture.pairs, 0, 0, pair_number(i / 2), &id), STORE_OLD);
            assert_int_equal(id, ids[i / 2]);
        }
        assert_int_equal(pairs_count(&fixture.pairs), PAIRS);
        for (uint32_t i = 0; i < PAIRS; i++) {
            assert_int_equal(pairs_get(&fixture.pairs, ids[i]), pair_number(i));
            assert_int_equal(pairs_find(&fixture.pairs, 0, pair_number(i)), ids[i]);
        }
        assert_widths(&fixture.pairs, packed);
        close_pairs(&fixture);
    }
    free(ids);
}

/* The same pairs of many kinds are different pairs; there are more chunks than the first table has bits for. */
static void kinds_are_kept_apart(void **context) {
    (void)context;
    enum { KINDS = 300, EACH = 90 };
    static uint32_t ids[KINDS][EACH];
    struct fixture fixture;
    open_pairs(&fixture, 1, true, SIZE_MAX);
    for (uint32_t i = 0; i < KINDS * EACH; i++) {
        uint32_t kind = i % KINDS, pair = i / KINDS, id;
        assert_int_equal(pairs_find(&fixture.pairs, kind, pair + 1), 0);
        assert_int_equal(pairs_insert(&fixture.pairs, 0, kind, pair + 1, &ids[kind][pair]), STORE_NEW);
        assert_int_equal(pairs_insert(&fixture.pairs, 0, kind, pair + 1, &id), STORE_OLD);
        assert_int_equal(id, ids[kind][pair]);
    }
    for (uint32_t i = 0; i < KINDS * EACH; i++) {
        uint32_t kind = i % KINDS, pair = i / KINDS;
        assert_int_equal(pairs_find(&fixture.pairs, kind, pair + 1), ids[kind][pair]);
        assert_int_equal(pairs_get(&fixture.pairs, ids[kind][pair]), pair + 1);
        assert_int_equal(pairs_kind(&fixture.pairs, ids[kind][pair]), kind);
    }
    assert_int_equal(pairs_count(&fixture.pairs), KINDS * EACH);
    close_pairs(&fixture);
}

struct worker {
    struct fixture *fixture;
    unsigned thread;
    uint64_t fresh;
    uint32_t *ids;
    pthread_t id;
};

static void *add_all(void *context) {
    struct worker *worker = context;
    struct fixture *fixture = worker->fixture;
    barrier_join(&fixture->barrier);
    for (uint32_t i = 0; i < PAIRS; i++) {
        uint32_t number = worker->thread == 1 ? PAIRS - 1 - i : i;
        barrier_pause(&fixture->barrier);
        worker->fresh +=
            pairs_insert(&fixture->pairs, worker->thread, 0, pair_number(number), &worker->ids[number]) == STORE_NEW;
    }
    barrier_leave(&fixture->barrier);
    return NULL;
}

static void threads_agree_on_ids(void **context) {
    (void)context;
    struct fixture fixture;
    struct worker workers[THREADS];
    uint64_t fresh = 0;
    open_pairs(&fixture, THREADS, true, SIZE_MAX);
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.fixture = &fixture, .thread = i, .ids = calloc(PAIRS, sizeof(uint32_t))};
        assert_int_equal(pthread_create(&workers[i].id, NULL, add_all, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(workers[i].id, NULL);
        fresh += workers[i].fresh;
    }
    assert_int_equal(fresh, PAIRS);
    assert_int_equal(pairs_count(&fixture.pairs), PAIRS);
    for (uint32_t i = 0; i < PAIRS; i++) {
        assert_int_equal(pairs_get(&fixture.pairs, workers[0].ids[i]), pair_number(i));
        for (unsigned thread = 1; thread < THREADS; thread++)
            assert_int_equal(workers[thread].ids[i], workers[0].ids[i]);
    }
    for (unsigned i = 0; i < THREADS; i++) free(workers[i].ids);
    close_pairs(&fixture);
}

/* The sum of all a packed set takes, as the tree store promises: 6 bytes for small pairs and a table of 4.6 to 6.5. */
static void packed_sets_are_small(void **context) {
    (void)context;
    struct fixture fixture;
    open_pairs(&fixture, 1, true, SIZE_MAX);
    for (uint64_t i = 1; i <= 1000000; i++) {
        uint32_t id;
        uint64_t pair = i % 1000 | i / 1000 << 32 | i % 7 << 53; /* of up to 24 bits each, and fewer in between */
        assert_int_equal(pairs_insert(&fixture.pairs, 0, 0, pair, &id), STORE_NEW);
        if (i % 100000 == 0 && i > 200000) assert_true(fixture.budget.used < i * 13);
    }
    close_pairs(&fixture);
}

static void a_full_set_still_finds(void **context) {
    (void)context;
    struct fixture fixture;
    uint32_t id, count = 0;
    open_pairs(&fixture, 1, true, 600000);
    while (pairs_insert(&fixture.pairs, 0, 0, pair_number(count), &id) == STORE_NEW) count++;
    assert_in_range(count, 30000, PAIRS - 1);
    assert_true(fixture.budget.used <= 600000);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(pairs_insert(&fixture.pairs, 0, 0, pair_number(i), &id), STORE_OLD);
        assert_int_equal(pairs_get(&fixture.pairs, id), pair_number(i));
    }
    assert_int_equal(pairs_find(&fixture.pairs, 0, pair_number(count)), 0);
    close_pairs(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_give_pairs_back),    cmocka_unit_test(kinds_are_kept_apart),
        cmocka_unit_test(threads_agree_on_ids),   cmocka_unit_test(packed_sets_are_small),
        cmocka_unit_test(a_full_set_still_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
