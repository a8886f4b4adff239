#include "cfront/text/name_words.h"

#include <ctype.h>
#include <string.h>

/* `ops.lock` is a member's. */
static bool begins_word(const char *name, const char *at) {
    return at == name || at[-1] == '_' || at[-1] == '.' ||
           (!isupper((unsigned char)at[-1]) && isupper((unsigned char)*at));
}

static bool ends_word(const char *behind) {
    return !*behind || *behind == '_' || (isupper((unsigned char)*behind) && !isupper((unsigned char)behind[-1]));
}

const char *name_word(const char *name, const char *word) {
    for (const char *at = name; (at = strcasestr(at, word)); at++)
        if (begins_word(name, at) && ends_word(at + strlen(word))) return at;
    return NULL;
}

bool name_has_part(const char *name, const char *part) {
    for (const char *at = name; (at = strcasestr(at, part)); at++)
        if (begins_word(name, at) || ends_word(at + strlen(part))) return true;
    return false;
}

bool name_has_word_of(const char *name, const char *const *words) {
    for (; *words; words++)
        if (name_word(name, *words)) return true;
    return false;
}

bool name_has_part_of(const char *name, const char *const *parts) {
    for (; *parts; parts++)
        if (name_has_part(name, *parts)) return true;
    return false;
}
