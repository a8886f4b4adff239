/* A guide followed by its automaton and by its terms: the same words are allowed. */
#include "base/file.h"
#include "guide/guide.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct guide *guide_of(const char *text, uint32_t most_states, const char *const *alphabet,
                              struct diagnostics *diagnostics) {
    char path[] = "/tmp/rtcheck-guide-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    struct guide *guide = guide_new(&(struct guide_options){path, alphabet, most_states, GUIDE_CYCLIC}, diagnostics);
    unlink(path);
    return guide;
}

static void automata_and_terms_agree(void **state) {
    (void)state;
    static const char *const texts[] = {"a*||b;c", "(a|b){1,3};c*", "{0,2} of [a, b;c, c]", "a||b||c||a"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct diagnostics diagnostics = {0};
        struct guide *guides[2] = {guide_of(texts[i], 1000, NULL, &diagnostics),
                                   guide_of(texts[i], 1, NULL, &diagnostics)};
        assert_non_null(guide_automaton(guides[0]));
        assert_null(guide_automaton(guides[1]));
        struct interactions interactions = {0};
        for (size_t k = 0; k < guide_names(guides[0])->count; k++)
            vec_push(&interactions.list, guide_names(guides[0])->list[k]);
        const struct ts_guide *one = guide_over(guides[0], &interactions),
                              *other = guide_over(guides[1], &interactions);
        for (unsigned word = 0; word < 729; word++) {
            uint32_t at = one->initial, and = other->initial;
            for (unsigned n = word, length = 0; length < 6; n /= 3, length++) {
                int32_t letter = (int32_t)(n % 3);
                at = one->after(one, at, letter);
                and = other->after(other, and, letter);
                assert_int_equal(at == TS_GUIDE_NOWHERE, and == TS_GUIDE_NOWHERE);
                if (at == TS_GUIDE_NOWHERE) break;
            }
        }
        vec_free(&interactions.list);
        guide_free(guides[0]);
        guide_free(guides[1]);
        diag_free(&diagnostics);
    }
}

static void alphabets(void **state) {
    (void)state;
    struct diagnostics diagnostics = {0};
    const char *const wide[] = {"a", "b", NULL}, *const narrow[] = {"b", NULL};
    struct guide *guide = guide_of("a*", 100, wide, &diagnostics);
    assert_int_equal(guide_names(guide)->count, 2);
    assert_true(guide_names(guide)->closed);
    struct interactions interactions = {0};
    for (size_t i = 0; i < 2; i++) vec_push(&interactions.list, guide_names(guide)->list[i]);
    const struct ts_guide *face = guide_over(guide, &interactions);
    assert_int_equal(face->after(face, face->initial, 0), face->initial);
    assert_int_equal(face->after(face, face->initial, 1), TS_GUIDE_NOWHERE);
    vec_free(&interactions.list);
    guide_free(guide);
    assert_null(guide_of("a*", 100, narrow, &diagnostics));
    assert_non_null(strstr(diagnostics.list.items[0].message, "`a` is not in the alphabet"));
    diag_free(&diagnostics);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(automata_and_terms_agree), cmocka_unit_test(alphabets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
