#include "cfront/source/compiler_names.h"

#include "base/word.h"

#include <string.h>
#include <strings.h>

static const char *const of_clang[] = {"__clang__", "__clang_major__", "__clang_minor__", "__clang_version__",
                                       "__llvm__",  "__VERSION__",     "__STDC_HOSTED__", NULL};
/* GCC and clang have them, with other numbers. */
static const char *const numbers[] = {"__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", NULL};
/* Of the machine on which this runs, where nobody names another one. */
static const char *const of_host[] = {"__linux__", "__linux",     "linux",   "__gnu_linux__", "__unix__",
                                      "__unix",    "unix",        "_WIN32",  "__APPLE__",     "__x86_64__",
                                      "__amd64__", "__aarch64__", "__SSE__", "__SSE2__",      NULL};

static bool names_machine(const struct front *front) {
    if (front->options->compile_commands) return true;
    for (size_t i = 0; i < front->options->argument_count; i++)
        if (begins_with(front->options->arguments[i], "-target") ||
            begins_with(front->options->arguments[i], "--target"))
            return true;
    return false;
}

/* `-DNAME`, `-UNAME`; the name may be an argument of its own. */
void compiler_names_note_said(struct front *front, const char *const *arguments, size_t count) {
    name_list *said = &front->said_names;
    for (size_t i = 0; i < count; i++) {
        if (!begins_with(arguments[i], "-D") && !begins_with(arguments[i], "-U")) continue;
        const char *name = arguments[i][2] ? arguments[i] + 2 : i + 1 < count ? arguments[i + 1] : "";
        name = arena_text_n(front->scratch, name, word_length(name));
        if (!is_in_list(name, said->items, said->count)) vec_push(said, name);
    }
}

bool compiler_names_is_said(const struct front *front, const char *name) {
    return is_in_list(name, front->said_names.items, front->said_names.count);
}

/* `-std=c99`, `-ansi`: __STDC_VERSION__ is that of the build. */
static bool names_language(const struct front *front) {
    static const char *const options[] = {"-std=", "--std=", "-ansi", NULL};
    for (size_t i = 0; i < front->options->argument_count; i++)
        if (begins_with_one_of(front->options->arguments[i], options)) return true;
    return false;
}

/* ---- whose names they are ---- */

static bool begins_alike(const char *name, const char *const *beginnings) {
    size_t underscores = strspn(name, "_");
    for (; underscores && *beginnings; beginnings++)
        if (!strncasecmp(name + underscores, *beginnings, strlen(*beginnings))) return true;
    return false;
}

/* C has them, whoever compiles it; and those who only look at code, without building it, have names, too. */
static bool is_sure(const char *name) {
    static const char *const all[] = {"__cplusplus", "__STDC__", NULL};
    static const char *const checkers[] = {"lint",   "CDT_PARSER", "INTELLISENSE", "COVERITY", "CPPCHECK",
                                           "SPLINT", "PCLINT",     "KLOCWORK",     "DOXYGEN",  NULL};
    return is_one_of(name, all) || begins_alike(name, checkers);
}

bool compiler_names_are_compilers(const char *name) {
    static const char *const beginnings[] = {
        "GNU", "GCC", "clang", "llvm", "cplusplus", "STDC", "ICC", "IAR", "CC_", "ARMCC", "ARMCOMPILER", "ARMASM",
        "TASKING", "CTC", "HIWARE", "MWERKS", "CWCC", "CODEWARRIOR", "ghs", "DCC", "TI_", "TMS", "TINYC", "C30", "C32",
        "C51", "C166", "CX51", "XC8", "XC16", "XC32", "PICC", "HTC", "SDCC", "KEIL", "BORLAND", "TURBO", "WATCOM",
        "MSC_", "CCRX", "CCRL", "CCRH", "CSMC", "RENESAS", "INTEL", "VERSION", "OPTIMIZE",
        /* machines */
        "ARM", "THUMB", "AARCH", "MSP430", "AVR", "PIC", "dsPIC", "PPC", "POWERPC", "MIPS", "RISCV", "TRICORE", "NIOS",
        "V850", "RH850", "RL78", "RX_", "M68", "HC12", "HCS12", "X86", "I386", "AMD64", "IA64", "SSE", "NEON", "SOFTFP",
        "VFP", "FPU_", "SPE_", "VLE_", "LP64", "SIZEOF", "BYTE_ORDER", "BIG_ENDIAN", "LITTLE_ENDIAN", "ORDER_", "CHAR_",
        "FAST_MATH", "REGISTER_PREFIX", "USER_LABEL",
        /* systems and their libraries */
        "WIN", "MINGW", "CYGWIN", "APPLE", "LINUX", "UNIX", "FREEBSD", "QNX", "VXWORKS", "POSIX", "XOPEN", "BSD",
        "ISOC", "DEFAULT_SOURCE", "REENT", "NEWLIB", "NEED_", "HAS_", "ANSI", "STRICT", NULL};
    static const char *const words[] = {"__RX__", "__RX", "_SH", "__sh__", "SDCC", NULL};
    return is_sure(name) || is_one_of(name, of_host) || is_one_of(name, words) || begins_alike(name, beginnings);
}

/* ... and of these, those that the build's compiler need not have as clang has them. */
static bool is_open(const struct front *front, const char *name, bool is_asked_if_defined) {
    static const char *const machines[] = {"__arm__", "__AVR__", "__AVR", "__MSP430__", "__ARM_EABI__", NULL};
    bool knows_machine = names_machine(front) && !front->has_foreign_compiler;
    if (is_sure(name)) return false;
    if (!strcmp(name, "__STDC_VERSION__") && names_language(front)) return false;
    if (is_one_of(name, of_clang)) return true;
    if (is_one_of(name, numbers) && is_asked_if_defined) return front->has_foreign_compiler;
    if (is_one_of(name, numbers)) return true;
    if (is_one_of(name, of_host)) return !names_machine(front);
    if (is_one_of(name, machines)) return !knows_machine;
    bool knows_compiler = front->options->compile_commands && !front->has_foreign_compiler;
    bool may_be_compilers = compiler_names_are_compilers(name) || (front->has_foreign_compiler && *name == '_');
    return !knows_compiler && may_be_compilers;
}

static void note(struct front *front, const name_list *words, bool are_asked_if_defined) {
    for (size_t i = 0; i < words->count; i++)
        if (is_open(front, words->items[i], are_asked_if_defined) && !compiler_names_is_said(front, words->items[i]) &&
            !is_in_list(words->items[i], front->compiler_names.items, front->compiler_names.count))
            vec_push(&front->compiler_names, words->items[i]);
}

void compiler_names_note(struct front *front, const name_list *asked, const name_list *compared) {
    note(front, asked, true);
    note(front, compared, false);
}

/* Others ask for many compilers. */
bool compiler_names_is_own(const struct front *front, const char *file) {
    const char *slash = strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash - file) + 1 : 0;
    for (size_t i = 0; i < front->source_count; i++)
        if (!strncmp(front->sources[i], file, folder) && !strchr(front->sources[i] + folder, '/')) return true;
    return false;
}

void compiler_names_tell(struct front *front) {
    enum { MOST_TOLD = 4 };
    name_list open = {0};
    for (size_t i = 0; i < front->compiler_names.count; i++)
        if (!is_in_list(front->compiler_names.items[i], front->defined_names.items, front->defined_names.count))
            vec_push(&open, front->compiler_names.items[i]);
    if (open.count)
        front_assume(front, arena_printf(front->arena,
                                         "the build's compiler has what conditions of the preprocessor ask for as "
                                         "clang has it here (%s; -D and --clang -UNAME say otherwise)",
                                         arena_some_names(front->scratch, open.items, open.count, MOST_TOLD)));
    vec_free(&open);
}
