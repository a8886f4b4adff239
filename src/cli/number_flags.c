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

/* `-fpack-struct=2` */
static size_t name_length(const char *flag, size_t length) {
    static const char *const with_values[] = {"-fpack-struct=", "-fexec-charset=", NULL};
    return begins_with_one_of(flag, with_values) ? strcspn(flag, "=") : length;
}

bool number_flags_is_ours(const char *flag, size_t length) {
    return spells_one_of(flag, name_length(flag, length), ours);
}

const char *number_flags_next(const char *text, size_t size, size_t *length) {
    for (const char *at = text, *end = text + size; at < end; at++) {
        if (*at != '-' || (at > text && (is_word_char(at[-1]) || at[-1] == '-' || at[-1] == '='))) continue;
        *length = strspn(at, "-=_abcdefghijklmnopqrstuvwxyz0123456789");
        if (*length > (size_t)(end - at)) *length = (size_t)(end - at);
        if (number_flags_is_ours(at, *length) || spells_one_of(at, name_length(at, *length), others)) return at;
        at += *length - 1;
    }
    return NULL;
}
