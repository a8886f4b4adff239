/* What the tests of object graphs share: models from text, and the model of Yatake 2010, section 5.1. */
#ifndef ENV_TESTS_GRAPH_MODELS_H
#define ENV_TESTS_GRAPH_MODELS_H

#include "env/graphs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char OSEK_CLASSES[] = "const T = 2; const R = 1; const P = 4; const Q = 4;\n"
                                   "class Task[T] {\n"
                                   "  attr pr: 1..P;\n"
                                   "  assoc res: Resource[0..R];\n"
                                   "  inv Distinct: Task->forAll(t | t <> self implies t.pr <> pr);\n"
                                   "  inv res->forAll(r | r.pr >= pr);\n"
                                   "}\n"
                                   "class Resource[R] {\n"
                                   "  attr pr: 1..Q;\n"
                                   "  inv Distinct: Resource->forAll(r | r <> self implies r.pr <> pr);\n"
                                   "  inv Task->exists(t | t.res->includes(self));\n"
                                   "}\n";

static inline struct env_model *model_of(const char *text, const struct env_setting *settings, size_t setting_count) {
    struct diagnostics diagnostics = {0};
    struct text whole = {0};
    text_printf(&whole, "target X { } %s", text);
    struct env_model *model =
        env_parse_text(whole.chars, whole.length, "test.env", settings, setting_count, &diagnostics);
    if (!model) {
        diag_print(&diagnostics, stderr);
        fputs(text, stderr);
    }
    assert_non_null(model);
    diag_free(&diagnostics);
    text_free(&whole);
    return model;
}

static inline struct env_model *osek(int64_t tasks, int64_t resources, int64_t priorities) {
    const struct env_setting settings[] = {{"T", tasks}, {"R", resources}, {"P", priorities}, {"Q", priorities}};
    return model_of(OSEK_CLASSES, settings, 4);
}

/* With the numbers of objects that the model says. */
static inline struct env_graphs *graphs_of(const struct env_model *model) {
    struct diagnostics diagnostics = {0};
    unsigned sizes[16] = {0};
    for (size_t c = 0; c < model->classes.count; c++) sizes[c] = (unsigned)model->classes.items[c].high;
    struct env_graphs *graphs = env_graphs_new(model, sizes, &diagnostics);
    assert_non_null(graphs);
    diag_free(&diagnostics);
    return graphs;
}

static inline uint64_t count_of(const struct env_model *model) {
    struct env_graphs *graphs = graphs_of(model);
    uint64_t count = 0;
    bool done = env_graphs_count(graphs, 0, &count);
    if (!done) fprintf(stderr, "%s\n", env_graphs_problem(graphs));
    assert_true(done);
    env_graphs_free(graphs);
    return count;
}

/* splitmix64 */
static inline uint64_t test_random(void *state) {
    uint64_t z = (*(uint64_t *)state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

#endif
