#include "cli/project/code_texts.h"

#include "base/file.h"
#include "base/fingerprint.h"
#include "cfront/text/code_only.h"
#include "cli/project/asked_code.h"

#include <string.h>
#include <strings.h>

bool code_texts_is_makefile(const char *path) {
    static const char name[] = "makefile";
    return strncasecmp(file_name(path), name, sizeof name - 1) == 0;
}

/* UTF-16 begins like this. */
static bool has_wide_letters(const struct text *text) {
    const char *chars = text_chars(text);
    return text->length >= 2 && (!memcmp(chars, "\xff\xfe", 2) || !memcmp(chars, "\xfe\xff", 2));
}

/* Compilers skip characters that are zero. */
static const char *without_zeros(struct arena *arena, const struct text *text) {
    if (!memchr(text_chars(text), '\0', text->length)) return text_chars(text);
    char *whole = arena_text_n(arena, text_chars(text), text->length);
    for (size_t i = 0; i < text->length; i++)
        if (!whole[i]) whole[i] = ' ';
    return whole;
}

/* What `code`, which is `whole` without it, lacks of strings: each piece behind its place. Nearly all texts have few.
 */
static const char *strings_in(struct arena *arena, const char *whole, const char *code) {
    struct arena *scratch = arena_new();
    struct text strings = {0};
    const char *spelled = code_only(scratch, whole, false);
    for (size_t i = 0; code[i] && spelled[i]; i++) {
        if (code[i] == spelled[i]) continue;
        if (!i || code[i - 1] == spelled[i - 1]) text_printf(&strings, "\n%zu:", i);
        text_add_char(&strings, spelled[i]);
    }
    const char *result = arena_text(arena, text_chars(&strings));
    text_free(&strings);
    arena_free(scratch);
    return result;
}

static void read_code(struct arena *arena, struct code_text *known) {
    struct text text = {0};
    known->code = "";
    known->is_unread = file_is_huge(known->path) || !file_read_plain(known->path, &text) || has_wide_letters(&text);
    if (!known->is_unread) {
        const char *whole = without_zeros(arena, &text);
        known->code = code_texts_is_makefile(known->path) ? arena_text(arena, whole) : code_only(arena, whole, true);
    }
    text_free(&text);
}

/* Few are asked for them: the file is read once more. */
static const char *strings_of(struct arena *arena, struct code_text *known) {
    struct text text = {0};
    if (known->strings) return known->strings;
    known->strings = "";
    if (!known->is_unread && !code_texts_is_makefile(known->path) && file_read(known->path, &text))
        known->strings = strings_in(arena, without_zeros(arena, &text), known->code);
    text_free(&text);
    return known->strings;
}

static struct code_text *text_of(struct code_texts *texts, struct arena *arena, const char *path) {
    struct code_text **row = &texts->rows[fingerprint_text(FINGERPRINT_START, path) % CODE_TEXTS_ROWS];
    for (struct code_text *text = *row; text; text = text->next)
        if (!strcmp(text->path, path)) return text;
    struct code_text *text = arena_new_array(arena, struct code_text, 1);
    *text = (struct code_text){.path = arena_text(arena, path), .next = *row};
    return *row = text;
}

static struct code_text *read_text(struct code_texts *texts, struct arena *arena, const char *path) {
    struct code_text *text = text_of(texts, arena, path);
    if (!text->code) read_code(arena, text);
    return text;
}

const char *code_texts_get(struct code_texts *texts, struct arena *arena, const char *path) {
    return read_text(texts, arena, path)->code;
}

bool code_texts_is_unread(struct code_texts *texts, struct arena *arena, const char *path) {
    return read_text(texts, arena, path)->is_unread;
}

bool code_texts_are_same(struct code_texts *texts, struct arena *arena, const char *one, const char *other) {
    struct code_text *a = read_text(texts, arena, one), *b = read_text(texts, arena, other);
    return !strcmp(a->code, b->code) && !strcmp(strings_of(arena, a), strings_of(arena, b));
}

const struct source_words *code_texts_words(struct code_texts *texts, struct arena *arena, const char *path) {
    struct code_text *text = text_of(texts, arena, path);
    if (text->words) return text->words;
    struct source_words *words = arena_new_object(arena, struct source_words);
    *words = source_words_find(arena, code_texts_get(texts, arena, path));
    return text->words = words;
}

const struct name_set *code_texts_asked(struct code_texts *texts, struct arena *arena, const char *path) {
    struct code_text *text = text_of(texts, arena, path);
    if (text->asked) return text->asked;
    struct name_set *asked = arena_new_object(arena, struct name_set);
    *asked = asked_code_of(arena, code_texts_get(texts, arena, path));
    return text->asked = asked;
}

const struct source_types *code_texts_types(struct code_texts *texts, struct arena *arena, const char *path) {
    struct code_text *text = read_text(texts, arena, path);
    if (text->types) return text->types;
    struct source_types *types = arena_new_object(arena, struct source_types);
    *types = source_types_find(arena, text->code);
    return text->types = types;
}

void code_texts_join(struct code_texts *texts, struct arena *arena, const char *path, const char *part) {
    struct code_text *text = read_text(texts, arena, path), *more = read_text(texts, arena, part);
    text->strings = arena_printf(arena, "%s\n%s", strings_of(arena, text), strings_of(arena, more));
    text->code = arena_printf(arena, "%s\n%s", text->code, more->code);
    text->words = NULL;
    text->asked = NULL;
    text->types = NULL;
}
