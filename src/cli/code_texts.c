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

static const char *read_code(struct arena *arena, const char *path) {
    struct text text = {0};
    const char *code = "";
    if (file_read(path, &text)) {
        const char *whole = text_chars(&text);
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
    if (!text->code) text->code = read_code(arena, path);
    return text->code;
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
