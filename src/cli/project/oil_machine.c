#include "cli/project/oil_machine.h"

#include "base/word.h"
#include "cfront/source/build_options.h"
#include "cli/project/oil_build.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* nxtOSEK's. Its older makefiles have arm-elf-gcc, newer ones arm-none-eabi-gcc. */
static const char nxt_processor[] = "ATMEL_AT91SAM7S256";

/* How large enumerations are on what clang has for ARM. */
static const char wide[] = "-fno-short-enums", narrow[] = "-fshort-enums";
static const char with_sign[] = "-fsigned-char";

/* Where clang has no such machine, or memory of it is not modelled, one with numbers and pointers of the same sizes
 * stands for it. */
static const struct known {
    const char *name, *target; /* with `*`: whatever is behind */
    const char *options[2];
    bool is_stand_in;
} machines[] = {
    {"CORTEX_MX", "arm-none-eabi", {narrow}, false},
    {"CORTEX_M", "arm-none-eabi", {narrow}, false},
    {"CORTEX_RX", "arm-none-eabi", {narrow}, false},
    {"CORTEX", "arm-none-eabi", {narrow}, false}, /* -M4 */
    {"STM32*", "arm-none-eabi", {narrow}, false},
    {"LPC1*", "arm-none-eabi", {narrow}, false},
    {"LPC4*", "arm-none-eabi", {narrow}, false},
    {"ARM7", "arm-none-eabi", {narrow}, false},
    {"ARM926EJ_S", "arm-none-eabi", {narrow}, false},
    {nxt_processor, "arm-none-eabi", {narrow, with_sign}, false}, /* as nxtOSEK's makefiles say */
    {"AVR", "avr", {0}, false},
    {"AVR8", "avr", {0}, false},
    {"AVR_5", "avr", {0}, false},
    {"ATMEGA*", "avr", {0}, false},
    {"ATTINY*", "avr", {0}, false},
    {"MSP430", "msp430", {0}, false},
    {"PIC30", "msp430", {NULL, with_sign}, true},
    {"DSPIC33_PIC24", "msp430", {NULL, with_sign}, true},
    {"MC9S12*", "msp430", {0}, true},
    {"HCS12*", "msp430", {0}, true},
    {"S12X*", "msp430", {0}, true},
    {"PIC32", "arm-none-eabi", {wide, with_sign}, true},
    {"PPCE200ZX", "arm-none-eabi", {wide}, true},
    {"TRICORE", "arm-none-eabi", {wide, with_sign}, true},
    {"TRICORE1", "arm-none-eabi", {wide, with_sign}, true},
    {"TC2*", "arm-none-eabi", {wide, with_sign}, true},
    {"NIOSII", "arm-none-eabi", {wide, with_sign}, true},
    {"LM32", "arm-none-eabi", {wide}, true},
    {"RX200", "arm-none-eabi", {wide}, true},
};

static bool is_called(const struct known *known, const char *name, size_t length) {
    size_t own = strlen(known->name);
    if (known->name[own - 1] == '*') return length >= own - 1 && !strncasecmp(known->name, name, own - 1);
    return length == own && !strncmp(known->name, name, length);
}

/* ---- where a configuration says it ---- */

/* Objects have names, and attributes refer to them: `EVENT AVR`, `EVENT = AVR`. */
static bool names_objects(const char *word, size_t length) {
    static const char *const kinds[] = {"TASK",    "EVENT", "RESOURCE", "ALARM", "COUNTER", "APPMODE",
                                        "MESSAGE", "ISR",   "OS",       "COM",   "NM",      NULL};
    return spells_one_of(word, length, kinds);
}

/* `CPU name`, `ATTRIBUTE = name`, `ATTRIBUTE = "name"`: the name that follows the word here; NULL: none. */
static const char *machine_behind(const char *word, size_t length) {
    const char *next = word + length + strspn(word + length, " \t\r\n");
    bool is_attribute = *next == '=';
    if (is_attribute) next += 1 + strspn(next + 1, " \t\r\n");
    if (is_attribute && *next == '"') next++;
    bool is_processor = !is_attribute && spells(word, length, "CPU");
    return is_processor || (is_attribute && !names_objects(word, length)) ? next : NULL;
}

/* Behind the string that begins here; or here. */
static const char *skip_string(const char *at) {
    if (*at != '"') return at;
    at += 1 + strcspn(at + 1, "\"\n");
    return *at ? at + 1 : at;
}

static const struct known *find_named(struct arena *arena, const char *text, const char **called) {
    for (const char *at = text; *at;) {
        size_t length = word_length(at);
        const char *name = length ? machine_behind(at, length) : NULL;
        size_t width = name ? word_length(name) : 0;
        for (size_t i = 0; name && i < sizeof machines / sizeof *machines; i++) {
            if (!is_called(&machines[i], name, width)) continue;
            *called = arena_text_n(arena, name, width);
            return &machines[i];
        }
        const char *behind = skip_string(at);
        at = length ? at + length : behind > at ? behind : at + 1;
    }
    return NULL;
}

/* `CFLAGS = "-mcpu=cortex-m3"` */
static const struct known *find_flagged(const char *text) {
    static const struct known flags[] = {{"-mcpu=cortex", "arm-none-eabi", {narrow}, false},
                                         {"-mcpu=arm", "arm-none-eabi", {narrow}, false},
                                         {"-mmcu=at", "avr", {0}, false},
                                         {"-mmcu=msp430", "msp430", {0}, false}};
    size_t length = 0;
    for (const char *at = text; (at = oil_build_flags(text, at + length, &length));)
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
            const char *flag = strstr(at, flags[i].name);
            if (flag && flag < at + length) return &flags[i];
        }
    return NULL;
}

/* ---- all of it ---- */

/* A compiler of old ("arm-elf-gcc") has wide enumerations. */
bool oil_machine_of_compiler(struct arena *arena, const char *name, struct oil_machine *machine) {
    struct compiler_machine compiler = build_options_machine(arena, name);
    if (!compiler.target) return false;
    const char *target = compiler.has_old_layout ? "arm-none-eabi" : compiler.target;
    const char *width = compiler.has_short_enums ? narrow : build_options_shortens(target) ? wide : NULL;
    *machine = (struct oil_machine){.name = name,
                                    .target = target,
                                    .options = {width, compiler.sign},
                                    .is_stand_in = compiler.is_stand_in,
                                    .has_old_layout = compiler.has_old_layout};
    return true;
}

/* Trampoline's configurations name the compiler: "arm-none-eabi-gcc". */
static bool read_compiler(struct arena *arena, const char *text, struct oil_machine *machine) {
    size_t length = 0;
    for (const char *at = text; (at = oil_build_value(text, at + length, "COMPILER", &length));)
        if (oil_machine_of_compiler(arena, arena_text_n(arena, at, length), machine)) return true;
    return false;
}

/* The compiler that is named says how wide they are, whatever is usual for the machine. */
static void use_enumerations(struct oil_machine *machine, const struct oil_machine *compilers) {
    for (size_t i = 0; i < sizeof machine->options / sizeof *machine->options; i++)
        if (machine->options[i] == narrow && compilers->options[0] != narrow) machine->options[i] = wide;
}

bool oil_machine_find(struct arena *arena, const char *text, struct oil_machine *machine) {
    const char *name = "";
    const struct known *known = find_named(arena, text, &name);
    struct oil_machine compilers;
    bool has_compiler = read_compiler(arena, text, &compilers);
    if (!known && has_compiler) *machine = compilers;
    if (!known && has_compiler) return true;
    if (!known) known = find_flagged(text);
    if (!known) return false;
    *machine = (struct oil_machine){.name = name,
                                    .target = known->target,
                                    .options = {known->options[0], known->options[1]},
                                    .is_stand_in = known->is_stand_in,
                                    .has_old_layout =
                                        has_compiler ? compilers.has_old_layout : !strcmp(known->name, nxt_processor)};
    if (has_compiler && !strcmp(compilers.target, machine->target)) use_enumerations(machine, &compilers);
    return true;
}

const char *oil_machine_assumption(struct arena *arena, const struct oil_machine *machine) {
    if (!machine->is_stand_in) return NULL;
    return arena_printf(arena,
                        "numbers of %s are as large as those of %s, and lie in memory like them, the lowest byte "
                        "first, and `char` has %s",
                        machine->name, machine->target, build_options_sign(machine->target, machine->options[1]));
}
