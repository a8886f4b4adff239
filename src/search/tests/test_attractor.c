#include "search/attractor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { STATES = 8, MOST_EDGES = 40 };

static uint64_t seed;
static uint32_t random_below(uint32_t bound) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % bound;
}

/* By its definition, again and again until nothing is added. */
static void extend_naively(const struct attractor_edge *edges, size_t count, uint32_t groups, bool *in) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t g = 0; g < groups; g++) {
            bool all = true;
            uint32_t from = 0;
            for (size_t i = 0; i < count; i++) {
                if (edges[i].group != g) continue;
                from = edges[i].from;
                all = all && in[edges[i].to];
            }
            if (all && !in[from]) in[from] = more = true;
        }
    }
}

static void test_random_graphs(void **state) {
    (void)state;
    for (seed = 1; seed < 2000; seed += 7) {
        uint64_t kept = seed;
        struct attractor_edge edges[MOST_EDGES];
        uint32_t groups = 1 + random_below(12), from[12];
        size_t count = 0;
        for (uint32_t g = 0; g < groups; g++) {
            from[g] = random_below(STATES);
            for (uint32_t n = 1 + random_below(3); n; n--)
                edges[count++] = (struct attractor_edge){from[g], random_below(STATES), g};
        }
        struct attractor *attractor = attractor_new(edges, count, STATES, groups);
        for (unsigned tries = 0; tries < 3; tries++) {
            bool in[STATES], expected[STATES];
            for (unsigned s = 0; s < STATES; s++) in[s] = expected[s] = random_below(4) == 0;
            attractor_extend(attractor, in);
            extend_naively(edges, count, groups, expected);
            for (unsigned s = 0; s < STATES; s++) assert_int_equal(in[s], expected[s]);
        }
        attractor_free(attractor);
        seed = kept;
    }
}

static void test_whoever_chooses_does_not_choose_the_step(void **state) {
    (void)state;
    /* From 0, one group leads to 1 or 2, another one to 3; 3 leads to 2. */
    const struct attractor_edge edges[] = {{0, 1, 0}, {0, 2, 0}, {0, 3, 1}, {3, 2, 2}};
    struct attractor *attractor = attractor_new(edges, 4, 4, 3);
    bool in[4] = {false, true, false, false};
    attractor_extend(attractor, in);
    assert_false(in[0]);
    bool by_way_of_3[4] = {false, false, true, false};
    attractor_extend(attractor, by_way_of_3);
    assert_true(by_way_of_3[3] && by_way_of_3[0]);
    assert_false(by_way_of_3[1]);
    attractor_free(attractor);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_graphs),
                                       cmocka_unit_test(test_whoever_chooses_does_not_choose_the_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
