#include "base/components.h"

#include "base/memory.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { NODES = 9, ROUNDS = 2000 };

/* Random graphs, against what can be reached from where. */
static void check_one(void) {
    static bool reach[NODES][NODES];
    uint32_t first[NODES + 1], component_of[NODES];
    VEC(uint32_t) targets = {0};
    int rarity = 1 + rand() % 10;
    for (unsigned i = 0; i < NODES; i++) {
        first[i] = (uint32_t)targets.count;
        for (unsigned j = 0; j < NODES; j++) {
            bool edge = rand() % rarity == 0;
            if (edge) vec_push(&targets, j);
            reach[i][j] = edge || i == j;
        }
    }
    first[NODES] = (uint32_t)targets.count;
    for (unsigned k = 0; k < NODES; k++)
        for (unsigned i = 0; i < NODES; i++)
            for (unsigned j = 0; j < NODES; j++) reach[i][j] |= reach[i][k] && reach[k][j];
    uint32_t count = components_number(NODES, first, targets.items, component_of);
    for (unsigned i = 0; i < NODES; i++) {
        assert_true(component_of[i] < count);
        for (unsigned j = 0; j < NODES; j++) {
            assert_int_equal(component_of[i] == component_of[j], reach[i][j] && reach[j][i]);
            if (reach[i][j]) assert_true(component_of[i] >= component_of[j]);
        }
    }
    vec_free(&targets);
}

static void components_are_what_reaches_itself(void **state) {
    (void)state;
    srand(5);
    for (int i = 0; i < ROUNDS; i++) check_one();
}

/* A path of a million nodes is no depth. */
static void long_paths_are_no_depth(void **state) {
    (void)state;
    enum { LENGTH = 1000000 };
    uint32_t *first = memory_new((LENGTH + 1) * sizeof *first), *targets = memory_new(LENGTH * sizeof *targets);
    uint32_t *component_of = memory_new(LENGTH * sizeof *component_of);
    for (uint32_t i = 0; i < LENGTH; i++) first[i] = i, targets[i] = (i + 1) % LENGTH;
    first[LENGTH] = LENGTH;
    assert_int_equal(components_number(LENGTH, first, targets, component_of), 1);
    free(first);
    free(targets);
    free(component_of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_what_reaches_itself),
        cmocka_unit_test(long_paths_are_no_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
