/* The steps from files to a configuration. Each is taken only if those before found no error. */
#include "base/file.h"
#include "base/invariant.h"
#include "oil/check.h"
#include "oil/configure.h"
#include "oil/dialect.h"
#include "oil/oil.h"
#include "oil/parser.h"
#include "oil/standard.h"

#include <errno.h>
#include <string.h>

struct loading {
    struct oil_tree *tree;
    const struct oil_options *options;
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool incomplete; /* an include that may have held definitions was not found */
};

static void report_missing(struct loading *loading, const struct oil_tokens *tokens) {
    for (size_t i = 0; i < tokens->missing.count; i++) {
        const struct oil_missing *missing = &tokens->missing.items[i];
        if (missing->in_application)
            diag_error(loading->diagnostics, missing->place, "cannot find the include file '%s' (-I DIRECTORY)",
                       missing->name);
        else
            diag_warning(loading->diagnostics, missing->place,
                         "cannot find the include file '%s' (-I DIRECTORY); going on without it", missing->name);
        if (!missing->in_application)
            oil_assume(loading->tree, loading->arena, "`%s`, which was not found, has no objects", missing->name);
        loading->incomplete = true;
    }
}

/* As of conditions in C. */
static void report_zeros(struct loading *loading, const struct oil_tokens *tokens) {
    size_t count = tokens->zeros.count;
    if (count)
        oil_assume(loading->tree, loading->arena,
                   "names that conditions of the configuration ask for and nothing defines are 0 (%s; -D says "
                   "otherwise)",
                   arena_some_names(loading->arena, tokens->zeros.items, count, count));
}

/* ... where they ask whether something is defined. */
static void report_asked(struct loading *loading, const struct oil_tokens *tokens) {
    enum { MOST_TOLD = 3 };
    size_t count = tokens->asked.count;
    if (!count || !loading->options || !loading->options->guesses_defines) return;
    oil_assume(loading->tree, loading->arena,
               "the build defines nothing that conditions of the configuration ask for by name (%s; -D says otherwise)",
               arena_some_names(loading->arena, tokens->asked.items, count, MOST_TOLD));
}

static void read_text(struct loading *loading, const char *text, size_t length, const char *path) {
    struct oil_tokens tokens = {0};
    oil_preprocess(&tokens, text, length, path, loading->options, loading->arena, loading->diagnostics);
    report_missing(loading, &tokens);
    report_zeros(loading, &tokens);
    report_asked(loading, &tokens);
    oil_parse(loading->tree, &tokens, loading->arena, loading->diagnostics);
    oil_tokens_free(&tokens);
}

static const struct oil_kind *standard_kinds(struct loading *loading) {
    static const struct oil_options nothing = {.no_files = true};
    struct oil_tokens tokens = {0};
    struct oil_tree *standard = arena_new_object(loading->arena, struct oil_tree);
    oil_preprocess(&tokens, oil_standard_text, strlen(oil_standard_text), "<standard>", &nothing, loading->arena,
                   loading->diagnostics);
    oil_parse(standard, &tokens, loading->arena, loading->diagnostics);
    oil_tokens_free(&tokens);
    return standard->kinds;
}

/* OIL leaves it to vendors: the kernel that is to be looked at decides. */
static void set_counter_maximum(struct loading *loading, const struct oil_kind *standard) {
    uint32_t most = loading->options ? loading->options->counter_maximum : 0;
    struct oil_definition *definition =
        oil_find_definition(oil_find_kind(standard, "COUNTER")->attributes, "MAXALLOWEDVALUE");
    if (!most) return;
    definition->default_value.magnitude = most;
    definition->default_value.text = arena_printf(loading->arena, "%u", most);
}

static void note_standard(const struct loading *loading) {
    struct place place = {.file = loading->tree->file};
    if (!loading->tree->kinds)
        diag_note(loading->diagnostics, place,
                  "there is no IMPLEMENTATION section; the built-in definition of OIL 2.5 is used");
    else if (loading->incomplete)
        diag_note(loading->diagnostics, place,
                  "what the IMPLEMENTATION sections leave open is taken from the built-in definition of OIL 2.5");
}

static struct oil_config *configure(struct loading *loading) {
    struct oil_config *config = arena_new_object(loading->arena, struct oil_config);
    struct oil_builder builder = {config, loading->tree, loading->arena, loading->diagnostics, loading->options};
    const struct diagnostics *diagnostics = loading->diagnostics;
    config->tree = loading->tree;
    config->cpu = loading->tree->cpu;
    config->standard_implementation = !loading->tree->kinds;
    oil_build_objects(&builder);
    if (diagnostics->errors || !oil_build_users(&builder)) return NULL;
    oil_build_masks(&builder);
    oil_build_ceilings(&builder);
    oil_build_class(&builder);
    oil_check_rules(&builder);
    return diagnostics->errors ? NULL : config;
}

static struct oil_config *finish(struct loading *loading) {
    if (loading->diagnostics->errors) return NULL;
    if (!loading->tree->cpu && !loading->tree->objects) {
        diag_error(loading->diagnostics, (struct place){.file = loading->tree->file},
                   "this describes no system: there is no CPU section");
        return NULL;
    }
    if (!loading->tree->cpu) loading->tree->cpu = "cpu";
    oil_translate_dialects(loading->tree, loading->arena, loading->diagnostics);
    const struct oil_kind *standard = standard_kinds(loading);
    set_counter_maximum(loading, standard);
    oil_check(loading->tree, standard, loading->arena, loading->diagnostics);
    if (loading->diagnostics->errors) return NULL;
    struct oil_config *config = configure(loading);
    if (!config) return NULL;
    invariant(oil_is_sound(config));
    note_standard(loading);
    return config;
}

static struct loading begin(const char *path, const struct oil_options *options, struct arena *arena,
                            struct diagnostics *diagnostics) {
    struct oil_tree *tree = arena_new_object(arena, struct oil_tree);
    tree->file = arena_text(arena, path);
    return (struct loading){.tree = tree, .options = options, .arena = arena, .diagnostics = diagnostics};
}

struct oil_config *oil_load_text(const char *text, size_t length, const char *path, const struct oil_options *options,
                                 struct arena *arena, struct diagnostics *diagnostics) {
    struct loading loading = begin(path, options, arena, diagnostics);
    read_text(&loading, text, length, path);
    return finish(&loading);
}

struct oil_config *oil_load(const char *const *paths, size_t count, const struct oil_options *options,
                            struct arena *arena, struct diagnostics *diagnostics) {
    struct loading loading = begin(count ? paths[0] : "", options, arena, diagnostics);
    for (size_t i = 0; i < count; i++) {
        struct text text = {0};
        if (file_read(paths[i], &text))
            read_text(&loading, text_chars(&text), text.length, paths[i]);
        else
            diag_error(diagnostics, (struct place){.file = paths[i]}, "cannot read this file: %s", strerror(errno));
        text_free(&text);
    }
    if (options && options->more) read_text(&loading, options->more, strlen(options->more), OIL_MORE);
    return finish(&loading);
}
