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

/* Together the parts allow what the whole does. */
static void assert_cover(struct guide *guide, const xgdl_term *parts, size_t count) {
    struct xgdl_pool *pool = guide_pool(guide);
    struct xgdl_automaton *whole = guide_minimal(pool, guide_text(guide)->term, MOST);
    struct xgdl_automaton *together = guide_minimal(pool, xgdl_choice(pool, parts, (uint32_t)count), MOST);
    uint32_t same[64];
    for (uint32_t i = 0; i < 64; i++) same[i] = i;
    xgdl_word word = {0};
    assert_false(xgdl_separate(whole, together, same, &word));
    assert_false(xgdl_separate(together, whole, same, &word));
    vec_free(&word);
    xgdl_automaton_free(whole);
    xgdl_automaton_free(together);
}

/* Cuts everything as far as it goes, and compares all leaves together with the whole. */
static void cut_up(const char *text, size_t wanted) {
    struct guide *guide = guide_of(text);
    struct guide_parts parts = {0};
    guide_parts_begin(&parts, guide, MOST);
    xgdl_terms leaves = {0};
    for (xgdl_term part; guide_parts_take(&parts, &part);)
        if (!guide_parts_cut(&parts, part)) vec_push(&leaves, part);
    assert_int_equal(leaves.count, wanted);
    assert_cover(guide, leaves.items, leaves.count);
    vec_free(&leaves);
    guide_parts_free(&parts);
    guide_free(guide);
}

static void leaves_cover_the_whole(void **state) {
    (void)state;
    cut_up("a*", 1);
    cut_up("a | b ; c", 2);
    cut_up("(a | b) ; (c | d)", 4);
    cut_up("a* || (b | c)", 130);
    cut_up("{0,2} of [a, b, c, d]", 6);
    cut_up("{1,2} of [a | x, b, c]", 5);
    cut_up("a | a ; b", 1);     /* the one is included in the other */
    cut_up("(a | b)*", 1);      /* nothing comes behind the repetition: there is no cut */
    cut_up("(a ; b)* || c", 1); /* c may come in the middle: what is tried cannot be proved */
    cut_up("a{0,3} ; b", 4);
    cut_up("a{0,20} ; b", 21);
    cut_up("a* ; b", 65);  /* none to 63 times, and more often */
    cut_up("a* || b", 65); /* likewise: a* ; b ; a* */
    cut_up("a* ; b ; a*", 65);
    cut_up("a ; ({0,2} of [c, c])* ; b", 1); /* as often as one likes is at least eight times, if that may be nothing */
    cut_up("a ; (a? ; c?){2,5} ; b", 1);
    cut_up("a ; (a?){2,5} ; b", 6); /* that is a{0,5} */
}

/* 720 parts at once; what a part is cut into comes only when it does not fit. */
static void triples(void **state) {
    (void)state;
    struct guide *guide = guide_of("handle* || {0,3} of [a1|a2, b1|b2, c1|c2, d1|d2, e1|e2, f1|f2, g, h, i, j, k, l]");
    struct guide_parts parts = {0};
    guide_parts_begin(&parts, guide, MOST);
    guide_parts_refine(&parts, 720);
    assert_int_equal(parts.waiting.count, 720);
    assert_cover(guide, parts.waiting.items, parts.waiting.count);
    guide_parts_free(&parts);
    guide_free(guide);
}

/* That all is seen after fewer repetitions is a reason to leave a part out only if the fewer ones are parts. */
static unsigned rests_of(const char *text) {
    struct guide *guide = guide_of(text);
    struct guide_parts parts = {0};
    unsigned count = 0;
    guide_parts_begin(&parts, guide, MOST);
    for (xgdl_term part, star; guide_parts_take(&parts, &part);) {
        uint32_t times;
        count += guide_parts_is_rest(&parts, part, &star, &times);
        guide_parts_cut(&parts, part);
    }
    guide_parts_free(&parts);
    guide_free(guide);
    return count;
}

static void rests_have_their_siblings(void **state) {
    (void)state;
    assert_int_equal(rests_of("a* ; b"), 8); /* a{8,}, a{16,} ... a{64,} */
    assert_int_equal(rests_of("a* || b"), 8);
    assert_int_equal(rests_of("a{8,} ; b"), 0);
    assert_int_equal(rests_of("a+ ; b"), 0);
    assert_int_equal(rests_of("c ; a* ; b"), 0); /* what comes before is not looked at */
    assert_int_equal(rests_of("(a ; c)* ; b"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(leaves_cover_the_whole), cmocka_unit_test(triples),
                                       cmocka_unit_test(rests_have_their_siblings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
