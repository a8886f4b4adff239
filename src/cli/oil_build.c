#include "cli/oil_build.h"

#include "base/word.h"

#include <string.h>

static bool is_word_at(const char *text, const char *at, const char *word) {
    size_t length = strlen(word);
    return !strncmp(at, word, length) && (at == text || !is_word_char(at[-1])) && !is_word_char(at[length]);
}

/* Behind the comment that begins here; or here. */
static const char *skip_comment(const char *at) {
    if (!strncmp(at, "//", 2)) return at + strcspn(at, "\n");
    if (strncmp(at, "/*", 2) != 0) return at;
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

/* The next place of this word that is not in a comment. */
static const char *find_word(const char *text, const char *from, const char *word) {
    bool in_string = false;
    for (const char *at = text; *at;) {
        const char *behind = in_string ? at : skip_comment(at);
        if (behind != at) {
            at = behind;
            continue;
        }
        if (at >= from && is_word_at(text, at, word)) return at;
        in_string = *at == '"' ? !in_string : in_string && *at != '\n';
        at++;
    }
    return NULL;
}

/* `WORD = "value"`: the value, and how long it is; NULL: there are no more. */
static const char *next_value(const char *text, const char *from, const char *word, size_t *length) {
    for (const char *at = find_word(text, from, word); at; at = find_word(text, at + 1, word)) {
        const char *value = at + strlen(word);
        value += strspn(value, " \t");
        if (*value != '=') continue;
        value += 1 + strspn(value + 1, " \t");
        *length = *value == '"' ? strcspn(value + 1, "\"\n") : 0;
        if (*length) return value + 1;
    }
    return NULL;
}

/* Where clang has no such machine, or memory of it is not modelled, one with numbers and pointers of the same sizes
 * stands for it. */
static const struct machine {
    const char *name, *target;
    const char *options[2];
    bool is_stand_in;
} machines[] = {
    {"CORTEX_MX", "arm-none-eabi", {"-fshort-enums"}, false},
    {"CORTEX_M", "arm-none-eabi", {"-fshort-enums"}, false},
    {"CORTEX_RX", "arm-none-eabi", {"-fshort-enums"}, false},
    {"CORTEX", "arm-none-eabi", {"-fshort-enums"}, false}, /* -M4 */
    {"STM32", "arm-none-eabi", {"-fshort-enums"}, false},
    {"STM32F4", "arm-none-eabi", {"-fshort-enums"}, false},
    {"ARM7", "arm-none-eabi", {"-fshort-enums"}, false},
    {"ARM926EJ_S", "arm-none-eabi", {"-fshort-enums"}, false},
    /* nxtOSEK, as its makefiles say */
    {"ATMEL_AT91SAM7S256", "arm-none-eabi", {"-fshort-enums", "-fsigned-char"}, false},
    {"AVR", "avr", {0}, false},
    {"AVR8", "avr", {0}, false},
    {"AVR_5", "avr", {0}, false},
    {"ATMEGA", "avr", {0}, false},
    {"MSP430", "msp430", {0}, false},
    {"PIC30", "msp430", {0}, true},
    {"DSPIC33_PIC24", "msp430", {0}, true},
    {"MC9S12", "msp430", {0}, true},
    {"MC9S12XS", "msp430", {0}, true},
    {"PIC32", "arm-none-eabi", {"-fsigned-char"}, true},
    {"PPCE200ZX", "arm-none-eabi", {0}, true},
    {"TRICORE", "arm-none-eabi", {"-fsigned-char"}, true},
    {"TRICORE1", "arm-none-eabi", {"-fsigned-char"}, true},
    {"NIOSII", "arm-none-eabi", {"-fsigned-char"}, true},
    {"LM32", "arm-none-eabi", {"-fsigned-char"}, true},
    {"RX200", "arm-none-eabi", {0}, true},
};

/* Trampoline's configurations name the compiler: "arm-none-eabi-gcc". That of old ("arm-elf") has wide enumerations. */
static const struct machine compilers[] = {
    {"arm-elf-", "arm-none-eabi", {0}, false},
    {"arm-", "arm-none-eabi", {"-fshort-enums"}, false},
    {"avr-", "avr", {0}, false},
    {"msp430-", "msp430", {0}, false},
};

static const struct machine *find_compiler(const char *text) {
    size_t length = 0;
    for (const char *at = text; (at = next_value(text, at + length, "COMPILER", &length));)
        for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
            if (begins_with(at, compilers[i].name)) return &compilers[i];
    return NULL;
}

static const struct machine *find_machine(const char *text) {
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (find_word(text, text, machines[i].name)) return &machines[i];
    return find_compiler(text);
}

const char *oil_build_target(const char *text) {
    const struct machine *machine = find_machine(text);
    return machine ? machine->target : NULL;
}

/* The compiler is told so: `CFLAGS = "... -fsigned-char ..."`. */
static const char *flag_of_characters(const char *text) {
    static const char *const flags[] = {"-fsigned-char", "-funsigned-char"};
    size_t length = 0;
    for (const char *at = text; (at = next_value(text, at + length, "CFLAGS", &length));)
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
            const char *flag = strstr(at, flags[i]);
            if (flag && flag < at + length) return flags[i];
        }
    return NULL;
}

const char *oil_build_option(const char *text, size_t number) {
    const struct machine *machine = find_machine(text);
    size_t count = 0;
    while (machine && count < sizeof machine->options / sizeof *machine->options && machine->options[count]) count++;
    if (!machine || number > count) return NULL;
    return number == count ? flag_of_characters(text) : machine->options[number];
}

const char *oil_build_assumption(struct arena *arena, const char *text) {
    const struct machine *machine = find_machine(text);
    if (!machine || !machine->is_stand_in) return NULL;
    return arena_printf(arena,
                        "numbers of %s are as large as those of %s, and lie in memory like them, the lowest byte first",
                        machine->name, machine->target);
}

bool oil_build_is_erika(const char *text) {
    static const char *const own[] = {"EE_OPT", "KERNEL_TYPE", "CPU_DATA", "MCU_DATA", "BOARD_DATA", NULL};
    for (const char *const *word = own; *word; word++)
        if (find_word(text, text, *word)) return true;
    return false;
}

const char *oil_build_source(const char *text, const char *from, size_t *length) {
    size_t other_length = 0;
    const char *source = next_value(text, from, "APP_SRC", length);
    const char *other = next_value(text, from, "INCLUDE_C", &other_length);
    if (!other || (source && source < other)) return source;
    *length = other_length;
    return other;
}

/* A name, or `NAME=word`. */
static bool is_macro(const char *word, size_t length) {
    if (!length || (*word >= '0' && *word <= '9') || *word == '=') return false;
    for (size_t i = 0, equals = 0; i < length; i++) {
        equals += word[i] == '=';
        if (equals > 1 || (word[i] != '=' && !is_word_char(word[i]))) return false;
    }
    return true;
}

/* Of options of a compiler. */
static void add_flags(struct arena *arena, const char *flags, size_t length, struct text_list *macros) {
    for (const char *end = flags + length; flags < end;) {
        const char *stop = memchr(flags, ' ', (size_t)(end - flags));
        size_t width = (size_t)((stop ? stop : end) - flags);
        if (width > 2 && !strncmp(flags, "-D", 2) && is_macro(flags + 2, width - 2))
            vec_push(&macros->list, arena_text_n(arena, flags + 2, width - 2));
        flags += width + 1;
    }
}

void oil_build_macros(struct arena *arena, const char *text, struct text_list *macros) {
    size_t length = 0;
    for (const char *at = text; (at = next_value(text, at + length, "EE_OPT", &length));)
        if (is_macro(at, length)) vec_push(&macros->list, arena_text_n(arena, at, length));
    length = 0;
    for (const char *at = text; (at = next_value(text, at + length, "CFLAGS", &length));)
        add_flags(arena, at, length, macros);
}
