/* Folders of headers that files of the build name, whatever kind of build it is: a header of which there are several is
 * most likely the one in such a folder, which may lie outside of the application's. */
#include "base/file.h"
#include "base/word.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path) {
    struct stat status;
    return *path && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void add(struct text_list *folders, const char *path) {
    if (!text_list_has(folders, path)) vec_push(&folders->list, path);
}

/* The build has folders for headers in quotes alone (`-iquote inc`), or for all; a variable may list them (`-I$(INC)`).
 */
static void note_option(struct project *project, const char *option, const char *name, size_t length,
                        const char *path) {
    bool is_quoting = begins_with(option, "-iquote");
    size_t before = strcspn(name, "$%");
    project->quotes_folders |= is_quoting;
    if (before >= length || (*path && *path != '$')) return;
    size_t begin = before + strspn(name + before, "${(%");
    const char *variable = arena_text_n(project->arena, name + begin, word_length(name + begin));
    add(is_quoting ? &project->quoting_variables : &project->listing_variables, variable);
}

/* From where the file lies, or one below, where many a build is made, or the application's folder; what stands behind
 * a variable also from the one above. If `is_sure`, folders of headers are named there, whether it is found or not; if
 * it `is_for_all`, an option says so that is not about headers in quotes alone. */
static void add_if_there(struct project *project, const char *home, const char *name, bool is_behind_variable,
                         bool is_sure, bool is_for_all) {
    struct arena *arena = project->arena;
    size_t length = strlen(name);
    const char *above = arena_printf(arena, "../%s", name);
    const char *const places[] = {*name == '/' ? name : includes_beside(arena, home, name, length),
                                  begins_with(name, "../") ? includes_beside(arena, home, name + 3, length - 3) : "",
                                  *name == '/' ? includes_beside(arena, home, name + 1, length - 1) : "",
                                  *name == '/' ? "" : arena_printf(arena, "%s/%s", project->folder, name),
                                  is_behind_variable ? includes_beside(arena, home, above, length + 3) : ""};
    project->names_header_folders |= is_sure;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!is_folder(places[i])) continue;
        add(&project->header_folders, places[i]);
        if (is_for_all) add(&project->folders_for_all, places[i]);
        return;
    }
}

/* What stands behind variables, `$(TOP)/a`, `${workspace_loc:/${ProjName}/a}`, which mostly are the folder itself, or
 * one above it. */
static char *without_variables(struct arena *arena, const char *word, size_t length) {
    char *path = arena_text_n(arena, word, length);
    bool has_variable = strpbrk(path, "$%") != NULL;
    size_t size = strlen(path);
    char *iars = *path == '$' ? strpbrk(path + 1, "$(){}/\\") : NULL; /* `$PROJ_DIR$\a` */
    if (iars && *iars == '$') {
        path = iars + 1 + strspn(iars + 1, "/\\");
        file_use_slashes(path);
        return path;
    }
    while (size && strchr("})%/", path[size - 1])) path[--size] = '\0';
    for (char *at = path + size; has_variable && at > path; at--)
        if (strchr("})%:", at[-1])) {
            path = at;
            break;
        }
    if (has_variable) path += strspn(path, "/\\");
    file_use_slashes(path);
    return path;
}

/* `-Ifolder`, `-I folder`, `-isystem folder`, `/I folder`: where the folder begins; NULL: it is no such option. */
static const char *behind_option(const char *word, size_t length) {
    static const char *const options[] = {"-isystem", "-idirafter", "-iquote", "-I", "/I", NULL};
    for (const char *const *option = options; *option; option++)
        if (length >= strlen(*option) && begins_with(word, *option)) return word + strlen(*option);
    return NULL;
}

/* Names of folders stand where it says `inc`, as in INCLUDES, include_directories, IncludePath, and in Eclipse's lists.
 */
static bool is_of_includes(struct arena *arena, const char *line, size_t size) {
    const char *text = arena_text_n(arena, line, size);
    return strcasestr(text, "inc") || strstr(text, "listOptionValue");
}

static void look_at_line(struct project *project, const char *home, const char *line, size_t size) {
    static const char between[] = " \t\r\"'<>;,=&|[]";
    bool names_folders = is_of_includes(project->arena, line, size);
    const char *option = NULL; /* that the next word belongs to */
    for (size_t i = 0, length; i < size; i += length + 1) {
        length = strcspn(line + i, between);
        if (i + length > size) length = size - i;
        const char *word = line + i, *behind = behind_option(word, length), *end = word + length;
        if (behind && behind == end) option = word;
        if (!length || (behind && behind == end)) continue;
        if (!behind && begins_with(word, "include_directories(")) behind = word + sizeof "include_directories(" - 1;
        const char *name = behind ? behind : word;
        const char *path = without_variables(project->arena, name, (size_t)(end - name));
        bool is_elsewhere = begins_with(path, "..") || *path == '/', has_variable = strcspn(name, "$%") < length;
        bool is_iars = begins_with(word, "$PROJ_DIR$"), is_option = behind || option;
        if (is_option) note_option(project, option ? option : word, name, (size_t)(end - name), path);
        if (is_option || names_folders || is_elsewhere || is_iars)
            add_if_there(project, home, path, has_variable, is_option || (names_folders && has_variable),
                         is_option && !begins_with(option ? option : word, "-iquote"));
        option = NULL;
    }
}

static void look_into(struct project *project, const char *home, const char *text) {
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n");
        if (line[strspn(line, " \t")] != '#') look_at_line(project, home, line, size);
        line += size + (line[size] == '\n');
    }
}

static void find_all(struct project *project) {
    struct text commands = {0};
    const char *database = project->command->compile_commands;
    if (database && file_read(database, &commands)) look_into(project, database, text_chars(&commands));
    text_free(&commands);
    if (database) return;
    for (size_t i = 0; i < project->texts.count; i++)
        look_into(project, project->command->configurations.list.items[i], project->texts.items[i]);
    for (struct build_text build = {0}; project_next_build(project, &build);)
        look_into(project, build.path, build.text);
}

const char *project_in_header_folder(struct project *project, size_t number, const char *name) {
    const char *path = arena_printf(project->arena, "%s/%s", project->header_folders.list.items[number], name);
    return file_is_plain(path) ? path : NULL;
}

static void know_folders(struct project *project) {
    if (!project->knows_header_folders) find_all(project);
    project->knows_header_folders = true;
}

const char *project_in_header_folders(struct project *project, const char *name) {
    const char *found = NULL;
    know_folders(project);
    if (project->command->compile_commands) return NULL; /* the compiler is given these */
    for (size_t i = 0; i < project->header_folders.list.count && !found; i++)
        found = project_in_header_folder(project, i, name);
    return found;
}

const char *project_in_folders_for_all(struct project *project, const char *name) {
    if (!project_quotes_folders(project)) return project_in_header_folders(project, name);
    for (size_t i = 0; i < project->folders_for_all.list.count; i++) {
        const char *path = arena_printf(project->arena, "%s/%s", project->folders_for_all.list.items[i], name);
        if (file_is_plain(path)) return path;
    }
    return NULL;
}

/* Of a build that has variables for both, other folders are in the one than in the other. */
bool project_quotes_folders(struct project *project) {
    const struct text_list *quoting = &project->quoting_variables, *listing = &project->listing_variables;
    know_folders(project);
    for (size_t i = 0; i < listing->list.count; i++)
        if (!quoting->list.count || text_list_has(quoting, listing->list.items[i])) return false;
    return project->quotes_folders;
}

bool project_names_header_folders(struct project *project) {
    know_folders(project);
    return project->names_header_folders || project->header_folders.list.count;
}

bool project_names_header_folder(struct project *project, const char *folder) {
    know_folders(project);
    return project_found_as(project->header_folders.list.items, project->header_folders.list.count, folder) != NULL;
}
