/* Maps: what is read, and where mistakes are reported. */
#include "conform/map.h"
#include "conform/map_expression.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct map *read_map(const char *text, struct diagnostics *diagnostics) {
    return map_parse(text, strlen(text), "test.map", diagnostics);
}

static void reads_all_sections(void **state) {
    (void)state;
    struct diagnostics diagnostics = {0};
    struct map *map =
        read_map("// a comment\n"
                 "bounds { TASK = {t1, t2}; INT = 0..7; }\n"
                 "only activate, chain;\n"
                 "symmetric TASK;\n"
                 "values STATE { sus -> 0; rdy, run -> {1, 3..4}; }\n"
                 "values TASK from 5;\n"
                 "setup { forall t in TASK, i in 1..2 where (t ∈ tasks): SetTask(t, pri(t) + i); }\n"
                 "relate { forall t in TASK: t_state(t) ~ task[t].state; running ~ turn & 7; }\n"
                 "calls { activate, wake(t) -> ActivateTask(0, t); chain(t, u) -> A(t), B(u); tick -> skip; }\n",
                 &diagnostics);
    assert_non_null(map);
    assert_int_equal(map->bounds.count, 2);
    assert_string_equal(map->bounds.items[0].name, "TASK={t1, t2}");
    assert_string_equal(map->bounds.items[1].name, "INT=0..7");
    assert_int_equal(map->only.count, 2);
    assert_string_equal(map->symmetric.items[0].name, "TASK");
    assert_int_equal(map->values.items[0].value_count, 3);
    assert_string_equal(map->values.items[0].values[2].name, "run");
    assert_int_equal(map->values.items[0].values[2].range_count, 2);
    assert_int_equal(map->values.items[0].values[2].ranges[1].high, 4);
    assert_int_equal(map->values.items[1].first, 5);
    const struct map_setup *setup = &map->setups.items[0];
    assert_int_equal(setup->locals.count, 2);
    assert_int_equal(setup->locals.items[1].high, 2);
    assert_string_equal(setup->condition.text, "(t ∈ tasks)");
    assert_string_equal(setup->call.arguments[1]->children[0]->formula.text, "pri(t)");
    assert_int_equal(map->relations.count, 2);
    assert_string_equal(map->relations.items[0].left.text, "t_state(t)");
    assert_string_equal(map->relations.items[0].right->name, "task[].state");
    assert_int_equal(map->relations.items[0].right->children[0]->op, MAP_LOCAL);
    assert_int_equal(map->relations.items[1].right->op, MAP_BIT_AND);
    assert_int_equal(map->events.count, 4);
    assert_string_equal(map->events.items[1].name, "wake");
    assert_int_equal(map->events.items[1].call_count, 1);
    assert_int_equal(map->events.items[2].call_count, 2);
    assert_int_equal(map->events.items[3].call_count, 0);
    map_free(map);
    diag_free(&diagnostics);
}

static void converse_is_no_separator(void **state) {
    (void)state;
    struct diagnostics diagnostics = {0};
    struct map *map = read_map("relate { min(pri~[{3}]) ~ turn; owner~(r1) ~ turn; }", &diagnostics);
    assert_non_null(map);
    assert_string_equal(map->relations.items[0].left.text, "min(pri~[{3}])");
    assert_string_equal(map->relations.items[1].left.text, "owner~(r1)");
    map_free(map);
    diag_free(&diagnostics);
}

static bool no_leaf(void *context, const struct map_expression *leaf, int64_t *value) {
    (void)context;
    *value = leaf->op == MAP_VARIABLE ? 6 : 0;
    return true;
}

static void check_number(const char *text, bool defined, int64_t expected) {
    struct diagnostics diagnostics = {0};
    struct text map_text = {0};
    text_printf(&map_text, "relate { 1 ~ %s; }", text);
    struct map *map = read_map(text_chars(&map_text), &diagnostics);
    assert_non_null(map);
    int64_t value = 0;
    assert_int_equal(map_evaluate(map->relations.items[0].right, no_leaf, NULL, &value), defined);
    if (defined) assert_int_equal(value, expected);
    map_free(map);
    text_free(&map_text);
    diag_free(&diagnostics);
}

static void operators_are_those_of_c(void **state) {
    (void)state;
    check_number("1 + 2 * 3", true, 7);
    check_number("10 - 3 - 2", true, 5);
    check_number("1 << 2 + 1", true, 8);
    check_number("x & 3 == 3", true, 0); /* as in C: x & (3 == 3) */
    check_number("(x >> 1) & 1", true, 1);
    check_number("x % 4 || x / 0", true, 1);
    check_number("!x + ~0", true, -1);
    check_number("-x <= -6 && x != 5", true, 1);
    check_number("x / (x - 6)", false, 0);
    check_number("1 << 63", false, 0);
    check_number("x | 1 ^ 3", true, 6 | (1 ^ 3));
}

static void expect_error(const char *text, unsigned line, unsigned column, const char *message) {
    struct diagnostics diagnostics = {0};
    assert_null(read_map(text, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    assert_non_null(strstr(diagnostics.list.items[0].message, message));
    assert_int_equal(diagnostics.list.items[0].place.line, line);
    assert_int_equal(diagnostics.list.items[0].place.column, column);
    diag_free(&diagnostics);
}

static void mistakes_have_a_place(void **state) {
    (void)state;
    expect_error("", 1, 1, "relates nothing");
    expect_error("bound { }", 1, 1, "expected `include`");
    expect_error("relate {\n  x ~ y", 2, 8, "expected `;`");
    expect_error("relate { x = y; }", 1, 10, "expected an expression of the specification and then `~`");
    expect_error("relate { x~ y; }", 1, 10, "and then `~`, with a blank before it");
    expect_error("bounds {\n  S = 3\n  T = {a,\n b};\n}\nrelate { x ~ y; }", 2, 3, "expected `;` after the bound of `S`");
    expect_error("relate { x ~ task[1; }", 1, 20, "expected `]`");
    expect_error("relate { x ~ 99999999999; }", 1, 14, "too large");
    expect_error("relate { x ~ @; }", 1, 14, "expected a number, a name or `(`");
    expect_error("values S { a -> 1; a -> 2; }", 1, 20, "twice");
    expect_error("values S { a -> 3..1; }", 1, 21, "empty range");
    expect_error("calls { a -> f(1 }", 1, 18, "expected `)`");
    expect_error("calls { a -> f(1); a -> skip; }", 1, 20, "twice");
    expect_error("setup { forall t in TASK where x: f(t); }", 1, 32, "expected `(`");
    expect_error("setup { forall t in TASK where (x]: f(t); }", 1, 32, "no partner");
    expect_error("setup { forall t in TASK where "
                 "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((x",
                 1, 32, "nested more than 64 deep");
    expect_error("setup { forall t in 3..1: f(t); }", 1, 16, "an interval");
    expect_error("setup { forall t in T, t in T: f(t); }", 1, 24, "twice");
    expect_error("/* no end", 1, 1, "does not end");
    expect_error("relate { x ~ y; } calls {", 1, 26, "expected `}`");
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "relate { x ~ ");
    for (int i = 0; i < 100000; i++) text_add_char(&text, '(');
    struct diagnostics diagnostics = {0};
    assert_null(map_parse(text_chars(&text), text.length, "deep.map", &diagnostics));
    assert_non_null(strstr(diagnostics.list.items[0].message, "nested too deeply"));
    diag_free(&diagnostics);
    text_clear(&text);
    text_add(&text, "relate { x ~ ");
    for (int i = 0; i < 100000; i++) text_add_char(&text, '-');
    diagnostics = (struct diagnostics){0};
    assert_null(map_parse(text_chars(&text), text.length, "deep.map", &diagnostics));
    diag_free(&diagnostics);
    text_free(&text);
}

/* Every prefix of a map, and the map with each byte changed, is read or refused; never more than one error. */
static void broken_texts_do_no_harm(void **state) {
    (void)state;
    static const char whole[] =
        "bounds { T = 2; } values S { a -> {1, 2}; } setup { forall t in T where (t ∈ x): f(t, g(t)); }"
        "relate { forall t in T: s(t) ~ task[t].s + 1; } calls { e(t) -> f(t, 1), h(); i -> skip; }";
    for (size_t length = 0; length < sizeof whole; length++)
        for (int change = 0; change < 8; change++) {
            char text[sizeof whole];
            struct diagnostics diagnostics = {0};
            memcpy(text, whole, sizeof whole);
            if (change) text[length] = "\0({;~\xff/"[change];
            struct map *map = map_parse(text, change ? sizeof whole - 1 : length, "broken.map", &diagnostics);
            assert_true((map != NULL) == (diagnostics.errors == 0));
            assert_true(diagnostics.errors <= 1);
            map_free(map);
            diag_free(&diagnostics);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_all_sections),       cmocka_unit_test(converse_is_no_separator),
        cmocka_unit_test(operators_are_those_of_c), cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(deep_nesting_is_refused),  cmocka_unit_test(broken_texts_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
