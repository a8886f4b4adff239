/* Environment models, graphs and designs from texts, for the tests of composition, check and export. */
#ifndef ENV_TESTS_ENVIRONMENTS_H
#define ENV_TESTS_ENVIRONMENTS_H

#include "base/file.h"
#include "env/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static inline struct env_model *model_of(const char *text) {
    struct diagnostics diagnostics = {0};
    struct env_model *model = env_parse_text(text, strlen(text), "test.env", NULL, 0, &diagnostics);
    if (!model) {
        diag_print(&diagnostics, stderr);
        fail_msg("not parsed: %s", text);
    }
    diag_free(&diagnostics);
    return model;
}

/* Every attribute at its lowest value, no links, as many objects as the model has at least. */
static inline struct env_graph *plain_graph(const struct env_model *model) {
    size_t classes = model->schema.classes.count;
    unsigned sizes[classes + 1];
    memset(sizes, 0, sizeof sizes);
    for (size_t c = 0; c < classes; c++) sizes[c] = (unsigned)model->classes.items[c].low;
    struct env_graph *graph = env_graph_new(model, sizes);
    for (size_t c = 0; c < classes; c++) {
        const struct ocl_class *class = &model->schema.classes.items[c];
        for (size_t i = 0; i < sizes[c] * class->members.count; i++) {
            const struct ocl_member *member = &class->members.items[i % class->members.count];
            if (member->kind == OCL_ATTRIBUTE) graph->values[c][i] = member->low;
        }
    }
    return graph;
}

/* A file with this text, to be removed with design_remove(). */
static inline void design_write(char path[64], const char *text) {
    strcpy(path, "/tmp/rtcheck-test-design-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(file_write(path, text, strlen(text)));
}

static inline struct env_design *design_load_with(const struct env_model *model, const char *path,
                                                  const struct program_options *options,
                                                  struct diagnostics *diagnostics) {
    struct text text = {0};
    assert_true(file_read(path, &text));
    struct env_design *design = env_design_load(&text, path, model, options, diagnostics);
    text_free(&text);
    return design;
}

static inline struct env_design *design_load(const struct env_model *model, const char *path) {
    struct diagnostics diagnostics = {0};
    struct program_options options = {.compiler = JIT_TCC};
    struct env_design *design = design_load_with(model, path, &options, &diagnostics);
    if (!design) {
        diag_print(&diagnostics, stderr);
        fail_msg("not loaded");
    }
    diag_free(&diagnostics);
    return design;
}

static inline bool mentions(const struct diagnostics *diagnostics, const char *text) {
    for (size_t i = 0; i < diagnostics->list.count; i++)
        if (strstr(diagnostics->list.items[i].message, text)) return true;
    diag_print(diagnostics, stderr);
    return false;
}

#endif
