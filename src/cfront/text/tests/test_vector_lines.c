/* Which names tables of vectors have, in texts of assemblers and linkers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfront/text/vector_lines.h"

static bool has(const char *text, const char *name) {
    struct arena *arena = arena_new();
    struct name_set names = vector_lines_names(arena, text);
    bool found = name_set_has(&names, name);
    arena_free(arena);
    return found;
}

static void test_tables(void **state) {
    (void)state;
    assert_true(has("__Vectors DCD __initial_sp\n DCD Reset_Handler\n\n DCD GPIOF_Handler\n", "GPIOF_Handler"));
    assert_true(has(" .section .isr_vector\ng_pfnVectors:\n .word _estack\n .word on_pin\n", "on_pin"));
    assert_true(has(" DC32 Reset_Handler\n DC32 UART_Handler, PORT_Handler\n", "PORT_Handler"));
    assert_true(has("table:\n dc.l rx_isr\n dc.l 0\n dc.l tx_isr\n", "tx_isr"));
    assert_true(has(" .sect \".intvecs\"\n .short dummy\n .short timer", "timer"));
    assert_true(has("VECTOR ADDRESS 0xFFD6 on_pin", "on_pin"));
    assert_true(has("STACKSIZE 0x100\nVECTOR 0 _Startup\nVECTOR 7 rti\n", "rti"));
}

static void test_others(void **state) {
    (void)state;
    assert_false(has(" .word on_pin\n", "on_pin"));
    assert_false(has(" bx lr\n .word step\n .word n\n", "step"));
    assert_false(has(" .section .isr_vector\n bl isr_exit\n .word step\n .word n\n", "step"));
    assert_false(has(" bl isr_exit\n .word step\n .word uart_isr\n", "step"));
    assert_false(has("vectors:\n .word a_isr, b_isr\n bx lr\n .word step, n\n", "step"));
    assert_false(has("vectors:\n b on_pin\n b on_timer\n", "on_pin"));
    assert_false(has("", ""));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables), cmocka_unit_test(test_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
