#include "env/campaign.h"

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/test-campaign-XXXXXX";

static int write_model(void **state) {
    (void)state;
    static const char text[] = "const N = 2;\nconst M = 1;\ntarget Nothing {}\n"
                               "class User[1..N] { attr rank: 1..3; inv rank <= M + 1; }\n";
    int file = mkstemp(path);
    if (file < 0) return -1;
    close(file);
    return file_write(path, text, sizeof text - 1) ? 0 : -1;
}

static int remove_model(void **state) {
    (void)state;
    return unlink(path);
}

static struct env_campaign *make(const struct env_sweep *sweeps, size_t count) {
    struct diagnostics diagnostics = {0};
    struct env_campaign *campaign = env_campaign_new(path, sweeps, count, 0, &diagnostics);
    diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    assert_non_null(campaign);
    return campaign;
}

/* N = 1..2, M = 0..1: ranks up to 1 (M = 0), up to 2 (M = 1); one user or, with N = 2, two. */
static void cells_of_a_sweep(void **state) {
    (void)state;
    const struct env_sweep sweeps[] = {{"N", 1, 2}, {"M", 0, 1}};
    static const uint64_t counts[] = {1, 2, 1, 1, 2, 3};
    static const char *const names[] = {"N=1 M=0",        "N=1 M=1",        "N=2 M=0 User=1",
                                        "N=2 M=0 User=2", "N=2 M=1 User=1", "N=2 M=1 User=2"};
    struct env_campaign *campaign = make(sweeps, 2);
    assert_int_equal(campaign->models.count, 4);
    assert_int_equal(campaign->cells.count, 6);
    assert_int_equal(campaign->total, 10);
    uint64_t number = 0;
    for (size_t i = 0; i < 6; i++) {
        const struct env_cell *cell = &campaign->cells.items[i];
        struct text name = {0};
        env_cell_print(campaign, cell, &name);
        assert_string_equal(text_chars(&name), names[i]);
        text_free(&name);
        assert_int_equal(cell->first, number);
        assert_int_equal(cell->count, counts[i]);
        for (uint64_t j = 0; j < counts[i]; j++) assert_ptr_equal(env_campaign_cell(campaign, number++), cell);
    }
    struct text key = {0};
    env_campaign_key(campaign, 8, &key);
    assert_string_equal(text_chars(&key), "N=2 M=1 User:2 #2");
    text_free(&key);
    env_campaign_free(campaign);
}

static void graphs_by_number(void **state) {
    (void)state;
    const struct env_sweep sweeps[] = {{"N", 1, 2}, {"M", 0, 1}};
    struct env_campaign *campaign = make(sweeps, 2);
    struct env_source *source = env_source_new(campaign);
    struct diagnostics diagnostics = {0};
    struct text words = {0};
    static const uint64_t order[] = {9, 0, 8, 2, 9};
    static const char *const expected[] = {"U1.rank=2 U2.rank=2", "U1.rank=1", "U1.rank=1 U2.rank=2", "U1.rank=2",
                                           "U1.rank=2 U2.rank=2"};
    for (size_t i = 0; i < 5; i++) {
        const struct env_graph *graph = env_source_graph(source, order[i], &diagnostics);
        assert_non_null(graph);
        text_clear(&words);
        env_graph_print(env_campaign_model(campaign, env_campaign_cell(campaign, order[i])), graph, &words);
        assert_string_equal(text_chars(&words), expected[i]);
    }
    text_free(&words);
    env_source_free(source);
    env_campaign_free(campaign);
}

static void no_graph_at_all(void **state) {
    (void)state;
    const struct env_sweep sweep = {"M", -1, -1};
    struct diagnostics diagnostics = {0};
    assert_null(env_campaign_new(path, &sweep, 1, 0, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    assert_non_null(strstr(diagnostics.list.items[0].message, "no object graph satisfies the invariants"));
    diag_free(&diagnostics);
}

/* An empty cell between two others owns no number. */
static void empty_cells(void **state) {
    (void)state;
    const struct env_sweep sweep = {"M", -2, 1};
    struct env_campaign *campaign = make(&sweep, 1);
    assert_int_equal(campaign->cells.items[0].count, 0);
    for (uint64_t number = 0; number < campaign->total; number++) {
        const struct env_cell *cell = env_campaign_cell(campaign, number);
        assert_true(number >= cell->first && number - cell->first < cell->count);
    }
    env_campaign_free(campaign);
}

static void samples(void **state) {
    (void)state;
    enum { SPAN = 10, SAMPLE = 3, ROUNDS = 30000 };
    unsigned drawn[SPAN] = {0};
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        struct env_selection selection = {0};
        env_selection_sample(&selection, 100, 100 + SPAN - 1, SAMPLE, seed);
        assert_int_equal(selection.count, SAMPLE);
        uint64_t last = 99;
        for (uint64_t i = 0; i < SAMPLE; i++) {
            uint64_t number = env_selection_at(&selection, i);
            assert_true(number > last && number < 100 + SPAN); /* ascending: all different */
            last = number;
            drawn[number - 100]++;
        }
        env_selection_free(&selection);
    }
    /* Each is expected 9000 times, with a standard deviation of 79. */
    for (size_t i = 0; i < SPAN; i++) assert_in_range(drawn[i], 9000 - 400, 9000 + 400);
}

static void samples_of_everything(void **state) {
    (void)state;
    struct env_selection selection = {0};
    env_selection_sample(&selection, 5, 9, 100, 1);
    assert_int_equal(selection.count, 5);
    for (uint64_t i = 0; i < 5; i++) assert_int_equal(env_selection_at(&selection, i), 5 + i);
    env_selection_free(&selection);
    selection = (struct env_selection){0};
    env_selection_sample(&selection, 0, UINT64_MAX - 1, 1000, 1);
    uint64_t high = 0;
    for (uint64_t i = 0; i < 1000; i++) high += env_selection_at(&selection, i) > UINT64_MAX / 2;
    assert_in_range(high, 400, 600);
    env_selection_free(&selection);
}

static void touching(void **state) {
    (void)state;
    struct env_selection every = {.from = 4, .every = 5, .count = 3}; /* 4, 9, 14 */
    assert_false(env_selection_touches(&every, 0, 4));
    assert_true(env_selection_touches(&every, 0, 5));
    assert_false(env_selection_touches(&every, 5, 4));
    assert_true(env_selection_touches(&every, 9, 1));
    assert_true(env_selection_touches(&every, 10, 100));
    assert_false(env_selection_touches(&every, 15, 100));
    assert_false(env_selection_touches(&every, 4, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_of_a_sweep), cmocka_unit_test(graphs_by_number), cmocka_unit_test(no_graph_at_all),
        cmocka_unit_test(empty_cells),      cmocka_unit_test(samples),          cmocka_unit_test(samples_of_everything),
        cmocka_unit_test(touching),
    };
    return cmocka_run_group_tests(tests, write_model, remove_model);
}
