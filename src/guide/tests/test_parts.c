/* Guides in parts: every cut is proved, the landing gear's scope has 720 triples, and the leaves cover the whole. */
#include "guide/parts.h"
#include "xgdl/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 100000 };

static struct guide *guide_of(const char *text) {
    struct diagnostics diagnostics = {0};
    char path[] = "/tmp/rtcheck-parts-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    struct guide *guide = guide_new(&(struct guide_options){path, NULL, MOST, GUIDE_CYCLIC}, &diagnostics);
    unlink(path);
    diag_free(&diagnostics);
    assert_non_null(guide);
    return guide;
}

/* Cuts everything as far as it goes, and compares all leaves together with the whole. */
static void cut_up(const char *text, size_t wanted) {
    struct guide *guide = guide_of(text);
    struct guide_parts parts;
    guide_parts_begin(&parts, guide, MOST);
    xgdl_terms leaves = {0};
    for (xgdl_term part; guide_parts_take(&parts, &part);)
        if (!guide_parts_cut(&parts, part)) vec_push(&leaves, part);
    assert_int_equal(leaves.count, wanted);
    struct xgdl_pool *pool = guide_pool(guide);
    struct xgdl_automaton *whole = guide_minimal(pool, guide_text(guide)->term, MOST);
    struct xgdl_automaton *together =
        guide_minimal(pool, xgdl_choice(pool, leaves.items, (uint32_t)leaves.count), MOST);
    uint32_t same[64];
    for (uint32_t i = 0; i < 64; i++) same[i] = i;
    xgdl_word word = {0};
    assert_false(xgdl_separate(whole, together, same, &word));
    assert_false(xgdl_separate(together, whole, same, &word));
    vec_free(&word);
    xgdl_automaton_free(whole);
    xgdl_automaton_free(together);
    vec_free(&leaves);
    guide_parts_free(&parts);
    guide_free(guide);
}

static void leaves_cover_the_whole(void **state) {
    (void)state;
    cut_up("a*", 1);
    cut_up("a | b ; c", 2);
    cut_up("(a | b) ; (c | d)", 4);
    cut_up("a* || (b | c)", 2);
    cut_up("{0,2} of [a, b, c, d]", 6);
    cut_up("{1,2} of [a | x, b, c]", 5);
    cut_up("a | a ; b", 1); /* the one is included in the other */
    cut_up("(a | b)*", 1);  /* there is no cut through a repetition */
    cut_up("handle* || (f_1 | f_2 | f_3)", 3);
}

static void triples(void **state) {
    (void)state;
    cut_up("handle* || {0,3} of [a1|a2, b1|b2, c1|c2, d1|d2, e1|e2, f1|f2, g, h, i, j, k, l]", 720);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(leaves_cover_the_whole), cmocka_unit_test(triples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
