#include "ocl/tests/fixture.h"
#include "ocl/tests/random_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static char *printed(struct fixture *fixture, const char *text) {
    struct ocl_expression *expression = fixture_parse(fixture, text);
    if (!expression) {
        diag_print(&fixture->diagnostics, stderr);
        fail_msg("not parsed: %s", text);
    }
    struct text out = {0};
    ocl_print(&fixture->schema, expression, &out);
    return text_take(&out);
}

static void only_needed_brackets(void **state) {
    (void)state;
    static const char *const examples[][2] = {
        {"((1 + 2)) * (3)", "(1 + 2) * 3"},
        {"1 - (2 - 3)", "1 - (2 - 3)"},
        {"(1 - 2) - 3", "1 - 2 - 3"},
        {"on or (on and on)", "self.on or self.on and self.on"},
        {"(on or on) and on", "(self.on or self.on) and self.on"},
        {"on implies (on implies on)", "self.on implies (self.on implies self.on)"},
        {"not (on = on)", "not (self.on = self.on)"},
        {"-(1 + 2)", "-(1 + 2)"},
        {"(-3).abs()", "(-3).abs()"},
        {"(1 < 2) = on", "1 < 2 = self.on"},
        {"pr+id*K", "self.pr + self.id * K"},
        {"Task->forAll(t,u|t<>u)", "Task->forAll(t | Task->forAll(u | t <> u))"},
        {"Set{self, next}", "Set{}->including(self)->including(self.next)"},
        {"Task.pr->sum()", "Task->collect(each_ | each_.pr)->sum()"},
        {"next->size()", "self.next->asSet()->size()"},
        {"(let x = 1 in x) + 1", "(let x: Integer = 1 in x) + 1"},
        {"Task - friends", "Task - self.friends"},
        {"Task->contains(null)", "Task->includes(null)"},
        {"Ask(pr.max(2))", "Ask(self.pr.max(2))"},
        {"if on then null else self endif", "if self.on then null else self endif"},
        {"Task->any()@Run", "Task->any()@Run"},
    };
    struct fixture *fixture = fixture_new();
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char *out = printed(fixture, examples[i][0]);
        assert_string_equal(out, examples[i][1]);
        free(out);
    }
    fixture_free(fixture);
}

static void parses_back_to_the_same(void **state) {
    (void)state;
    struct dice dice = {.state = 7, .dynamic = true};
    for (unsigned i = 0; i < 5000; i++) {
        struct fixture *fixture = fixture_new();
        random_functions(fixture);
        struct text text = {0};
        random_boolean(&dice, 1 + i % 5, &text);
        char *first = printed(fixture, text_chars(&text)), *second = printed(fixture, first);
        assert_string_equal(first, second);
        struct ocl_value a, b;
        const char *error;
        bool one = ocl_evaluate(fixture_parse(fixture, text_chars(&text)), &fixture->world, 1, NULL, &a, &error);
        bool two = ocl_evaluate(fixture_parse(fixture, first), &fixture->world, 1, NULL, &b, &error);
        assert_true(one == two && (!one || a.number == b.number));
        free(first);
        free(second);
        text_free(&text);
        fixture_free(fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_needed_brackets),
        cmocka_unit_test(parses_back_to_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
