#include "cli/header_macros.h"

#include "base/text.h"
#include "base/word.h"
#include "cfront/name_set.h"

#include <ctype.h>
#include <string.h>

/* The line that begins here, with those that a backslash joins to it. */
static size_t length_of_line(const char *line) {
    size_t length = strcspn(line, "\n");
    while (line[length] && length && line[length - 1] == '\\') length += 1 + strcspn(line + length + 1, "\n");
    return length;
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t"); }

/* Does it mention anything? */
static bool has_name(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (isalpha((unsigned char)text[i]) || text[i] == '_') return true;
    return false;
}

static void add_line(header_macros *macros, struct arena *arena, const char *line, size_t length) {
    static const char word[] = "define";
    const char *at = skip_blanks(line);
    if (*at != '#') return;
    at = skip_blanks(at + 1);
    if (strncmp(at, word, sizeof word - 1) != 0) return;
    const char *name = skip_blanks(at + sizeof word - 1), *text = name;
    while (is_word_char(*text)) text++;
    size_t rest = (size_t)(line + length - text);
    if (text == name || text > line + length || !has_name(text, rest)) return;
    vec_push(macros,
             (struct header_macro){arena_text_n(arena, name, (size_t)(text - name)), arena_text_n(arena, text, rest)});
}

void header_macros_add(header_macros *macros, struct arena *arena, const char *header) {
    for (size_t length; *header; header += length + (header[length] != '\0')) {
        length = length_of_line(header);
        add_line(macros, arena, header, length);
    }
}

const char *header_macros_expand(const header_macros *macros, struct arena *arena, const char *source) {
    enum { MOST_ROUNDS = 8 }; /* macros in macros */
    bool *used = arena_new_array(arena, bool, macros->count + 1), more = macros->count > 0;
    struct text text = {0};
    text_add(&text, source);
    for (unsigned round = 0; round < MOST_ROUNDS && more; round++) {
        struct name_set words = name_set_of_words(arena, text_chars(&text));
        more = false;
        for (size_t i = 0; i < macros->count; i++) {
            if (used[i] || !name_set_has(&words, macros->items[i].name)) continue;
            text_printf(&text, "\n%s", macros->items[i].text);
            used[i] = more = true;
        }
    }
    const char *whole = arena_text(arena, text_chars(&text));
    text_free(&text);
    return whole;
}
