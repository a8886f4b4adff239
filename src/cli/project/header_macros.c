#include "cli/project/header_macros.h"

#include "base/text.h"
#include "cfront/text/directive.h"
#include "cfront/text/source_words.h"

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

static void add_line(struct header_macros *macros, struct arena *arena, const char *line, size_t length) {
    const char *name = directive_behind(line, "define"), *text = name;
    if (!name) return;
    while (is_word_char(*text)) text++;
    size_t rest = (size_t)(line + length - text);
    if (text == name || text > line + length || !has_name(text, rest)) return;
    vec_push(&macros->list,
             (struct header_macro){arena_text_n(arena, name, (size_t)(text - name)), arena_text_n(arena, text, rest)});
}

struct adding {
    struct header_macros *macros;
    struct arena *arena;
};

static void add_function(void *context, const char *name, const char *body, size_t length) {
    struct adding *adding = context;
    if (has_name(body, length))
        vec_push(&adding->macros->list, (struct header_macro){name, arena_text_n(adding->arena, body, length)});
}

/* Of `static int *const NAME[2] = {&a, b};` or `(*NAME)(void) = f;`, whose `=` is there: the name; and what follows it.
 */
static void add_value(struct header_macros *macros, struct arena *arena, const char *declaration, const char *sign) {
    size_t length = strcspn(sign, ";"), width;
    for (const char *at = declaration; at < sign; at += width ? width : 1) {
        width = word_length(at);
        const char *next = at + width + strspn(at + width, " \t\r\n");
        if (!width || !strchr("=[)", *next) || !has_name(sign, length)) continue;
        vec_push(&macros->list,
                 (struct header_macro){arena_text_n(arena, at, width), arena_text_n(arena, sign, length)});
        return;
    }
}

/* `extern "C" {` */
static bool is_linkage(const char *text, const char *brace) {
    while (brace > text && isspace((unsigned char)brace[-1])) brace--;
    return brace > text && brace[-1] == '"';
}

/* Variables of the header's own, outside of all braces: who mentions one uses what is in it. */
static void add_values(struct header_macros *macros, struct arena *arena, const char *header) {
    const char *declaration = header;
    unsigned depth = 0;
    for (const char *at = header; *at; at++) {
        bool is_directive = *at == '#' && !depth;
        if (is_directive) at += length_of_line(at);
        depth += *at == '{' && !is_linkage(header, at);
        depth -= *at == '}' && depth;
        if (!depth && *at == '=') add_value(macros, arena, declaration, at);
        if (!*at) return;
        if (is_directive || (!depth && strchr(";}=", *at))) declaration = at + 1;
    }
}

void header_macros_add(struct header_macros *macros, struct arena *arena, const char *header) {
    const char *whole = header;
    for (size_t length; *header; header += length + (header[length] != '\0')) {
        length = length_of_line(header);
        add_line(macros, arena, header, length);
    }
    source_words_bodies(arena, whole, add_function, &(struct adding){macros, arena});
    add_values(macros, arena, whole);
}

static int by_name(const void *a, const void *b) {
    const struct header_macro *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : strcmp(one->text, other->text);
}

/* Copies of a header say the same. */
static void drop_copies(struct header_macros *macros) {
    size_t kept = 0;
    for (size_t i = 0; i < macros->list.count; i++)
        if (!kept || by_name(&macros->list.items[kept - 1], &macros->list.items[i]) != 0)
            macros->list.items[kept++] = macros->list.items[i];
    macros->list.count = kept;
}

void header_macros_sort(struct header_macros *macros) {
    if (macros->list.count) qsort(macros->list.items, macros->list.count, sizeof *macros->list.items, by_name);
    drop_copies(macros);
    for (size_t i = 0; i < macros->list.count; i++) {
        if (name_numbers_of(&macros->names, macros->list.items[i].name) < macros->first.count) continue;
        vec_push(&macros->first, i);
        vec_push(&macros->written_in, 0);
    }
    vec_push(&macros->first, macros->list.count);
}

void header_macros_free(struct header_macros *macros) {
    vec_free(&macros->list);
    vec_free(&macros->first);
    vec_free(&macros->written_in);
    name_numbers_free(&macros->names);
}

struct name_set header_macros_pasting(const struct header_macros *macros, struct arena *arena) {
    struct name_set names = {arena_new_array(arena, const char *, macros->list.count + 1), 0};
    for (size_t i = 0; i < macros->list.count; i++) {
        const struct header_macro *macro = &macros->list.items[i];
        bool is_known = names.count && !strcmp(names.items[names.count - 1], macro->name);
        if (!is_known && strstr(macro->text, "##")) names.items[names.count++] = macro->name;
    }
    return names;
}

/* All of this name, once a text. */
static void add_texts_of(struct header_macros *macros, const char *name, size_t length, struct text *out) {
    size_t number = name_numbers_find(&macros->names, name, length);
    if (number == SIZE_MAX || macros->written_in.items[number] == macros->texts) return;
    macros->written_in.items[number] = macros->texts;
    for (size_t i = macros->first.items[number]; i < macros->first.items[number + 1]; i++)
        text_add_char(out, '\n'), text_add(out, macros->list.items[i].text); /* the name may move, and is not needed */
}

/* What is added is gone through in its turn. */
const char *header_macros_expand(struct header_macros *macros, struct arena *arena, const char *source) {
    struct text text = {0};
    text_add(&text, source);
    macros->texts++;
    for (size_t at = 0, length; at < text.length; at += length ? length : 1) {
        length = word_length(text_chars(&text) + at);
        if (length) add_texts_of(macros, text_chars(&text) + at, length, &text);
    }
    const char *whole = arena_text(arena, text_chars(&text));
    text_free(&text);
    return whole;
}
