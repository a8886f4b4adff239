#include "report/excerpt.h"

#include "base/arena.h"
#include "base/file.h"

#include <string.h>

struct excerpt_file {
    char *path;
    struct arena *arena;
    VEC(const char *) lines;
};

static const char *copy_line(struct arena *arena, const char *begin, size_t length) {
    struct text line = {0};
    while (length > 0 && strchr("\r\n\t ", begin[length - 1])) length--;
    for (size_t i = 0; i < length; i++) {
        if (begin[i] == '\t')
            text_add(&line, "    ");
        else
            text_add_char(&line, begin[i] ? begin[i] : ' ');
    }
    const char *copy = arena_text(arena, text_chars(&line));
    text_free(&line);
    return copy;
}

static struct excerpt_file *read_file(const char *path) {
    struct excerpt_file *file = memory_new(sizeof *file);
    struct text text = {0};
    file->path = memory_copy_text(path);
    file->arena = arena_new();
    if (file_read(path, &text)) {
        const char *chars = text_chars(&text);
        for (size_t at = 0; at < text.length;) {
            const char *end = memchr(chars + at, '\n', text.length - at);
            size_t length = end ? (size_t)(end - chars) - at : text.length - at;
            vec_push(&file->lines, copy_line(file->arena, chars + at, length));
            at += length + 1;
        }
    }
    text_free(&text);
    return file;
}

const char *excerpt_indented(struct excerpts *excerpts, const char *path, unsigned line) {
    if (!path || line == 0) return NULL;
    struct excerpt_file *file = NULL;
    for (size_t i = 0; !file && i < excerpts->files.count; i++)
        if (strcmp(excerpts->files.items[i]->path, path) == 0) file = excerpts->files.items[i];
    if (!file) {
        file = read_file(path);
        vec_push(&excerpts->files, file);
    }
    return line <= file->lines.count ? file->lines.items[line - 1] : NULL;
}

const char *excerpt_line(struct excerpts *excerpts, const char *path, unsigned line) {
    const char *text = excerpt_indented(excerpts, path, line);
    return text ? text + strspn(text, " ") : NULL;
}

void excerpts_free(struct excerpts *excerpts) {
    for (size_t i = 0; i < excerpts->files.count; i++) {
        free(excerpts->files.items[i]->path);
        arena_free(excerpts->files.items[i]->arena);
        vec_free(&excerpts->files.items[i]->lines);
        free(excerpts->files.items[i]);
    }
    vec_free(&excerpts->files);
}
