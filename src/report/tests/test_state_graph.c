#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/dot.h"
#include "report/state_graph.h"
#include "report/successors.h"
#include "tiny.h"

/* (left, right): 00 10 11 20 21 22; from each, count while left < 2, copy while they differ. */
static void finds_every_state_and_edge(void **state) {
    (void)state;
    struct state_graph *graph = state_graph_new(&tiny_ts, 100);
    assert_true(graph->complete);
    assert_int_equal(graph->nodes.count, 6);
    assert_int_equal(graph->edges.count, 6);
    size_t stuck = 0, initial = 0;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        stuck += graph->nodes.items[i].stuck;
        initial += graph->nodes.items[i].initial;
    }
    assert_int_equal(stuck, 1);
    assert_int_equal(initial, 1);
    state_graph_free(graph);
}

static void stops_at_the_limit(void **state) {
    (void)state;
    struct state_graph *graph = state_graph_new(&tiny_ts, 2);
    assert_false(graph->complete);
    assert_int_equal(graph->nodes.count, 2);
    assert_true(graph->nodes.items[0].expanded);
    assert_false(graph->nodes.items[1].expanded);
    state_graph_free(graph);
}

static void draws_states(void **state) {
    (void)state;
    struct state_graph *graph = state_graph_new(&tiny_ts, 100);
    struct text out = {0};
    dot_states(&out, &tiny_ts, graph);
    assert_non_null(strstr(text_chars(&out), "left = 0\\nright = 0"));
    assert_non_null(strstr(text_chars(&out), "left[0]: left++"));
    assert_non_null(strstr(text_chars(&out), "fontcolor=\"#b3261e\"")); /* the faulty step */
    assert_non_null(strstr(text_chars(&out), "start0 -> s0"));
    text_free(&out);
    state_graph_free(graph);
}

static void draws_automata(void **state) {
    (void)state;
    const struct program_edge edges[] = {{0, 1, "say \"hi\"", {"a.pml", 3, 1}, 0, true}};
    const char *const labels[] = {"end_idle,here", NULL, NULL};
    const struct program_automaton automaton = {"p", 3, 0, 1, edges, 1, labels};
    const struct program_automaton *const list[] = {&automaton};
    struct text out = {0};
    dot_automata(&out, list, 1);
    assert_non_null(strstr(text_chars(&out), "a0_0 -> a0_1 [label=\" say \\\"hi\\\" \""));
    assert_non_null(strstr(text_chars(&out), "end_idle,here\", peripheries=2"));
    assert_non_null(strstr(text_chars(&out), "a0_1 [label=\"end\", peripheries=2"));
    assert_null(strstr(text_chars(&out), "a0_2 [")); /* nothing leads there or away */
    text_free(&out);
}

/* Actors 0 and 1 can always move, actor 2 never. */
static void independent_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                             void *context) {
    (void)ts;
    for (uint16_t i = 0; i < 2; i++) {
        struct ts_step step = {.actor = i, .partner = TS_NOBODY, .holder = TS_NOBODY};
        if (actor == i || actor == TS_EVERYBODY) emit(context, state, size, &step);
    }
}

/* While a holder can move, nobody else may; when it cannot, everybody may. */
static void the_holder_goes_first(void **state) {
    (void)state;
    const struct ts ts = {.next = independent_next};
    uint32_t now = 0;
    struct successors next = {0};
    successors_from(&ts, &now, sizeof now, 1, &next);
    assert_int_equal(next.list.count, 1);
    assert_int_equal(next.list.items[0].step.actor, 1);
    successors_free(&next);
    successors_from(&ts, &now, sizeof now, 2, &next);
    assert_int_equal(next.list.count, 2);
    successors_free(&next);
    successors_from(&ts, &now, sizeof now, TS_NOBODY, &next);
    assert_int_equal(next.list.count, 2);
    successors_free(&next);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_state_and_edge),
        cmocka_unit_test(stops_at_the_limit),
        cmocka_unit_test(draws_states),
        cmocka_unit_test(draws_automata),
        cmocka_unit_test(the_holder_goes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
