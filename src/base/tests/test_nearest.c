#include "base/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The nearest of a list that ends in NULL; "" if nothing is near. */
static const char *nearest_of(const char *word, const char *const *candidates) {
    struct nearest nearest;
    nearest_begin(&nearest, word);
    for (; *candidates; candidates++) nearest_offer(&nearest, *candidates);
    return nearest.found ? nearest.found : "";
}

static const char *const names[] = {"count", "Task", "priority", "x", "suspended", "TASK_READY", "", NULL};

static void finds_what_was_meant(void **state) {
    (void)state;
    assert_string_equal(nearest_of("coutn", names), "count");
    assert_string_equal(nearest_of("conut", names), "count");
    assert_string_equal(nearest_of("counter", names), "count");
    assert_string_equal(nearest_of("Tsk", names), "Task");
    assert_string_equal(nearest_of("pirority", names), "priority");
    assert_string_equal(nearest_of("task_ready", names), "TASK_READY");
    assert_string_equal(nearest_of("X", names), "x");
}

static void keeps_its_distance(void **state) {
    (void)state;
    assert_string_equal(nearest_of("", names), "");
    assert_string_equal(nearest_of("y", names), ""); /* all of it would change */
    assert_string_equal(nearest_of("cos", names), "");
    assert_string_equal(nearest_of("Tkas", (const char *const[]){"Quux", NULL}), "");
    assert_string_equal(nearest_of("ab", (const char *const[]){"abcd", NULL}), "");
    assert_string_equal(nearest_of("abc", (const char *const[]){"abcde", NULL}), "abcde");
    assert_string_equal(nearest_of("abcdef", (const char *const[]){"abcdefghij", NULL}), "");
    assert_string_equal(nearest_of("anything", (const char *const[]){NULL}), "");
}

static void counts_changes(void **state) {
    (void)state;
    static const struct {
        const char *word, *candidate;
        unsigned distance;
    } cases[] = {{"scheduler", "scheduler", 0}, {"scheduler", "SCHEDULER", 0},  {"scheduler", "shceduler", 1},
                 {"scheduler", "schedule", 1},  {"scheduler", "reschedule", 3}, {"scheduler", "scehdulre", 2},
                 {"scheduler", "skeduler", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nearest nearest;
        nearest_begin(&nearest, cases[i].word);
        nearest_offer(&nearest, cases[i].candidate);
        assert_ptr_equal(nearest.found, cases[i].candidate);
        assert_int_equal(nearest.distance, cases[i].distance);
    }
}

static void prefers_the_nearest_then_the_first(void **state) {
    (void)state;
    assert_string_equal(nearest_of("depth", (const char *const[]){"death", "deep", "depths", NULL}), "death");
    assert_string_equal(nearest_of("memory", (const char *const[]){"memoir", "memories", "memor", NULL}), "memor");
}

static void words_of_any_length_are_fine(void **state) {
    (void)state;
    char longest[64], longer[65], word[64];
    memset(longest, 'a', 63), longest[63] = '\0';
    memset(longer, 'a', 64), longer[64] = '\0';
    memcpy(word, longest, 64), word[10] = 'b';
    assert_ptr_equal(nearest_of(word, (const char *const[]){longer, longest, NULL}), longest);
    assert_string_equal(nearest_of(longer, (const char *const[]){longest, NULL}), "");
}

static void hints(void **state) {
    (void)state;
    char room[NEAREST_ROOM], longest[64];
    struct nearest nearest;
    nearest_begin(&nearest, "agian");
    assert_string_equal(nearest_hint(&nearest, '`', room), "");
    nearest_offer(&nearest, "again");
    assert_string_equal(nearest_hint(&nearest, '`', room), "; did you mean `again`?");
    memset(longest, 'a', 63), longest[63] = '\0';
    nearest_begin(&nearest, longest);
    nearest_offer(&nearest, longest);
    assert_int_equal(strlen(nearest_hint(&nearest, '\'', room)), strlen("; did you mean ''?") + 63);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_meant),
        cmocka_unit_test(keeps_its_distance),
        cmocka_unit_test(counts_changes),
        cmocka_unit_test(prefers_the_nearest_then_the_first),
        cmocka_unit_test(words_of_any_length_are_fine),
        cmocka_unit_test(hints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
