/* Decision diagrams against truth tables. */
#include "env/graph_diagram.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { VARIABLES = 6, ROWS = 1 << VARIABLES };

/* Row r of a truth table has variable i as bit VARIABLES - 1 - i: rows are in the order of assignments. */
static uint64_t table_of_variable(unsigned variable) {
    uint64_t table = 0;
    for (unsigned row = 0; row < ROWS; row++)
        if (row >> (VARIABLES - 1 - variable) & 1) table |= 1ull << row;
    return table;
}

static uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static void check(struct diagrams *diagrams, diagram a, uint64_t table) {
    static const uint32_t variables[VARIABLES] = {10, 20, 30, 40, 50, 60};
    uint64_t count, number = 0;
    diagrams_start_counting(diagrams);
    assert_true(diagram_count(diagrams, a, variables, VARIABLES, &count));
    assert_int_equal(count, __builtin_popcountll(table));
    for (unsigned row = 0; row < ROWS; row++) {
        bool values[VARIABLES];
        if (!(table >> row & 1)) continue;
        diagram_assignment(diagrams, a, variables, VARIABLES, number++, values);
        for (unsigned i = 0; i < VARIABLES; i++) assert_int_equal(values[i], row >> (VARIABLES - 1 - i) & 1);
    }
}

static void operations(void **state) {
    (void)state;
    struct diagrams *diagrams = diagrams_new(1 << 16);
    diagram functions[64];
    uint64_t tables[64], seed = 5;
    for (unsigned i = 0; i < VARIABLES; i++) {
        functions[i] = diagram_variable(diagrams, 10 * (i + 1));
        tables[i] = table_of_variable(i);
    }
    for (unsigned i = VARIABLES; i < 64; i++) {
        unsigned a = next_random(&seed) % i, b = next_random(&seed) % i, c = next_random(&seed) % i;
        switch (next_random(&seed) % 5) {
        case 0:
            functions[i] = diagram_and(diagrams, functions[a], functions[b]);
            tables[i] = tables[a] & tables[b];
            break;
        case 1:
            functions[i] = diagram_or(diagrams, functions[a], functions[b]);
            tables[i] = tables[a] | tables[b];
            break;
        case 2:
            functions[i] = diagram_xor(diagrams, functions[a], functions[b]);
            tables[i] = tables[a] ^ tables[b];
            break;
        case 3:
            functions[i] = diagram_not(diagrams, functions[a]);
            tables[i] = ~tables[a];
            break;
        default:
            functions[i] = diagram_choose(diagrams, functions[a], functions[b], functions[c]);
            tables[i] = (tables[a] & tables[b]) | (~tables[a] & tables[c]);
            break;
        }
        check(diagrams, functions[i], tables[i]);
        for (unsigned k = 0; k < i; k++) assert_int_equal(functions[k] == functions[i], tables[k] == tables[i]);
    }
    diagrams_free(diagrams);
}

static void support(void **state) {
    (void)state;
    struct diagrams *diagrams = diagrams_new(1 << 10);
    struct diagram_variables variables = {0};
    diagram x = diagram_variable(diagrams, 3), y = diagram_variable(diagrams, 7), z = diagram_variable(diagrams, 9);
    diagram a = diagram_or(diagrams, diagram_and(diagrams, x, y), diagram_and(diagrams, x, diagram_not(diagrams, y)));
    diagram_support(diagrams, diagram_xor(diagrams, a, z), &variables); /* a is x */
    bool seen[10] = {0};
    for (size_t i = 0; i < variables.list.count; i++) seen[variables.list.items[i]] = true;
    assert_true(seen[3] && seen[9] && !seen[7]);
    vec_free(&variables.list);
    diagrams_free(diagrams);
}

static void limits(void **state) {
    (void)state;
    struct diagrams *diagrams = diagrams_new(10);
    diagram all = DIAGRAM_TRUE;
    for (unsigned i = 0; i < 4; i++) all = diagram_and(diagrams, all, diagram_variable(diagrams, i));
    for (unsigned i = 0; i < 20; i++) all = diagram_xor(diagrams, all, diagram_variable(diagrams, i));
    assert_true(diagrams_full(diagrams));
    diagrams_clear(diagrams);
    assert_false(diagrams_full(diagrams));
    uint32_t variables[65];
    uint64_t count;
    for (unsigned i = 0; i < 65; i++) variables[i] = i;
    diagrams_start_counting(diagrams);
    assert_true(diagram_count(diagrams, DIAGRAM_TRUE, variables, 63, &count));
    assert_true(count == 1ull << 63);
    assert_false(diagram_count(diagrams, DIAGRAM_TRUE, variables, 64, &count));
    assert_true(diagram_count(diagrams, DIAGRAM_FALSE, variables, 65, &count));
    assert_true(count == 0);
    diagrams_free(diagrams);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations), cmocka_unit_test(support),
                                       cmocka_unit_test(limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
