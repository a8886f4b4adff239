#include "cli/number_flags.h"

#include "base/word.h"

#include <string.h>

static const char *const ours[] = {"-funsigned-char",
                                   "-fsigned-char",
                                   "-fshort-enums",
                                   "-fno-short-enums",
                                   "-fshort-wchar",
                                   "-fno-short-wchar",
                                   "-fpack-struct",
                                   "-m16",
                                   "-m32",
                                   "-m64",
                                   NULL};
/* Of other machines, of other compilers, and of older ones. */
static const char *const others[] = {"-funsigned-bitfields",
                                     "-fno-signed-bitfields",
                                     "-fsingle-precision-constant",
                                     "-fexec-charset",
                                     "-fshort-double",
                                     "-mshort",
                                     "-mint8",
                                     "-mint16",
                                     "-mint32",
                                     "-mdouble=32",
                                     "-mdouble=64",
                                     "--unsigned_chars",
                                     "--signed_chars",
                                     "--short_enums",
                                     "--enum_is_int",
                                     "--char_is_signed",
                                     "--char_is_unsigned",
                                     NULL};

/* Older and newer C than what code is read as here: other comments, other words. */
static const char *const languages[] = {"-std=c89", "-std=gnu89", "-std=c90",   "-std=gnu90", "-ansi",      "--c89",
                                        "--c90",    "-std=c2x",   "-std=gnu2x", "-std=c23",   "-std=gnu23", NULL};

/* `-fpack-struct=2` */
static size_t name_length(const char *flag, size_t length) {
    static const char *const with_values[] = {"-fpack-struct=", "-fexec-charset=", NULL};
    return begins_with_one_of(flag, with_values) ? strcspn(flag, "=") : length;
}

bool number_flags_is_ours(const char *flag, size_t length) {
    return spells_one_of(flag, name_length(flag, length), ours);
}

bool number_flags_is_language(const char *flag, size_t length) { return spells_one_of(flag, length, languages); }

static bool is_known(const char *flag, size_t length) {
    return number_flags_is_ours(flag, length) || number_flags_is_language(flag, length) ||
           spells_one_of(flag, name_length(flag, length), others);
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

const char *number_flags_next(const char *text, size_t size, size_t *length) {
    for (const char *at = text, *end = text + size; at < end; at++) {
        if (!begins_option(text, at)) continue;
        *length = strspn(at, "-=_abcdefghijklmnopqrstuvwxyz0123456789");
        if (*length > (size_t)(end - at)) *length = (size_t)(end - at);
        if (is_known(at, *length)) return at;
        at += *length - 1;
    }
    return NULL;
}
