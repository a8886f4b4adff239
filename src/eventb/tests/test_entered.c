/* What is remembered of states: exactly those that were noted, whatever shares their row. */
#include "eventb/entered.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct eb_layout small = {.max_size = 8}, large = {.max_size = 1 << 20};

static bool ask(struct eb_entered *entered, uint32_t first, uint32_t count) {
    uint32_t words[100] = {first, 7, first};
    return eb_entered_before(entered, words, 4 * count);
}

static void note(struct eb_entered *entered, uint32_t first, uint32_t count) {
    uint32_t words[100] = {first, 7, first};
    eb_entered_note(entered, words, 4 * count);
}

static void only_what_was_noted(void **state) {
    (void)state;
    struct eb_entered *entered = eb_entered_new(&small);
    assert_false(ask(entered, 1, 2));
    assert_false(ask(entered, 1, 2)); /* asking notes nothing */
    note(entered, 1, 2);
    assert_true(ask(entered, 1, 2));
    assert_false(ask(entered, 2, 2));
    assert_false(ask(entered, 1, 1)); /* the beginning of it */
    assert_false(ask(entered, 0, 2));
    eb_entered_free(entered);
}

/* More of them than there are rows: later ones take the place of earlier ones, and none is taken for another. */
static void later_ones_replace_earlier_ones(void **state) {
    (void)state;
    enum { STATES = 4000000 };
    struct eb_entered *entered = eb_entered_new(&small);
    uint32_t kept = 0, wrong = 0;
    for (uint32_t i = 0; i < STATES; i++) note(entered, 2 * i, 2);
    for (uint32_t i = 0; i < STATES; i++) {
        kept += ask(entered, 2 * i, 2);
        wrong += ask(entered, 2 * i + 1, 2);
    }
    assert_int_equal(wrong, 0);
    assert_in_range(kept, 100000, STATES - 1);
    assert_true(ask(entered, 2 * (STATES - 1), 2));
    eb_entered_free(entered);
}

static void large_states_are_not_noted(void **state) {
    (void)state;
    struct eb_entered *entered = eb_entered_new(&large);
    note(entered, 5, 62);
    assert_true(ask(entered, 5, 62));
    note(entered, 5, 63);
    assert_false(ask(entered, 5, 63));
    assert_true(ask(entered, 5, 62));
    eb_entered_free(entered);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_was_noted),
                                       cmocka_unit_test(later_ones_replace_earlier_ones),
                                       cmocka_unit_test(large_states_are_not_noted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
