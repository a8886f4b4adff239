#include "cli/includes.h"

#include "base/file.h"
#include "base/text.h"
#include "base/vec.h"
#include "cfront/directive.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 200 };

const char *includes_next(const char *text, size_t *length) {
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *at = directive_behind(line, "include");
        if (!at || (*at != '"' && *at != '<')) continue;
        *length = strcspn(at + 1, "\">\n");
        return at + 1;
    }
    return NULL;
}

const char *includes_beside(struct arena *arena, const char *from, const char *name, size_t length) {
    return file_plain_path(arena_printf(arena, "%.*s%.*s", (int)file_folder_length(from), from, (int)length, name));
}

typedef VEC(const char *) paths;

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void add_once(struct arena *arena, paths *files, const char *path) {
    const char *found = is_file(path) ? path : file_spelled_otherwise(arena, path);
    if (!found) return;
    path = found;
    for (size_t i = 0; i < files->count; i++)
        if (!strcmp(files->items[i], path)) return;
    if (files->count < MOST_FILES && is_file(path)) vec_push(files, path);
}

static void tell_others(struct arena *arena, const paths *files, struct text_list *others) {
    for (size_t i = 1; i < files->count; i++) {
        char *whole = realpath(files->items[i], NULL);
        if (whole) vec_push(&others->list, arena_text(arena, whole));
        free(whole);
    }
}

const char *includes_joined(struct arena *arena, const char *path, struct text_list *others) {
    struct text text = {0};
    paths files = {0};
    add_once(arena, &files, path);
    for (size_t i = 0; i < files.count; i++) {
        size_t from = text.length, length = 0;
        if (!file_read(files.items[i], &text)) continue;
        text_add_char(&text, '\n');
        const char *own = arena_text(arena, text_chars(&text) + from);
        for (const char *name = own; (name = includes_next(name + length, &length));)
            add_once(arena, &files, includes_beside(arena, files.items[i], name, length));
    }
    if (others) tell_others(arena, &files, others);
    const char *joined = arena_text(arena, text_chars(&text));
    vec_free(&files);
    text_free(&text);
    return joined;
}
