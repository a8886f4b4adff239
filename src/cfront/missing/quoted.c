#include "cfront/missing/quoted.h"

#include "cfront/missing/invented.h"

#include <string.h>

const char *quoted_text(const char **at, size_t *length) {
    const char *begin = strchr(*at, '\''), *end = begin ? strchr(begin + 1, '\'') : NULL;
    if (!end) return NULL;
    *at = end + 1;
    *length = (size_t)(end - begin - 1);
    return begin + 1;
}

const char *quoted_next(const struct complaint *complaint, const char **at) {
    size_t length;
    const char *type = quoted_text(at, &length);
    if (type && begins_with(*at, " (aka '")) type = quoted_text(at, &length);
    return type ? arena_text_n(complaint->front->scratch, type, length) : NULL;
}

bool quoted_is_plain(const struct complaint *complaint, const char *type) {
    static const char *const words[] = {"void",     "char",   "short",  "int",   "long",  "signed",
                                        "unsigned", "float",  "double", "_Bool", "const", "volatile",
                                        "restrict", "struct", "union",  "enum",  NULL};
    bool is_tag = false;
    for (const char *at = type; *at;) {
        size_t length = word_length(at);
        const char *word = arena_text_n(complaint->front->scratch, at, length);
        bool is_known = !length || isdigit((unsigned char)*at) || is_tag || is_one_of(word, words) ||
                        invented_type(&complaint->front->invented, at, length);
        if (!is_known) return false;
        if (length) is_tag = is_one_of(word, (const char *const[]){"struct", "union", "enum", NULL});
        at += length ? length : 1;
    }
    return !strstr(type, "unnamed") && !strstr(type, "anonymous");
}
