#include "cfront/usual_macro.h"

#include <stddef.h>
#include <string.h>

#define LEAST    "(a, b) ((a) < (b) ? (a) : (b))"
#define MOST     "(a, b) ((a) > (b) ? (a) : (b))"
#define ELEMENTS "(a) (sizeof(a) / sizeof((a)[0]))"
#define BIT      "(n) (1u << (n))"

const char *usual_macro(const char *name) {
    static const char *const usual[][2] = {{"MIN", LEAST},
                                           {"min", LEAST},
                                           {"MAX", MOST},
                                           {"max", MOST},
                                           {"ABS", "(a) ((a) < 0 ? -(a) : (a))"},
                                           {"ARRAY_SIZE", ELEMENTS},
                                           {"ARRAYSIZE", ELEMENTS},
                                           {"ARRAY_LEN", ELEMENTS},
                                           {"ARRAY_LENGTH", ELEMENTS},
                                           {"ARRAY_ELEMENTS", ELEMENTS},
                                           {"COUNTOF", ELEMENTS},
                                           {"NELEMS", ELEMENTS},
                                           {"NELEM", ELEMENTS},
                                           {"BIT", BIT},
                                           {"_BV", BIT},
                                           {"UNUSED", "(a) ((void)(a))"}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(usual[i][0], name)) return usual[i][1];
    return NULL;
}
