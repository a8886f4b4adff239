#include "cli/header_macros.h"

#include "base/text.h"
#include "cfront/directive.h"
#include "cfront/source_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The line that begins here, with those that a backslash joins to it. */
static size_t length_of_line(const char *line) {
    size_t length = strcspn(line, "\n");
    while (line[length] && length && line[length - 1] == '\\') length += 1 + strcspn(line + length + 1, "\n");
    return length;
}

/* Does it mention anything? */
static bool has_name(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (isalpha((unsigned char)text[i]) || text[i] == '_') return true;
    return false;
}

static void add_line(header_macros *macros, struct arena *arena, const char *line, size_t length) {
    const char *name = directive_behind(line, "define"), *text = name;
    if (!name) return;
    while (is_word_char(*text)) text++;
    size_t rest = (size_t)(line + length - text);
    if (text == name || text > line + length || !has_name(text, rest)) return;
    vec_push(macros,
             (struct header_macro){arena_text_n(arena, name, (size_t)(text - name)), arena_text_n(arena, text, rest)});
}

struct adding {
    header_macros *macros;
    struct arena *arena;
};

static void add_function(void *context, const char *name, const char *body, size_t length) {
    struct adding *adding = context;
    if (has_name(body, length))
        vec_push(adding->macros, (struct header_macro){name, arena_text_n(adding->arena, body, length)});
}

void header_macros_add(header_macros *macros, struct arena *arena, const char *header) {
    const char *whole = header;
    for (size_t length; *header; header += length + (header[length] != '\0')) {
        length = length_of_line(header);
        add_line(macros, arena, header, length);
    }
    source_words_bodies(arena, whole, add_function, &(struct adding){macros, arena});
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct header_macro *)a)->name, ((const struct header_macro *)b)->name);
}

void header_macros_sort(header_macros *macros) {
    if (macros->count) qsort(macros->items, macros->count, sizeof *macros->items, by_name);
}

struct name_set header_macros_pasting(const header_macros *macros, struct arena *arena) {
    struct name_set names = {arena_new_array(arena, const char *, macros->count + 1), 0};
    for (size_t i = 0; i < macros->count; i++)
        if (strstr(macros->items[i].text, "##")) names.items[names.count++] = macros->items[i].name;
    return names;
}

/* Where those of this name begin, if there are any. */
static size_t first_of(const header_macros *macros, const char *name, size_t length) {
    size_t low = 0, high = macros->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strncmp(macros->items[middle].name, name, length);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_texts_of(const header_macros *macros, bool *used, const char *name, size_t length, struct text *out) {
    for (size_t i = first_of(macros, name, length); i < macros->count; i++) {
        const struct header_macro *macro = &macros->items[i];
        if (strncmp(macro->name, name, length) != 0 || macro->name[length]) return;
        if (used[i]) continue;
        text_printf(out, "\n%s", macro->text);
        used[i] = true;
    }
}

/* What is added is gone through in its turn. */
const char *header_macros_expand(const header_macros *macros, struct arena *arena, const char *source) {
    bool *used = arena_new_array(arena, bool, macros->count + 1);
    struct text text = {0}, word = {0};
    text_add(&text, source);
    for (size_t at = 0; at < text.length;) {
        const char *begin = text_chars(&text) + at;
        size_t length = word_length(begin);
        at += length ? length : 1;
        if (!length) continue;
        text_clear(&word); /* the text may move */
        text_printf(&word, "%.*s", (int)length, begin);
        add_texts_of(macros, used, text_chars(&word), length, &text);
    }
    const char *whole = arena_text(arena, text_chars(&text));
    text_free(&text);
    text_free(&word);
    return whole;
}
