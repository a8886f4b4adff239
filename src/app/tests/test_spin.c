/* What Spin prints of a run, as changes of variables of C. */
#include "app/spin/spin_variable.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct c_type SHORT = {.kind = C_INTEGER, .name = "short", .size = 2, .is_signed = true};
static const struct c_type UNSIGNED = {.kind = C_INTEGER, .name = "unsigned", .size = 4};
static const struct c_field FLAG = {.name = "flag", .type = &UNSIGNED, .bit_offset = 5, .bit_width = 3};

struct reading {
    struct arena *arena;
    struct app_export model;
    struct spin_variables *variables;
    struct text said;
};

static void begin(struct reading *reading) {
    *reading = (struct reading){.arena = arena_new()};
    struct export_global globals[] = {
        {.name = "x", .path = "x", .type = &SHORT, .initial = -3},
        {.name = "x_2", .path = "main::x", .type = &UNSIGNED, .initial = -2},
        {.name = "grid_id", .path = "grid[2].row[3].id", .type = &SHORT, .length = 6},
        {.name = "s_flag", .path = "s.flag", .type = &UNSIGNED, .field = &FLAG},
    };
    for (size_t i = 0; i < sizeof globals / sizeof *globals; i++) vec_push(&reading->model.globals, globals[i]);
    reading->variables = spin_variables_new(&reading->model, reading->arena);
}

static void end(struct reading *reading) {
    vec_free(&reading->model.globals);
    vec_free(&reading->model.notes);
    text_free(&reading->said);
    arena_free(reading->arena);
}

/* "name: before -> after", or "": nothing changed. */
static const char *read(struct reading *reading, const char *line) {
    struct text name = {0}, before = {0}, after = {0};
    text_clear(&reading->said);
    if (spin_variables_read(reading->variables, line, &name, &before, &after))
        text_printf(&reading->said, "%s: %s -> %s", text_chars(&name), text_chars(&before), text_chars(&after));
    text_free(&name);
    text_free(&before);
    text_free(&after);
    return text_chars(&reading->said);
}

static void test_scalars(void **state) {
    (void)state;
    struct reading reading;
    begin(&reading);
    assert_string_equal(read(&reading, "x = -3"), "");
    assert_string_equal(read(&reading, "x = 12"), "x: -3 -> 12");
    assert_string_equal(read(&reading, "x = 12"), "");
    assert_string_equal(read(&reading, "x_2 = -1"), "main::x: 4294967294 -> 4294967295");
    assert_string_equal(read(&reading, "s_flag = 5"), "s.flag: 0 -> 5");
    end(&reading);
}

static void test_elements(void **state) {
    (void)state;
    struct reading reading;
    begin(&reading);
    assert_string_equal(read(&reading, "grid_id[5] = 7"), "grid[1].row[2].id: 0 -> 7");
    assert_string_equal(read(&reading, "grid_id[0] = 1"), "grid[0].row[0].id: 0 -> 1");
    assert_string_equal(read(&reading, "grid_id[3] = 1"), "grid[1].row[0].id: 0 -> 1");
    assert_string_equal(read(&reading, "grid_id[6] = 1"), "");
    end(&reading);
}

static void test_others(void **state) {
    (void)state;
    static const char *const lines[] = {"", "turn = 3", "xx = 1", "x", "x =", "t0_(2):x = 4", "task[1].state = 2"};
    struct reading reading;
    begin(&reading);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) assert_string_equal(read(&reading, lines[i]), "");
    end(&reading);
}

static void test_notes(void **state) {
    (void)state;
    struct reading reading;
    begin(&reading);
    assert_null(spin_note_at(&reading.model, 9));
    for (unsigned line = 10; line <= 30; line += 10)
        vec_push(&reading.model.notes, (struct export_note){.line = line, .place = {"f.c", line / 10, 1}});
    assert_null(spin_note_at(&reading.model, 9));
    assert_int_equal(spin_note_at(&reading.model, 10)->place.line, 1);
    assert_int_equal(spin_note_at(&reading.model, 29)->place.line, 2);
    assert_int_equal(spin_note_at(&reading.model, 99)->place.line, 3);
    end(&reading);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scalars), cmocka_unit_test(test_elements),
                                       cmocka_unit_test(test_others), cmocka_unit_test(test_notes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
