#include "cli/oil_build.h"

#include "base/word.h"

#include <string.h>

static bool is_word_at(const char *text, const char *at, const char *word) {
    size_t length = strlen(word);
    return !strncmp(at, word, length) && (at == text || !is_word_char(at[-1])) && !is_word_char(at[length]);
}

/* Behind the comment that begins here; or here. */
static const char *skip_comment(const char *at) {
    if (begins_with(at, "//")) return at + strcspn(at, "\n");
    if (!begins_with(at, "/*")) return at;
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

/* The next place of this word that is neither in a comment nor in a string. */
static const char *find_word(const char *text, const char *from, const char *word) {
    bool in_string = false;
    for (const char *at = text; *at;) {
        const char *behind = in_string ? at : skip_comment(at);
        if (behind != at) {
            at = behind;
            continue;
        }
        if (!in_string && at >= from && is_word_at(text, at, word)) return at;
        in_string = *at == '"' ? !in_string : in_string && *at != '\n';
        at++;
    }
    return NULL;
}

const char *oil_build_value(const char *text, const char *from, const char *word, size_t *length) {
    for (const char *at = find_word(text, from, word); at; at = find_word(text, at + 1, word)) {
        const char *value = at + strlen(word);
        value += strspn(value, " \t");
        if (*value != '=') continue;
        value += 1 + strspn(value + 1, " \t");
        *length = *value == '"' ? strcspn(value + 1, "\"\n") : 0;
        if (*length) return value + 1;
    }
    return NULL;
}

bool oil_build_is_erika(const char *text) {
    static const char *const own[] = {"EE_OPT", "KERNEL_TYPE", "CPU_DATA", "MCU_DATA", "BOARD_DATA", NULL};
    for (const char *const *word = own; *word; word++)
        if (find_word(text, text, *word)) return true;
    return false;
}

const char *oil_build_source(const char *text, const char *from, size_t *length) {
    size_t other_length = 0;
    const char *source = oil_build_value(text, from, "APP_SRC", length);
    const char *other = oil_build_value(text, from, "INCLUDE_C", &other_length);
    if (!other || (source && source < other)) return source;
    *length = other_length;
    return other;
}

/* A name, or `NAME=word`. */
static bool is_macro(const char *word, size_t length) {
    if (!length || (*word >= '0' && *word <= '9') || *word == '=') return false;
    for (size_t i = 0, equals = 0; i < length; i++) {
        equals += word[i] == '=';
        if (equals > 1 || (word[i] != '=' && !is_word_char(word[i]))) return false;
    }
    return true;
}

/* Of options of a compiler. */
static void add_flags(struct arena *arena, const char *flags, size_t length, struct text_list *macros) {
    for (const char *end = flags + length; flags < end;) {
        const char *stop = memchr(flags, ' ', (size_t)(end - flags));
        size_t width = (size_t)((stop ? stop : end) - flags);
        if (width > 2 && begins_with(flags, "-D") && is_macro(flags + 2, width - 2))
            vec_push(&macros->list, arena_text_n(arena, flags + 2, width - 2));
        flags += width + 1;
    }
}

void oil_build_macros(struct arena *arena, const char *text, struct text_list *macros) {
    size_t length = 0;
    for (const char *at = text; (at = oil_build_value(text, at + length, "EE_OPT", &length));)
        if (is_macro(at, length)) vec_push(&macros->list, arena_text_n(arena, at, length));
    length = 0;
    for (const char *at = text; (at = oil_build_value(text, at + length, "CFLAGS", &length));)
        add_flags(arena, at, length, macros);
}
