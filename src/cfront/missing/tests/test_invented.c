/* What is known of names that nothing declares, and what becomes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfront/missing/invented.h"

#include <string.h>

static int set_up(void **state) {
    static struct invented invented;
    invented = (struct invented){.arena = arena_new()};
    *state = &invented;
    return 0;
}

static int tear_down(void **state) {
    struct invented *invented = *state;
    invented_free(invented);
    arena_free(invented->arena);
    return 0;
}

static void expect_header(const struct invented *invented, const char *source, bool learning, const char *wanted) {
    struct text header = {0};
    invented_print(invented, source, learning, &header);
    assert_string_equal(text_chars(&header), wanted);
    text_free(&header);
}

static void expect_told(const struct invented *invented, const char *wanted) {
    struct text told = {0};
    invented_tell(invented, &told);
    assert_string_equal(text_chars(&told), wanted);
    text_free(&told);
}

static void test_what_is_known_only_grows(void **state) {
    struct invented *invented = *state;
    assert_null(invented_find(invented, "LIMIT"));
    assert_true(invented_add(invented, "LIMIT", INVENTED_CONSTANT, "a.c"));
    assert_false(invented_add(invented, "LIMIT", INVENTED_CONSTANT, "a.c"));
    assert_true(invented_add(invented, "LIMIT", INVENTED_CONSTANT, "b.c")); /* who lacks it is new */
    assert_true(invented_add(invented, "LIMIT", INVENTED_HARDWARE, "a.c"));
    assert_false(invented_add(invented, "LIMIT", INVENTED_CONSTANT, "a.c"));
    assert_int_equal(invented_find(invented, "LIMIT")->kind, INVENTED_HARDWARE);
    assert_int_equal(invented->list.count, 1);
}

static void test_a_value_is_no_type_any_more(void **state) {
    struct invented *invented = *state;
    assert_false(invented_make_value(invented, "PORT"));
    invented_add(invented, "PORT", INVENTED_TYPE, "a.c");
    assert_true(invented_make_value(invented, "PORT"));
    assert_false(invented_make_value(invented, "PORT"));
    assert_int_equal(invented_find(invented, "PORT")->kind, INVENTED_CONSTANT);
    assert_false(invented_add(invented, "PORT", INVENTED_TYPE, "a.c")); /* otherwise there were no end */
    assert_int_equal(invented_find(invented, "PORT")->kind, INVENTED_CONSTANT);
    assert_true(invented_add(invented, "PORT", INVENTED_NUMBER, "a.c"));
    assert_false(invented_make_value(invented, "PORT"));
    expect_header(invented, "a.c", false, "typedef int rtcheck_of_PORT;\nenum { PORT = 101 };\n");
}

static void test_sources_get_what_they_lack(void **state) {
    struct invented *invented = *state;
    assert_false(invented_any(invented, "a.c"));
    invented_add(invented, "A", INVENTED_CONSTANT, "a.c");
    invented_add(invented, "B", INVENTED_NUMBER, "b.c");
    assert_true(invented_any(invented, "a.c"));
    assert_false(invented_any(invented, "c.c"));
    expect_header(invented, "a.c", true, "typedef int rtcheck_of_A;\nextern const rtcheck_of_A A;\n");
    expect_header(invented, "a.c", false, "typedef int rtcheck_of_A;\nrtcheck_of_A A;\n");
    expect_header(invented, "b.c", false, "typedef int rtcheck_of_B;\nenum { B = 101 };\n"); /* the same in all */
    expect_header(invented, "c.c", false, "");
}

static void test_words_and_lines_mean_nothing(void **state) {
    struct invented *invented = *state;
    invented_add(invented, "far", INVENTED_WORD, "a.c");
    invented_add(invented, "_CONFIG", INVENTED_LINE, "a.c");
    expect_header(invented, "a.c", false, "#define far\n#define _CONFIG(...)\n");
    expect_told(invented, "`far` is nothing; `_CONFIG` is nothing");
}

static void test_types_have_the_members_that_are_used(void **state) {
    struct invented *invented = *state;
    invented_add(invented, "Config", INVENTED_TYPE, "a.c");
    struct invented_type *type = invented_type(invented, "const volatile struct rtcheck_record_Config", 43);
    assert_ptr_equal(type, invented_find(invented, "Config")->type);
    assert_null(invented_type(invented, "Configs", 7));
    assert_null(invented_type(invented, "Conf", 4));
    assert_ptr_equal(invented_of_type(invented, type), invented_find(invented, "Config"));
    type->shape = SHAPE_RECORD;
    assert_true(invented_add_member(invented, type, "mode"));
    assert_false(invented_add_member(invented, type, "mode"));
    struct invented_type *inner = type->members.items[0].type;
    assert_null(invented_of_type(invented, inner)); /* a member's type is nobody's name */
    expect_header(invented, "a.c", false,
                  "typedef int rtcheck_of_mode_in_Config;\n"
                  "struct rtcheck_record_Config { rtcheck_of_mode_in_Config mode; };\n"
                  "typedef struct rtcheck_record_Config Config;\n");
    expect_told(invented, "`Config` is structures of `int`");
    type->shape = SHAPE_ADDRESS;
    expect_header(invented, "a.c", false,
                  "typedef int rtcheck_of_mode_in_Config;\n"
                  "typedef void *Config;\n");
}

static void test_members_may_be_bit_fields(void **state) {
    struct invented *invented = *state;
    invented_add(invented, "reg_t", INVENTED_TYPE, "a.c");
    struct invented_type *type = invented_find(invented, "reg_t")->type;
    type->shape = SHAPE_RECORD;
    for (int i = 0; i < 3; i++) invented_add_member(invented, type, (const char *[]){"mode", "on", "data"}[i]);
    type->members.items[0].type->held.most = 4;
    type->members.items[2].type->is_addressed = true;
    invented->reading = TYPES_FIELD;
    invented->has_fields = true;
    struct text header = {0};
    invented_print(invented, "a.c", false, &header);
    assert_non_null(strstr(text_chars(&header), "{ rtcheck_of_mode_in_reg_t mode : 3; rtcheck_of_on_in_reg_t on : 1; "
                                                "rtcheck_of_data_in_reg_t data; }"));
    text_clear(&header);
    invented_tell_types(invented, TYPES_FIELD, &header);
    assert_string_equal(text_chars(&header), "`reg_t` has bit-fields");
    text_free(&header);
}

/* Registers do not lie upon each other, and lie at the same place for all sources. */
static void test_hardware_has_addresses_of_its_own(void **state) {
    struct invented *invented = *state;
    invented_add(invented, "PORTA", INVENTED_HARDWARE, "a.c");
    invented_add(invented, "UART", INVENTED_HARDWARE, "a.c");
    invented_add(invented, "PORTB", INVENTED_HARDWARE, "b.c");
    struct invention *uart = invented_find(invented, "UART");
    uart->type->shape = SHAPE_POINTER;
    for (int i = 0; i < 3; i++) invented_add_member(invented, uart->type, (const char *[]){"DR", "SR", "CR"}[i]);
    expect_header(invented, "b.c", false,
                  "typedef unsigned rtcheck_of_PORTB;\n"
                  "#define PORTB (*(volatile rtcheck_of_PORTB *)0x4040)\n");
    struct text header = {0};
    invented_print(invented, "a.c", false, &header);
    assert_non_null(strstr(text_chars(&header), "#define PORTA (*(volatile rtcheck_of_PORTA *)0x4010)\n"));
    assert_non_null(strstr(text_chars(&header), "#define UART ((rtcheck_of_UART)0x4030)\n"));
    text_free(&header);
    invented_find(invented, "PORTB")->pointer = "volatile char *";
    expect_header(invented, "b.c", false,
                  "typedef unsigned rtcheck_of_PORTB;\n#define PORTB ((volatile char *)0x4040)\n");
    invented_find(invented, "PORTB")->pointer = "const short *";
    expect_header(invented, "b.c", false,
                  "typedef unsigned rtcheck_of_PORTB;\n"
                  "extern unsigned char PORTB[4096] __attribute__((aligned(16)));\n"
                  "#define PORTB ((const short *)PORTB)\n");
}

static void test_all_is_told(void **state) {
    struct invented *invented = *state;
    expect_told(invented, "");
    invented_add(invented, "Speed", INVENTED_TYPE, "a.c");
    invented_add(invented, "FIRST", INVENTED_NUMBER, "a.c");
    invented_add(invented, "LIMIT", INVENTED_CONSTANT, "a.c");
    invented_add(invented, "CHANNEL", INVENTED_CONSTANT, "b.c");
    invented_add(invented, "PORTA", INVENTED_HARDWARE, "a.c");
    expect_told(invented, "`Speed` is `int`; `LIMIT`, `CHANNEL` are constant, and any `int`; `FIRST` = 101 is "
                          "constant, and not another number; `PORTA` is hardware");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(test_what_is_known_only_grows),
                                       TEST(test_a_value_is_no_type_any_more),
                                       TEST(test_sources_get_what_they_lack),
                                       TEST(test_words_and_lines_mean_nothing),
                                       TEST(test_types_have_the_members_that_are_used),
                                       TEST(test_members_may_be_bit_fields),
                                       TEST(test_hardware_has_addresses_of_its_own),
                                       TEST(test_all_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
