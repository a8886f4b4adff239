/* Files of the build that lie outside of the folder and that those inside name (`include ../rules.mk`, `@../options`):
 * they count as those inside do. Where one that is included is not found, that is told. */
#include "base/file.h"
#include "base/some_names.h"
#include "base/word.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INCLUDED = 100, HIGHEST = 4 };

struct inclusion {
    struct project *project;
    const char *folder; /* the application's, whole */
    const char *home;   /* the file that is looked into */
    struct some_names *missing;
    bool is_followed_elsewhere; /* a makefile of nxtOSEK, of which named.c tells what it does not read */
};

static bool is_inside(const struct inclusion *inclusion, const char *whole) {
    size_t length = strlen(inclusion->folder);
    return !strncmp(whole, inclusion->folder, length) && (!whole[length] || whole[length] == '/' || length == 1);
}

static bool is_known(const struct project *project, const char *path) {
    return project_found_as(project->builds.items, project->builds.count, path) ||
           project_found_as(project->others.items, project->others.count, path);
}

static void take(struct inclusion *inclusion, const char *path) {
    struct project *project = inclusion->project;
    char whole[PATH_MAX];
    if (!realpath(path, whole) || is_inside(inclusion, whole) || is_known(project, path)) return;
    if (project->outside_builds.count >= MOST_INCLUDED || !project_is_perhaps_of_build(path)) return;
    vec_push(&project->outside_builds, ((struct outside_build){path, inclusion->home}));
    if (project_is_of_build(path))
        vec_push(&project->builds, path);
    else
        vec_push(&project->others, path);
}

static const char *beside(const struct inclusion *inclusion, const char *name) {
    return *name == '/' ? name : includes_beside(inclusion->project->arena, inclusion->home, name, strlen(name));
}

/* ---- Paths that lead out of the folder ---- */

static void take_paths(struct inclusion *inclusion, const char *line, size_t size) {
    static const char ends[] = " \t\r\n\"'<>;,=()|&`{}";
    for (const char *at = line, *end = line + size; (at = memmem(at, (size_t)(end - at), "../", 3));) {
        size_t length = strcspn(at, ends);
        bool is_begin = at == line || (!is_word_char(at[-1]) && at[-1] != '.');
        const char *path = beside(inclusion, arena_text_n(inclusion->project->arena, at, length));
        if (is_begin && !strchr(path, '$') && file_is_plain(path)) take(inclusion, path);
        at += length;
    }
}

/* ---- What is included ---- */

/* Files of dependences, which compilers write, headers (`-include a.h` of a compiler), and nxtOSEK's own. */
static bool is_nobodys(const char *name) {
    static const char *const vendors[] = {"ecrobot.mak", "ecrobot++.mak", "ecrobot.mk", NULL};
    return ends_with(name, ".d") || ends_with(name, ".h") || strstr(name, ".d)") || strcasestr(name, "dep") ||
           strpbrk(name, "*%@") || is_one_of(file_name(name), vendors);
}

/* `$(TOP)/rules.mk`: mostly from a folder at or above that of the file. NULL: it is not there. */
static const char *found_from_above(const struct inclusion *inclusion, const char *name) {
    struct arena *arena = inclusion->project->arena;
    const char *variable = strpbrk(name, "$"), *rest = variable ? strpbrk(variable, ")}") : name;
    rest = rest && variable ? rest + 1 + strspn(rest + 1, "/") : rest;
    if (!rest || !*rest || strchr(rest, '$')) return NULL;
    const char *path = beside(inclusion, rest);
    for (unsigned up = 0; up < HIGHEST && variable && !file_is_plain(path); up++) {
        rest = arena_printf(arena, "../%s", rest);
        path = beside(inclusion, rest);
    }
    return file_is_plain(path) ? path : NULL;
}

static bool has_name_inside(const struct project *project, const char *name) {
    for (size_t i = 0; i < project->builds.count; i++)
        if (!strcmp(file_name(project->builds.items[i]), file_name(name))) return true;
    for (size_t i = 0; i < project->others.count; i++)
        if (!strcmp(file_name(project->others.items[i]), file_name(name))) return true;
    return false;
}

static void include(struct inclusion *inclusion, const char *name) {
    const char *path = found_from_above(inclusion, name);
    if (path)
        take(inclusion, path);
    else if (!is_nobodys(name) && !has_name_inside(inclusion->project, name) && !inclusion->is_followed_elsewhere)
        some_names_add(inclusion->missing, name, inclusion->home);
}

/* `include a b`, `-include a`, `sinclude a` of make: what follows; NULL: it is something else. */
static const char *behind_make(const char *line) {
    static const char *const words[] = {"include", "-include", "sinclude", "!include", NULL};
    for (const char *const *word = words; *word; word++)
        if (begins_with(line, *word) && strchr(" \t", line[strlen(*word)]) && line[strlen(*word)])
            return line + strlen(*word);
    return NULL;
}

/* `include(a)`, `add_subdirectory(a b)` of CMake: the file; NULL: it is something else, or a part of CMake. */
static const char *named_by_cmake(struct arena *arena, const char *line) {
    static const char *const words[] = {"include", "add_subdirectory", NULL};
    for (const char *const *word = words; *word; word++) {
        const char *open = line + strlen(*word);
        if (strncasecmp(line, *word, strlen(*word)) != 0) continue;
        open += strspn(open, " \t");
        if (*open != '(') continue;
        const char *name = open + 1 + strspn(open + 1, " \t\"");
        const char *path = arena_text_n(arena, name, strcspn(name, " \t\r\n\")"));
        if (*word != words[0]) return arena_printf(arena, "%s/CMakeLists.txt", path);
        return strpbrk(path, "./") ? path : NULL;
    }
    return NULL;
}

static void look_at_line(struct inclusion *inclusion, const char *line, size_t size) {
    struct arena *arena = inclusion->project->arena;
    const char *begin = line + strspn(line, " "), *end = line + size, *at = behind_make(begin);
    const char *file = at ? NULL : named_by_cmake(arena, begin);
    if (file) include(inclusion, file);
    while (at && at < end) {
        at += strspn(at, " \t\r");
        size_t length = strcspn(at, " \t\r\n#");
        if (!length) break;
        include(inclusion, arena_text_n(arena, at, length));
        at += length;
    }
    take_paths(inclusion, line, size);
}

static void look_into(struct inclusion *inclusion, const char *text) {
    inclusion->is_followed_elsewhere = strstr(text, "TOPPERS_OSEK_OIL_SOURCE");
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n");
        if (line[strspn(line, " \t")] != '#') look_at_line(inclusion, line, size);
        line += size + (line[size] == '\n');
    }
}

void project_find_outside_builds(struct project *project) {
    char folder[PATH_MAX];
    struct inclusion inclusion = {.project = project, .folder = folder};
    if (!realpath(project->folder, folder)) return;
    for (size_t i = 0; i < project->builds.count; i++) {
        struct some_names missing = {0};
        struct text text = {0};
        inclusion.home = project->builds.items[i];
        inclusion.missing = &missing;
        if (file_read(inclusion.home, &text)) look_into(&inclusion, text_chars(&text));
        if (missing.count)
            vec_push(&project->unread_builds,
                     ((struct outside_build){arena_text(project->arena, some_names_chars(&missing)), inclusion.home}));
        some_names_free(&missing);
        text_free(&text);
    }
}

void project_assume_outside_builds(struct project *project) {
    struct some_names names = {0};
    if (project->command->compile_commands) return;
    for (size_t i = 0; i < project->unread_builds.count; i++)
        if (project_builds(project, project->unread_builds.items[i].by))
            some_names_add(&names, project->unread_builds.items[i].path, NULL);
    if (names.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena,
                              "what files of the build include, and what was not read, adds nothing that matters: %s",
                              some_names_chars(&names)));
    some_names_free(&names);
}
