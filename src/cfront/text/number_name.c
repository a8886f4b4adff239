#include "cfront/text/number_name.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 16 };

static const struct named {
    const char *beginnings; /* each between blanks, before `end` */
    const char *end;
    struct number_name number;
} nameds[] = {
    {" u ui uint unsigned ", "8", {"__UINT8_TYPE__", "unsigned, of 8 bits"}},
    {" u ui uint unsigned ", "16", {"__UINT16_TYPE__", "unsigned, of 16 bits"}},
    {" u ui uint unsigned ", "32", {"__UINT32_TYPE__", "unsigned, of 32 bits"}},
    {" u ui uint unsigned ", "64", {"__UINT64_TYPE__", "unsigned, of 64 bits"}},
    {" i s si int sint signed ", "8", {"__INT8_TYPE__", "signed, of 8 bits"}},
    {" i s si int sint signed ", "16", {"__INT16_TYPE__", "signed, of 16 bits"}},
    {" i s si int sint signed ", "32", {"__INT32_TYPE__", "signed, of 32 bits"}},
    {" i s si int sint signed ", "64", {"__INT64_TYPE__", "signed, of 64 bits"}},
    {" vu vui vuint ", "8", {"volatile __UINT8_TYPE__", "unsigned, of 8 bits, and volatile"}},
    {" vu vui vuint ", "16", {"volatile __UINT16_TYPE__", "unsigned, of 16 bits, and volatile"}},
    {" vu vui vuint ", "32", {"volatile __UINT32_TYPE__", "unsigned, of 32 bits, and volatile"}},
    {" vi vs vint vsint ", "8", {"volatile __INT8_TYPE__", "signed, of 8 bits, and volatile"}},
    {" vi vs vint vsint ", "16", {"volatile __INT16_TYPE__", "signed, of 16 bits, and volatile"}},
    {" vi vs vint vsint ", "32", {"volatile __INT32_TYPE__", "signed, of 32 bits, and volatile"}},
    {" int8 int08 ", "u", {"__UINT8_TYPE__", "unsigned, of 8 bits"}},
    {" int16 ", "u", {"__UINT16_TYPE__", "unsigned, of 16 bits"}},
    {" int32 ", "u", {"__UINT32_TYPE__", "unsigned, of 32 bits"}},
    {" int8 int08 ", "s", {"__INT8_TYPE__", "signed, of 8 bits"}},
    {" int16 ", "s", {"__INT16_TYPE__", "signed, of 16 bits"}},
    {" int32 ", "s", {"__INT32_TYPE__", "signed, of 32 bits"}},
    {" f flt float real ", "32", {"float", "`float`"}},
    {" f flt float real ", "64", {"double", "`double`"}},
    {" byte ubyte uchar ", "", {"__UINT8_TYPE__", "unsigned, of 8 bits"}},
    {" sbyte schar ", "", {"__INT8_TYPE__", "signed, of 8 bits"}},
    {" word uword ushort ", "", {"__UINT16_TYPE__", "unsigned, of 16 bits"}},
    {" sword ", "", {"__INT16_TYPE__", "signed, of 16 bits"}},
    {" dword udword ulong ", "", {"__UINT32_TYPE__", "unsigned, of 32 bits"}},
    {" uint ", "", {"unsigned", "`unsigned`"}},
    {" float ", "", {"float", "`float`"}},
    {" real double ", "", {"double", "`double`"}},
};

/* Small letters, without `_t`, and without what stands before the last `_`. */
static size_t core_of(const char *name, char core[LONGEST]) {
    size_t end = strlen(name), length = 0;
    if (end > 2 && name[end - 2] == '_' && tolower((unsigned char)name[end - 1]) == 't') end -= 2;
    size_t begin = end;
    while (begin && name[begin - 1] != '_') begin--;
    if (end - begin >= LONGEST) return 0;
    while (begin < end) core[length++] = (char)tolower((unsigned char)name[begin++]);
    core[length] = '\0';
    return length;
}

static int is_among(const char *words, const char *word, size_t length) {
    for (const char *at = strchr(words, ' '); at && at[1]; at = strchr(at + 1, ' '))
        if (!strncmp(at + 1, word, length) && at[1 + length] == ' ') return 1;
    return 0;
}

/* avr-libc's characters in flash memory: what others call a char may be of any kind. */
static const struct number_name plain = {"char", "`char`"};

const struct number_name *number_name(const char *name) {
    char core[LONGEST];
    if (!strcmp(name, "prog_char")) return &plain;
    size_t length = core_of(name, core);
    for (size_t i = 0; length && i < sizeof nameds / sizeof *nameds; i++) {
        size_t end = strlen(nameds[i].end);
        if (length > end && !strcmp(core + length - end, nameds[i].end) &&
            is_among(nameds[i].beginnings, core, length - end))
            return &nameds[i].number;
    }
    return NULL;
}
