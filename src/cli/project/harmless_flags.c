#include "cli/project/harmless_flags.h"

#include "base/word.h"
#include "cfront/text/number_flags.h"

#include <ctype.h>

/* GCC's and clang's -f of how code is made. */
static bool is_of_code(const char *name) {
    static const char *const beginnings[] = {"function-sections",
                                             "data-sections",
                                             "common",
                                             "builtin",
                                             "freestanding",
                                             "hosted",
                                             "exceptions",
                                             "rtti",
                                             "omit-frame",
                                             "message-length",
                                             "stack",
                                             "inline",
                                             "lto",
                                             "fat-lto",
                                             "use-linker",
                                             "pic",
                                             "PIC",
                                             "pie",
                                             "PIE",
                                             "diagnostics",
                                             "verbose-asm",
                                             "strict-aliasing",
                                             "move-loop",
                                             "jump-tables",
                                             "tree",
                                             "unroll",
                                             "gcse",
                                             "dump",
                                             "unwind",
                                             "asynchronous",
                                             "color",
                                             "sanitize",
                                             "profile",
                                             "test-coverage",
                                             "delete-null",
                                             "toplevel",
                                             "section-anchors",
                                             "threadsafe",
                                             "use-cxa",
                                             "visibility",
                                             "align",
                                             "ident",
                                             "merge",
                                             "reorder",
                                             "schedule",
                                             "sched",
                                             "split",
                                             "ipa",
                                             "ira",
                                             "optimize",
                                             "conserve-stack",
                                             "crossjumping",
                                             "caller-saves",
                                             "expensive",
                                             "guess-branch",
                                             "if-conversion",
                                             "defer-pop",
                                             "force",
                                             "keep",
                                             "peephole",
                                             "rename",
                                             "rerun",
                                             "thread-jumps",
                                             "tracer",
                                             "web",
                                             "whole-program",
                                             "unit-at-a-time",
                                             "macro",
                                             "file-prefix",
                                             "debug",
                                             "working-directory",
                                             "show",
                                             "limit",
                                             "math-errno",
                                             "signed-zeros",
                                             "trapping-math",
                                             "bounds-check",
                                             "branch",
                                             "early-inlining",
                                             "early-init",
                                             "plt",
                                             "semantic",
                                             "permissive",
                                             "extended-identifiers",
                                             "dollars",
                                             "leading",
                                             "max",
                                             "input",
                                             "preprocessed",
                                             "syntax-only",
                                             "time-report",
                                             "mem-report",
                                             "vect",
                                             "cse",
                                             "dce",
                                             "dse",
                                             "earlyinit",
                                             "exec-charset",
                                             NULL};
    if (begins_with(name, "no-")) name += 3;
    return begins_with_one_of(name, beginnings);
}

/* ... and -m of which machine it is, which is asked for elsewhere, and how its code is made. */
static bool is_of_machine(const char *name) {
    static const char *const beginnings[] = {
        "cpu=",         "abi=",         "thumb",      "arm",           "arch=",        "tune=",      "fpu=",
        "float-abi=",   "mcu=",         "long-calls", "apcs",          "tpcs",         "relax",      "call-prologues",
        "soft-float",   "hard-float",   "slow-flash", "little-endian", "cmodel",       "processor=", "unaligned-access",
        "sched",        "restrict-it",  "fix-",       "poke",          "pic-",         "single-pic", "word-reloc",
        "stack",        "strict-align", "small",      "sse",           "mmx",          "avx",        "red-zone",
        "general-regs", "isr",          "interrupts", "tiny",          "warn",         "print",      "hwmult",
        "div",          "mul",          "fdiv",       "fma",           "save-restore", "branch",     "code-region",
        "data-region",  "implicit-it",  "tp=",        "cmse",          "ll",           "fp",         "vfp",
        "eabi",         "sdata",        "regnames",   "vle",           "spe",          NULL};
    if (begins_with(name, "no-")) name += 3;
    return begins_with_one_of(name, beginnings);
}

/* Others' */
static bool is_known_word(const char *word) {
    static const char *const beginnings[] = {
        "-D", "-U", "-I", "-L", "-l", "-W", "-M", "-i", "-B", "-x", "-std", "--std", "-pedantic", "-specs", "--specs",
        "-nost", "-nodef", "-static", "-shared", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-gdwarf",
        "-ggdb", "-save-temps", "--param", "--sysroot", "-dump", "-ansi", "--ansi", "-include", "--include",
        "--preinclude", "-no-canonical", "--define", "--undefine", "-undef", "-Q", "--target", "-target", "--driver",
        "-rdynamic", "-pthread", "-fopenmp",
        /* Keil's, IAR's, TI's */
        "--cpu", "--endian", "-endian", "--fp", "--zero_init", "--fpu", "--c99", "--c11", "--c17", "--gnu", "--apcs",
        "--thumb", "--arm", "--split", "--debug", "--interwork", "--list", "--depend", "--asm", "--diag", "--no_",
        "--dlib", "--silent", "--vla", "--feedback", "--retain", "--md", "--multiply", "--brief", "--strict", "--warn",
        "--remarks", "--only", "--output", "--dependencies", "--mfc", "--discard", "--use", "--guard", "--error",
        "--bss", "--code_state", "--float_support", "--abi", "--opt", "--via", "--display", "--verbose", "--help",
        "--version", "--quiet", "--keep", "--inline", "--autoinline", "--forceinline", "--library", NULL};
    return begins_with_one_of(word, beginnings);
}

/* Whatever it is, it speaks of numbers. */
static bool speaks_of_numbers(const char *name) {
    static const char *const words[] = {"char",     "enum",      "endian", "double", "pack",
                                        "bitfield", "bit-field", "signed", "wchar",  NULL};
    static const char *const others[] = {"-W",
                                         "-D",
                                         "-I",
                                         "-U",
                                         "-L",
                                         "-l",
                                         "-i",
                                         "-M",
                                         "--diag",
                                         "-fno-signed-zeros",
                                         "-fexec-charset",
                                         "-finput-charset",
                                         "-fsigned-zeros",
                                         "--include",
                                         "--define",
                                         NULL};
    return contains_one_of(name, words) && !begins_with_one_of(name, others) && !strstr(name, "little");
}

bool harmless_flags_have(const char *word, size_t length) {
    char name[64];
    if (length < 2 || length >= sizeof name) return true;
    if (number_flags_kind(word, length) != FLAG_OTHER) return true; /* told by itself */
    memcpy(name, word, length);
    name[length] = '\0';
    if (speaks_of_numbers(name) || !strcmp(name, "-B")) return false; /* Tasking's for big ends */
    bool is_script =
        begins_with(name, "-T") && (length == 2 || strpbrk(name, "./$") || islower((unsigned char)name[3]));
    bool is_level = strchr("OgGcovSEPwsprnehuzqVdtCN", name[1]) && (length == 2 || isdigit((unsigned char)name[2]));
    bool optimises =
        name[1] == 'O' && (name[2] == 's' || name[2] == 'g' || name[2] == 'z' || name[2] == 't' || name[2] == 'h');
    if (is_script || is_level || optimises || begins_with(name, "-pipe") || begins_with(name, "-pg")) return true;
    if (begins_with(name, "-f")) return is_of_code(name + 2);
    if (begins_with(name, "-m")) return is_of_machine(name + 2);
    return is_known_word(name);
}
