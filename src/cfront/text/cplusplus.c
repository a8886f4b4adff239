#include "cfront/text/cplusplus.h"

#include "base/word.h"

#include <ctype.h>

/* The name, and perhaps a version behind it. */
bool cplusplus_is_compiler(const char *word, size_t length) {
    static const char *const names[] = {"g++", "c++", "clang++", "icpc", NULL};
    while (length && (isdigit((unsigned char)word[length - 1]) || strchr(".-", word[length - 1]))) length--;
    if (length > 4 && !strncmp(word + length - 4, ".exe", 4)) length -= 4;
    for (const char *const *name = names; *name; name++) {
        size_t size = strlen(*name);
        if (length < size || strncmp(word + length - size, *name, size) != 0) continue;
        if (length == size || !is_word_char(word[length - size - 1])) return true;
    }
    return false;
}

bool cplusplus_is_option(const char *word, size_t length) {
    static const char *const options[] = {"-xc++",  "c++",     "--cpp",     "--cpp_default", "--cpp11", "--c++",
                                          "--ec++", "--eec++", "-lang=cpp", "/TP",           "-TP",     NULL};
    static const char *const standards[] = {"-std=c++", "-std=gnu++", "--std=c++", "--std=gnu++", "-lang=c++", NULL};
    static const char *const microsofts[] = {"/Tp", "-Tp", NULL}; /* `/Tpmain.c` */
    bool is_microsofts = length > 5 && begins_with_one_of(word, microsofts) && !strncmp(word + length - 2, ".c", 2);
    return is_microsofts || spells_one_of(word, length, options) || begins_with_one_of(word, standards);
}
