#include "cfront/number_flags.h"

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
    {"-fshort-wchar", FLAG_OURS},
    {"-fno-short-wchar", FLAG_OURS},
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
    {"-mdouble=", FLAG_UNKNOWN},
    {"-mlong-double=", FLAG_UNKNOWN},
    {"-mlong-double-64", FLAG_UNKNOWN},
    {"-mbig-endian", FLAG_UNKNOWN},
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

enum number_flag number_flags_kind(const char *flag, size_t length) {
    const char *sign = memchr(flag, '=', length);
    size_t named = sign ? (size_t)(sign - flag) + 1 : length;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (spells(flag, named, flags[i].name)) return is_usual_charset(flag, length) ? FLAG_OTHER : flags[i].kind;
    return is_other_standard(flag, length) ? FLAG_LANGUAGE : FLAG_OTHER;
}

/* No part of a word, nor the value of another option (`--option=-m32`); `CFLAGS=-m32` is none. */
static bool begins_option(const char *text, const char *at) {
    if (*at != '-') return false;
    if (at == text) return true;
    if (at[-1] != '=') return !is_word_char(at[-1]) && at[-1] != '-';
    const char *name = at - 1;
    while (name > text && (is_word_char(name[-1]) || name[-1] == '-')) name--;
    return *name != '-';
}

/* As far as an option goes: `-std=iso9899:1990`, `-fexec-charset=IBM037`. */
static size_t option_length(const char *at, const char *end) {
    size_t length = 0;
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
