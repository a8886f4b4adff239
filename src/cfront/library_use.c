#include "cfront/library_use.h"

#include "base/vec.h"
#include "base/word.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 63 }; /* of names that matter */

static bool begins_word(char c) { return isalpha((unsigned char)c) || c == '_'; }

/* Behind a backslash at the end of a line; `at` where there is none. */
static const char *skip_splice(const char *at, const char *end) {
    while (at < end && *at == '\\') {
        const char *next = at + 1;
        while (next < end && (*next == ' ' || *next == '\t' || *next == '\r')) next++; /* compilers allow blanks */
        if (next >= end || *next != '\n') return at;
        at = next + 1;
    }
    return at;
}

/* The word at `at`, which may go on in the next line; returns what is behind it. */
static const char *take_word(const char *at, const char *end, char word[LONGEST + 1]) {
    size_t length = 0;
    while ((at = skip_splice(at, end)) < end && is_word_char(*at)) {
        if (length < LONGEST) word[length++] = *at;
        at++;
    }
    word[length] = '\0';
    return at;
}

/* ---- What the library has ---- */

/* Behind a line of the preprocessor, a comment, a text or a character; `at` if none begins here. */
static const char *skip_other(const char *at) {
    if (*at == '#') {
        while (*at && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
    } else if (at[0] == '/' && at[1] == '*') {
        const char *close = strstr(at + 2, "*/");
        return close ? close + 2 : at + strlen(at);
    } else if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (*at && *at != quote) at += *at == '\\' && at[1] ? 2 : 1;
        return *at ? at + 1 : at;
    }
    return at;
}

/* rtcheck_…, __rtcheck_…: what bodies use among themselves, or is there without them. */
static bool is_private(const char *word) { return !strncmp(word + strspn(word, "_"), "rtcheck_", 8); }

static bool is_of_types(const char *word) {
    static const char *const words[] = {"char",   "const",  "double", "enum",    "float", "int",      "long", "short",
                                        "size_t", "static", "struct", "typedef", "union", "unsigned", "void"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

struct name_set library_names_of(const char *library, struct arena *arena) {
    VEC(const char *) found = {0};
    char word[LONGEST + 1];
    unsigned depth = 0;
    for (const char *at = library, *end = at + strlen(at); *at;) {
        const char *behind = skip_other(at);
        if (behind != at) {
            at = behind;
        } else if (begins_word(*at)) {
            at = take_word(at, end, word);
            if (!depth && !is_of_types(word) && !is_private(word)) vec_push(&found, arena_text(arena, word));
        } else {
            depth += *at == '{' || *at == '(';
            depth -= (*at == '}' || *at == ')') && depth;
            at++;
        }
    }
    struct name_set names = name_set_of(arena, found.items, found.count);
    vec_free(&found);
    return names;
}

/* ---- What others say ---- */

static bool is_one(const struct name_set *names, const char *word) {
    static const char builtin[] = "__builtin_"; /* those that are functions of the library are the library's */
    if (!strncmp(word, builtin, sizeof builtin - 1)) word += sizeof builtin - 1;
    return name_set_has(names, word);
}

bool library_names_occur(const struct name_set *names, const char *text, size_t length) {
    char word[LONGEST + 1];
    for (const char *at = text, *end = text + length; at < end;) {
        bool is_word = begins_word(*at), is_number = isdigit((unsigned char)*at);
        if (is_word || is_number)
            at = take_word(at, end, word);
        else
            at++;
        if (is_word && is_one(names, word)) return true;
    }
    return false;
}

bool library_pastes_names(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *at = text; at + 1 < end; at++) {
        bool pastes = *at == '#' && (at = skip_splice(at + 1, end)) < end && *at == '#';
        if (pastes || (at + 1 < end && at[0] == '%' && at[1] == ':') || (at + 1 < end && at[0] == '?' && at[1] == '?'))
            return true;
    }
    return false;
}
