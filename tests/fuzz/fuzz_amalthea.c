/* Any bytes as an AMALTHEA model, and behind a line `%%` as settings (lines that begin with `--set `) and a formula
 * over it: reading, telling what is in it, dividing it into parts and a moment of checking must not crash, hang or
 * leak, and nothing is refused without a word. */
#include "target.h"

#include "amalthea/describe.h"
#include "timing/check.h"

#include <stdlib.h>
#include <string.h>

static void describe(const struct am_model *model) {
    struct text text = {0}, structured = {0};
    struct json json;
    am_describe(&text, model);
    json_begin(&json, &structured);
    json_open(&json, '{');
    am_describe_json(&json, model);
    am_leftovers_json(&json, model);
    json_close(&json, '}');
    text_free(&text);
    text_free(&structured);
}

typedef VEC(const char *) settings;

static void check(struct am_model *model, const struct tm_formula *formula, const settings *settings) {
    const struct tm_options build = {.settings = settings->items,
                                     .setting_count = settings->count,
                                     .formulas = formula,
                                     .formula_count = formula ? 1 : 0};
    const struct search_options options = {
        .threads = 1, .violations = 1, .state_limit = 300, .time_limit = 0.3, .memory_limit = 256 << 20};
    struct diagnostics diagnostics = {0};
    struct tm_parts *parts = tm_build(model, &build, &diagnostics);
    if (!parts != (diagnostics.errors > 0)) abort();
    if (parts) tm_answer_free(tm_check(model, parts, &build, &options));
    tm_parts_free(parts);
    diag_free(&diagnostics);
}

/* Takes the lines off the text. */
static const char *take_settings(struct arena *arena, const char *text, settings *settings) {
    static const char option[] = "--set ";
    while (!strncmp(text, option, sizeof option - 1)) {
        text += sizeof option - 1;
        size_t length = strcspn(text, "\n");
        vec_push(settings, arena_text_n(arena, text, length));
        text += length + (text[length] == '\n');
    }
    return text;
}

static void check_formula(struct am_model *model, const char *text) {
    struct arena *arena = arena_new();
    settings settings = {0};
    text = take_settings(arena, text, &settings);
    struct diagnostics diagnostics = {0};
    struct tm_formula formula = {0};
    bool good = tm_formula_parse(model, arena, text, &formula, &diagnostics);
    if (good != (diagnostics.errors == 0)) abort();
    check(model, good ? &formula : NULL, &settings);
    vec_free(&settings);
    diag_free(&diagnostics);
    arena_free(arena);
}

FUZZ_TARGET(amalthea) {
    static const char mark[] = "\n%%\n";
    const uint8_t *end = memmem(bytes, size, mark, sizeof mark - 1);
    struct text formula = {0};
    if (end) text_add_n(&formula, (const char *)end + sizeof mark - 1, size - (size_t)(end - bytes) - sizeof mark + 1);
    char *path = fuzz_file("m.amxmi", bytes, end ? (size_t)(end - bytes) : size);
    struct diagnostics diagnostics = {0};
    struct am_model *model = am_load((const char *const *)&path, 1, false, &diagnostics);
    if (!model != (diagnostics.errors > 0)) abort();
    if (model) {
        describe(model);
        check_formula(model, text_chars(&formula));
    }
    am_model_free(model);
    diag_free(&diagnostics);
    text_free(&formula);
    free(path);
    return 0;
}
