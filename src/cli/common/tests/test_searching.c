/* Options become searches, and searches become properties of an answer. */
#include "cli/common/searching.h"
#include "search/tests/toys.h"

static void orders_and_stores_fit_the_goal(void **state) {
    (void)state;
    struct searching how = {0};
    assert_int_equal(searching_order(&how, SEARCH_SAFETY), SEARCH_BFS);
    assert_int_equal(searching_order(&how, SEARCH_ACCEPTANCE), SEARCH_DFS);
    how.order = ORDER_DFS;
    assert_int_equal(searching_order(&how, SEARCH_SAFETY), SEARCH_DFS);
    how.order = ORDER_BFS;
    assert_int_equal(searching_order(&how, SEARCH_ACCEPTANCE), SEARCH_BFS);
    for (int store = STORE_EXACT; store <= STORE_HASH; store++) {
        how.store = store;
        bool lossy = store == STORE_BITSTATE || store == STORE_HASH;
        assert_int_equal(searching_store(&how, SEARCH_SAFETY), store);
        assert_int_equal(searching_store(&how, SEARCH_ACCEPTANCE), lossy ? STORE_TREE : store);
    }
}

static void options_are_passed_on(void **state) {
    (void)state;
    struct searching how = {.threads = 3, .depth = 7, .no_reduction = true};
    struct search_options options = searching_options(&how, SEARCH_SAFETY, 1.5);
    assert_int_equal(options.threads, 3);
    assert_int_equal(options.depth_limit, 7);
    assert_true(options.no_reduction);
    assert_true(options.time_limit == 1.5);
    assert_true(options.memory_limit > 0); /* what the machine has */
    assert_int_equal(options.bitstate_log2, 31);
    how.memory = 1 << 20;
    options = searching_options(&how, SEARCH_SAFETY, 0);
    assert_int_equal(options.memory_limit, 1 << 20);
    assert_int_equal(options.bitstate_log2, 0); /* as many as fit */
    how.bits = 20;
    assert_int_equal(searching_options(&how, SEARCH_SAFETY, 0).bitstate_log2, 20);
}

/* Fourteen million states, and something wrong in the last one only. */
static struct search_result *search_far(struct searching *how, struct search_options *options) {
    static struct toy_grid grid = {.axes = 4, .top = 60, .fault_sum = 240};
    how->memory = 8 << 20;
    how->threads = 1;
    *options = searching_options(how, SEARCH_SAFETY, 0);
    options->violations = 1;
    struct search_result *found = searching_run(how, toy_grid_ts(&grid), options);
    assert_null(found->error);
    return found;
}

static void what_is_far_away_is_found_depth_first(void **state) {
    (void)state;
    struct searching how = {0};
    struct search_options options;
    struct search_result *found = search_far(&how, &options);
    assert_int_equal(found->verdict, VERDICT_VIOLATED);
    struct result_property property = searching_found((struct result_property){.name = "safety"}, found, &options);
    assert_string_equal(property.search, "dfs");
    assert_string_equal(property.name, "safety");
    assert_true(property.was_run);
    assert_int_equal(property.violation_count, 1);
    search_result_free(found);
}

static void who_asks_for_breadth_first_gets_nothing_else(void **state) {
    (void)state;
    struct searching how = {.order = ORDER_BFS, .store = STORE_TREE};
    struct search_options options;
    struct search_result *found = search_far(&how, &options);
    struct result_property property = searching_found((struct result_property){0}, found, &options);
    assert_int_equal(property.verdict, VERDICT_UNKNOWN);
    assert_int_equal(property.limit, LIMIT_MEMORY);
    assert_string_equal(property.search, "bfs");
    assert_string_equal(property.store, "tree");
    search_result_free(found);
}

static void what_is_skipped_says_how_it_would_have_been_searched(void **state) {
    (void)state;
    struct searching how = {.store = STORE_HASH};
    struct result_property property =
        searching_skipped(&how, (struct result_property){.name = "p", .what = "ltl"}, SEARCH_ACCEPTANCE, false);
    assert_string_equal(property.name, "p");
    assert_string_equal(property.what, "ltl");
    assert_string_equal(property.search, "dfs");
    assert_string_equal(property.store, "tree");
    assert_false(property.was_run);
    assert_int_equal(property.verdict, VERDICT_UNKNOWN);
    assert_int_equal(property.limit, LIMIT_TIME);
    property = searching_skipped(&how, property, SEARCH_SAFETY, true);
    assert_string_equal(property.search, "bfs");
    assert_string_equal(property.store, "hash");
    assert_int_equal(property.limit, LIMIT_INTERRUPTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_and_stores_fit_the_goal),
        cmocka_unit_test(options_are_passed_on),
        cmocka_unit_test(what_is_far_away_is_found_depth_first),
        cmocka_unit_test(who_asks_for_breadth_first_gets_nothing_else),
        cmocka_unit_test(what_is_skipped_says_how_it_would_have_been_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
