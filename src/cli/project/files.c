/* What lies in the folder. */
#include "base/file.h"
#include "base/limits.h"
#include "base/some_names.h"
#include "base/word.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_FILES = 50000, DEEPEST = 24 };

bool project_has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), wanted = strlen(ending);
    return length >= wanted && strcasecmp(path + length - wanted, ending) == 0;
}

bool project_is_of_build(const char *path) {
    static const char *const endings[] = {".mk",      ".mak",        ".cmake",     "CMakeLists.txt", "platformio.ini",
                                          "makefile", "meson.build", "SConstruct", ".uvproj",        ".uvprojx",
                                          ".ewp",     NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return true;
    return code_texts_is_makefile(path);
}

/* What development environments keep of debuggers and windows: its options are for a probe, not for a compiler. */
static bool is_of_debugger(const char *path) {
    static const char *const endings[] = {".uvopt", ".uvoptx", ".ewd",   ".dni",    ".dnx",
                                          ".wsdt",  ".launch", ".jlink", ".jdebug", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return true;
    return strstr(file_name(path), ".uvgui"); /* and then a user's name */
}

/* Neither code nor a document, nor what compilers write: it may be of a build of whatever kind. */
static bool may_be_of_build(const char *path) {
    static const char *const endings[] = {".md",  ".rst", ".html", ".htm", ".pdf", ".tex", ".doc", ".docx",
                                          ".odt", ".css", ".js",   ".s",   ".asm", ".inc", ".hpp", ".o",
                                          ".a",   ".elf", ".map",  ".lst", ".hex", ".bin", ".log", ".csv",
                                          ".svg", ".png", ".jpg",  ".ld",  ".d",   NULL};
    static const char *const documents[] = {"readme", "license", "copying", "changelog", "authors", "doxyfile", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return false;
    for (const char *const *document = documents; *document; document++)
        if (!strncasecmp(file_name(path), *document, strlen(*document))) return false;
    return !is_of_debugger(path);
}

/* What a file is, by its name; NULL: nothing that matters. */
static const char *kind_of(const char *path) {
    static const char *const endings[] = {".oil", ".c",   ".cpp", ".cc",  ".cxx", ".h",  ".s",   ".asm", ".s43",
                                          ".s79", ".s90", ".a51", ".src", ".prm", ".ld", ".lds", ".lcf", NULL};
    if (!strcmp(file_name(path), "compile_commands.json")) return "compile_commands.json";
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return *ending;
    return project_is_of_build(path) ? "build" : NULL;
}

bool project_is_perhaps_of_build(const char *path) {
    return project_is_of_build(path) || (!kind_of(path) && may_be_of_build(path));
}

/* Or a table of vectors, which a linker reads. */
static bool is_assembly(const char *kind) {
    static const char *const kinds[] = {".s", ".asm", ".s43", ".s79", ".s90", ".a51", ".src", ".prm", NULL};
    return is_one_of(kind, kinds);
}

/* What a linker puts where. */
static bool is_script(const char *kind) {
    static const char *const kinds[] = {".ld", ".lds", ".lcf", NULL};
    return is_one_of(kind, kinds);
}

/* What runs tests on a server says how things are built there, which may be otherwise. */
static bool is_of_server(const char *path) {
    static const char *const folders[] = {".github/", ".circleci/", NULL};
    static const char *const files[] = {".gitlab-ci.yml",          ".travis.yml", "appveyor.yml",
                                        ".appveyor.yml",           "Jenkinsfile", "azure-pipelines.yml",
                                        "bitbucket-pipelines.yml", NULL};
    return contains_one_of(path, folders) || is_one_of(file_name(path), files);
}

static void add_file(struct project *project, const char *path) {
    if (is_of_server(path)) {
        vec_push(&project->of_servers, path);
        return;
    }
    const char *kind = kind_of(path);
    if (!kind || strcmp(kind, ".h") != 0) vec_push(&project->parts, path);
    if (!kind && !project->headers_only && may_be_of_build(path)) vec_push(&project->others, path);
    if (!kind) return;
    bool is_header = !strcmp(kind, ".h"), is_foreign = kind[0] == '.' && kind[1] == 'c' && kind[2];
    if (is_header) vec_push(&project->headers, path);
    if (project->headers_only && (is_foreign || !strcmp(kind, ".c"))) vec_push(&project->never_taken, path);
    if (is_header || project->headers_only) return;
    if (!strcmp(kind, ".oil")) vec_push(&project->configurations, path);
    if (!strcmp(kind, ".c")) vec_push(&project->sources, path);
    if (is_foreign) vec_push(&project->foreign, path);
    if (is_assembly(kind)) vec_push(&project->assembly, path);
    if (is_script(kind)) vec_push(&project->scripts, path);
    if (code_texts_is_makefile(path)) vec_push(&project->makefiles, path);
    if (!strcmp(kind, "build")) vec_push(&project->builds, path);
    if (!strcmp(kind, "compile_commands.json")) vec_push(&project->commands, path);
}

/* ---- What was looked at ---- */

static size_t row_of(const struct project *project, dev_t device, ino_t number) {
    uint64_t mixed = ((uint64_t)number ^ (uint64_t)device << 40) * 0x9E3779B97F4A7C15u;
    return (size_t)(mixed >> 20) & (project->known_room - 1);
}

static void put(struct project *project, struct file_identity identity) {
    size_t row = row_of(project, identity.device, identity.number);
    while (project->known[row].is_there) row = (row + 1) & (project->known_room - 1);
    project->known[row] = identity;
}

static void know(struct project *project, const struct stat *status, const char *kind) {
    if (project->known_count * 2 >= project->known_room) {
        struct file_identity *before = project->known;
        size_t room = project->known_room;
        project->known_room = room ? room * 2 : 256;
        project->known = arena_new_array(project->arena, struct file_identity, project->known_room);
        for (size_t i = 0; i < room; i++)
            if (before[i].is_there) put(project, before[i]);
    }
    put(project, (struct file_identity){status->st_dev, status->st_ino, kind, true});
    project->known_count++;
}

/* For a compiler the name counts that a link has, not that of what it leads to: board.c may be board.c.rev2. */
static bool is_known(const struct project *project, const struct stat *status, const char *kind) {
    size_t row = row_of(project, status->st_dev, status->st_ino);
    for (; project->known[row].is_there; row = (row + 1) & (project->known_room - 1)) {
        const struct file_identity *known = &project->known[row];
        if (known->device != status->st_dev || known->number != status->st_ino) continue;
        if (S_ISDIR(status->st_mode) || !kind || (known->kind && !strcmp(known->kind, kind))) return true;
    }
    return false;
}

static void walk(struct project *project, const char *path, unsigned depth);

static void look_at(struct project *project, const char *path, const struct stat *status, unsigned depth) {
    bool is_folder = S_ISDIR(status->st_mode), is_file = S_ISREG(status->st_mode);
    if (!is_folder && !is_file) return;
    know(project, status, is_file ? kind_of(path) : NULL);
    if (is_folder) walk(project, path, depth + 1);
    if (is_file) add_file(project, path);
}

/* Some of what is hidden says how the project is built. */
static bool is_hidden(const char *name) {
    static const char *const seen[] = {".project",    ".cproject",     ".clangd", ".bazelrc",  ".vscode",
                                       ".settings",   ".config",       ".github", ".circleci", ".gitlab-ci.yml",
                                       ".travis.yml", ".appveyor.yml", NULL};
    return *name == '.' && !is_one_of(name, seen);
}

static void walk(struct project *project, const char *path, unsigned depth) {
    DIR *directory = depth < DEEPEST ? opendir(path) : NULL;
    project->has_more |= depth == DEEPEST;
    if (!directory && depth < DEEPEST) vec_push(&project->unread, path);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        struct stat status;
        if (is_hidden(entry->d_name)) continue;
        limits_check();
        if (project->files++ >= MOST_FILES) {
            project->has_more = true;
            break;
        }
        const char *inner = strcmp(path, ".") == 0 ? arena_text(project->arena, entry->d_name)
                                                   : arena_printf(project->arena, "%s/%s", path, entry->d_name);
        if (lstat(inner, &status)) continue;
        if (S_ISLNK(status.st_mode))
            vec_push(&project->links, inner);
        else
            look_at(project, inner, &status, depth);
    }
    if (directory) closedir(directory);
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void sort(const char **items, size_t count) {
    if (count) qsort(items, count, sizeof *items, by_name);
}

/* A folder above the one that is searched has that in it, and other projects. */
static bool leads_above(const struct project *project, const char *link) {
    char *whole = realpath(link, NULL), *folder = realpath(project->folder, NULL);
    size_t length = whole ? strlen(whole) : 0;
    bool above = whole && folder && !strncmp(folder, whole, length) && (length == 1 || strchr("/", folder[length]));
    free(whole);
    free(folder);
    return above;
}

/* What lies there without links counts first, and everything once: the build may go through either. */
static void follow_links(struct project *project) {
    for (size_t i = 0, sorted = 0; i < project->links.count; i++) {
        struct stat status;
        if (i == sorted) {
            sort(project->links.items + i, project->links.count - i);
            sorted = project->links.count;
        }
        const char *link = project->links.items[i];
        if (stat(link, &status)) {
            if (kind_of(link) || !strchr(file_name(link), '.')) vec_push(&project->unread, link);
            continue;
        }
        if (is_known(project, &status, kind_of(link))) {
            if (project_has_ending(link, ".c")) vec_push(&project->aliases, link);
            continue;
        }
        if (leads_above(project, link))
            vec_push(&project->command->assumed.list,
                     arena_printf(project->arena, "what lies behind %s, a link that leads above %s, does not matter",
                                  link, project->folder));
        else
            look_at(project, link, &status, 0);
    }
    project->links.count = 0;
}

static void walk_all(struct project *project, const char *folder) {
    struct stat status;
    if (!stat(folder, &status)) know(project, &status, NULL);
    walk(project, folder, 0);
    follow_links(project);
}

/* `./a`, `a/` and `a/../a` are `a`. */
static const char *plain_folder(struct arena *arena, const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    return file_plain_path(arena_text_n(arena, path, length));
}

static void assume_the_rest(struct project *project) {
    static const char form[] =
        "files behind the first %d, or more than %d folders deep in each other, are no part of the application";
    vec_push(&project->command->assumed.list, arena_printf(project->arena, form, MOST_FILES, DEEPEST));
}

/* They are the build only if nothing else is. */
static void use_servers(struct project *project) {
    bool is_needed = !project->builds.count && !project->commands.count;
    for (size_t i = 0; is_needed && i < project->of_servers.count; i++)
        if (may_be_of_build(project->of_servers.items[i])) vec_push(&project->others, project->of_servers.items[i]);
}

void project_find_files(struct project *project, const char *const *folders, size_t count) {
    project->folder = plain_folder(project->arena, folders[0]);
    walk_all(project, project->folder);
    use_servers(project);
    project->headers_only = true;
    for (size_t i = 1; i < count; i++) walk_all(project, plain_folder(project->arena, folders[i]));
    sort(project->configurations.items, project->configurations.count);
    sort(project->sources.items, project->sources.count);
    sort(project->headers.items, project->headers.count);
    sort(project->foreign.items, project->foreign.count);
    sort(project->never_taken.items, project->never_taken.count);
    sort(project->assembly.items, project->assembly.count);
    sort(project->scripts.items, project->scripts.count);
    sort(project->commands.items, project->commands.count);
    sort(project->makefiles.items, project->makefiles.count);
    sort(project->builds.items, project->builds.count);
    sort(project->others.items, project->others.count);
    if (project->has_more) assume_the_rest(project);
}

/* ---- What the user names ---- */

const char *project_found_as(const char *const *paths, size_t count, const char *path) {
    struct stat there, here;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(paths[i], path)) return paths[i];
    if (stat(path, &there)) return NULL;
    for (size_t i = 0; i < count; i++)
        if (!stat(paths[i], &here) && here.st_dev == there.st_dev && here.st_ino == there.st_ino) return paths[i];
    return NULL;
}

static const char *own_name(struct project *project, const char *const *paths, size_t count, const char *path) {
    const char *plain = file_plain_path(arena_text(project->arena, path)), *found = NULL;
    found = project_found_as(paths, count, plain);
    return found ? found : plain;
}

/* A link to a source that is there: who names it means that name. */
static const char *use_alias(struct project *project, const char *path) {
    const char *plain = file_plain_path(arena_text(project->arena, path));
    if (!is_in_list(plain, project->aliases.items, project->aliases.count)) return path;
    const char *found = project_found_as(project->sources.items, project->sources.count, plain);
    for (size_t i = 0; i < project->sources.count; i++)
        if (project->sources.items[i] == found) project->sources.items[i] = plain;
    return plain;
}

/* `./app.oil` is the `app.oil` of the folder: paths are compared by their texts. */
void project_use_found_names(struct project *project) {
    struct command_app_options *command = project->command;
    struct text_list *oils = &command->configurations, *sources = &command->sources;
    for (size_t i = 0; i < oils->list.count; i++)
        oils->list.items[i] =
            own_name(project, project->configurations.items, project->configurations.count, oils->list.items[i]);
    for (size_t i = 0; i < sources->list.count; i++)
        sources->list.items[i] = own_name(project, project->sources.items, project->sources.count,
                                          use_alias(project, sources->list.items[i]));
    if (command->makefile)
        command->makefile = own_name(project, project->makefiles.items, project->makefiles.count, command->makefile);
}

/* ---- What cannot be read ---- */

static void add_unread(struct project *project, const char *const *paths, size_t count, struct some_names *names) {
    for (size_t i = 0; i < count; i++)
        if (code_texts_is_unread(project->code, project->arena, paths[i])) some_names_add(names, paths[i], NULL);
}

/* Headers and configurations that cannot be read are errors, where somebody includes them. */
void project_assume_unread(struct project *project) {
    static const char form[] = "%s, which cannot be read, %s no part of the application";
    struct some_names names = {0};
    for (size_t i = 0; i < project->unread.count; i++) some_names_add(&names, project->unread.items[i], NULL);
    add_unread(project, project->sources.items, project->sources.count, &names);
    add_unread(project, project->foreign.items, project->foreign.count, &names);
    add_unread(project, project->assembly.items, project->assembly.count, &names);
    if (names.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, form, some_names_chars(&names), names.count > 1 ? "are" : "is"));
    some_names_free(&names);
}

/* A header that lies beside the link and that the source includes, which finds another one where it is; NULL: none. */
static const char *header_beside(struct project *project, const char *link, const char *source) {
    size_t length = 0;
    for (const char *name = project_code(project, source); (name = includes_next(name + length, &length));) {
        const char *there = includes_beside(project->arena, link, name, length);
        const char *here = includes_beside(project->arena, source, name, length);
        if (!access(there, F_OK) && !file_is_same(here, there)) return there;
    }
    return NULL;
}

/* Compilers look for headers in the folder of the name that they are given. */
void project_assume_aliases(struct project *project) {
    const struct text_list *sources = &project->command->sources;
    for (size_t i = 0; i < project->aliases.count; i++) {
        const char *link = project->aliases.items[i];
        const char *source = project_found_as(sources->list.items, sources->list.count, link);
        const char *header = source && strcmp(source, link) ? header_beside(project, link, source) : NULL;
        if (header)
            vec_push(&project->command->assumed.list,
                     arena_printf(project->arena,
                                  "%s, which is compiled by this name, includes nothing that lies beside %s, a link to "
                                  "it (%s; name the link to have it compiled by that)",
                                  source, link, header));
    }
}

const char *project_code(struct project *project, const char *path) {
    return code_texts_get(project->code, project->arena, path);
}

size_t project_in_common(const char *a, const char *b) {
    size_t same = 0, folders = 0;
    for (; a[same] && a[same] == b[same]; same++) folders += a[same] == '/';
    return folders;
}
