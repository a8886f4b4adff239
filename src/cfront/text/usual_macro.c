#include "cfront/text/usual_macro.h"

#include <stddef.h>
#include <string.h>

#define LEAST    "(a, b) ((a) < (b) ? (a) : (b))"
#define MOST     "(a, b) ((a) > (b) ? (a) : (b))"
#define ELEMENTS "(a) (sizeof(a) / sizeof((a)[0]))"
#define BIT      "(n) (1u << (n))"

/* avr-libc's <avr/pgmspace.h>: what lies with the code is read as what lies elsewhere is. */
#define FROM_PROGRAM(type)                                                                                             \
    "(a) (((struct { " type " value; } __attribute__((packed)) const *)(a))->value)" /* in bytes */
#define AS_IN_MEMORY(library) "(...) " library "(__VA_ARGS__)"

/* The inner loop is what `break` leaves. */
#define ATOMIC                                                                                                         \
    "(type) for (int " USUAL_MACRO_ATOMIC " = (_disable_interrupts(), 1); " USUAL_MACRO_ATOMIC                         \
    "; " USUAL_MACRO_ATOMIC_END "(), " USUAL_MACRO_ATOMIC                                                              \
    " = 0) for (int rtcheck_once = 1; rtcheck_once; rtcheck_once = 0)"

const char *usual_macro_needs(const char *name) {
    return strcmp(name, "ATOMIC_BLOCK") == 0 ? "void _disable_interrupts(void);\nvoid " USUAL_MACRO_ATOMIC_END
                                               "(void);\n"
                                             : "";
}

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
                                           {"UNUSED", "(a) ((void)(a))"},
                                           {"ATOMIC_BLOCK", ATOMIC},
                                           {"forever", " for (;;)"},
                                           {"FOREVER", " for (;;)"},
                                           {"PSTR", "(s) (s)"},
                                           {"pgm_read_byte", FROM_PROGRAM("__UINT8_TYPE__")},
                                           {"pgm_read_byte_near", FROM_PROGRAM("__UINT8_TYPE__")},
                                           {"pgm_read_word", FROM_PROGRAM("__UINT16_TYPE__")},
                                           {"pgm_read_word_near", FROM_PROGRAM("__UINT16_TYPE__")},
                                           {"pgm_read_dword", FROM_PROGRAM("__UINT32_TYPE__")},
                                           {"pgm_read_dword_near", FROM_PROGRAM("__UINT32_TYPE__")},
                                           {"pgm_read_float", FROM_PROGRAM("float")},
                                           {"pgm_read_float_near", FROM_PROGRAM("float")},
                                           {"pgm_read_ptr", FROM_PROGRAM("void *")},
                                           {"pgm_read_ptr_near", FROM_PROGRAM("void *")},
                                           {"memcpy_P", AS_IN_MEMORY("memcpy")},
                                           {"memcmp_P", AS_IN_MEMORY("memcmp")},
                                           {"memchr_P", AS_IN_MEMORY("memchr")},
                                           {"strlen_P", AS_IN_MEMORY("strlen")},
                                           {"strcpy_P", AS_IN_MEMORY("strcpy")},
                                           {"strncpy_P", AS_IN_MEMORY("strncpy")},
                                           {"strcat_P", AS_IN_MEMORY("strcat")},
                                           {"strncat_P", AS_IN_MEMORY("strncat")},
                                           {"strcmp_P", AS_IN_MEMORY("strcmp")},
                                           {"strncmp_P", AS_IN_MEMORY("strncmp")},
                                           {"strchr_P", AS_IN_MEMORY("strchr")},
                                           {"strstr_P", AS_IN_MEMORY("strstr")},
                                           {"strrchr_P", AS_IN_MEMORY("strrchr")},
                                           {"strspn_P", AS_IN_MEMORY("strspn")},
                                           {"strcspn_P", AS_IN_MEMORY("strcspn")},
                                           {"strpbrk_P", AS_IN_MEMORY("strpbrk")},
                                           {"strnlen_P", AS_IN_MEMORY("strnlen")},
                                           {"strtok_P", AS_IN_MEMORY("strtok")},
                                           {"strcasecmp_P", AS_IN_MEMORY("strcasecmp")},
                                           {"strncasecmp_P", AS_IN_MEMORY("strncasecmp")},
                                           {"strlcpy_P", AS_IN_MEMORY("strlcpy")},
                                           {"strlcat_P", AS_IN_MEMORY("strlcat")},
                                           {"puts_P", AS_IN_MEMORY("puts")},
                                           {"fprintf_P", AS_IN_MEMORY("fprintf")},
                                           {"strtok_rP", AS_IN_MEMORY("strtok_r")},
                                           {"printf_P", AS_IN_MEMORY("printf")},
                                           {"sprintf_P", AS_IN_MEMORY("sprintf")},
                                           {"snprintf_P", AS_IN_MEMORY("snprintf")}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(usual[i][0], name)) return usual[i][1];
    return NULL;
}
