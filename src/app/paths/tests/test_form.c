#include "app/paths/form.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static uint32_t less(struct terms *terms, uint32_t term, uint64_t than) {
    return term_binary(terms, TERM_LESS, term, term_constant(terms, term_width(terms, term), than));
}

static void add_input(struct symbolic *symbolic) { vec_push(&symbolic->variables, 0); }

/* What is written is read back; filled in, the bytes have their terms' values. */
static void test_round_trip(void **state) {
    (void)state;
    unsigned char packed[16] = "0123456789abcde", again[16], filled[16];
    struct symbolic symbolic = {0}, read = {0};
    struct text form = {0};
    for (int i = 0; i < 2; i++) add_input(&symbolic);
    uint32_t x = term_variable(&symbolic.terms, 16, 1);
    symbolic_write(&symbolic, packed + 4, 2, x);
    vec_push(&symbolic.path, (struct symbolic_condition){.term = less(&symbolic.terms, x, 500)});
    form_write(&symbolic, packed, sizeof packed, FORM_ALL, &form, NULL);
    assert_int_equal(form_packed_size(form.chars, (uint32_t)form.length), sizeof packed);
    form_read(form.chars, (uint32_t)form.length, again, &read);
    assert_memory_equal(again, "0123", 4);
    assert_int_equal(again[4], 0);
    assert_memory_equal(again + 6, "6789abcde", 10);
    assert_int_equal(read.variables.count, 1); /* nothing depends on the other input */
    assert_int_equal(read.path.count, 1);
    memcpy(filled, again, sizeof filled);
    for (size_t i = 0; i < read.bytes.count; i++) read.bytes.items[i].at = filled + (read.bytes.items[i].at - again);
    form_fill(&read, filled, (uint64_t[]){0x0142});
    assert_int_equal(filled[4], 0x42);
    assert_int_equal(filled[5], 0x01);
    text_free(&form);
    symbolic_free(&symbolic);
    symbolic_free(&read);
}

/* Inputs that came earlier or later, and conditions about what is no more, make no difference. */
static void test_same_form(void **state) {
    (void)state;
    struct text forms[2] = {{0}, {0}};
    for (int k = 0; k < 2; k++) {
        unsigned char packed[8] = {0};
        struct symbolic symbolic = {0};
        for (int i = 0; i < 4; i++) add_input(&symbolic);
        struct terms *terms = &symbolic.terms;
        uint32_t x = term_variable(terms, 32, k ? 3 : 0), y = term_variable(terms, 32, k ? 2 : 1);
        uint32_t gone = term_variable(terms, 32, k ? 0 : 2);
        if (k) vec_push(&symbolic.path, (struct symbolic_condition){.term = less(terms, gone, 9)});
        symbolic_write(&symbolic, packed, 4, term_binary(terms, TERM_ADD, x, y));
        vec_push(&symbolic.path, (struct symbolic_condition){.term = less(terms, y, 7)});
        form_write(&symbolic, packed, sizeof packed, FORM_ALL, &forms[k], NULL);
        symbolic_free(&symbolic);
    }
    assert_int_equal(forms[0].length, forms[1].length);
    assert_memory_equal(forms[0].chars, forms[1].chars, forms[0].length);
    for (int k = 0; k < 2; k++) text_free(&forms[k]);
}

/* A condition about another input matters if it is tied to one that does. */
static void test_tied_inputs(void **state) {
    (void)state;
    unsigned char packed[4] = {0};
    struct symbolic symbolic = {0}, read = {0};
    struct text form = {0};
    uint32_t kept[16];
    for (int i = 0; i < 3; i++) add_input(&symbolic);
    struct terms *terms = &symbolic.terms;
    uint32_t x = term_variable(terms, 32, 0), y = term_variable(terms, 32, 1), z = term_variable(terms, 32, 2);
    symbolic_write(&symbolic, packed, 4, x);
    vec_push(&symbolic.path, (struct symbolic_condition){.term = less(terms, z, 3)});
    vec_push(&symbolic.path, (struct symbolic_condition){.term = less(terms, y, 5)});
    vec_push(&symbolic.path, (struct symbolic_condition){.term = term_binary(terms, TERM_LESS, x, y)});
    form_write(&symbolic, packed, sizeof packed, FORM_ALL, &form, kept);
    form_read(form.chars, (uint32_t)form.length, packed, &read);
    assert_int_equal(read.path.count, 2);
    assert_int_equal(read.variables.count, 2);
    assert_int_equal(kept[x], 1);
    assert_int_equal(kept[y], 2);
    assert_int_equal(kept[z], 0);
    text_free(&form);
    symbolic_free(&symbolic);
    symbolic_free(&read);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_same_form),
                                       cmocka_unit_test(test_tied_inputs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
