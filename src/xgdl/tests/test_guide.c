/* Guides: their text, their smallest automata, and how two of them compare. The brute-force judge of random guides is
 * tests/xgdl/random_guides.py. */
#include "xgdl/moves.h"
#include "xgdl/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct xgdl_guide *read_guide(const char *text) {
    struct diagnostics diagnostics = {0};
    struct xgdl_guide *guide = xgdl_parse(text, strlen(text), "test", &diagnostics);
    if (!guide) fail_msg("%s: %s", text, diagnostics.list.items[0].message);
    diag_free(&diagnostics);
    return guide;
}

static struct xgdl_automaton *minimal_of(struct xgdl_guide *guide) {
    struct xgdl_automaton *large = xgdl_automaton_new(&guide->pool, guide->term, 1000000);
    assert_non_null(large);
    struct xgdl_automaton *minimal = xgdl_minimal(large);
    xgdl_automaton_free(large);
    return minimal;
}

static void expect_size(const char *text, uint32_t states, uint32_t transitions) {
    struct xgdl_guide *guide = read_guide(text);
    struct xgdl_automaton *minimal = minimal_of(guide);
    if (minimal->state_count != states || minimal->transition_count != transitions)
        fail_msg("%s: %u states, %u transitions", text, minimal->state_count, minimal->transition_count);
    xgdl_automaton_free(minimal);
    xgdl_guide_free(guide);
}

static void sizes(void **state) {
    (void)state;
    expect_size("()", 1, 0);
    expect_size("a", 2, 1);
    expect_size("a*", 1, 1);
    expect_size("a+", 1, 1); /* prefix closed: the same words as a* */
    expect_size("a;b;c", 4, 3);
    expect_size("(a|b|c)*", 1, 3); /* the neutral guide */
    expect_size("a{2,5}", 6, 5);
    expect_size("a{1000}", 1001, 1000);
    expect_size("a || b || c", 8, 12);
    expect_size("{0,2} of [a, b, c]", 5, 9);
    expect_size("{1,3} of [a]", 2, 1);
    /* Six pairs of failures that exclude each other and six single ones, 18 letters; what counts is which components
     * have failed, and after three nothing is left: 1 + 12 + 66 + 1 states. */
    expect_size("handle* || {0,3} of [f_1_1|f_1_2, f_2_1|f_2_2, f_3_1|f_3_2, f_4_1|f_4_2, f_5_1|f_5_2, f_6_1|f_6_2,"
                "f_7, f_8, f_9, f_10, f_11, f_12]",
                80, 80 + 18 + (12 * 18 - 18) + (66 * 18 - 18 * 11));
}

/* Two states of a minimal automaton differ: found by filling the table of pairs that some word tells apart. */
static bool all_differ(const struct xgdl_automaton *a) {
    uint32_t n = a->state_count;
    bool *differ = memory_new((size_t)n * n + 1);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < n * n; i++) {
            uint32_t p = i / n, q = i % n;
            for (uint32_t t = a->first[p]; !differ[i] && t < a->first[p + 1]; t++) {
                uint32_t r = xgdl_step(a, q, a->letters[t]);
                if (r == XGDL_NOWHERE || differ[a->targets[t] * n + r] || differ[r * n + a->targets[t]])
                    differ[i] = differ[q * n + p] = changed = true;
            }
        }
    }
    bool all = true;
    for (uint32_t i = 0; i < n * n; i++) all = all && (differ[i] || i / n == i % n);
    free(differ);
    return all;
}

static void minimal_by_another_algorithm(void **state) {
    (void)state;
    static const char *const texts[] = {"(a;b|a;c)*",      "(a|b){0,3} || c*",           "({1,2} of [a;b, b;a, c?])+",
                                        "((a;b)?;c){2,4}", "{0,3} of [a|b, c, d;a, e?]", "(a||b;c||d)*;a",
                                        "a{3};(b|c{0,4})+"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct xgdl_guide *guide = read_guide(texts[i]);
        struct xgdl_automaton *minimal = minimal_of(guide);
        if (!all_differ(minimal)) fail_msg("%s: two states are one", texts[i]);
        xgdl_automaton_free(minimal);
        xgdl_guide_free(guide);
    }
}

static void too_large(void **state) {
    (void)state;
    struct xgdl_guide *guide = read_guide("a||b||c||d||e||f||g||h||i||j||k||l||m||n||o||p||q||r||s||t");
    assert_null(xgdl_automaton_new(&guide->pool, guide->term, 1000));
    uint32_t word[] = {xgdl_find_interaction(guide, "t"), xgdl_find_interaction(guide, "a"),
                       xgdl_find_interaction(guide, "a")};
    assert_int_equal(xgdl_allowed(guide, word, 3), 2); /* interpreted */
    xgdl_guide_free(guide);
}

static void expect_error(const char *text, unsigned line, unsigned column, const char *message) {
    struct diagnostics diagnostics = {0};
    assert_null(xgdl_parse(text, strlen(text), "test", &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    const struct diagnostic *found = &diagnostics.list.items[0];
    if (found->place.line != line || found->place.column != column || !strstr(found->message, message))
        fail_msg("%s: %u:%u: %s", text, found->place.line, found->place.column, found->message);
    diag_free(&diagnostics);
}

static void errors_have_places(void **state) {
    (void)state;
    expect_error("", 1, 1, "the text ends here");
    expect_error("a ;\n ; b", 2, 2, "unexpected ';'");
    expect_error("a b", 1, 3, "expected an operator");
    expect_error("a{3,1}", 1, 2, "no number between");
    expect_error("{0,2} of []", 1, 10, "at least one term");
    expect_error("{0,2} of [a,]", 1, 13, "unexpected ']'");
    expect_error("{0,2} a", 1, 7, "expected 'of'");
    expect_error("a{4294967295}", 1, 3, "too large");
    expect_error("a{1000001}", 1, 3, "too large");
    expect_error("(a", 1, 3, "expected ')'");
    expect_error("def x = a", 1, 10, "expected 'def' or 'guide'");
    expect_error("def x = a def x = b guide x", 1, 15, "already");
    expect_error("def x = y def y = b guide x", 1, 15, "was an interaction");
    expect_error("def x = a ; x guide x", 1, 13, "is being defined");
    expect_error("guide def", 1, 7, "a meaning of its own");
    expect_error("a /* b", 1, 3, "no end");
    expect_error("\"a", 1, 1, "closing");
    expect_error("a @ b", 1, 3, "unexpected '@'");
    expect_error("\xe2\x8a\xa5", 1, 1, "byte 0xe2");
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    struct text text = {0};
    for (int i = 0; i < 100000; i++) text_add_char(&text, '(');
    expect_error(text_chars(&text), 1, 501, "nested");
    text_free(&text);
}

/* Can `times` of them be parted into between `from` and `to` groups of between `least` and `most`? */
static bool can_be_parted(uint32_t times, uint32_t least, uint32_t most, uint32_t from, uint32_t to) {
    for (uint32_t groups = from; groups <= to; groups++)
        if (groups * least <= times && times <= groups * most) return true;
    return false;
}

static bool allows_end_after(const char *text, uint32_t times) {
    struct xgdl_guide *guide = read_guide(text);
    struct xgdl_mover mover = {.pool = &guide->pool};
    xgdl_term term = guide->term;
    for (uint32_t i = 0; i < times; i++) term = xgdl_after(&mover, term, 0);
    bool allowed = xgdl_after(&mover, term, 1) != xgdl_none(&guide->pool);
    xgdl_mover_free(&mover);
    xgdl_guide_free(guide);
    return allowed;
}

static void repetitions_of_repetitions(void **state) {
    (void)state;
    enum { MOST = 3 };
    for (uint32_t way = 0; way < 1u << 8; way++) {
        uint32_t least = way & 3, most = way >> 2 & 3, from = way >> 4 & 3, to = way >> 6 & 3;
        if (least > most || from > to) continue;
        struct text text = {0};
        text_printf(&text, "x{%u,%u}{%u,%u};end", least, most, from, to);
        for (uint32_t times = 0; times <= MOST * MOST + 1; times++)
            if (allows_end_after(text_chars(&text), times) != can_be_parted(times, least, most, from, to))
                fail_msg("%s, %u times", text_chars(&text), times);
        text_free(&text);
    }
    struct text stars = {0};
    text_add(&stars, "(a|b)");
    for (int i = 0; i < 1900; i++) text_add(&stars, i % 3 ? "*" : "{0,2}");
    expect_size(text_chars(&stars), 1, 2);
    text_free(&stars);
}

static void printed_text_reads_back(void **state) {
    (void)state;
    static const char *const texts[] = {"a",
                                        "()",
                                        "a;b|c||d",
                                        "((a|b);c)*",
                                        "(a||b){2,3}?",
                                        "{1,2} of [a|b, c;d]+",
                                        "\"q!x y\";a",
                                        "\"of\"",
                                        "def x = a|b guide x;x{2}",
                                        "a{2}{3}",
                                        "a{0,2000}{0,2000}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text once = {0}, twice = {0};
        struct xgdl_guide *guide = read_guide(texts[i]);
        xgdl_print(guide, guide->term, &once);
        struct xgdl_guide *again = read_guide(text_chars(&once));
        xgdl_print(again, again->term, &twice);
        assert_string_equal(text_chars(&once), text_chars(&twice));
        text_free(&once);
        text_free(&twice);
        xgdl_guide_free(guide);
        xgdl_guide_free(again);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(minimal_by_another_algorithm),
        cmocka_unit_test(too_large),
        cmocka_unit_test(errors_have_places),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(repetitions_of_repetitions),
        cmocka_unit_test(printed_text_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
