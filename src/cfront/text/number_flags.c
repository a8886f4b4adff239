#include "cfront/text/number_flags.h"

#include "base/word.h"

#include <string.h>

/* With `=` at its end, whatever its value is. */
static const struct {
    const char *name;
    enum number_flag kind;
} flags[] = {
    {"-funsigned-char", FLAG_CHARS},
    {"-fsigned-char", FLAG_CHARS},
    {"-fno-unsigned-char", FLAG_CHARS},
    {"-fno-signed-char", FLAG_CHARS},
    {"--unsigned-char", FLAG_CHARS},
    {"--signed-char", FLAG_CHARS},
    {"-fshort-enums", FLAG_CHARS},
    {"-fno-short-enums", FLAG_CHARS},
    {"-fshort-wchar", FLAG_CHARS},
    {"-fno-short-wchar", FLAG_CHARS},
    {"-fpack-struct", FLAG_OURS},
    {"-fpack-struct=", FLAG_OURS},
    {"-fms-extensions", FLAG_OURS},
    {"-fgnu89-inline", FLAG_OURS},
    {"-trigraphs", FLAG_OURS},
    {"-m16", FLAG_OURS},
    {"-m32", FLAG_OURS},
    {"-m64", FLAG_OURS},
    {"-funsigned-bitfields", FLAG_UNHEEDED},
    {"-fno-signed-bitfields", FLAG_UNHEEDED},
    {"-fsingle-precision-constant", FLAG_UNHEEDED},
    {"-fallow-single-precision", FLAG_UNHEEDED},
    {"-fstrict-volatile-bitfields", FLAG_UNHEEDED},
    {"-fexec-charset=", FLAG_UNKNOWN},
    {"-fwide-exec-charset=", FLAG_UNKNOWN},
    {"-fshort-double", FLAG_UNKNOWN},
    {"-fsso-struct=", FLAG_UNKNOWN},
    {"-fplan9-extensions", FLAG_UNKNOWN},
    {"-mms-bitfields", FLAG_UNKNOWN},
    {"-malign-double", FLAG_UNKNOWN},
    {"-mstructure-size-boundary=", FLAG_UNKNOWN},
    {"-mshort", FLAG_UNKNOWN},
    {"-mint8", FLAG_UNKNOWN},
    {"-mint16", FLAG_UNKNOWN},
    {"-mint32", FLAG_UNKNOWN},
    {"-mlong32", FLAG_UNKNOWN},
    {"-mlong64", FLAG_UNKNOWN},
    {"-mlarge", FLAG_UNKNOWN},
    {"-mmemory-model=", FLAG_UNKNOWN},
    {"-mdouble=", FLAG_UNKNOWN},
    {"-mlong-double=", FLAG_UNKNOWN},
    {"-mlong-double-64", FLAG_UNKNOWN},
    {"-mbig-endian", FLAG_UNKNOWN},
    {"-EB", FLAG_UNKNOWN},
    {"-mbig", FLAG_UNKNOWN},
    {"-mbe8", FLAG_UNKNOWN},
    {"-mbe32", FLAG_UNKNOWN},
    {"-meb", FLAG_UNKNOWN},
    {"-me", FLAG_UNKNOWN},
    {"--endian=", FLAG_UNKNOWN},
    {"-endian=", FLAG_UNKNOWN},
    {"-mabi=", FLAG_UNKNOWN},
    {"-uc", FLAG_UNKNOWN},
    {"-Xchar-unsigned", FLAG_UNKNOWN}, /* Diab's */
    {"-Xchar-signed", FLAG_UNKNOWN},
    {"-Xenum-is-small", FLAG_UNKNOWN},
    {"-Xenum-is-short", FLAG_UNKNOWN},
    {"-Xenum-is-best", FLAG_UNKNOWN},
    {"-Xenum-is-unsigned", FLAG_UNKNOWN},
    {"-Xbit-fields-unsigned", FLAG_UNKNOWN},
    {"-Xbit-fields-signed", FLAG_UNKNOWN},
    {"-Xbit-fields-access-types", FLAG_UNKNOWN},
    {"-Xbit-fields-compress", FLAG_UNKNOWN},
    {"-Xstruct-min-align", FLAG_UNKNOWN},
    {"-Xstruct-min-align=", FLAG_UNKNOWN},
    {"-Xmember-max-align=", FLAG_UNKNOWN},
    {"-Xendian-BE", FLAG_UNKNOWN},
    {"-Xendian-big", FLAG_UNKNOWN},
    {"-Xfp-float-only", FLAG_UNKNOWN},
    {"--uchar", FLAG_UNKNOWN}, /* Tasking's */
    {"--schar", FLAG_UNKNOWN},
    {"--integer-enumeration", FLAG_UNKNOWN},
    {"--fp-model=", FLAG_UNKNOWN},
    {"--no-double", FLAG_UNKNOWN},
    {"--double=", FLAG_UNKNOWN},
    {"--zero_init=", FLAG_UNKNOWN}, /* TI's */
    {"--fp_mode=", FLAG_UNKNOWN},
    {"--fpmode=", FLAG_UNKNOWN},
    {"--enum_type=", FLAG_UNKNOWN},
    {"--signed_char", FLAG_UNKNOWN},
    {"--unsigned_char", FLAG_UNKNOWN},
    {"-unsigned_char", FLAG_UNKNOWN}, /* Renesas' */
    {"-signed_char", FLAG_UNKNOWN},
    {"-unsigned_bitfield", FLAG_UNKNOWN},
    {"-auto_enum", FLAG_UNKNOWN},
    {"-int_to_short", FLAG_UNKNOWN},
    {"-dbl_size=", FLAG_UNKNOWN},
    {"-double=", FLAG_UNKNOWN},
    {"-pack", FLAG_UNKNOWN},
    {"/J", FLAG_UNKNOWN},             /* Microsoft's */
    {"-char unsigned", FLAG_UNKNOWN}, /* CodeWarrior's */
    {"-char signed", FLAG_UNKNOWN},
    {"-enum min", FLAG_UNKNOWN},
    {"-enum int", FLAG_UNKNOWN},
    {"-Ofast", FLAG_ALLOWING},
    {"-ffast-math", FLAG_ALLOWING},
    {"-funsafe-math-optimizations", FLAG_ALLOWING},
    {"-ffinite-math-only", FLAG_ALLOWING},
    {"-fwrapv", FLAG_ALLOWING},
    {"-fno-strict-overflow", FLAG_ALLOWING},
    {"-traditional", FLAG_UNKNOWN},
    {"-traditional-cpp", FLAG_UNKNOWN},
    {"--unsigned_chars", FLAG_UNKNOWN},
    {"--signed_chars", FLAG_UNKNOWN},
    {"--unsigned_bitfields", FLAG_UNKNOWN},
    {"--short_enums", FLAG_UNKNOWN},
    {"--enum_is_int", FLAG_UNKNOWN},
    {"--char_is_signed", FLAG_UNKNOWN},
    {"--char_is_unsigned", FLAG_UNKNOWN},
    {"--small_enum", FLAG_UNKNOWN},
    {"--bigend", FLAG_UNKNOWN},
    {"--big_endian", FLAG_UNKNOWN},
    {"--plain_char=", FLAG_UNKNOWN},
    {"-ansi", FLAG_LANGUAGE},
    {"--ansi", FLAG_LANGUAGE},
    {"--c89", FLAG_LANGUAGE},
    {"--c90", FLAG_LANGUAGE},
    {"--kr_compatible", FLAG_LANGUAGE},
};

/* `-std=gnu89`; the others differ only in what is asked of the preprocessor. */
static bool is_other_standard(const char *flag, size_t length) {
    static const char *const names[] = {"c89",          "gnu89", "c90", "gnu90", "iso9899:1990", "iso9899:199409",
                                        "c2x",          "gnu2x", "c23", "gnu23", "c2y",          "gnu2y",
                                        "iso9899:2024", "ansi",  NULL};
    static const char *const options[] = {"-std=", "--std=", NULL};
    size_t skipped = begins_with_one_of(flag, options) ? strcspn(flag, "=") + 1 : length;
    return skipped < length && spells_one_of(flag + skipped, length - skipped, names);
}

/* It is ours, too. */
static bool is_usual_charset(const char *flag, size_t length) {
    static const char *const usual[] = {"-fexec-charset=UTF-8", "-fexec-charset=utf-8", NULL};
    return spells_one_of(flag, length, usual);
}

/* Of little ends, as our machines have them, and of other things: `-mabi=aapcs`, `--fpmode=strict`. */
static bool is_usual(const char *flag, size_t length) {
    static const char *const usual[] = {
        "--endian=little",    "-endian=little", "-mabi=aapcs",  "-mabi=aapcs-linux", "-mabi=ilp32",
        "-mabi=lp64",         "-mabi=ilp32f",   "-mabi=ilp32d", "-mabi=lp64d",       "--fp_mode=strict",
        "--fpmode=ieee_full", "--zero_init=on", "-mabi=eabi",   "--fpmode=strict",   NULL};
    return is_usual_charset(flag, length) || spells_one_of(flag, length, usual);
}

/* Microsoft's and others' `-Zp1`; CodeWarrior's `-TuCC`, `-TE1uE`: letters for types, with their sizes and signs. */
static bool is_of_sizes(const char *flag, size_t length) {
    bool packs = length == 4 && !strncmp(flag + 1, "Zp", 2) && strchr("1248", flag[3]);
    size_t letters = strspn(flag + 2, "CSILEFDPus0123456789");
    bool has_types = strcspn(flag + 2, "CSILEFDP") < length - 2;
    return packs || (length > 3 && !strncmp(flag, "-T", 2) && letters >= length - 2 && has_types);
}

enum number_flag number_flags_kind(const char *flag, size_t length) {
    const char *sign = memchr(flag, '=', length);
    size_t named = sign ? (size_t)(sign - flag) + 1 : length;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (spells(flag, named, flags[i].name)) return is_usual(flag, length) ? FLAG_OTHER : flags[i].kind;
    if (length > 2 && is_of_sizes(flag, length)) return FLAG_UNKNOWN;
    return is_other_standard(flag, length) ? FLAG_LANGUAGE : FLAG_OTHER;
}

/* No part of a word, nor the value of another option (`--option=-m32`); `CFLAGS=-m32` is none. Microsoft's begin with a
 * slash, as paths do. */
static bool begins_option(const char *text, const char *at) {
    if (*at == '/') return at == text || strchr(" \t\"'>;", at[-1]);
    if (*at != '-') return false;
    if (at == text) return true;
    if (at[-1] != '=') return !is_word_char(at[-1]) && at[-1] != '-';
    const char *name = at - 1;
    while (name > text && (is_word_char(name[-1]) || name[-1] == '-')) name--;
    return *name != '-';
}

/* As far as an option goes: `-std=iso9899:1990`, `-fexec-charset=IBM037`, `-char unsigned`. */
static size_t option_length(const char *at, const char *end) {
    static const char *const with_words[] = {"-char ", "-enum ", NULL};
    size_t length = begins_with_one_of(at, with_words) ? strlen("-char ") : 1;
    while (at + length < end && (is_word_char(at[length]) || strchr("-=:", at[length]))) length++;
    return length;
}

const char *number_flags_next(const char *text, size_t size, size_t *length) {
    for (const char *at = text, *end = text + size; at < end; at++) {
        if (!begins_option(text, at)) continue;
        *length = option_length(at, end);
        if (number_flags_kind(at, *length) != FLAG_OTHER) return at;
        at += *length - 1;
    }
    return NULL;
}
