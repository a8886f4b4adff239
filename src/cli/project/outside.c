/* Sources and parts of configurations outside of the folder that files of its build name, whatever kind of build it is:
 * they are told. */
#include "base/file.h"
#include "base/some_names.h"
#include "base/word.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char eclipses[] = "PROJECT_LOC"; /* `PARENT-2-PROJECT_LOC/a`: `../../a` */

/* What one file of the build names. */
struct naming {
    struct project *project;
    const char *home;       /* the file */
    const char *folder;     /* the application's, whole */
    struct text_list *told; /* whole paths */
    struct some_names *names;
    struct some_names *missing; /* sources that it names and that are not there; NULL: these do not count */
};

/* ---- Names in a text ---- */

/* Does the name of a source, or of a part of a configuration, end before `at`? */
static bool ends_source(const char *text, const char *at) {
    static const char *const endings[] = {".c", ".cpp", ".cc", ".cxx", ".s", ".asm", ".oil", NULL};
    return project_ends_path(text, at, endings);
}

/* ---- Where they are ---- */

/* As many folders up as it says; NULL: it is not of this kind. */
static const char *as_eclipse_means(struct arena *arena, const char *name) {
    const char *rest = strstr(name, eclipses);
    if (!rest) return NULL;
    rest += sizeof eclipses - 1;
    rest += *rest == '/';
    for (long up = begins_with(name, "PARENT-") ? strtol(name + 7, NULL, 10) : 0; up > 0 && up < 64; up--)
        rest = arena_printf(arena, "../%s", rest);
    return rest;
}

/* Whole, and inside of the folder? */
static bool is_inside(const struct naming *naming, const char *whole) {
    size_t length = strlen(naming->folder);
    return !strncmp(whole, naming->folder, length) && (!whole[length] || whole[length] == '/' || length == 1);
}

static bool has_name(const char *const *paths, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcasecmp(file_name(paths[i]), file_name(name))) return true;
    return false;
}

static bool has_file_of_name(const struct project *project, const char *name) {
    return has_name(project->sources.items, project->sources.count, name) ||
           has_name(project->foreign.items, project->foreign.count, name) ||
           has_name(project->assembly.items, project->assembly.count, name);
}

static bool is_given(const struct project *project, const char *whole) {
    char place[PATH_MAX];
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        if (realpath(project->command->sources.list.items[i], place) && !strcmp(place, whole)) return true;
    return false;
}

static void tell(struct naming *naming, const char *name, const char *whole) {
    if (text_list_has(naming->told, whole)) return;
    vec_push(&naming->told->list, whole);
    some_names_add(naming->names, name, naming->home);
}

/* The file, or the folder of `*.c`, whole; NULL: it is not there. */
static const char *find(struct naming *naming, const char *name) {
    struct arena *arena = naming->project->arena;
    char place[PATH_MAX];
    size_t length = strpbrk(name, "*?") ? file_folder_length(name) : strlen(name);
    const char *path =
        *name == '/' ? arena_text_n(arena, name, length) : includes_beside(arena, naming->home, name, length);
    return *path && realpath(path, place) ? arena_text(arena, place) : NULL;
}

/* `$(TOP)/a.c`: mostly a folder at or above that of the file. NULL: it is not there. */
static const char *find_from_above(struct naming *naming, const char *name) {
    enum { HIGHEST = 4 };
    const char *rest = strchr(name, '/'), *whole = NULL;
    if (!rest || strpbrk(++rest, "$%") || has_file_of_name(naming->project, name)) return NULL;
    for (unsigned up = 0; up <= HIGHEST && !whole; up++) {
        whole = find(naming, rest);
        rest = arena_printf(naming->project->arena, "../%s", rest);
    }
    return whole;
}

/* `gen/isr.c`, `$(BUILD)/isr.c`: a source that nothing here can be. */
static bool is_missing(const struct naming *naming, const char *name) {
    const struct project *project = naming->project;
    if (!naming->missing || !project_has_ending(name, ".c")) return false;
    bool has_variable = *name == '$';
    if (has_variable) name += strcspn(name, ")}"), name += *name != '\0';
    name += strspn(name, "./");
    if (has_variable) name = file_name(name);
    if (strpbrk(name, "$%*?@:") || *file_name(name) == '.') return false;
    for (size_t i = 0; i < project->sources.count; i++)
        if (project_has_ending(project->sources.items[i], name)) return false;
    return true;
}

static void tell_missing(struct naming *naming, const char *name) {
    if (text_list_has(naming->told, name)) return;
    vec_push(&naming->told->list, name);
    some_names_add(naming->missing, name, naming->home);
}

/* One that is not there may well be meant otherwise, unless nothing here has its name and it says that it lies
 * elsewhere. */
static void look_at(struct naming *naming, const char *written) {
    struct project *project = naming->project;
    char *slashed = arena_text(project->arena, written);
    file_use_slashes(slashed);
    const char *name = as_eclipse_means(project->arena, slashed);
    if (!name) name = slashed;
    const char *whole = *name == '$' ? find_from_above(naming, name) : strpbrk(name, "$%") ? NULL : find(naming, name);
    bool is_elsewhere = begins_with(name, "../") && !strpbrk(name, "$%*?") && !has_file_of_name(project, name);
    if (whole ? !is_inside(naming, whole) && !is_given(project, whole) : is_elsewhere)
        tell(naming, slashed, whole ? whole : includes_beside(project->arena, naming->home, name, strlen(name)));
    else if (!whole && is_missing(naming, name))
        tell_missing(naming, name);
}

/* ---- All of it ---- */

static void look_into(struct naming *naming, const char *text) {
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n"), *begin = line + strspn(line, " \t");
        bool is_comment = *begin == '#';
        for (const char *at = begin; !is_comment && at <= end; at++) {
            bool is_eclipses = (size_t)(end - at) > sizeof eclipses && begins_with(at, eclipses);
            if (is_eclipses) at += strcspn(at, "<\"\n");
            if (!is_eclipses && !ends_source(line, at)) continue;
            const char *name = project_path_before(line, at);
            if (name < at) look_at(naming, arena_text_n(naming->project->arena, name, (size_t)(at - name)));
        }
        line = *end ? end + 1 : end;
    }
}

void project_assume_outside(struct project *project) {
    static const char form[] = "%s, which files of the build name and which %s outside of %s, %s no part of it";
    static const char absent[] = "%s, which files of the build name and which %s not there, %s nothing that matters";
    struct text_list told = {0};
    struct some_names names = {0}, missing = {0};
    char folder[PATH_MAX];
    if (project->command->compile_commands || !realpath(project->folder, folder)) return;
    for (struct build_text build = {0}; project_next_build(project, &build);)
        look_into(&(struct naming){project, build.path, folder, &told, &names, build.is_build ? &missing : NULL},
                  build.text);
    if (missing.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, absent, some_names_chars(&missing), missing.count > 1 ? "are" : "is",
                              missing.count > 1 ? "have" : "has"));
    some_names_free(&missing);
    if (names.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, form, some_names_chars(&names), names.count > 1 ? "lie" : "lies",
                              project->folder, names.count > 1 ? "are" : "is"));
    some_names_free(&names);
    vec_free(&told.list);
}
