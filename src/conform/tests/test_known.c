/* What is packed comes out as it went in; several threads agree on numbers. */
#include "conform/known.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_expectations(void **unused) {
    (void)unused;
    struct known known = {0};
    const struct expectation narrow[] = {{0, EXPECT_ANYTHING}, {1, EXPECT_NON_ZERO}, {0, EXPECT_NUMBER},
                                         {127, EXPECT_NUMBER}, {0, EXPECT_ELEMENT},  {125, EXPECT_ELEMENT}};
    const struct expectation wide[] = {{0, EXPECT_ANYTHING}, {1, EXPECT_NON_ZERO},       {-1, EXPECT_NUMBER},
                                       {128, EXPECT_NUMBER}, {INT64_MIN, EXPECT_NUMBER}, {126, EXPECT_ELEMENT}};
    known_init(&known);
    known.instance_count = 6;
    uint32_t first = known_add(&known, "abc", 3, narrow, 0), second = known_add(&known, "abd", 3, wide, 5);
    assert_int_equal(first, 0);
    assert_int_equal(second, 1);
    assert_false(known_state(&known, first)->wide);
    assert_true(known_state(&known, second)->wide);
    assert_int_equal(known_state(&known, second)->undefined, 5);
    for (size_t i = 0; i < 6; i++) {
        struct expectation a = known_expectation(known_state(&known, first), i);
        struct expectation b = known_expectation(known_state(&known, second), i);
        assert_int_equal(a.kind, narrow[i].kind);
        assert_int_equal(b.kind, wide[i].kind);
        if (a.kind == EXPECT_NUMBER || a.kind == EXPECT_ELEMENT) assert_int_equal(a.value, narrow[i].value);
        assert_int_equal(b.value, wide[i].value);
    }
    known_free(&known);
}

static void test_edges(void **unused) {
    (void)unused;
    struct known known = {0};
    const struct edge wanted[] = {{0, 0, 0, EDGE_IS_GOOD},
                                  {3, 299, 70000, EDGE_IS_GOOD},
                                  {127, 151, 127, EDGE_IS_GOOD},
                                  {128, 7, UINT32_MAX, EDGE_IS_GOOD},
                                  {5, 150, 0, 1},
                                  {9, 1, 0, EDGE_HAS_NO_RUN}};
    edge_list edges = {0};
    known_init(&known);
    for (uint32_t i = 0; i < 300; i++) {
        uint32_t number;
        assert_false(known_find(&known, &i, sizeof i, &number));
        assert_int_equal(known_add(&known, &i, sizeof i, NULL, 0), i);
        assert_true(known_find(&known, &i, sizeof i, &number));
        assert_int_equal(number, i);
    }
    for (size_t i = 0; i < 6; i++) vec_push(&edges, wanted[i]);
    assert_true(known_claim(&known, 150));
    known_set_edges(&known, 150, &edges);
    assert_false(known_claim(&known, 150));
    struct edge_reader reader = known_edges(&known, 150);
    struct edge edge;
    for (uint32_t i = 0; i < 6; i++) {
        struct edge again = known_edge(&known, 150, i);
        assert_true(known_next_edge(&reader, &edge));
        assert_memory_equal(&edge, &wanted[i], sizeof edge);
        assert_memory_equal(&again, &wanted[i], sizeof edge);
    }
    assert_false(known_next_edge(&reader, &edge));
    vec_free(&edges);
    known_free(&known);
}

enum { THREADS = 4, STATES = 5000 };

struct adding {
    struct known *known;
    unsigned from;
    unsigned claimed;
};

static void *add_all(void *context) {
    struct adding *adding = context;
    for (unsigned i = 0; i < STATES; i++) {
        uint32_t value = (i * 7919 + adding->from) % STATES, number;
        struct expectation expected = {(int32_t)(value % 100), EXPECT_NUMBER};
        if (!known_find(adding->known, &value, sizeof value, &number))
            number = known_add(adding->known, &value, sizeof value, &expected, 0);
        if (!known_claim(adding->known, number)) continue;
        edge_list edges = {0};
        vec_push(&edges, ((struct edge){value, number, value, EDGE_IS_GOOD}));
        known_set_edges(adding->known, number, &edges);
        vec_free(&edges);
        adding->claimed++;
    }
    return NULL;
}

static void test_threads(void **unused) {
    (void)unused;
    struct known known = {.instance_count = 1};
    struct adding adding[THREADS];
    pthread_t threads[THREADS];
    unsigned claimed = 0;
    known_init(&known);
    known.instance_count = 1;
    for (unsigned i = 0; i < THREADS; i++) {
        adding[i] = (struct adding){&known, i * 1000, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, add_all, &adding[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        claimed += adding[i].claimed;
    }
    assert_int_equal(known_count(&known), STATES);
    assert_int_equal(claimed, STATES);
    for (uint32_t i = 0; i < STATES; i++) {
        uint32_t value;
        memcpy(&value, known_state(&known, i)->bytes, sizeof value);
        assert_int_equal(known_expectation(known_state(&known, i), 0).value, value % 100);
        assert_int_equal(known_edge(&known, i, 0).event, value);
    }
    known_free(&known);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expectations),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
