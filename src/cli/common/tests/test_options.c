#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/common/options.h"

#include <string.h>

static const char *const colours[] = {"red", "green", NULL};

struct values {
    bool flag;
    const char *text;
    struct text_list list, operands;
    uint64_t count, size;
    double seconds;
    int choice;
    struct option_table table;
    struct text error;
};

static void set_up(struct values *values) {
    memset(values, 0, sizeof *values);
    values->table.command = "test";
    option_group(&values->table, "Group");
    option_flag(&values->table, "fair", &values->flag, "help");
    option_text(&values->table, "trace", &values->text, "FILE", "help");
    option_letter(&values->table, 'o');
    option_list(&values->table, NULL, &values->list, "NAME", "help");
    option_letter(&values->table, 'D');
    option_count(&values->table, "threads", &values->count, 1, 64, "help");
    option_size(&values->table, "memory", &values->size, "help");
    option_seconds(&values->table, "time", &values->seconds, "help");
    option_choice(&values->table, "colour", &values->choice, colours, "help");
}

static void tear_down(struct values *values) {
    option_table_free(&values->table);
    vec_free(&values->list.list);
    vec_free(&values->operands.list);
    text_free(&values->error);
}

static enum options_outcome parse(struct values *values, int argc, const char *const *argv) {
    return options_parse(&values->table, argc, (char **)argv, &values->operands, &values->error);
}

#define PARSE(values, ...)                                                                                             \
    parse(values, (int)(sizeof(const char *[]){__VA_ARGS__} / sizeof(char *)), (const char *const[]){__VA_ARGS__})

static void reads_every_kind(void **state) {
    (void)state;
    struct values v;
    set_up(&v);
    assert_int_equal(PARSE(&v, "--fair", "a.pml", "--trace", "t.json", "-DN=3", "-D", "M", "--threads=8", "--memory",
                           "2K", "--time=90s", "--colour=green"),
                     OPTIONS_GOOD);
    assert_true(v.flag);
    assert_string_equal(v.text, "t.json");
    assert_int_equal(v.list.list.count, 2);
    assert_string_equal(v.list.list.items[0], "N=3");
    assert_string_equal(v.list.list.items[1], "M");
    assert_int_equal(v.count, 8);
    assert_int_equal(v.size, 2048);
    assert_true(v.seconds == 90);
    assert_int_equal(v.choice, 1);
    assert_int_equal(v.operands.list.count, 1);
    assert_string_equal(v.operands.list.items[0], "a.pml");
    tear_down(&v);
}

static void values_may_look_like_options(void **state) {
    (void)state;
    struct values v;
    set_up(&v);
    assert_int_equal(PARSE(&v, "--trace", "--fair", "--", "--threads", "-"), OPTIONS_GOOD);
    assert_string_equal(v.text, "--fair");
    assert_false(v.flag);
    assert_int_equal(v.operands.list.count, 2);
    tear_down(&v);
    set_up(&v);
    assert_int_equal(PARSE(&v, "--trace="), OPTIONS_GOOD);
    assert_string_equal(v.text, "");
    tear_down(&v);
}

static void help_wins(void **state) {
    (void)state;
    struct values v;
    set_up(&v);
    assert_int_equal(PARSE(&v, "--fair", "--help", "--nonsense"), OPTIONS_HELP);
    tear_down(&v);
}

static void assert_bad(const char *first, const char *second, const char *expected) {
    struct values v;
    set_up(&v);
    const char *arguments[] = {first, second};
    assert_int_equal(parse(&v, second ? 2 : 1, arguments), OPTIONS_BAD);
    assert_string_equal(text_chars(&v.error), expected);
    tear_down(&v);
}

static void says_what_is_wrong(void **state) {
    (void)state;
    assert_bad("--thread", "3", "unknown option '--thread'; did you mean '--threads'?");
    assert_bad("--tiem=3", NULL, "unknown option '--tiem'; did you mean '--time'?");
    assert_bad("--zzz", NULL, "unknown option '--zzz'; 'rtcheck test --help' lists all options");
    assert_bad("-x", NULL, "unknown option '-x'; 'rtcheck test --help' lists all options");
    assert_bad("--trace", NULL, "--trace needs a value: FILE");
    assert_bad("-D", NULL, "-D needs a value: NAME");
    assert_bad("--fair=yes", NULL, "--fair takes no value");
    assert_bad("--colour", "blue", "--colour: 'blue' is not one of red, green");
    assert_bad("--memory", "much", "--memory: 'much' is not a size above zero, such as 512M or 4G");
    assert_bad("--time", "soon", "--time: 'soon' is not a duration above zero, such as 90s, 5m or 2h");
    assert_bad("--time", "0", "--time: '0' is not a duration above zero, such as 90s, 5m or 2h");
    assert_bad("--memory", "0", "--memory: '0' is not a size above zero, such as 512M or 4G");
}

static void numbers_are_numbers(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "0",
                                      "65",
                                      "-1",
                                      "+1",
                                      "1x",
                                      "x",
                                      " 1",
                                      "1 ",
                                      "0x10",
                                      "1e1",
                                      "18446744073709551616",
                                      "99999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct values v;
        set_up(&v);
        assert_int_equal(PARSE(&v, "--threads", bad[i]), OPTIONS_BAD);
        assert_non_null(strstr(text_chars(&v.error), "is not a whole number from 1 to 64"));
        tear_down(&v);
    }
}

static void finds_the_nearest(void **state) {
    (void)state;
    static const char *const names[] = {"model", "simulate", "graph"};
    assert_string_equal(options_nearest("modle", names, 3), "model");
    assert_string_equal(options_nearest("sim", names, 3), "simulate");
    assert_string_equal(options_nearest("grap", names, 3), "graph");
    assert_null(options_nearest("xyz", names, 3));
    assert_null(options_nearest("", names, 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_kind),    cmocka_unit_test(values_may_look_like_options),
        cmocka_unit_test(help_wins),           cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(numbers_are_numbers), cmocka_unit_test(finds_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
