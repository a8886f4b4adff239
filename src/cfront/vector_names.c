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

bool vector_names_is_attribute(const char *name) {
    static const char *const names[] = {
        "interrupt", "signal", "interrupt_handler", "fast_interrupt", "isr", "exception_handler", "nmi_handler", NULL};
    return is_one_of(name, names);
}

bool vector_names_is_naming_pragma(const char *word) {
    static const char *const words[] = {"interrupt", "INTERRUPT", "interrupt_handler", NULL};
    return is_one_of(word, words);
}

bool vector_names_is_pragma_before(const char *word) {
    static const char *const words[] = {"vector=", "TRAP_PROC", NULL};
    return is_one_of(word, words);
}

/* Is it this word, perhaps with underscores around it, for one of these questions? */
static bool answers(const char *word, size_t length, bool (*question)(const char *)) {
    char name[24];
    while (length && *word == '_') word++, length--;
    while (length && word[length - 1] == '_') length--;
    if (length + 2 > sizeof name) return false;
    memcpy(name, word, length);
    name[length] = '\0';
    if (question(name)) return true;
    strcpy(name + length, "=");
    return question(name);
}

/* `__attribute__((used, interrupt))`: behind the word, up to the parenthesis that closes the first one. */
static bool has_attribute(const char *at) {
    size_t depth = 0, length;
    for (at += strspn(at, " \t\r\n"); *at == '(' || (depth && *at); at += length ? length : 1) {
        length = word_length(at);
        if (length && answers(at, length, vector_names_is_attribute)) return true;
        depth += *at == '(';
        if (*at == ')' && !--depth) return false;
    }
    return false;
}

static bool is_pragma(const char *behind) {
    behind += strspn(behind, " \t");
    size_t length = word_length(behind);
    return answers(behind, length, vector_names_is_naming_pragma) ||
           answers(behind, length, vector_names_is_pragma_before);
}

/* `interrupt void f()`, `void interrupt f()`, and no variable of this name. */
static bool is_before_word(const char *behind) {
    size_t blanks = strspn(behind, " \t\r\n");
    return blanks && is_word_char(behind[blanks]);
}

bool vector_names_are_in(const char *text) {
    for (size_t length; *text; text += length ? length : 1) {
        length = word_length(text);
        const char *behind = text + length;
        if (spells(text, length, "__interrupt") || spells(text, length, "__irq")) return true;
        if (spells(text, length, "interrupt") && is_before_word(behind)) return true;
        if ((spells(text, length, "__attribute__") || spells(text, length, "__attribute")) && has_attribute(behind))
            return true;
        if (spells(text, length, "pragma") && is_pragma(behind)) return true;
    }
    return false;
}
