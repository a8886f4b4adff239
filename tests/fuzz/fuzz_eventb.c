/* Any bytes as Event-B: a formula, a text file, a file of Rodin's or a package of ProB's. The readers must not crash,
 * hang or leak, must not refuse without a word, and what they accept must print as text that they read back to the
 * same.
 */
#include "target.h"

#include "eventb/load.h"
#include "eventb/prolog.h"

#include <string.h>

/* The printed text may have more parentheses than the original: it may go beyond the limit of nesting. */
static bool only_too_deep(const struct diagnostics *diagnostics) {
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        if (!strstr(diagnostics->list.items[i].message, "nested too deeply")) return false;
    }
    return true;
}

static void complain(const char *first, const char *second, const struct diagnostics *diagnostics) {
    fprintf(stderr, "%s\n----\n%s\n", first, second);
    diag_print(diagnostics, stderr);
    abort();
}

/* ---- Formulas ---- */

typedef const struct eb_formula *(*parse)(struct arena *arena, const struct eb_source *source,
                                          struct diagnostics *diagnostics);

static void formula_comes_back(struct arena *arena, parse parse, const struct eb_formula *formula, bool ascii) {
    struct text text = {0};
    struct diagnostics diagnostics = {0};
    eb_print(formula, ascii, &text);
    const struct eb_source source = {.text = text_chars(&text), .origin = {"printed", 1, 1}, .column_by_column = true};
    const struct eb_formula *again = parse(arena, &source, &diagnostics);
    if (again ? !eb_formula_equal(formula, again) : !only_too_deep(&diagnostics))
        complain(text_chars(&text), "differs", &diagnostics);
    diag_free(&diagnostics);
    text_free(&text);
}

static void try_formula(const char *text, bool version_1) {
    static const parse parsers[] = {eb_parse_predicate, eb_parse_expression, eb_parse_assignment};
    for (size_t i = 0; i < sizeof parsers / sizeof *parsers; i++) {
        struct arena *arena = arena_new();
        struct diagnostics diagnostics = {0};
        const struct eb_source source = {
            .text = text, .origin = {"fuzz", 1, 1}, .column_by_column = !version_1, .version_1 = version_1};
        const struct eb_formula *formula = parsers[i](arena, &source, &diagnostics);
        if (!formula != (diagnostics.errors > 0)) abort(); /* refused without a word, or accepted with one */
        if (formula && !version_1) {
            formula_comes_back(arena, parsers[i], formula, false);
            formula_comes_back(arena, parsers[i], formula, true);
        }
        diag_free(&diagnostics);
        arena_free(arena);
    }
}

/* ---- Files ---- */

static void print_all(const eb_component_list *list, bool ascii, struct text *out) {
    for (size_t i = 0; i < list->count; i++) eb_print_component(list->items[i], ascii, out);
}

static void components_come_back(struct arena *arena, const eb_component_list *list, bool ascii) {
    struct text first = {0}, second = {0};
    struct diagnostics diagnostics = {0};
    eb_component_list again = {0};
    print_all(list, ascii, &first);
    if (eb_read_text(arena, "printed", text_chars(&first), first.length, NULL, &again, &diagnostics)) {
        print_all(&again, ascii, &second);
        if (strcmp(text_chars(&first), text_chars(&second)))
            complain(text_chars(&first), text_chars(&second), &diagnostics);
    } else if (!only_too_deep(&diagnostics)) {
        complain(text_chars(&first), "not read", &diagnostics);
    }
    vec_free(&again);
    diag_free(&diagnostics);
    text_free(&first);
    text_free(&second);
}

static void try_file(const struct text *text) {
    struct arena *arena = arena_new();
    struct diagnostics diagnostics = {0};
    eb_component_list list = {0};
    bool rodin = *text_chars(text) == '<', package = prolog_begins(text_chars(text));
    bool good = package ? eb_read_package(arena, "fuzz", text_chars(text), text->length, &list, &diagnostics)
                        : (rodin ? eb_read_rodin : eb_read_text)(arena, "fuzz", text_chars(text), text->length, NULL,
                                                                 &list, &diagnostics);
    if (good == (diagnostics.errors > 0)) abort();
    if (good && !rodin && !package) {
        components_come_back(arena, &list, false);
        components_come_back(arena, &list, true);
    }
    vec_free(&list);
    diag_free(&diagnostics);
    arena_free(arena);
    struct eb_development *development = eb_load_bytes("/nowhere/fuzz", text, NULL, &diagnostics);
    if (!development != (diagnostics.errors > 0)) abort();
    eb_development_free(development);
    diag_free(&diagnostics);
}

FUZZ_TARGET(eventb) {
    struct text text = {0};
    text_add_n(&text, (const char *)bytes, size);
    try_file(&text);
    if (size < 4096 && !memchr(bytes, '\0', size)) {
        try_formula(text_chars(&text), false);
        try_formula(text_chars(&text), true);
    }
    text_free(&text);
    return 0;
}
