#include "cfront/source/vector_names.h"

#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/foreign.h"
#include "cfront/written/interrupts.h"
#include "cfront/written/startup.h"

#include <ctype.h>
#include <string.h>

bool vector_names_has(const char *name) {
    static const char avr[] = "__vector_";
    return !strcmp(name, "SysTick_Handler") || ends_with(name, "_IRQHandler") ||
           (name[0] == '_' && isupper((unsigned char)name[1]) && ends_with(name, "Interrupt")) ||
           (begins_with(name, avr) && isdigit((unsigned char)name[sizeof avr - 1]));
}

bool vector_names_is_vendors(const char *name) {
    static const char *const names[] = {HEADERS_NXT_TIMER, HEADERS_NXT_MAIN, HEADERS_NXT_END, NULL};
    return is_one_of(name, names);
}

bool vector_names_is_table(const char *name) {
    static const char *const words[] = {"vect", "isr", "irq", "interrupt", NULL};
    return contains_one_of(name, words);
}

/* Is it the name of such an attribute, perhaps with underscores around it? */
static bool is_attribute(const char *word, size_t length) {
    char name[24];
    while (length && *word == '_') word++, length--;
    while (length && word[length - 1] == '_') length--;
    if (length + 1 > sizeof name) return false;
    memcpy(name, word, length);
    name[length] = '\0';
    return vector_names_is_attribute(name);
}

/* `__attribute__((used, interrupt))`: behind the word, up to the parenthesis that closes the first one. */
static bool has_attribute(const char *at) {
    size_t depth = 0, length;
    for (at += strspn(at, " \t\r\n"); *at == '(' || (depth && *at); at += length ? length : 1) {
        length = word_length(at);
        if (length && is_attribute(at, length)) return true;
        depth += *at == '(';
        if (*at == ')' && !--depth) return false;
    }
    return false;
}

bool vector_names_are_in(const char *text) {
    size_t length;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = word_length(at);
        if (spells(at, length, "__interrupt") || spells(at, length, "__irq")) return true;
        if ((spells(at, length, "__attribute__") || spells(at, length, "__attribute")) && has_attribute(at + length))
            return true;
    }
    return interrupts_has_pragma(text) || startup_is_in(text) || foreign_has_routine(text);
}

/* ---- tables ---- */

/* Behind the `=` of this declaration; NULL: it has none. */
static const char *initialiser(const char *at) {
    at += strcspn(at, "=;{");
    return *at == '=' && at[1] != '=' ? at + 1 : NULL;
}

/* `{ 0, uart }`, `init;` */
static bool has_names(const char *at) {
    size_t length;
    for (; *at && *at != ';'; at += length ? length : 1) {
        length = word_length(at);
        if (length && !isdigit((unsigned char)*at)) return true;
    }
    return false;
}

bool vector_names_have_table(const char *text) {
    static const char *const sections[] = {"section", "__section__", "__section", NULL};
    size_t length;
    for (const char *at = text; *at; at += length ? length : 1) {
        char name[64];
        length = word_length(at);
        if (!length || length >= sizeof name) continue;
        memcpy(name, at, length);
        name[length] = '\0';
        bool is_table = vector_names_is_table(name) && at[length + strspn(at + length, " \t\r\n")] == '[';
        const char *values = is_table || is_one_of(name, sections) ? initialiser(at + length) : NULL;
        if (values && has_names(values)) return true;
    }
    return false;
}
