#include "cfront/vector_names.h"

#include "base/word.h"
#include "cfront/headers.h"

#include <ctype.h>
#include <string.h>

bool vector_names_has(const char *name) {
    static const char avr[] = "__vector_";
    return !strcmp(name, "SysTick_Handler") || ends_with(name, "_IRQHandler") ||
           (name[0] == '_' && isupper((unsigned char)name[1]) && ends_with(name, "Interrupt")) ||
           (begins_with(name, avr) && isdigit((unsigned char)name[sizeof avr - 1]));
}

bool vector_names_is_vendors(const char *name) {
    static const char *const names[] = {HEADERS_NXT_TIMER, HEADERS_NXT_MAIN, "ecrobot_device_terminate", NULL};
    return is_one_of(name, names);
}

bool vector_names_is_table(const char *name) {
    static const char *const words[] = {"vect", "isr", "irq", "interrupt", NULL};
    return contains_one_of(name, words);
}

const char *vector_names_word_in(const char *text) {
    static const char *const words[] = {"((interrupt", "((__interrupt__", "((signal", "__interrupt ", "__irq "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i])) return words[i];
    return NULL;
}
