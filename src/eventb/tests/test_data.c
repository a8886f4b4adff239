/* Models of other people: all below a folder must load, and come back from their text. The folder is EVENTB_DATA, or
 * shared/data/eventb beside the project; without it there is nothing to test. */
#include "fixture.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static VEC(char *) paths;

static int collect(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)where;
    size_t length = strlen(path);
    if (kind == FTW_F && length > 4 && (!strcmp(path + length - 4, ".bum") || !strcmp(path + length - 4, ".buc")))
        vec_push(&paths, memory_copy_text(path));
    return 0;
}

/* This file is src/eventb/tests/test_data.c of the project. */
static char *beside_the_project(void) {
    static const char inside[] = "src/eventb/tests/test_data.c", outside[] = "../shared/data/eventb";
    struct text path = {0};
    text_add_n(&path, __FILE__, sizeof __FILE__ - sizeof inside);
    text_add(&path, outside);
    return text_take(&path);
}

static int find_models(void **state) {
    (void)state;
    char *folder = getenv("EVENTB_DATA") ? memory_copy_text(getenv("EVENTB_DATA")) : beside_the_project();
    nftw(folder, collect, 16, FTW_PHYS);
    free(folder);
    return 0;
}

static int forget_models(void **state) {
    (void)state;
    for (size_t i = 0; i < paths.count; i++) free(paths.items[i]);
    vec_free(&paths);
    return 0;
}

static void models_load(void **state) {
    (void)state;
    if (!paths.count) skip();
    unsigned refused = 0;
    for (size_t i = 0; i < paths.count; i++) {
        struct diagnostics diagnostics = {0};
        struct eb_development *development = eb_load(paths.items[i], NULL, &diagnostics);
        if (!development) diag_print(&diagnostics, stderr);
        refused += !development;
        eb_development_free(development);
        diag_free(&diagnostics);
    }
    assert_int_equal(refused, 0);
}

static void comes_back(const char *path, bool ascii) {
    struct fixture fixture = fixture_new();
    struct eb_components components;
    struct text first = {0}, second = {0};
    if (!eb_read_file(fixture.arena, path, &components, &fixture.diagnostics)) fail_msg("%s", fixture_error(&fixture));
    eb_print_component(components.items[0], ascii, &first);
    fixture_write(&fixture, "again.eventb", text_chars(&first));
    if (!fixture_read(&fixture, "again.eventb")) fail_msg("%s: %s", path, fixture_error(&fixture));
    assert_int_equal(fixture.components.count, 1);
    eb_print_component(fixture.components.items[0], ascii, &second);
    assert_string_equal(text_chars(&first), text_chars(&second));
    text_free(&first);
    text_free(&second);
    fixture_free(&fixture);
}

static void models_come_back_from_text(void **state) {
    (void)state;
    if (!paths.count) skip();
    for (size_t i = 0; i < paths.count; i++) {
        comes_back(paths.items[i], false);
        comes_back(paths.items[i], true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(models_load), cmocka_unit_test(models_come_back_from_text)};
    return cmocka_run_group_tests(tests, find_models, forget_models);
}
