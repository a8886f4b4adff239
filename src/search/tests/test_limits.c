/* Stores, limits, checkpoints: what a search says when it cannot cover everything, and how it goes on. */
#include "toys.h"

#include "base/tests/rounds.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

enum { GRID_STATES = 21 * 21 * 21 * 21, GRID_STEPS = 4 * 20 * 21 * 21 * 21 };

static const struct ts *grid_ts(void) {
    static struct toy_grid grid = {.axes = 4, .top = 20};
    return toy_grid_ts(&grid);
}

/* One that is searched to its end many times. */
enum {
    TOP = 8 + ROUNDS(12),
    SIDE = TOP + 1,
    WHOLE_STATES = SIDE * SIDE * SIDE * SIDE,
    WHOLE_STEPS = 4 * TOP * SIDE * SIDE * SIDE
};

static const struct ts *whole_ts(void) {
    static struct toy_grid grid = {.axes = 4, .top = TOP};
    return toy_grid_ts(&grid);
}

static void exact_stores_agree(void **state) {
    (void)state;
    for (unsigned store = STORE_EXACT; store <= STORE_TREE; store++)
        for (unsigned order = 0; order < 2; order++)
            for (unsigned threads = 1; threads <= 2; threads++) {
                struct search_options options = {.store = (enum store_kind)store,
                                                 .order = (enum search_order)order,
                                                 .threads = threads,
                                                 .violations = 1};
                struct search_result *result = search_run(whole_ts(), &options);
                assert_int_equal(result->verdict, VERDICT_HOLDS);
                assert_int_equal(result->statistics.states, WHOLE_STATES);
                assert_int_equal(result->statistics.transitions, WHOLE_STEPS);
                assert_true(result->statistics.coverage == 1);
                search_result_free(result);
            }
}

static void lossy_stores_never_say_holds(void **state) {
    (void)state;
    for (unsigned store = STORE_BITSTATE; store <= STORE_HASH; store++)
        for (unsigned order = 0; order < 2; order++)
            for (unsigned threads = 1; threads <= 2; threads++) {
                struct search_options options = {.store = (enum store_kind)store,
                                                 .bitstate_log2 = 24,
                                                 .order = (enum search_order)order,
                                                 .threads = threads,
                                                 .violations = 1};
                struct search_result *result = search_run(whole_ts(), &options);
                assert_int_equal(result->verdict, VERDICT_UNKNOWN);
                assert_int_equal(result->limit, LIMIT_LOSSY_STORE);
                assert_false(result->complete);
                assert_in_range(result->statistics.states, WHOLE_STATES * 99 / 100, WHOLE_STATES);
                search_result_free(result);
                options.goal = SEARCH_ACCEPTANCE;
                result = search_run(whole_ts(), &options);
                assert_non_null(result->error);
                search_result_free(result);
            }
}

static void every_store_gives_traces(void **state) {
    (void)state;
    struct toy_grid grid = {.axes = 3, .top = 20, .fault_sum = 15};
    const struct ts *ts = toy_grid_ts(&grid);
    for (unsigned store = STORE_EXACT; store <= STORE_HASH; store++)
        for (unsigned order = 0; order < 2; order++)
            for (unsigned threads = 1; threads <= 2; threads++)
                for (unsigned violations = 0; violations < 2; violations++) {
                    struct search_options options = {.store = (enum store_kind)store,
                                                     .bitstate_log2 = 24,
                                                     .order = (enum search_order)order,
                                                     .threads = threads,
                                                     .violations = violations};
                    struct search_result *result = search_run(ts, &options);
                    assert_int_equal(result->verdict, VERDICT_VIOLATED);
                    if (!violations && store <= STORE_TREE) assert_int_equal(result->violation_count, 120 * 3);
                    const struct violation *violation = &result->violations.items[0];
                    assert_string_equal(violation->kind, "assertion");
                    assert_non_null(violation->trace);
                    assert_true(ts_trace_replays(ts, violation->trace));
                    assert_int_equal(violation->trace->states.count, 16);
                    assert_int_equal(vec_last(&violation->trace->states).step.fault, 1);
                    search_result_free(result);
                }
}

static void depth_limit_counts_only_if_it_cuts(void **state) {
    (void)state;
    struct toy_grid grid = {.axes = 2, .top = 9, .fault_sum = 8};
    const struct ts *ts = toy_grid_ts(&grid);
    for (unsigned goal = SEARCH_SAFETY; goal <= SEARCH_NON_PROGRESS; goal++)
        for (unsigned order = 0; order < 2; order++)
            for (unsigned threads = 1; threads <= 2; threads++)
                for (unsigned fair = 0; fair < 2; fair++) {
                    struct search_options options = {.order = (enum search_order)order,
                                                     .goal = (enum search_goal)goal,
                                                     .threads = threads,
                                                     .fair = fair,
                                                     .violations = 1,
                                                     .depth_limit = 7};
                    struct search_result *result = search_run(ts, &options);
                    assert_int_equal(result->verdict, VERDICT_UNKNOWN);
                    assert_int_equal(result->limit, LIMIT_DEPTH);
                    assert_false(result->complete);
                    if (order == SEARCH_BFS && goal == SEARCH_SAFETY) assert_int_equal(result->statistics.states, 36);
                    search_result_free(result);
                    options.depth_limit = 8;
                    result = search_run(ts, &options);
                    assert_int_equal(result->verdict, VERDICT_VIOLATED);
                    search_result_free(result);
                    options.depth_limit = 18;
                    options.ignore_faults = true;
                    result = search_run(ts, &options);
                    assert_int_equal(result->verdict, VERDICT_HOLDS);
                    assert_int_equal(result->statistics.states, 100);
                    search_result_free(result);
                }
}

static void memory_limit_ends_the_search(void **state) {
    (void)state;
    for (unsigned goal = SEARCH_SAFETY; goal <= SEARCH_NON_PROGRESS; goal++)
        for (unsigned order = 0; order < 2; order++)
            for (unsigned threads = 1; threads <= 2; threads++)
                for (size_t limit = 100; limit <= 4 << 20; limit *= 200) {
                    struct search_options options = {.order = (enum search_order)order,
                                                     .goal = (enum search_goal)goal,
                                                     .threads = threads,
                                                     .violations = 1,
                                                     .memory_limit = limit};
                    struct search_result *result = search_run(grid_ts(), &options);
                    assert_null(result->error);
                    assert_int_equal(result->verdict, VERDICT_UNKNOWN);
                    assert_int_equal(result->limit, LIMIT_MEMORY);
                    assert_true(result->statistics.states < GRID_STATES);
                    assert_true(result->statistics.coverage == 1);
                    search_result_free(result);
                }
}

static void long_atomic_sequence_meets_the_memory_limit(void **state) {
    (void)state;
    enum { LENGTH = 2000000 };
    struct toy_graph *graph = toy_graph_new(LENGTH, 1);
    for (uint32_t i = 0; i + 1 < LENGTH; i++) {
        toy_edge(graph, i, i + 1, 0);
        vec_last(&graph->edges).holder = 0;
    }
    struct search_options options = {.threads = 1, .violations = 1, .memory_limit = 4 << 20};
    struct search_result *result = search_run(toy_graph_ts(graph), &options);
    assert_int_equal(result->limit, LIMIT_MEMORY);
    assert_int_equal(result->verdict, VERDICT_UNKNOWN);
    search_result_free(result);
    toy_graph_free(graph);
}

static void time_and_interruption_end_the_search(void **state) {
    (void)state;
    volatile sig_atomic_t interrupted = 1;
    for (unsigned order = 0; order < 2; order++) {
        struct search_options options = {.order = (enum search_order)order, .threads = 2, .time_limit = 1e-9};
        struct search_result *result = search_run(grid_ts(), &options);
        assert_int_equal(result->verdict, VERDICT_UNKNOWN);
        assert_int_equal(result->limit, LIMIT_TIME);
        search_result_free(result);
        options.time_limit = 0;
        options.interrupted = &interrupted;
        result = search_run(grid_ts(), &options);
        assert_int_equal(result->verdict, VERDICT_UNKNOWN);
        assert_int_equal(result->limit, LIMIT_INTERRUPTED);
        assert_true(result->statistics.states > 0 && result->statistics.states < GRID_STATES);
        search_result_free(result);
    }
}

/* ---- checkpoints ---- */

static char checkpoint_path[64];

static int make_path(void **state) {
    (void)state;
    strcpy(checkpoint_path, "/tmp/rtcheck-test-checkpoint-XXXXXX");
    int file = mkstemp(checkpoint_path);
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state) {
    (void)state;
    return remove(checkpoint_path);
}

/* Interrupts a search again and again until it is done; returns how often. The system has some violations, too. */
static unsigned run_in_pieces(const struct ts *ts, struct search_options options, struct search_result **last) {
    volatile sig_atomic_t interrupted = 1;
    options.interrupted = &interrupted;
    options.checkpoint = checkpoint_path;
    for (unsigned pieces = 1;; pieces++) {
        struct search_result *result = search_run(ts, &options);
        assert_null(result->error);
        if (result->limit != LIMIT_INTERRUPTED) {
            *last = result;
            return pieces;
        }
        search_result_free(result);
        options.resume = checkpoint_path;
        options.threads = 1 + pieces % 3;
    }
}

static void resumed_search_is_the_same(void **state) {
    (void)state;
    unsigned top = 5 + ROUNDS(6);
    struct toy_grid grid = {.axes = 4, .top = top, .fault_sum = 3 * top - 3};
    const struct ts *ts = toy_grid_ts(&grid);
    unsigned pieces = 0, searches = 0;
    for (unsigned order = 0; order < 2; order++)
        for (unsigned store = STORE_EXACT; store <= STORE_HASH; store++) {
            struct search_options options = {.order = (enum search_order)order,
                                             .store = (enum store_kind)store,
                                             .bitstate_log2 = 20,
                                             .threads = 1,
                                             .violations = 0};
            struct search_result *whole = search_run(ts, &options), *pieced;
            unsigned times = run_in_pieces(ts, options, &pieced); /* how many depends on how long each thread runs: */
            assert_true(times > 1);                               /* the first piece has one, and always an end */
            pieces += times;
            searches++;
            assert_int_equal(pieced->statistics.states, whole->statistics.states);
            assert_int_equal(pieced->statistics.transitions, whole->statistics.transitions);
            if (order == SEARCH_BFS) assert_int_equal(pieced->statistics.depth, whole->statistics.depth);
            assert_int_equal(pieced->violation_count, whole->violation_count);
            assert_int_equal(pieced->complete, whole->complete);
            assert_memory_equal(pieced->taken, whole->taken, ts->action_count);
            const struct ts_trace *trace = pieced->violations.items[0].trace;
            /* A tree has no log, and the second search that stands in for it was interrupted, too. */
            if (store != STORE_TREE || order != SEARCH_BFS) assert_true(ts_trace_replays(ts, trace));
            search_result_free(whole);
            search_result_free(pieced);
        }
    assert_true(pieces > 2 * searches);
}

static void regular_checkpoints_change_nothing(void **state) {
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        struct search_options options = {.order = (enum search_order)order,
                                         .threads = 2,
                                         .violations = 1,
                                         .checkpoint = checkpoint_path,
                                         .checkpoint_every = 0.002};
        struct search_result *result = search_run(grid_ts(), &options);
        assert_int_equal(result->verdict, VERDICT_HOLDS);
        assert_int_equal(result->statistics.states, GRID_STATES);
        assert_int_equal(result->statistics.transitions, GRID_STEPS);
        search_result_free(result);
        options.resume = checkpoint_path; /* whatever the last one was */
        options.checkpoint = NULL;
        result = search_run(grid_ts(), &options);
        assert_null(result->error);
        assert_int_equal(result->statistics.states, GRID_STATES);
        assert_int_equal(result->statistics.transitions, GRID_STEPS);
        search_result_free(result);
    }
}

static void expect_refusal(const struct ts *ts, const struct search_options *options) {
    struct search_result *result = search_run(ts, options);
    assert_non_null(result->error);
    assert_int_equal(result->verdict, VERDICT_UNKNOWN);
    assert_false(result->complete);
    search_result_free(result);
}

static void wrong_checkpoints_are_refused(void **state) {
    (void)state;
    volatile sig_atomic_t interrupted = 1;
    struct search_options options = {.threads = 1, .checkpoint = checkpoint_path, .interrupted = &interrupted};
    search_result_free(search_run(grid_ts(), &options));
    options = (struct search_options){.threads = 1, .resume = checkpoint_path};
    struct toy_grid grid = {.axes = 3, .top = 20};
    expect_refusal(toy_grid_ts(&grid), &options);
    options.order = SEARCH_DFS;
    expect_refusal(grid_ts(), &options);
    options.order = SEARCH_BFS;
    options.ignore_end_states = true;
    expect_refusal(grid_ts(), &options);
    options.ignore_end_states = false;
    options.resume = "/tmp/no/such/file";
    expect_refusal(grid_ts(), &options);
}

static void unwritten_checkpoints_do_not_end_the_search(void **state) {
    (void)state;
    struct search_options options = {.threads = 1, .checkpoint = "/tmp/no/such/file", .checkpoint_every = 0.0001};
    struct search_result *result = search_run(grid_ts(), &options);
    assert_null(result->error);
    assert_int_equal(result->verdict, VERDICT_HOLDS);
    assert_int_equal(result->unsaved, ENOENT);
    search_result_free(result);
}

/* Many short levels: their ends must not put the next checkpoint off. */
static void checkpoints_appear_though_levels_are_short(void **state) {
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        remove(checkpoint_path);
        struct toy_grid grid = {.axes = 1, .top = 60000};
        struct search_options options = {
            .order = (enum search_order)order, .threads = 1, .checkpoint = checkpoint_path, .checkpoint_every = 0.001};
        struct search_result *whole = search_run(toy_grid_ts(&grid), &options);
        assert_int_equal(access(checkpoint_path, R_OK), 0);
        options.resume = checkpoint_path;
        struct search_result *rest = search_run(toy_grid_ts(&grid), &options);
        assert_null(rest->error);
        assert_int_equal(rest->statistics.states, whole->statistics.states);
        search_result_free(whole);
        search_result_free(rest);
    }
}

static void damaged_checkpoints_are_refused(void **state) {
    (void)state;
    volatile sig_atomic_t interrupted = 1;
    for (unsigned order = 0; order < 2; order++) {
        struct toy_grid grid = {.axes = 2, .top = 200};
        const struct ts *ts = toy_grid_ts(&grid);
        struct search_options options = {.order = (enum search_order)order,
                                         .threads = 1,
                                         .checkpoint = checkpoint_path,
                                         .interrupted = &interrupted};
        search_result_free(search_run(ts, &options));
        FILE *file = fopen(checkpoint_path, "rb");
        fseek(file, 0, SEEK_END);
        long size = ftell(file);
        unsigned char *bytes = memory_new((size_t)size);
        rewind(file);
        assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
        fclose(file);
        options = (struct search_options){.order = (enum search_order)order, .threads = 1, .resume = checkpoint_path};
        uint64_t seed = 4711;
        for (unsigned round = 0; round < 120; round++) {
            long length = round % 2 ? size : (long)toy_random(&seed, (uint32_t)size);
            long at = (long)toy_random(&seed, (uint32_t)size);
            bytes[at] ^= round % 2 ? 1u << round % 7 : 0;
            file = fopen(checkpoint_path, "wb");
            fwrite(bytes, 1, (size_t)length, file);
            fclose(file);
            bytes[at] ^= round % 2 ? 1u << round % 7 : 0;
            expect_refusal(ts, &options);
        }
        free(bytes);
    }
}

static void the_state_limit_stops(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct toy_grid grid = {.axes = 2, .top = 99};
        struct search_options options = {.threads = threads, .state_limit = 5000};
        struct search_result *result = search_run(toy_grid_ts(&grid), &options);
        assert_int_equal(result->verdict, VERDICT_UNKNOWN);
        assert_int_equal(result->limit, LIMIT_STATES);
        assert_true(result->statistics.states > 5000 && result->statistics.states < 6000);
        search_result_free(result);
        options.state_limit = 10000; /* as many as there are */
        result = search_run(toy_grid_ts(&grid), &options);
        assert_int_equal(result->verdict, VERDICT_HOLDS);
        assert_int_equal(result->statistics.states, 10000);
        search_result_free(result);
    }
}

/* Searches of different systems and sizes, one after the other in one room, know nothing of each other. */
static void a_room_is_left_as_it_was_found(void **state) {
    (void)state;
    struct search_room *room = search_room_new();
    for (unsigned round = 0; round < 24; round++) {
        struct toy_grid grid = {.axes = 1 + round % 3, .top = 1 + round * 7 % 23, .fault_sum = round % 4 == 3 ? 2 : 0};
        struct search_options options = {.threads = 1 + (round % 8 == 7), .order = round % 5 == 4, .violations = 1};
        options.store = round % 6 == 5 ? STORE_TREE : STORE_EXACT;
        struct search_result *alone = search_run(toy_grid_ts(&grid), &options);
        options.room = room;
        struct search_result *shared = search_run(toy_grid_ts(&grid), &options);
        assert_int_equal(shared->verdict, alone->verdict);
        assert_int_equal(shared->statistics.states, alone->statistics.states);
        assert_int_equal(shared->statistics.transitions, alone->statistics.transitions);
        assert_int_equal(shared->violations.count, alone->violations.count);
        if (alone->violations.count)
            assert_int_equal(shared->violations.items[0].trace->states.count,
                             alone->violations.items[0].trace->states.count);
        search_result_free(alone);
        search_result_free(shared);
    }
    search_room_free(room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_stores_agree),
        cmocka_unit_test(lossy_stores_never_say_holds),
        cmocka_unit_test(every_store_gives_traces),
        cmocka_unit_test(depth_limit_counts_only_if_it_cuts),
        cmocka_unit_test(memory_limit_ends_the_search),
        cmocka_unit_test(long_atomic_sequence_meets_the_memory_limit),
        cmocka_unit_test(time_and_interruption_end_the_search),
        cmocka_unit_test_setup_teardown(resumed_search_is_the_same, make_path, remove_path),
        cmocka_unit_test_setup_teardown(regular_checkpoints_change_nothing, make_path, remove_path),
        cmocka_unit_test_setup_teardown(wrong_checkpoints_are_refused, make_path, remove_path),
        cmocka_unit_test(unwritten_checkpoints_do_not_end_the_search),
        cmocka_unit_test_setup_teardown(checkpoints_appear_though_levels_are_short, make_path, remove_path),
        cmocka_unit_test_setup_teardown(damaged_checkpoints_are_refused, make_path, remove_path),
        cmocka_unit_test(the_state_limit_stops),
        cmocka_unit_test(a_room_is_left_as_it_was_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
