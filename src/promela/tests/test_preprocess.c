#include "base/file.h"
#include "promela/tests/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/rtcheck-promela-XXXXXX";

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) ? 0 : 1;
}

static void put(const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    assert_true(file_write(path, text, strlen(text)));
}

static int remove_directory(void **state) {
    (void)state;
    static const char *const names[] = {"m.pml", "x.h", "sub/y.h"};
    char path[200];
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/sub", directory);
    rmdir(path);
    return rmdir(directory);
}

static struct model *parse(const struct parse_options *options, struct diagnostics *diagnostics) {
    char path[200];
    snprintf(path, sizeof path, "%s/m.pml", directory);
    return promela_parse_file(path, options, diagnostics);
}

/* One diagnostic, at this place. */
static void assert_complains(const char *file, unsigned line, unsigned column, const char *message) {
    struct diagnostics diagnostics = {0};
    assert_null(parse(NULL, &diagnostics));
    char path[200];
    snprintf(path, sizeof path, "%s/%s", directory, file);
    assert_true(diagnostics.list.count >= 1);
    const struct diagnostic *first = &diagnostics.list.items[0];
    assert_string_equal(first->message, message);
    assert_string_equal(first->place.file, path);
    assert_int_equal(first->place.line, line);
    assert_int_equal(first->place.column, column);
    diag_free(&diagnostics);
}

static void test_include_relative_to_the_model(void **state) {
    (void)state;
    put("x.h", "byte included;\n#define TWO 2\n");
    put("m.pml", "#include \"x.h\"\ninit { included = TWO }\n");
    struct diagnostics diagnostics = {0};
    struct model *model = parse(NULL, &diagnostics);
    assert_non_null(model);
    assert_string_equal(model->globals.items[0]->name, "included");
    assert_int_equal(model->proctypes.items[0]->body->statements.items[0]->expression->value, 2);
    char path[200];
    snprintf(path, sizeof path, "%s/x.h", directory);
    assert_string_equal(model->globals.items[0]->place.file, path);
    assert_int_equal(model->globals.items[0]->place.column, 6);
    model_free(model);
}

static void test_defines_and_include_paths(void **state) {
    (void)state;
    char sub[200];
    snprintf(sub, sizeof sub, "%s/sub", directory);
    mkdir(sub, 0700);
    put("sub/y.h", "int y = N;\n");
    put("m.pml", "#include \"y.h\"\ninit { skip }\n");
    const char *defines[] = {"N=7", NULL}, *paths[] = {sub, NULL};
    struct parse_options options = {.defines = defines, .include_paths = paths};
    struct diagnostics diagnostics = {0};
    struct model *model = parse(&options, &diagnostics);
    assert_non_null(model);
    assert_int_equal(model->globals.items[0]->initial->value, 7);
    model_free(model);
    put("m.pml", "int y = N;\ninit { skip }\n"); /* no directive, but a definition */
    model = parse(&options, &diagnostics);
    assert_non_null(model);
    assert_int_equal(model->globals.items[0]->initial->value, 7);
    model_free(model);
    diag_free(&diagnostics);
}

static void test_preprocessor_errors_have_places(void **state) {
    (void)state;
    put("m.pml", "int x;\n  #include \"nothere.h\"\ninit { skip }\n");
    assert_complains("m.pml", 2, 12, "nothere.h: No such file or directory");
    put("m.pml", "int x;\n#if 1\ninit { skip }\n");
    assert_complains("m.pml", 2, 1, "unterminated #if");
}

static void test_places_after_preprocessing(void **state) {
    (void)state;
    put("m.pml", "#define N 12345\ninit {\n\tint x; /* text */  y = 1;\n  x = N + z;\n}\n");
    struct diagnostics diagnostics = {0};
    assert_null(parse(NULL, &diagnostics));
    assert_int_equal(diagnostics.list.count, 2);
    assert_int_equal(diagnostics.list.items[0].place.line, 3);
    assert_int_equal(diagnostics.list.items[0].place.column, 21);
    assert_int_equal(diagnostics.list.items[1].place.line, 4);
    assert_int_equal(diagnostics.list.items[1].place.column, 11);
    diag_free(&diagnostics);
}

static void test_errors_in_included_files(void **state) {
    (void)state;
    put("x.h", "\n\nbyte a, a;\n");
    put("m.pml", "#include \"x.h\"\ninit { skip }\n");
    assert_complains("x.h", 3, 9, "`a` is declared already, as a variable");
}

static void test_endless_expansion_is_stopped(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "#define A0");
    for (int i = 0; i < 8; i++) text_printf(&text, " x%0100d", i);
    text_add_char(&text, '\n');
    for (int i = 1; i < 7; i++)
        text_printf(&text, "#define A%d A%d A%d A%d A%d A%d A%d A%d A%d\n", i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1,
                    i - 1, i - 1);
    text_add(&text, "A6\n");
    put("m.pml", text.chars);
    text_free(&text);
    struct diagnostics diagnostics = {0};
    assert_null(parse(NULL, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].message,
                        "the text is too large after preprocessing (more than 16 MiB)");
    diag_free(&diagnostics);
}

static void test_missing_file(void **state) {
    (void)state;
    struct diagnostics diagnostics = {0};
    assert_null(promela_parse_file("/nonexistent/m.pml", NULL, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].message, "cannot be read: No such file or directory");
    diag_free(&diagnostics);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_include_relative_to_the_model),
        cmocka_unit_test(test_defines_and_include_paths),
        cmocka_unit_test(test_preprocessor_errors_have_places),
        cmocka_unit_test(test_places_after_preprocessing),
        cmocka_unit_test(test_errors_in_included_files),
        cmocka_unit_test(test_endless_expansion_is_stopped),
        cmocka_unit_test(test_missing_file),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
