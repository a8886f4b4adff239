/* What is remembered of states: exactly those that were noted, whatever shares their row. */
#include "eventb/entered.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct eb_layout small = {.max_size = 8}, large = {.max_size = 1 << 20};

static bool ask(struct eb_frame *frame, const struct eb_layout *layout, uint32_t first, uint32_t count) {
    uint32_t words[100] = {first, 7, first};
    return eb_entered_before(frame, layout, words, 4 * count);
}

static void note(struct eb_frame *frame, const struct eb_layout *layout, uint32_t first, uint32_t count) {
    uint32_t words[100] = {first, 7, first};
    eb_entered_note(frame, layout, words, 4 * count);
}

static void only_what_was_noted(void **state) {
    (void)state;
    struct eb_frame *frame = eb_frame_new(1);
    assert_false(ask(frame, &small, 1, 2));
    assert_false(ask(frame, &small, 1, 2)); /* asking notes nothing */
    note(frame, &small, 1, 2);
    assert_true(ask(frame, &small, 1, 2));
    assert_false(ask(frame, &small, 2, 2));
    assert_false(ask(frame, &small, 1, 1)); /* the beginning of it */
    assert_false(ask(frame, &small, 0, 2));
    eb_frame_free(frame);
}

/* More of them than there are rows: later ones take the place of earlier ones, and none is taken for another. */
static void later_ones_replace_earlier_ones(void **state) {
    (void)state;
    enum { STATES = 4000000 };
    struct eb_frame *frame = eb_frame_new(1);
    uint32_t kept = 0, wrong = 0;
    for (uint32_t i = 0; i < STATES; i++) note(frame, &small, 2 * i, 2);
    for (uint32_t i = 0; i < STATES; i++) {
        kept += ask(frame, &small, 2 * i, 2);
        wrong += ask(frame, &small, 2 * i + 1, 2);
    }
    assert_int_equal(wrong, 0);
    assert_in_range(kept, 100000, STATES - 1);
    assert_true(ask(frame, &small, 2 * (STATES - 1), 2));
    eb_frame_free(frame);
}

static void large_states_are_not_noted(void **state) {
    (void)state;
    struct eb_frame *frame = eb_frame_new(1);
    note(frame, &large, 5, 63);
    assert_true(ask(frame, &large, 5, 63));
    note(frame, &large, 5, 64);
    assert_false(ask(frame, &large, 5, 64));
    assert_true(ask(frame, &large, 5, 63));
    eb_frame_free(frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_was_noted),
                                       cmocka_unit_test(later_ones_replace_earlier_ones),
                                       cmocka_unit_test(large_states_are_not_noted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
