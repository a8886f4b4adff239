/* Labels of the steps of a small client and server. */
#include "ts/labelling.h"

#include "promela/tests/programs.h"

static const char model[] = "chan request[2] = [0] of { byte };\n"
                            "chan answer = [1] of { byte };\n"
                            "active proctype client() {\n"
                            "    byte x;\n"
                            "    request[1]!7;\n"
                            "    answer?x;\n"
                            "    done: (x == 1)\n"
                            "}\n"
                            "active proctype server() {\n"
                            "    byte y;\n"
                            "    request[1]?y;\n"
                            "    busy: answer!1;\n"
                            "    x_is_free: request[0]?y\n"
                            "}\n";

struct fixture {
    struct program *program;
    const struct ts *ts;
    struct ts_labelling *labelling;
    struct situation now;
};

static int set_up(void **state) {
    struct fixture *f = memory_new(sizeof *f);
    f->program = loaded(model);
    f->ts = program_ts(f->program);
    f->labelling = ts_labelling_new(f->ts);
    program_start(f->program, f->now.bytes, &f->now.size);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ts_labelling_free(f->labelling);
    program_free(f->program);
    free(f);
    return 0;
}

static uint64_t add(struct fixture *f, const char *label, struct ts_label_rule rule, size_t expected_matches) {
    size_t matches;
    int number = ts_labelling_add(f->labelling, f->ts, label, &rule, &matches);
    assert_in_range(number, 0, 63);
    assert_int_equal(matches, expected_matches);
    return UINT64_C(1) << number;
}

static uint64_t step_labels(struct fixture *f, unsigned actor) {
    go(f->program, &f->now, actor, 0);
    return ts_labelling_of(f->labelling, &f->now.step);
}

static void test_both_halves_of_a_handshake(void **state) {
    struct fixture *f = *state;
    uint64_t sent = add(f, "sent", (struct ts_label_rule){.channel = "request[1]", .event = TS_EVENT_SEND}, 1);
    uint64_t got = add(f, "got", (struct ts_label_rule){.channel = "request", .event = TS_EVENT_RECEIVE}, 2);
    uint64_t answered = add(f, "answered", (struct ts_label_rule){.channel = "answer"}, 2);
    uint64_t busy = add(f, "busy", (struct ts_label_rule){.actor = "server", .reaches = "busy"}, 1);
    assert_true(step_labels(f, 0) == (sent | got | busy));
    assert_true(step_labels(f, 1) == answered);
    assert_true(step_labels(f, 0) == answered);
    assert_true(step_labels(f, 0) == 0);
}

static void test_rules_by_actor_text_and_place(void **state) {
    struct fixture *f = *state;
    uint64_t client = add(f, "client", (struct ts_label_rule){.actor = "proctype client"}, 4);
    uint64_t server = add(f, "server", (struct ts_label_rule){.actor = "server"}, 4);
    uint64_t checks = add(f, "checks", (struct ts_label_rule){.text = "x==1"}, 1);
    uint64_t line = add(f, "line 12", (struct ts_label_rule){.line = 12}, 1);
    add(f, "elsewhere", (struct ts_label_rule){.file = "other.pml", .line = 12}, 0);
    add(f, "nobody", (struct ts_label_rule){.actor = "cli"}, 0);
    add(f, "no label", (struct ts_label_rule){.reaches = "don"}, 0);
    add(f, "no channel", (struct ts_label_rule){.channel = "request["}, 0);
    assert_true(step_labels(f, 0) == (client | server));
    assert_true(step_labels(f, 1) == (server | line));
    assert_true(step_labels(f, 0) == client);
    assert_true(step_labels(f, 0) == (client | checks));
}

static void test_several_rules_make_one_label(void **state) {
    struct fixture *f = *state;
    uint64_t first = add(f, "traffic", (struct ts_label_rule){.channel = "answer"}, 2);
    uint64_t again = add(f, "traffic", (struct ts_label_rule){.channel = "request"}, 3);
    assert_true(first == again);
    assert_int_equal(ts_labelling_find(f->labelling, "traffic"), 0);
    assert_int_equal(ts_labelling_find(f->labelling, "traffi"), -1);
    for (int i = 0; i < 3; i++) assert_true(step_labels(f, i == 1) == first);
}

static void test_no_more_than_64(void **state) {
    struct fixture *f = *state;
    char name[8];
    uint64_t last = 0;
    for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof name, "l%d", i);
        last = add(f, name, (struct ts_label_rule){.line = 5}, 1);
    }
    assert_true(last == UINT64_C(1) << 63);
    assert_int_equal(ts_labelling_add(f->labelling, f->ts, "one more", &(struct ts_label_rule){0}, NULL), -1);
    assert_true(step_labels(f, 0) == UINT64_MAX);
}

static void test_stuttering_has_no_label(void **state) {
    struct fixture *f = *state;
    add(f, "all", (struct ts_label_rule){0}, f->ts->action_count);
    struct ts_step none = {.action = TS_NO_ACTION, .reply = TS_NO_ACTION};
    assert_true(ts_labelling_of(f->labelling, &none) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_both_halves_of_a_handshake, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rules_by_actor_text_and_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_several_rules_make_one_label, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_more_than_64, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stuttering_has_no_label, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
