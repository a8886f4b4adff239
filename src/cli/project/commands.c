/* compile_commands.json: which of the sources the build compiles. */
#include "base/file.h"
#include "cli/common/command.h"
#include "cli/project/project.h"
#include "report/json_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One that was read. */
struct database {
    const char *path;
    struct name_set files; /* whole paths, of those that are there */
    struct name_set names; /* of all, without their folders */
    const char *missing;   /* a folder that is not there, and that it compiles in; or NULL */
};

/* A list of what is compiled, where, and how. */
static bool is_database(const struct json_value *list) {
    if (list->kind != JSON_ARRAY) return false;
    for (const struct json_value *entry = list->first; entry; entry = entry->next) {
        bool says_how = json_text(json_member(entry, "command")) || json_member(entry, "arguments");
        if (!json_text(json_member(entry, "directory")) || !json_text(json_member(entry, "file")) || !says_how)
            return false;
    }
    return true;
}

static const char *whole_path(struct arena *arena, const char *path) {
    char *whole = realpath(path, NULL);
    const char *result = whole ? arena_text(arena, whole) : NULL;
    free(whole);
    return result;
}

/* The file's name without folders, as systems compare it that do not look at the case. */
static const char *in_small_letters(struct arena *arena, const char *path) {
    const char *backslash = strrchr(file_name(path), '\\');
    char *name = arena_text(arena, backslash ? backslash + 1 : file_name(path));
    for (char *at = name; *at; at++) *at = (char)tolower((unsigned char)*at);
    return name;
}

static void add_entries(struct arena *arena, const struct json_value *list, struct database *database) {
    struct text_list found = {0}, names = {0};
    for (const struct json_value *entry = list->first; entry; entry = entry->next) {
        const char *folder = json_text(json_member(entry, "directory")), *file = json_text(json_member(entry, "file"));
        if (*folder != '/' || access(folder, F_OK)) database->missing = folder;
        const char *whole = whole_path(arena, *file == '/' ? file : arena_printf(arena, "%s/%s", folder, file));
        if (whole) vec_push(&found.list, whole);
        vec_push(&names.list, in_small_letters(arena, file));
    }
    database->files = name_set_of(arena, found.list.items, found.list.count);
    database->names = name_set_of(arena, names.list.items, names.list.count);
    vec_free(&found.list);
    vec_free(&names.list);
}

/* What it says may well be how the application is compiled, macros included. */
static void leave_out(struct project *project, const struct database *database, const char *why) {
    static const char form[] = "`%s`, which is left out (%s), says nothing that matters";
    command_complain("app", "%s is left out: %s", database->path, why);
    vec_push(&project->command->assumed.list, arena_printf(project->arena, form, database->path, why));
}

/* False: it is none, which is told; of the one that the user names, whoever uses it says so. */
static bool read_database(struct project *project, struct database *database) {
    struct text text = {0}, why = {0};
    const struct json_value *list = NULL;
    if (!file_read(database->path, &text))
        text_add(&why, "it cannot be read");
    else
        list = json_read(text_chars(&text), text.length, project->arena, &why); /* it says what is wrong, and where */
    if (list && !is_database(list)) text_add(&why, "an entry lacks its \"directory\", \"file\" or \"command\"");
    bool good = !why.length, is_given = project->command->compile_commands == database->path;
    if (good) add_entries(project->arena, list, database);
    if (!good && !is_given) leave_out(project, database, text_chars(&why));
    text_free(&text);
    text_free(&why);
    return good;
}

bool project_is_built(const struct project *project, const char *source) {
    return name_set_has(&project->built, source);
}

/* The folder's sources that it compiles, by the names that they have here. */
static struct name_set sources_of(struct project *project, const struct database *database) {
    struct text_list found = {0};
    for (size_t i = 0; i < project->sources.count; i++) {
        const char *whole = whole_path(project->arena, project->sources.items[i]);
        if (whole && name_set_has(&database->files, whole)) vec_push(&found.list, project->sources.items[i]);
    }
    struct name_set set = name_set_of(project->arena, found.list.items, found.list.count);
    vec_free(&found.list);
    return set;
}

/* Sources that it compiles from outside of the folder are the application's, too. */
static struct name_set with_others(struct project *project, const struct database *database,
                                   const struct name_set *sources) {
    struct text_list all = {0}, whole = {0};
    for (size_t i = 0; i < sources->count; i++) {
        vec_push(&all.list, sources->items[i]);
        vec_push(&whole.list, whole_path(project->arena, sources->items[i]));
    }
    struct name_set known = name_set_of(project->arena, whole.list.items, whole.list.count);
    for (size_t i = 0; i < database->files.count; i++) {
        const char *path = database->files.items[i];
        if (name_set_has(&known, path) || !project_has_ending(path, ".c")) continue;
        vec_push(&project->sources, path);
        vec_push(&all.list, path);
    }
    struct name_set set = name_set_of(project->arena, all.list.items, all.list.count);
    vec_free(&all.list);
    vec_free(&whole.list);
    return set;
}

static size_t count_with_code(struct project *project, const struct name_set *sources) {
    size_t count = 0;
    for (size_t i = 0; i < sources->count; i++)
        for (size_t n = 0; n < project->names.count; n++)
            count += project_source_has(project, sources->items[i], project->names.items[n]);
    return count;
}

/* Does it compile files that are called like those with the application's code, elsewhere? Then it is that of a copy.
 */
static bool is_of_copy(struct project *project, const struct database *database) {
    for (size_t i = 0; i < project->sources.count; i++) {
        const char *path = project->sources.items[i];
        if (!name_set_has(&database->names, in_small_letters(project->arena, path))) continue;
        for (size_t n = 0; n < project->names.count; n++)
            if (project_source_has(project, path, project->names.items[n])) return true;
    }
    return false;
}

/* A main() that does not start the system, where none of its sources does: it may be a test's build. NULL: none. */
static const char *other_program(struct project *project, const struct name_set *sources) {
    const char *found = NULL;
    for (size_t i = 0; i < sources->count; i++) {
        const char *text = project_code(project, sources->items[i]);
        if (strstr(text, "StartOS")) return NULL;
        if (name_set_has(&project_words_of_code(project, sources->items[i])->has, "main")) found = sources->items[i];
    }
    return found;
}

/* It compiles another program: it may well be no build of the application. */
static void assume_own_build(struct project *project, const struct database *database) {
    const char *other = other_program(project, &project->built);
    static const char form[] = "`%s`, which compiles %s, whose main() does not start the system, says how the "
                               "application is built, not how it is tested";
    if (other) vec_push(&project->command->assumed.list, arena_printf(project->arena, form, database->path, other));
}

/* It builds the application, too, or a part of it. */
static void assume_other_build(struct project *project, const struct database *database) {
    vec_push(&project->command->assumed.list,
             arena_printf(project->arena,
                          "the application is not built as `%s` says (to take it, name it: "
                          "--compile-commands %s)",
                          database->path, database->path));
}

/* The one that compiles most of the code that the configuration names; one that compiles none is another program's. */
void project_choose_commands(struct project *project) {
    size_t most = 0;
    struct database chosen = {0};
    const char *given = project->command->compile_commands;
    for (size_t i = 0; i < (given ? 1 : project->commands.count); i++) {
        struct database database = {.path = given ? given : project->commands.items[i]};
        if (!read_database(project, &database)) continue;
        struct name_set sources = sources_of(project, &database);
        size_t count = count_with_code(project, &sources);
        if (database.missing && !given) {
            leave_out(project, &database, arena_printf(project->arena, "`%s` is no folder here", database.missing));
            continue;
        }
        if (!count && !given && is_of_copy(project, &database))
            leave_out(project, &database, "it compiles files of the same names elsewhere");
        else if (!count && !given)
            command_complain("app", "%s compiles no code of the configuration", database.path);
        if (count && count <= most) assume_other_build(project, &database);
        if (count <= most) continue;
        if (most) assume_other_build(project, &(struct database){.path = project->command->compile_commands});
        most = count;
        project->built = sources;
        project->command->compile_commands = database.path;
        chosen = database;
    }
    if (most && !given) assume_own_build(project, &chosen);
    if (most) project->built = with_others(project, &chosen, &project->built);
}
