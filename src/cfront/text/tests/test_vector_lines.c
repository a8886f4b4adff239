/* Which names tables of vectors have, in texts of assemblers and linkers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cfront/text/vector_lines.h"

static bool is_vectors(const char *name) { return !strcmp(name, "TIM2_IRQHandler"); }

enum { NOWHERE, PERHAPS, IN_TABLE };

static int where(const char *text, const char *script, const char *name) {
    struct arena *arena = arena_new();
    struct vector_lines *lines = vector_lines_new(arena, is_vectors);
    vector_lines_read(lines, "a.s", text);
    vector_lines_read_script(lines, "a.ld", script);
    struct name_set names = vector_lines_names(lines), perhaps = vector_lines_perhaps(lines);
    int found = name_set_has(&names, name) ? IN_TABLE : name_set_has(&perhaps, name) ? PERHAPS : NOWHERE;
    vector_lines_free(lines);
    arena_free(arena);
    return found;
}

static bool has(const char *text, const char *name) { return where(text, "", name) == IN_TABLE; }

static bool may_have(const char *text, const char *name) { return where(text, "", name) == PERHAPS; }

static bool has_not(const char *text, const char *name) { return where(text, "", name) == NOWHERE; }

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
    assert_false(has("", ""));
}

static void test_headings(void **state) {
    (void)state;
    assert_true(has(" .sect \".intvecs\"\n .word on_pin\n", "on_pin"));
    assert_true(has(" .sect \".intvecs\"\nRESET .word _c_int00\n .sect \".int10\"\nT .word on_pin\n", "on_pin"));
    assert_true(has(" .section .vectors\n .word 0, 0, on_pin+1\n", "on_pin"));
    assert_true(has(" .section .vectors\n .rept 3\n .word on_pin\n .endr\n", "on_pin"));
    assert_true(has(" COMMON INTVEC\n ORG TIMERA0_VECTOR\n DW on_pin\n", "on_pin"));
    assert_true(has(" .word _estack\n .word on_pin\n", "on_pin")); /* the stack comes first */
    assert_true(has("table:\n .word _estack\n .word on_pin\n", "on_pin"));
}

static void test_jumps(void **state) {
    (void)state;
    assert_true(has("__vectors:\n rjmp reset\n rjmp on_pin\n reti\n", "on_pin"));
    assert_true(has("vectors:\n b on_pin\n b on_timer\n", "on_timer"));
    assert_true(has(" .section .vectors\n b on_pin\n", "on_pin"));
    assert_true(has(" .section .vectors\n ldr pc, _a\n ldr pc, _b\n_a: .word reset\n_b: .word on_pin\n", "on_pin"));
    assert_true(has(" .section .vectors\n_start: b reset\n b undefined\n b on_pin\n", "on_pin"));
    assert_true(may_have(" .org 0x24\n jmp on_pin\n", "on_pin"));
    assert_true(may_have("CSEG AT 000BH\n LJMP _on_pin\n", "_on_pin"));
    assert_true(may_have(" ORG $FFF0\n DC.W on_pin\n", "on_pin"));
    assert_true(has_not("step:\n mov r0, #1\n b on_pin\n", "on_pin"));
    assert_true(has_not(" .section .vectors\nreset:\n ldr sp, =top\n bl setup\n b run\n", "run"));
    assert_true(has_not("_start:\n b run\n", "run"));
}

static void test_names(void **state) {
    (void)state;
    const char *table = " .section .isr_vector\n .word _estack\n .word tick\n", *alias = " .thumb_set tick, on_pin\n";
    char text[256];
    snprintf(text, sizeof text, "%s%s", table, alias);
    assert_true(has(text, "on_pin"));
    assert_true(has_not(alias, "on_pin"));
    assert_true(has(" .thumb_set TIM2_IRQHandler, on_pin\n", "on_pin"));
    snprintf(text, sizeof text, "%s .equ tick, on_pin\n", table);
    assert_true(has(text, "on_pin"));
    snprintf(text, sizeof text, "tick EQU on_pin\n%s", table);
    assert_true(has(text, "on_pin"));
    snprintf(text, sizeof text, "%s .text\ntick: push {lr}\n bl on_pin\n pop {pc}\nother: bl step\n", table);
    assert_true(may_have(text, "on_pin")); /* code comes first */
    assert_true(has_not(text, "step"));
    assert_true(may_have("tick:\n push {lr}\n bl on_pin\n reti\n", "on_pin"));
    assert_true(may_have("tick_irq:\n push {lr}\nmore:\n bl on_pin\n bx lr\n", "on_pin"));
    assert_true(has_not("tick:\n push {lr}\n bl on_pin\n bx lr\n", "on_pin"));
    assert_true(has_not("Reset_Handler:\n bl on_pin\n b main\n", "on_pin"));
    assert_true(has("#define V(x) .word x\n .section .vectors\n V(on_pin)\n", "on_pin"));
    assert_true(has(" .macro vec f\n .long \\f\n .endm\n .section .vectors\n vec on_pin\n", "on_pin"));
}

static void test_places(void **state) {
    (void)state;
    assert_true(may_have(" .word on_pin\n", "on_pin"));
    assert_true(may_have(" .section .special\n .word on_pin\n", "on_pin"));
    assert_true(has_not("jump_table:\n .word a\n .word on_pin\n", "on_pin"));
    assert_true(has_not(" .section .data\n .word a\n .word on_pin\n", "on_pin"));
    assert_true(has_not(" .global on_pin\n .extern on_pin\n", "on_pin"));
}

static void test_scripts(void **state) {
    (void)state;
    const char *vectors = "SECTIONS { .vectors : { LONG(_estack) LONG(on_pin) } }";
    assert_int_equal(where("", vectors, "on_pin"), IN_TABLE);
    assert_int_equal(where("", "SECTIONS { .rom : { LONG(on_pin) } }", "on_pin"), PERHAPS);
    assert_int_equal(where("", "SECTIONS { .text : { KEEP(*(.on_pin)) } } ENTRY(on_pin)", "on_pin"), NOWHERE);
    assert_int_equal(where(" .section .vectors\n .word t\n", "PROVIDE(t = on_pin);", "on_pin"), IN_TABLE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables),   cmocka_unit_test(test_others),
                                       cmocka_unit_test(test_headings), cmocka_unit_test(test_jumps),
                                       cmocka_unit_test(test_names),    cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_scripts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
