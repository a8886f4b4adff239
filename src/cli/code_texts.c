#include "cli/code_texts.h"

#include "base/file.h"
#include "base/fingerprint.h"
#include "cfront/code_only.h"
#include "cli/asked_code.h"

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

/* NULL: it cannot be read. */
static const char *read_code(struct arena *arena, const char *path) {
    struct text text = {0};
    const char *code = NULL;
    if (file_read(path, &text) && !has_wide_letters(&text)) {
        const char *whole = without_zeros(arena, &text);
        code = code_texts_is_makefile(path) ? arena_text(arena, whole) : code_only(arena, whole, true);
    }
    text_free(&text);
    return code;
}

static struct code_text *text_of(struct code_texts *texts, struct arena *arena, const char *path) {
    struct code_text **row = &texts->rows[fingerprint_text(FINGERPRINT_START, path) % CODE_TEXTS_ROWS];
    for (struct code_text *text = *row; text; text = text->next)
        if (!strcmp(text->path, path)) return text;
    struct code_text *text = arena_new_array(arena, struct code_text, 1);
    *text = (struct code_text){.path = arena_text(arena, path), .next = *row};
    return *row = text;
}

const char *code_texts_get(struct code_texts *texts, struct arena *arena, const char *path) {
    struct code_text *text = text_of(texts, arena, path);
    if (text->code) return text->code;
    const char *code = read_code(arena, path);
    text->is_unread = !code;
    return text->code = code ? code : "";
}

bool code_texts_is_unread(struct code_texts *texts, struct arena *arena, const char *path) {
    code_texts_get(texts, arena, path);
    return text_of(texts, arena, path)->is_unread;
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

void code_texts_replace(struct code_texts *texts, struct arena *arena, const char *path, const char *code) {
    struct code_text *text = text_of(texts, arena, path);
    text->code = code;
    text->words = NULL;
    text->asked = NULL;
}
