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

/* Where clang has no such machine, one with numbers and pointers of the same sizes. */
static const struct machine {
    const char *name, *target;
    const char *options[2];
} machines[] = {
    {"CORTEX_MX", "arm-none-eabi", {"-fshort-enums"}},
    {"CORTEX_M", "arm-none-eabi", {"-fshort-enums"}},
    {"STM32", "arm-none-eabi", {"-fshort-enums"}},
    {"STM32F4", "arm-none-eabi", {"-fshort-enums"}},
    {"ARM926EJ_S", "arm-none-eabi", {"-fshort-enums"}},
    {"ATMEL_AT91SAM7S256", "arm-none-eabi", {"-fshort-enums", "-fsigned-char"}}, /* nxtOSEK, as its makefiles say */
    {"AVR", "avr", {0}},
    {"AVR8", "avr", {0}},
    {"ATMEGA", "avr", {0}},
    {"MSP430", "msp430", {0}},
    {"PIC30", "msp430", {0}},
    {"DSPIC33_PIC24", "msp430", {0}},
};

static const struct machine *find_machine(const char *text) {
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (find_word(text, text, machines[i].name)) return &machines[i];
    return NULL;
}

const char *oil_build_target(const char *text) {
    const struct machine *machine = find_machine(text);
    return machine ? machine->target : NULL;
}

const char *oil_build_option(const char *text, size_t number) {
    const struct machine *machine = find_machine(text);
    bool has_it = machine && number < sizeof machine->options / sizeof *machine->options;
    return has_it ? machine->options[number] : NULL;
}

/* Trampoline's configurations name sources, too, and go on as the standard says. */
bool oil_build_is_erika(const char *text) {
    static const char *const own[] = {"EE_OPT", "KERNEL_TYPE"}, *const others[] = {"TRAMPOLINE_BASE_PATH", "BUILD"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (find_word(text, text, own[i])) return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (find_word(text, text, others[i])) return false;
    return find_word(text, text, "APP_SRC") != NULL;
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
