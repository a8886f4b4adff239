#include "app/exec/symbolic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct c_type byte_type = {.kind = C_INTEGER, .size = 1};
static const struct c_type int_type = {.kind = C_INTEGER, .size = 4, .is_signed = true};

static uint32_t new_input(struct symbolic *symbolic, const struct c_type *type, int64_t low, int64_t high) {
    uint64_t value;
    return symbolic_input(symbolic, type, type->size * 8, low, high, &value);
}

static void fix(struct symbolic *symbolic, uint32_t term, int64_t value) {
    struct machine machine = {.symbolic = symbolic, .term = term};
    symbolic_fix(&machine, value);
    assert_int_equal(machine.term, 0);
}

static uint64_t value_of(struct symbolic *symbolic, uint32_t term) {
    return term_value(&symbolic->terms, &symbolic->values, term, symbolic->variables.items);
}

/* ---- memory ---- */

static void test_bytes_follow(void **state) {
    (void)state;
    struct symbolic symbolic = {0};
    unsigned char memory[12] = {0};
    uint32_t x = new_input(&symbolic, &int_type, INT32_MIN, INT32_MAX);
    symbolic_write(&symbolic, memory, 4, x);
    symbolic_copy(&symbolic, memory + 2, memory, 4); /* onto itself, as memmove() does */
    assert_int_equal(symbolic_read(&symbolic, memory + 2, 4), x);
    uint32_t low = term_extract(&symbolic.terms, x, 0, 16);
    assert_int_equal(symbolic_read(&symbolic, memory, 2), low);
    assert_int_equal(symbolic_read(&symbolic, memory + 2, 2), low);
    assert_int_equal(symbolic_read(&symbolic, memory + 6, 4), 0);
    assert_true(symbolic_covers(&symbolic, memory + 5, 2));
    assert_false(symbolic_covers(&symbolic, memory + 6, 4));
    /* What is written over is gone, byte by byte; a copy of known bytes makes known bytes. */
    symbolic_write(&symbolic, memory + 3, 1, 0);
    memory[3] = 9;
    uint32_t mixed = symbolic_read(&symbolic, memory + 2, 4);
    symbolic.variables.items[0] = 0x44332211;
    assert_int_equal(value_of(&symbolic, mixed), 0x44330911);
    symbolic_copy(&symbolic, memory, memory + 8, 4);
    assert_int_equal(symbolic_read(&symbolic, memory, 2), 0);
    symbolic_free(&symbolic);
}

static void test_fields(void **state) {
    (void)state;
    struct symbolic symbolic = {0};
    const struct c_field field = {.type = &int_type, .bit_offset = 5, .bit_width = 7};
    uint32_t x = new_input(&symbolic, &int_type, INT32_MIN, INT32_MAX);
    struct symbolic_operand unit = {0x12345678, 0}, value = {0, x};
    uint32_t whole = symbolic_put_field(&symbolic, &int_type, &field, unit, value);
    uint32_t back = symbolic_field(&symbolic, &int_type, &field, whole);
    symbolic.variables.items[0] = 0x7b;
    assert_int_equal(value_of(&symbolic, whole), (0x12345678 & ~(0x7f << 5)) | 0x7b << 5);
    assert_int_equal(value_of(&symbolic, back), (uint32_t)-5);
    assert_int_equal(symbolic_put_field(&symbolic, &int_type, &field, unit, (struct symbolic_operand){3, 0}), 0);
    symbolic_free(&symbolic);
}

/* ---- the path ---- */

static void test_decisions(void **state) {
    (void)state;
    struct symbolic symbolic = {0};
    uint32_t x = new_input(&symbolic, &byte_type, 0, 255); /* every value: no condition */
    assert_int_equal(symbolic.path.count, 0);
    uint32_t is_seven = term_binary(&symbolic.terms, TERM_EQUAL, x, term_constant(&symbolic.terms, 8, 7));
    symbolic_decide(&symbolic, is_seven);
    symbolic_decide(&symbolic, is_seven); /* nothing new */
    symbolic_decide(&symbolic, term_constant(&symbolic.terms, 1, 1));
    assert_int_equal(symbolic.path.count, 1);
    assert_int_equal(symbolic.decisions.count, 1);
    assert_int_equal(symbolic.path.items[0].term, term_not(&symbolic.terms, is_seven)); /* it is 0 here */
    symbolic_free(&symbolic);
}

/* Every condition of a run is true for the inputs that it was made with. */
static void assert_true_path(struct symbolic *symbolic) {
    for (size_t i = 0; i < symbolic->path.count; i++)
        assert_int_equal(value_of(symbolic, symbolic->path.items[i].term), 1);
}

/* A number that is known already is no decision: what others look after is not excluded for it. */
static void test_known_numbers_are_not_excluded(void **state) {
    (void)state;
    struct symbolic symbolic = {0};
    const uint64_t wanted[] = {0, 4}, excluded[] = {0, 1};
    symbolic.wanted = wanted, symbolic.wanted_count = 2;
    symbolic.excluded = excluded, symbolic.excluded_count = 2, symbolic.excluded_at = 1;
    uint32_t x = new_input(&symbolic, &byte_type, 0, 255), y = new_input(&symbolic, &byte_type, 0, 255);
    fix(&symbolic, x, 0);
    fix(&symbolic, x, 0);
    fix(&symbolic, term_binary(&symbolic.terms, TERM_XOR, x, y), 4);
    assert_int_equal(symbolic.decisions.count, 2);
    assert_int_equal(symbolic.path.count, 4);
    assert_true(symbolic.path.items[1].implied && symbolic.path.items[2].implied);
    assert_int_equal(symbolic.decisions.items[1].length, 4);
    assert_int_equal(symbolic.decisions.items[1].number, 4);
    assert_true_path(&symbolic);
    symbolic_free(&symbolic);
}

/* Whatever was wanted, an input is in its range. */
static void test_ranges(void **state) {
    (void)state;
    const uint64_t wanted[] = {1000, (uint64_t)-3, 6, 0};
    static const struct {
        const struct c_type *type;
        int64_t low, high;
        uint64_t is;
    } inputs[] = {{&byte_type, 5, 9, 5}, {&int_type, -4, 9, (uint64_t)-3}, {&byte_type, 5, 9, 6}, {&int_type, 7, 9, 7}};
    struct symbolic symbolic = {.wanted = wanted, .wanted_count = 4};
    for (size_t i = 0; i < 4; i++) {
        new_input(&symbolic, inputs[i].type, inputs[i].low, inputs[i].high);
        assert_int_equal(symbolic.variables.items[i], inputs[i].is);
    }
    assert_int_equal(symbolic.path.count, 8);
    assert_true_path(&symbolic);
    symbolic_free(&symbolic);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_follow), cmocka_unit_test(test_fields),
        cmocka_unit_test(test_decisions),    cmocka_unit_test(test_known_numbers_are_not_excluded),
        cmocka_unit_test(test_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
