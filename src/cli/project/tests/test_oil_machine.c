/* The machine that a configuration is for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/project/oil_machine.h"

#include <string.h>

/* "": there is none. */
static void expect(const char *text, const char *target, const char *option) {
    struct arena *arena = arena_new();
    struct oil_machine machine = {.target = ""};
    oil_machine_find(arena, text, &machine);
    assert_string_equal(machine.target, target);
    assert_string_equal(machine.options[0] ? machine.options[0] : "", option);
    arena_free(arena);
}

static void test_named(void **state) {
    (void)state;
    expect("CPU_DATA = CORTEX_MX { };", "arm-none-eabi", "-fshort-enums");
    expect("#include <implementation.oil>\nARCH = ATMEL_AT91SAM7S256;", "arm-none-eabi", "-fshort-enums");
    expect("CPU_DATA = PIC30 { };", "msp430", ""); /* as large numbers as those */
    expect("CPU CORTEX-M4 { };", "arm-none-eabi", "-fshort-enums");
    expect("CPU ATtiny85 { };", "avr", "");
    expect("CPU c { MCU = \"STM32F407\"; };", "arm-none-eabi", "-fshort-enums");
    expect("CPU_DATA = HCS12X { };", "msp430", "");
    expect("URL = \"http://x\"; MCU_DATA = STM32 { };", "arm-none-eabi", "-fshort-enums");
    expect("CPU_DATA = NOBODYS { };", "", "");
    expect("", "", "");
}

static void test_other_names(void **state) {
    (void)state;
    expect("TASK CORTEX_MX { };", "", "");
    expect("EVENT AVR { MASK = AUTO; }; TASK t { EVENT = AVR; };", "", "");
    expect("APPMODE m {} : \"as on the old MSP430 board\";", "", "");
    expect("NOTE = \"like AVR\";", "", "");
    expect("CPU MY_CORTEX_MX { };", "", "");
}

static void test_compilers(void **state) {
    (void)state;
    expect("COMPILER = \"arm-none-eabi-gcc\";", "arm-none-eabi", "-fshort-enums");
    expect("COMPILER = \"/opt/gcc-arm/bin/arm-none-eabi-gcc\";", "arm-none-eabi", "-fshort-enums");
    expect("COMPILER = \"arm-linux-gnueabihf-gcc\";", "arm-linux-gnueabihf", "");
    expect("COMPILER = \"arm-elf-gcc\";", "arm-none-eabi", "-fno-short-enums");
    expect("CPU ATMEL_AT91SAM7S256 { OS o { COMPILER = \"arm-elf-gcc\"; }; };", "arm-none-eabi", "-fno-short-enums");
    expect("CPU ATMEL_AT91SAM7S256 { OS o { COMPILER = \"arm-none-eabi-gcc\"; }; };", "arm-none-eabi", "-fshort-enums");
    expect("COMPILER = \"avr-gcc\";", "avr", "");
    expect("COMPILER = \"gcc\"; CFLAGS = \"-g -mcpu=cortex-m3\";", "arm-none-eabi", "-fshort-enums");
    expect("COMPILER = \"gcc\"; CFLAGS = \"-g\";", "", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_named), cmocka_unit_test(test_other_names),
                                       cmocka_unit_test(test_compilers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
