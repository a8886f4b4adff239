/* The hash: different inputs that look alike get different values, and all bits of it are used. */
#include "search/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void assert_all_different(uint64_t *values, size_t count) {
    qsort(values, count, sizeof *values, by_value);
    for (size_t i = 1; i < count; i++) assert_true(values[i] != values[i - 1]);
}

/* States of all sizes that are zero but for one word: a size that cancels against data would show here. */
static void sparse_states_differ(void **context) {
    (void)context;
    enum { WORDS = 64, VALUES = 64 };
    uint64_t *values = malloc(sizeof *values * WORDS * WORDS * VALUES);
    size_t count = 0;
    for (uint32_t size = 1; size <= WORDS; size++)
        for (uint32_t word = 0; word < size; word++)
            for (uint32_t value = 1; value <= VALUES; value++) {
                uint32_t state[WORDS] = {0};
                state[word] = value * 4;
                values[count++] = hash_bytes(state, size * 4);
            }
    assert_all_different(values, count);
    free(values);
}

static void short_inputs_differ(void **context) {
    (void)context;
    uint64_t values[20 * 8];
    size_t count = 0;
    unsigned char bytes[20] = {0};
    for (size_t size = 0; size < 20; size++) {
        values[count++] = hash_bytes(bytes, size);
        for (size_t bit = 0; bit < 7 && size; bit++) {
            bytes[size - 1] = (unsigned char)(1 << bit);
            values[count++] = hash_bytes(bytes, size);
            bytes[size - 1] = 0;
        }
    }
    assert_all_different(values, count);
}

/* Changing one bit of the input changes about half of the bits of the output, for every pair of them. */
static void assert_avalanche(uint64_t (*hash)(uint64_t)) {
    enum { TRIES = 2000 };
    static unsigned changed[64][64];
    memset(changed, 0, sizeof changed);
    for (uint64_t i = 0; i < TRIES; i++)
        for (unsigned in = 0; in < 64; in++) {
            uint64_t input = i * i * 77 + i, difference = hash(input) ^ hash(input ^ UINT64_C(1) << in);
            for (unsigned out = 0; out < 64; out++) changed[in][out] += difference >> out & 1;
        }
    for (unsigned in = 0; in < 64; in++)
        for (unsigned out = 0; out < 64; out++) assert_in_range(changed[in][out], TRIES * 0.35, TRIES * 0.65);
}

static uint64_t of_state(uint64_t value) {
    uint64_t state[8] = {1, 2, value, 0, 0, 7};
    return hash_bytes(state, sizeof state);
}

static uint64_t of_short_state(uint64_t value) { return hash_bytes(&value, sizeof value); }

static void every_bit_matters(void **context) {
    (void)context;
    assert_avalanche(hash_pair);
    assert_avalanche(of_state);
    assert_avalanche(of_short_state);
}

static void reduction_is_even(void **context) {
    (void)context;
    enum { LINES = 37, TRIES = 37000 };
    unsigned hits[LINES] = {0};
    for (uint64_t i = 0; i < TRIES; i++) {
        uint64_t line = hash_reduce(hash_pair(i), LINES);
        assert_true(line < LINES);
        hits[line]++;
    }
    for (unsigned i = 0; i < LINES; i++) assert_in_range(hits[i], 800, 1200);
    assert_int_equal(hash_reduce(UINT64_MAX, LINES), LINES - 1);
    assert_int_equal(hash_reduce(0, LINES), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_states_differ),
        cmocka_unit_test(short_inputs_differ),
        cmocka_unit_test(every_bit_matters),
        cmocka_unit_test(reduction_is_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
