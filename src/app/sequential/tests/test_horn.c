/* What makes a proof of invariants: clauses with which they are wrong are found. */
#include "app/tests/scenario.h"

#include "app/exec/executor.h"
#include "app/sequential/horn.h"
#include "base/z3.h"

#define ONE                                                                                                            \
    STANDARD TASK_("t", "1", AUTO)                                                                                     \
    END

struct made {
    struct scenario scenario;
    struct diagnostics diagnostics;
    struct sequential_code code;
    struct sequential_graph graph;
};

static void make(struct made *made, const char *source) {
    *made = (struct made){.scenario = scenario_load(ONE, source, NULL)};
    assert_non_null(made->scenario.app);
    const struct executor *executor = app_executor(made->scenario.app);
    assert_true(sequential_code_build(&made->code, executor->analysis, &made->diagnostics));
    sequential_graph_build(&made->graph, executor, &made->code, 1000);
    assert_true(made->graph.complete);
}

static void made_free(struct made *made) {
    sequential_graph_free(&made->graph);
    sequential_code_free(&made->code);
    diag_free(&made->diagnostics);
    scenario_free(&made->scenario);
}

/* Every predicate is this, whatever its variables hold. */
static void define_all(const char *clauses, const char *body, struct text *solution) {
    unsigned point, bits;
    int read;
    text_add(solution, "(\n");
    for (const char *at = clauses; (at = strstr(at, "(declare-fun p"));) {
        assert_int_equal(sscanf(at, "(declare-fun p%u (%n", &point, &read), 1);
        text_printf(solution, "(define-fun p%u (", point);
        at += read;
        for (unsigned i = 0; sscanf(at, " (_ BitVec %u)%n", &bits, &read) == 1; i++, at += read)
            text_printf(solution, " (x%u (_ BitVec %u))", i, bits);
        text_printf(solution, ") Bool %s)\n", body);
    }
    text_add(solution, ")\n");
}

/* Z3's first word on whether a clause does not hold where all predicates are `body`. */
static void doubt(const char *source, const char *body, const char *expected) {
    struct made made;
    struct z3 z3 = {0};
    struct text clauses = {0}, solution = {0}, question = {0}, why = {0};
    if (!z3_load(&z3, &why)) skip();
    make(&made, source);
    assert_true(sequential_horn(&made.graph, "a", &clauses));
    define_all(text_chars(&clauses), body, &solution);
    assert_true(sequential_horn_doubt(&made.graph, text_chars(&solution), &question));
    Z3_config config = z3.mk_config();
    Z3_context context = z3.mk_context_rc(config);
    z3.del_config(config);
    z3.set_error_handler(context, NULL);
    const char *said = z3.eval_smtlib2_string(context, text_chars(&question));
    if (strncmp(said, expected, strlen(expected)) != 0) fail_msg("%s: %s", said, text_chars(&question));
    z3.del_context(context);
    z3_unload(&z3);
    text_free(&clauses);
    text_free(&solution);
    text_free(&question);
    text_free(&why);
    made_free(&made);
}

#define LOOP(condition)                                                                                                \
    HEAD "extern unsigned in(void); unsigned x;\n"                                                                     \
         "TASK(t) { for (;;) { unsigned step = in(); x += step; if (step == 5) assert(" condition "); } }\n"

static void test_a_solution_is_believed(void **state) {
    (void)state;
    doubt(LOOP("(x & 1) < 2"), "true", "unsat");
}

static void test_what_is_too_weak_too_strong_or_no_definition_is_not_believed(void **state) {
    (void)state;
    doubt(LOOP("x != 7"), "true", "sat");       /* the assertion does not follow */
    doubt(LOOP("(x & 1) < 2"), "false", "sat"); /* the start is not in it */
    doubt(LOOP("(x & 1) < 2"), "(= x0 nobody)", "(error");
    doubt(LOOP("(x & 1) < 2"), "", "(error");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_solution_is_believed),
        cmocka_unit_test(test_what_is_too_weak_too_strong_or_no_definition_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
