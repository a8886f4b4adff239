/* A counterexample that the transition system does not make again is an error of rtcheck's own, never a verdict. */
#include "base/tests/child.h"
#include "toys.h"

/* Counts to 3, which is a fault, as long as `honest` is not over. Then there is no step, or one that leads elsewhere.
 */
struct liar {
    struct toy_grid grid;
    unsigned asked, honest;
    bool elsewhere;
};

static void liar_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                      void *context) {
    struct liar *liar = (struct liar *)ts->self;
    static const uint32_t far = 3;
    if (liar->asked++ < liar->honest)
        grid_next(ts, state, size, actor, emit, context);
    else if (liar->elsewhere)
        grid_next(ts, &far, size, actor, emit, context);
}

static bool gave_up_steps(void *context, bool searching) {
    (void)context;
    return !searching;
}

/* The exit status of a search, or 17 with its verdict and the way to it, 18 without the way; and what it says on
 * stderr.
 */
static int status_of(unsigned honest, bool elsewhere, enum search_order order, char *said, size_t room,
                     bool (*phase)(void *context, bool searching)) {
    struct child child = child_begin();
    if (child.process == 0) {
        struct liar liar = {.grid = {.axes = 1, .top = 9, .fault_sum = 3}, .honest = honest, .elsewhere = elsewhere};
        toy_grid_ts(&liar.grid);
        liar.grid.ts.next = liar_next;
        struct search_options options = {
            .goal = SEARCH_SAFETY, .order = order, .threads = 1, .violations = 1, .phase = phase};
        struct search_result *result = search_run(&liar.grid.ts, &options);
        bool is_found = result->verdict == VERDICT_VIOLATED, has_way = is_found && result->violations.items[0].trace;
        search_result_free(result);
        _exit(has_way ? 17 : is_found ? 18 : 19);
    }
    return child_status(&child, said, room);
}

static void honest_systems_get_a_verdict(void **state) {
    (void)state;
    char said[400];
    for (enum search_order order = SEARCH_BFS; order <= SEARCH_DFS; order++) {
        assert_int_equal(status_of(1000, false, order, said, sizeof said, NULL), 17);
        assert_string_equal(said, "");
    }
}

/* Three steps are asked for to find the fault, three to build the trace, and three to replay it. */
static void others_end_the_program(void **state) {
    (void)state;
    char said[400];
    for (enum search_order order = SEARCH_BFS; order <= SEARCH_DFS; order++)
        for (unsigned honest = 3; honest < 9; honest++)
            for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
                int status = status_of(honest, elsewhere, order, said, sizeof said, NULL);
                if (status != 4 || !strstr(said, "internal error") || !strstr(said, "does not replay"))
                    fail_msg("order %d, honest %u, elsewhere %d: status %d: %s", order, honest, elsewhere, status,
                             said);
            }
}

/* Who has given steps up as the time ended is no liar: what was found stands, without a way that is not one. */
static void steps_that_were_given_up_need_not_come_again(void **state) {
    (void)state;
    char said[400];
    for (enum search_order order = SEARCH_BFS; order <= SEARCH_DFS; order++)
        for (unsigned honest = 3; honest < 9; honest++)
            for (int elsewhere = 0; elsewhere < 2; elsewhere++)
                assert_int_equal(status_of(honest, elsewhere, order, said, sizeof said, gave_up_steps), 18);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(honest_systems_get_a_verdict),
                                       cmocka_unit_test(others_end_the_program),
                                       cmocka_unit_test(steps_that_were_given_up_need_not_come_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
