/* Labels against the sets of letters that they stand for: with four atoms, a set of letters is a 16-bit mask. */
#include "ltl/label.h"
#include "ltl/tests/lasso.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static unsigned letters_of(struct label label) {
    unsigned set = 0;
    for (uint64_t letter = 0; letter < 16; letter++)
        if (!(label.positive & ~letter) && !(label.negative & letter)) set |= 1u << letter;
    return set;
}

static unsigned letters_of_all(const label_list *list) {
    unsigned set = 0;
    for (size_t i = 0; i < list->count; i++) set |= letters_of(list->items[i]);
    return set;
}

static struct label random_label(uint64_t *seed) {
    uint64_t used = random_next(seed) & random_next(seed) & 15, sign = random_next(seed);
    return (struct label){used & sign, used & ~sign};
}

static void random_list(uint64_t *seed, label_list *list) {
    vec_clear(list);
    for (uint64_t count = random_next(seed) % 6; count > 0; count--) vec_push(list, random_label(seed));
}

static void covering_is_inclusion(void **state) {
    (void)state;
    uint64_t seed = 4;
    label_list list = {0};
    unsigned covered = 0;
    for (unsigned round = 0; round < 20000; round++) {
        struct label label = random_label(&seed), other = random_label(&seed);
        random_list(&seed, &list);
        bool expected = (letters_of(label) & ~letters_of_all(&list)) == 0;
        covered += expected;
        assert_int_equal(label_is_covered(label, list.items, list.count), expected);
        assert_int_equal(label_contains(other, label), (letters_of(label) & ~letters_of(other)) == 0);
        assert_int_equal(label_is_empty(label_meet(label, other)), (letters_of(label) & letters_of(other)) == 0);
    }
    assert_in_range(covered, 1000, 19000);
    vec_free(&list);
}

static void difference_is_exact_and_disjoint(void **state) {
    (void)state;
    uint64_t seed = 5;
    label_list with = {0}, without = {0}, out = {0};
    for (unsigned round = 0; round < 20000; round++) {
        random_list(&seed, &with);
        random_list(&seed, &without);
        vec_clear(&out);
        vec_push(&out, (struct label){1, 0}); /* what is there stays */
        assert_true(label_difference(&with, &without, 16, &out));
        assert_int_equal(out.items[0].positive, 1);
        unsigned seen = 0;
        for (size_t i = 1; i < out.count; i++) {
            assert_false(label_is_empty(out.items[i]));
            assert_int_equal(seen & letters_of(out.items[i]), 0);
            seen |= letters_of(out.items[i]);
        }
        assert_int_equal(seen, letters_of_all(&with) & ~letters_of_all(&without));
    }
    vec_free(&with);
    vec_free(&without);
    vec_free(&out);
}

static void difference_keeps_its_limit(void **state) {
    (void)state;
    label_list with = {0}, without = {0}, out = {0};
    vec_push(&with, (struct label){0, 0});
    vec_push(&without, (struct label){7, 0}); /* not (a && b && c): three labels at least */
    assert_false(label_difference(&with, &without, 2, &out));
    assert_int_equal(out.count, 0);
    assert_true(label_difference(&with, &without, 3, &out));
    assert_int_equal(out.count, 3);
    vec_free(&with);
    vec_free(&without);
    vec_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covering_is_inclusion),
        cmocka_unit_test(difference_is_exact_and_disjoint),
        cmocka_unit_test(difference_keeps_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
