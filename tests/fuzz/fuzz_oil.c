/* The OIL front end on arbitrary bytes: it must not crash, hang or leak, and what it accepts must print as text that
 * it accepts again, prints the same way and shows as the same configuration.
 */
#include "target.h"

#include "oil/oil.h"
#include "oil/tables.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct oil_options options = {.no_files = true};

static void expect_same(const struct text *first, const struct text *second, const char *printed) {
    if (!strcmp(text_chars(first), text_chars(second))) return;
    fprintf(stderr, "%s\n----\n%s\n----\n%s\n", printed, text_chars(first), text_chars(second));
    abort();
}

static void check_printed(const struct oil_config *config) {
    struct text first = {0}, second = {0}, first_tables = {0}, second_tables = {0};
    struct diagnostics diagnostics = {0};
    struct arena *arena = arena_new();
    oil_print(config, &first);
    oil_tables(config, &first_tables);
    const struct oil_config *again =
        oil_load_text(text_chars(&first), first.length, "fuzz.oil", &options, arena, &diagnostics);
    if (!again) {
        fprintf(stderr, "%s\n", text_chars(&first));
        diag_print(&diagnostics, stderr);
        abort();
    }
    oil_print(again, &second);
    oil_tables(again, &second_tables);
    expect_same(&first, &second, text_chars(&first));
    expect_same(&first_tables, &second_tables, text_chars(&first));
    arena_free(arena);
    diag_free(&diagnostics);
    text_free(&first);
    text_free(&second);
    text_free(&first_tables);
    text_free(&second_tables);
}

FUZZ_TARGET(oil) {
    char *text = malloc(size + 1);
    if (size) memcpy(text, bytes, size);
    text[size] = '\0';
    struct diagnostics diagnostics = {0};
    struct arena *arena = arena_new();
    const struct oil_config *config = oil_load_text(text, size, "fuzz.oil", &options, arena, &diagnostics);
    if (!config && !diagnostics.errors) abort();
    if (config) check_printed(config);
    arena_free(arena);
    diag_free(&diagnostics);
    free(text);
    return 0;
}
