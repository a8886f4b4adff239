/* What the tests of this room share. */
#ifndef PROMELA_TESTS_MODELS_H
#define PROMELA_TESTS_MODELS_H

#include "promela/parse.h"
#include "promela/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The model of a text that must be right. */
static inline struct model *parsed(const char *text) {
    struct diagnostics diagnostics = {0};
    struct model *model = promela_parse_text(text, strlen(text), "m.pml", NULL, &diagnostics);
    if (!model) {
        diag_print(&diagnostics, stderr);
        fail_msg("not accepted: %s", text);
    }
    diag_free(&diagnostics);
    return model;
}

/* Printed models, compared as wholes. */
static inline void assert_prints(const char *text, const char *expected) {
    struct model *model = parsed(text);
    struct text printed = {0};
    print_model(model, &printed);
    assert_string_equal(text_chars(&printed), expected);
    text_free(&printed);
    model_free(model);
}

/* All diagnostics in one string: `line:column: message`, one a line. */
static inline void assert_diagnosed(const char *text, bool accepted, const char *expected) {
    struct diagnostics diagnostics = {0};
    struct model *model = promela_parse_text(text, strlen(text), "m.pml", NULL, &diagnostics);
    struct text found = {0};
    for (size_t i = 0; i < diagnostics.list.count; i++) {
        const struct diagnostic *diagnostic = &diagnostics.list.items[i];
        text_printf(&found, "%u:%u: %s\n", diagnostic->place.line, diagnostic->place.column, diagnostic->message);
    }
    if (strcmp(text_chars(&found), expected)) {
        print_error("for: %s\nexpected: %sbut got: %s", text, expected, text_chars(&found));
        fail();
    }
    assert_int_equal(model != NULL, accepted);
    text_free(&found);
    model_free(model);
    diag_free(&diagnostics);
}

#endif
