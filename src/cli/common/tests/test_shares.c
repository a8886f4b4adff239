/* Who is searched when, and for how long. */
#include "base/clock.h"
#include "cli/common/shares.h"
#include "search/tests/toys.h"

struct call {
    size_t which;
    struct share share;
};

struct diary {
    double needs[4]; /* seconds, of each; a search that has less is cut off at once, without waiting */
    VEC(struct call) calls;
    size_t fails_at; /* a call that fails, counted from 1; 0: none */
};

static enum shares_outcome note_call(void *context, size_t which, struct share share) {
    struct diary *diary = context;
    vec_push(&diary->calls, ((struct call){which, share}));
    if (diary->calls.count == diary->fails_at) return SHARES_FAILED;
    return share.seconds == 0 || share.seconds >= diary->needs[which] ? SHARES_DONE : SHARES_CUT;
}

static bool share_time(struct diary *diary, double limit, size_t count) {
    static const volatile sig_atomic_t nobody = 0;
    struct searching how = {.time = limit};
    struct shares shares = {.how = &how,
                            .began = clock_seconds(),
                            .interrupted = &nobody,
                            .count = count,
                            .search = note_call,
                            .context = diary};
    return shares_run(&shares);
}

static void expect_call(const struct diary *diary, size_t number, size_t which, bool glance, double most) {
    assert_true(number < diary->calls.count);
    const struct call *call = &diary->calls.items[number];
    assert_int_equal(call->which, which);
    assert_int_equal(call->share.glance, glance);
    assert_true(call->share.seconds <= most);
    assert_true(call->share.seconds >= most * 0.9);
}

static void without_a_limit_each_is_searched_once(void **state) {
    (void)state;
    struct diary diary = {.needs = {1e9, 1e9, 1e9}};
    assert_true(share_time(&diary, 0, 3));
    assert_int_equal(diary.calls.count, 3);
    for (size_t i = 0; i < 3; i++) expect_call(&diary, i, i, false, 0);
    vec_free(&diary.calls);
}

static void one_alone_has_all_the_time(void **state) {
    (void)state;
    struct diary diary = {.needs = {500}};
    assert_true(share_time(&diary, 1000, 1));
    assert_int_equal(diary.calls.count, 1);
    expect_call(&diary, 0, 0, false, 1000);
    vec_free(&diary.calls);
}

static void what_is_quick_does_not_wait_for_what_never_ends(void **state) {
    (void)state;
    struct diary diary = {.needs = {700, 1, 1}};
    assert_true(share_time(&diary, 900, 3));
    assert_int_equal(diary.calls.count, 4);
    for (size_t i = 0; i < 3; i++) expect_call(&diary, i, i, true, 60);
    expect_call(&diary, 3, 0, false, 900); /* nobody else wants it any more */
    vec_free(&diary.calls);
}

static void what_is_cut_off_shares_equally_and_again(void **state) {
    (void)state;
    struct diary diary = {.needs = {800, 200, 200}};
    assert_true(share_time(&diary, 900, 3));
    assert_int_equal(diary.calls.count, 7);
    expect_call(&diary, 3, 0, false, 300);
    expect_call(&diary, 4, 1, false, 450);
    expect_call(&diary, 5, 2, false, 900);
    expect_call(&diary, 6, 0, false, 900); /* the others needed nothing of the clock */
    vec_free(&diary.calls);
}

static void who_gets_hardly_more_is_not_searched_again(void **state) {
    (void)state;
    struct diary diary = {.needs = {1e9}};
    assert_true(share_time(&diary, 100, 1));
    assert_int_equal(diary.calls.count, 1);
    vec_free(&diary.calls);
}

static void a_failure_ends_all_of_it(void **state) {
    (void)state;
    struct diary diary = {.needs = {1e9, 1e9}, .fails_at = 2};
    assert_false(share_time(&diary, 100, 2));
    assert_int_equal(diary.calls.count, 2);
    vec_free(&diary.calls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_limit_each_is_searched_once),
        cmocka_unit_test(one_alone_has_all_the_time),
        cmocka_unit_test(what_is_quick_does_not_wait_for_what_never_ends),
        cmocka_unit_test(what_is_cut_off_shares_equally_and_again),
        cmocka_unit_test(who_gets_hardly_more_is_not_searched_again),
        cmocka_unit_test(a_failure_ends_all_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
