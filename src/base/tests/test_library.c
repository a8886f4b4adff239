#include "base/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void finds_functions(void **state) {
    (void)state;
    double (*cosine)(double) = NULL;
    const struct library_symbol symbols[] = {{"cos", &cosine}};
    static const char *const names[] = {"libnothing-like-this.so.7", "libm.so.6", NULL};
    void *library = library_open(names, symbols, 1, NULL);
    assert_non_null(library);
    assert_true(cosine(0) == 1);
    library_close(library);
}

static void says_what_is_missing(void **state) {
    (void)state;
    void (*function)(void) = NULL;
    const struct library_symbol symbols[] = {{"no_such_function_here", &function}};
    static const char *const names[] = {"libm.so.6", NULL};
    struct text why = {0};
    assert_null(library_open(names, symbols, 1, &why));
    assert_non_null(strstr(text_chars(&why), "no_such_function_here"));
    text_free(&why);
    library_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_functions), cmocka_unit_test(says_what_is_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
