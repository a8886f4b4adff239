#include "base/diag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void printed_one_a_line(void **state) {
    (void)state;
    struct diagnostics diagnostics = {0};
    diag_error(&diagnostics, (struct place){"a.pml", 3, 7}, "expected %s", "';'");
    diag_warning(&diagnostics, (struct place){"a.pml", 4, 0}, "never used");
    diag_note(&diagnostics, (struct place){"a.pml", 0, 0}, "seen");
    diag_error(&diagnostics, (struct place){0}, "nowhere");
    diag_error(&diagnostics, (struct place){NULL, 5, 2}, "no file");
    assert_int_equal(diagnostics.errors, 3);
    assert_int_equal(diagnostics.list.count, 5);

    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    diag_print(&diagnostics, out);
    fclose(out);
    assert_string_equal(printed, "a.pml:3:7: error: expected ';'\n"
                                 "a.pml:4: warning: never used\n"
                                 "a.pml: note: seen\n"
                                 "error: nowhere\n"
                                 "5:2: error: no file\n");
    free(printed);
    diag_free(&diagnostics);
    assert_int_equal(diagnostics.errors, 0);
    assert_int_equal(diagnostics.list.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(printed_one_a_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
