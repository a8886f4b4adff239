#include "cli/oil_build.h"

#include "base/word.h"

#include <string.h>

/* The next place of this word that is not in a comment to the end of the line. */
static const char *find_word(const char *text, const char *from, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(from, word); at; at = strstr(at + 1, word)) {
        const char *line = at;
        while (line > text && line[-1] != '\n' && strncmp(line, "//", 2) != 0) line--;
        bool alone = (at == text || !is_word_char(at[-1])) && !is_word_char(at[length]);
        if (alone && strncmp(line, "//", 2) != 0) return at;
    }
    return NULL;
}

const char *oil_build_target(const char *text) {
    static const char *const arm[] = {"CORTEX_MX", "CORTEX_M", "STM32", "STM32F4", "ATMEL_AT91SAM7S256", "ARM926EJ_S"};
    for (size_t i = 0; i < sizeof arm / sizeof *arm; i++)
        if (find_word(text, text, arm[i])) return "arm-none-eabi";
    return NULL;
}

bool oil_build_is_erika(const char *text) {
    static const char *const words[] = {"EE_OPT", "KERNEL_TYPE", "APP_SRC"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (find_word(text, text, words[i])) return true;
    return false;
}

const char *oil_build_source(const char *text, size_t *length) {
    static const char word[] = "APP_SRC";
    for (const char *at = find_word(text, text, word); at; at = find_word(text, at + 1, word)) {
        const char *value = at + strlen(word);
        value += strspn(value, " \t");
        if (*value != '=') continue;
        value += 1 + strspn(value + 1, " \t");
        *length = *value == '"' ? strcspn(value + 1, "\"\n") : 0;
        if (*length) return value + 1;
    }
    return NULL;
}
