#include "cli/project/includes.h"

#include "base/file.h"
#include "base/text.h"
#include "base/vec.h"
#include "cfront/text/directive.h"

#include <stdlib.h>
#include <string.h>

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

static void add_once(paths *files, const char *path) {
    for (size_t i = 0; i < files->count; i++)
        if (!strcmp(files->items[i], path)) return;
    if (files->count < MOST_FILES && file_is_plain(path)) vec_push(files, path);
}

static bool ends_with_path(const char *path, const char *name) {
    size_t length = strlen(path), wanted = strlen(name);
    return length > wanted && path[length - wanted - 1] == '/' && !strcmp(path + length - wanted, name);
}

/* The only one of this name; NULL: there is none, or there are several. */
static const char *find_among(const struct include_search *search, const char *name) {
    const char *found = NULL;
    for (size_t i = 0; i < search->count; i++) {
        if (!ends_with_path(search->among[i], name)) continue;
        if (found) return NULL;
        found = search->among[i];
    }
    return found;
}

static void add_folder(struct arena *arena, const char *path, const char *name, struct text_list *folders) {
    const char *folder = arena_text_n(arena, path, strlen(path) - strlen(name) - 1);
    if (folders && !text_list_has(folders, folder)) vec_push(&folders->list, folder);
}

static const char *find_in_first(struct arena *arena, const struct include_search *search, const char *name) {
    for (size_t i = 0; i < search->first->list.count; i++) {
        const char *path = arena_printf(arena, "%s/%s", search->first->list.items[i], name);
        if (file_is_plain(path)) return path;
    }
    return NULL;
}

/* As the reader of configurations does it: `<a>` lies beside the file only if no folder has one. */
static void include(struct arena *arena, const char *from, const char *name, bool is_quoted,
                    const struct include_search *search, paths *files) {
    const char *beside = includes_beside(arena, from, name, strlen(name));
    const char *there = is_quoted && file_is_plain(beside) ? NULL : find_in_first(arena, search, name);
    const char *here = there ? NULL : file_is_plain(beside) ? beside : file_spelled_otherwise(arena, beside);
    if (!there && !here) there = find_among(search, name);
    if (there) add_folder(arena, there, name, search->folders);
    if (there || here) add_once(files, there ? there : here);
}

static void tell_others(struct arena *arena, const paths *files, struct text_list *others) {
    for (size_t i = 1; i < files->count; i++) {
        char *whole = realpath(files->items[i], NULL);
        if (whole) vec_push(&others->list, arena_text(arena, whole));
        free(whole);
    }
}

const char *includes_joined(struct arena *arena, const char *path, const struct include_search *search) {
    struct text text = {0};
    paths files = {0};
    add_once(&files, path);
    for (size_t i = 0; i < files.count; i++) {
        size_t from = text.length, length = 0;
        if (!file_read(files.items[i], &text)) continue;
        text_add_char(&text, '\n');
        const char *own = arena_text(arena, text_chars(&text) + from);
        for (const char *name = own; (name = includes_next(name + length, &length));)
            include(arena, files.items[i], arena_text_n(arena, name, length), name[-1] == '"', search, &files);
    }
    if (search->others) tell_others(arena, &files, search->others);
    const char *joined = arena_text(arena, text_chars(&text));
    vec_free(&files);
    text_free(&text);
    return joined;
}
