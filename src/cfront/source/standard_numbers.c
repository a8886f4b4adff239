#include "cfront/source/standard_numbers.h"

#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/text/code_only.h"

#include <stdio.h>
#include <string.h>

/* ---- <stdint.h> ---- */

/* How a type is called in C, its largest number, and what makes literals of it. */
struct number {
    const char *type, *most, *suffix;
};

static const struct number a_char = {"char", "__SCHAR_MAX__", ""}, a_short = {"short", "__SHRT_MAX__", "U"},
                           an_int = {"int", "__INT_MAX__", "U"}, a_long = {"long", "__LONG_MAX__", "UL"};

/* int_fast8_t, int_fast16_t and int_fast32_t: the first condition that is true counts. */
static const struct fast {
    const char *condition;
    const struct number *numbers[3];
} fast[] = {
    {"defined __linux__ && defined __LP64__", {&a_char, &a_long, &a_long}}, /* glibc */
    {"defined __linux__", {&a_char, &an_int, &an_int}},
    {"defined __AVR__", {&a_char, &an_int, &a_long}}, /* avr-libc */
    {"defined _WIN32 || defined __APPLE__", {&a_char, &a_short, &an_int}},
    {"__SIZEOF_INT__ == 2", {&an_int, &an_int, &a_long}}, /* newlib, and TI's */
    {"1", {&an_int, &an_int, &an_int}},                   /* newlib, and Keil's */
};

static void print_fast(const struct fast *choice, struct text *out) {
    text_printf(out, "%s %s\n", choice == fast ? "#if" : "#elif", choice->condition);
    for (int i = 0; i < 3; i++) {
        const struct number *number = choice->numbers[i];
        int width = 8 << i;
        text_printf(out, "typedef signed %s int_fast%d_t;\ntypedef unsigned %s uint_fast%d_t;\n", number->type, width,
                    number->type, width);
        text_printf(out, "#define INT_FAST%d_MAX %s\n#define INT_FAST%d_MIN (-%s - 1)\n", width, number->most, width,
                    number->most);
        text_printf(out, "#define UINT_FAST%d_MAX (%s * 2%s + 1%s)\n", width, number->most, number->suffix,
                    number->suffix);
    }
}

/* How wide these are the compiler says: `INT32`. */
static void print_given(const char *name, const char *small, const char *large, struct text *out) {
    text_printf(out, "typedef __INT%s_TYPE__ int%s_t;\ntypedef __UINT%s_TYPE__ uint%s_t;\n", name, small, name, small);
    text_printf(out, "#define INT%s_MAX __INT%s_MAX__\n#define INT%s_MIN (-__INT%s_MAX__ - 1)\n", large, name, large,
                name);
    text_printf(out, "#define UINT%s_MAX __UINT%s_MAX__\n", large, name);
}

static void print_literals(const char *name, struct text *out) {
    static const char *const signs[] = {"", "U"};
    for (int i = 0; i < 2; i++)
        text_printf(out, "#define %sINT%s_C(value) RTCHECK_JOIN(value, __%sINT%s_C_SUFFIX__)\n", signs[i], name,
                    signs[i], name);
}

static void print_exact(int width, struct text *out) {
    char name[8], least[16], large[16];
    snprintf(name, sizeof name, "%d", width);
    snprintf(least, sizeof least, "_least%d", width);
    snprintf(large, sizeof large, "_LEAST%d", width);
    print_given(name, name, name, out);
    print_given(name, least, large, out);
    print_literals(name, out);
}

static void print_stdint(struct text *out) {
    text_add(out, "#ifndef RTCHECK_STDINT_H\n"
                  "#define RTCHECK_STDINT_H\n"
                  "#define RTCHECK_JOIN(value, suffix) RTCHECK_JOINED(value, suffix)\n"
                  "#define RTCHECK_JOINED(value, suffix) value##suffix\n"
                  "#include <rtcheck_wide.h>\n");
    for (int width = 8; width <= 64; width *= 2) print_exact(width, out);
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) print_fast(&fast[i], out);
    text_add(out, "#endif\n");
    print_given("64", "_fast64", "_FAST64", out);
    print_given("MAX", "max", "MAX", out);
    print_literals("MAX", out);
    print_given("PTR", "ptr", "PTR", out);
    text_add(out, "#define SIZE_MAX __SIZE_MAX__\n"
                  "#define PTRDIFF_MAX __PTRDIFF_MAX__\n"
                  "#define PTRDIFF_MIN (-__PTRDIFF_MAX__ - 1)\n"
                  "#define SIG_ATOMIC_MAX __INT_MAX__\n"
                  "#define SIG_ATOMIC_MIN (-__INT_MAX__ - 1)\n"
                  "#endif\n");
}

static const char *stdint_path(const struct front *front) {
    return arena_printf(front->scratch, "%s/include/stdint.h", front->clang.resources);
}

void standard_numbers_add(struct front *front, memory_files *files) {
    struct text text = {0};
    if (!front->clang.resources) return;
    print_stdint(&text);
    const char *kept = arena_text(front->scratch, text_chars(&text));
    memory_files_add(files, stdint_path(front), kept, strlen(kept));
    text_free(&text);
}

/* ---- Which of them differ ---- */

/* A type whose width others choose otherwise, and the words that are about it. */
static const struct choice {
    const char *type, *header, *words[6];
} choices[] = {
    {"int_fast8_t", "stdint.h", {"int_fast8_t", "uint_fast8_t", "INT_FAST8_MIN", "INT_FAST8_MAX", "UINT_FAST8_MAX"}},
    {"int_fast16_t",
     "stdint.h",
     {"int_fast16_t", "uint_fast16_t", "INT_FAST16_MIN", "INT_FAST16_MAX", "UINT_FAST16_MAX"}},
    {"int_fast32_t",
     "stdint.h",
     {"int_fast32_t", "uint_fast32_t", "INT_FAST32_MIN", "INT_FAST32_MAX", "UINT_FAST32_MAX"}},
    {"time_t", "time.h", {"time_t", "timespec"}},
    {"clock_t", "time.h", {"clock_t"}},
    {"wint_t", "wchar.h", {"wint_t", "WINT_MIN", "WINT_MAX"}},
    {"wchar_t", "stddef.h", {"wchar_t", "WCHAR_MIN", "WCHAR_MAX"}},
};
enum { CHOICES = sizeof choices / sizeof *choices };
static const char width_of[] = "rtcheck_width_of_";

/* Most files have none of the words. */
static bool may_have_one(const char *text) {
    static const char *const parts[] = {"int_fast",         "INT_FAST", "time_t",  "timespec", "clock_t",
                                        "wint_t",           "WINT_M",   "wchar_t", "WCHAR_M",  "_Generic",
                                        "types_compatible", "U\"",      "U'"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(text, parts[i])) return true;
    return false;
}

static void read_word(struct front *front, const char *word, size_t length) {
    static const char *const asking[] = {"_Generic", "__builtin_types_compatible_p", NULL};
    if (spells_one_of(word, length, asking)) front->asks_for_types = true;
    for (unsigned i = 0; i < CHOICES; i++)
        if (spells_one_of(word, length, choices[i].words)) front->chosen_widths |= 1u << i;
}

void standard_numbers_read(struct front *front, const char *file, const char *text) {
    if (front->clang.resources && !strcmp(file, stdint_path(front))) front->reads_stdint = true;
    if (!front_is_users(front, file) || !may_have_one(text)) return;
    for (const char *at = code_only(front->scratch, text, true); *at;) {
        size_t length = word_length(at);
        if (length) read_word(front, at, length);
        if (spells(at, length, "U") && (at[1] == '"' || at[1] == '\'')) front->has_char32 = true;
        at += length + !length;
    }
}

/* There is one library on this machine, and the options say that it is this one. */
static bool is_sure(const struct front *front) {
    const char *target = front->program->target;
    return begins_with(target, "avr") || (!front->has_no_target && strstr(target, "linux-gnu"));
}

static bool is_told(const struct front *front, unsigned choice) {
    bool is_ours = strcmp(choices[choice].header, "stdint.h") != 0 || front->reads_stdint;
    return front->chosen_widths >> choice & 1 && is_ours && !is_sure(front);
}

const char *standard_numbers_asking(struct front *front) {
    struct text headers = {0}, text = {0};
    for (unsigned i = 0; i < CHOICES; i++) {
        if (!is_told(front, i)) continue;
        const char *type = choices[i].type;
        text_printf(&headers, "#include <%s>\n", choices[i].header);
        text_printf(&text, "%s %s%s = sizeof(%s) * 8", text.length ? "," : "enum {", width_of, type, type);
    }
    if (text.length) text_add(&text, " };\n");
    text_add(&headers, text_chars(&text));
    const char *asking = arena_text(front->scratch, text_chars(&headers));
    text_free(&headers);
    text_free(&text);
    return asking;
}

void standard_numbers_tell(struct front *front, const struct cursors *constants) {
    struct text text = {0};
    for (size_t i = 0; i < constants->count; i++)
        text_printf(&text, "%s`%s` has %lld bits", i ? ", " : "",
                    front_spelling(front, constants->items[i]) + strlen(width_of),
                    front->clang.getEnumConstantDeclValue(constants->items[i]));
    front_assume(front, arena_printf(front->arena, "%s (compilers and their libraries differ)", text_chars(&text)));
    text_free(&text);
}

bool standard_numbers_are(struct front *front, const struct cursors *constants) {
    return constants->count && begins_with(front_spelling(front, constants->items[0]), width_of);
}

/* ---- Types of the same numbers ---- */

/* GCC makes `int32_t` a `long` where there is no system below; TI makes `int16_t` an `int`. */
void standard_numbers_assume(struct front *front) {
    uint32_t size = front->program->int_type->size, pointer = front->program->pointer_size;
    if (front->has_char32 && begins_with(front->program->target, "msp430"))
        front_doubt(front, "characters of `U\"...\"` have 32 bits on `%s`, but 16 here", front->program->target);
    if (!front->asks_for_types || !front->reads_stdint || is_sure(front)) return;
    if (size == 4 && pointer == 4)
        front_assume(front, "where code asks for types (`_Generic`), `int32_t` is an `int`, not a `long`");
    if (size == 2) front_assume(front, "where code asks for types (`_Generic`), `int16_t` is a `short`, not an `int`");
}
