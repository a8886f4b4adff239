/* The evaluator that prints states and the generated code are two: they must compute the same, for all types and
 * operators, with either compiler. */
#include "promela/program_internal.h"
#include "promela/state.h"
#include "promela/tests/programs.h"

static const char *const declarations =
    "mtype = { red, green, blue };\n"
    "bit v0 = 1; bool v1; byte v2 = 255; pid v3 = 7; short v4 = -32768;\n"
    "short v5 = 32767; int v6 = -2147483647; int v7 = 2147483647; int v8 = -1;\n"
    "unsigned v9 : 3 = 5; unsigned v10 : 8 = 255; unsigned v11 : 9 = 300;\n"
    "unsigned v12 : 16 = 65535; unsigned v13 : 17 = 2; unsigned v14 : 31 = 2147483647;\n"
    "mtype v15 = blue; byte v16[2] = 3; bit v17[2] = 2; short v18 = -3;\n";
static const char *const operands[] = {"v0",  "v1",  "v2",  "v3",  "v4",  "v5",  "v6",     "v7",     "v8", "v9",
                                       "v10", "v11", "v12", "v13", "v14", "v15", "v16[1]", "v17[1]", "v18"};
static const char *const binary[] = {"+",  "-", "*",  "/", "%",  "&",  "|",  "^",  "<<",
                                     ">>", "<", "<=", ">", ">=", "==", "!=", "&&", "||"};
static const char *const unary[] = {"-", "~", "!"};
enum {
    OPERANDS = sizeof operands / sizeof *operands,
    BINARY = sizeof binary / sizeof *binary,
    UNARY = sizeof unary / sizeof *unary
};

/* One d_step that puts the value of each expression over these two into an element of `r`; returns how many. */
static unsigned write_model(struct text *text, const char *left) {
    struct text steps = {0};
    unsigned count = 0;
    for (unsigned b = 0; b < OPERANDS; b++)
        for (unsigned op = 0; op < BINARY; op++) {
            bool divides = op == 3 || op == 4;
            if (divides && strcmp(operands[b], "v1") == 0) continue; /* it is 0 */
            text_printf(&steps, "r[%u] = (%s %s %s);\n", count++, left, binary[op], operands[b]);
        }
    for (unsigned op = 0; op < UNARY; op++) text_printf(&steps, "r[%u] = (%s%s);\n", count++, unary[op], left);
    for (unsigned b = 0; b < OPERANDS; b++)
        text_printf(&steps, "r[%u] = (%s - 3 < 0 -> %s : -%s);\n", count++, left, left, operands[b]);
    text_printf(text, "%sint r[%u];\nactive proctype p() { d_step {\n%s} }\n", declarations, count, text_chars(&steps));
    text_free(&steps);
    return count;
}

static void compare(const char *left, enum jit_compiler compiler) {
    static struct situation at;
    struct text text = {0};
    unsigned count = write_model(&text, left);
    struct program *program = loaded_with(text_chars(&text), &(struct program_options){.compiler = compiler});
    const struct ts *ts = program_ts(program);
    at.count = 0;
    at.wanted = 0;
    ts->initial(ts, keep_situation, &at);
    go(program, &at, 0, 0);
    assert_int_equal(at.step.fault, 0);
    struct state state = {program->layout, program->automata, at.bytes, at.size};
    const struct sequence *body = program_model(program)->proctypes.items[0]->body->statements.items[0]->body;
    assert_int_equal(body->statements.count, count);
    for (unsigned i = 0; i < count; i++) {
        char name[16];
        int32_t value;
        snprintf(name, sizeof name, "r[%u]", i);
        assert_true(state_evaluate(&state, 0, body->statements.items[i]->expression, &value));
        if (value_of(program, &at, name) != value)
            fail_msg("expression %u of %s: the code says %d, the evaluator %d", i, left, value_of(program, &at, name),
                     value);
    }
    program_free(program);
    text_free(&text);
}

static void both_compute_the_same(void **state) {
    (void)state;
    for (unsigned a = 0; a < OPERANDS; a++) compare(operands[a], JIT_TCC);
}

static void so_does_the_other_compiler(void **state) {
    (void)state;
    compare("v13", JIT_CC);
    compare("v6", JIT_CC);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_compute_the_same),
                                       cmocka_unit_test(so_does_the_other_compiler)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
