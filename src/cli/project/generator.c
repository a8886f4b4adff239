/* What the build tells the generator, which makes the system's code of the configuration: further parts of that, and
 * where it looks for files that are included. */
#include "base/file.h"
#include "base/some_names.h"
#include "base/word.h"
#include "cfront/text/code_only.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <string.h>
#include <sys/stat.h>

/* What one file of the build says of the configuration. */
struct generation {
    struct project *project;
    const char *home;   /* the file */
    const char *chosen; /* the configuration */
    struct some_names *unclear;
};

static const char between[] = " \t\r\n\"'<>;,=()|&`";

/* The next word of the line at or behind `at`; NULL: there are no more. */
static const char *next_word(struct generation *generation, const char **at, const char *end) {
    *at += strspn(*at, between);
    if (*at >= end) return NULL;
    size_t length = strcspn(*at, between);
    const char *word = arena_text_n(generation->project->arena, *at, length);
    *at += length;
    return word;
}

/* ---- Folders ---- */

static void take_folder(struct generation *generation, const char *name) {
    struct project *project = generation->project;
    const char *path = *name == '/' ? name : includes_beside(project->arena, generation->home, name, strlen(name));
    struct stat status;
    bool is_folder = !stat(*path ? path : ".", &status) && S_ISDIR(status.st_mode);
    if (!is_folder)
        some_names_add(generation->unclear, name, generation->home);
    else if (!text_list_has(&project->generator_folders, path))
        vec_push(&project->generator_folders.list, *path ? path : ".");
}

/* `goil -Iconfig -I ../common app.oil` */
static void take_folders(struct generation *generation, const char *line, const char *end) {
    static const char option[] = "-I";
    for (const char *word; (word = next_word(generation, &line, end));) {
        if (!begins_with(word, option)) continue;
        const char *name = word[2] ? word + 2 : next_word(generation, &line, end);
        if (name) take_folder(generation, name);
    }
}

/* ---- Parts ---- */

/* `ALARM name {` */
static bool has_objects(const char *text) {
    static const char *const kinds[] = {"CPU",     "TASK",    "ISR", "ALARM",          "COUNTER", "EVENT", "RESOURCE",
                                        "APPMODE", "MESSAGE", "OS",  "NETWORKMESSAGE", "IPDU",    "COM",   NULL};
    for (size_t length; *text; text += length ? length : 1) {
        length = word_length(text);
        const char *name = text + length + strspn(text + length, " \t\r\n");
        const char *behind = name + word_length(name), *open = behind + strspn(behind, " \t\r\n");
        if (length && spells_one_of(text, length, kinds) && behind > name && *open == '{') return true;
    }
    return false;
}

/* A file that no name tells to be a part of a configuration. */
static bool is_part(struct generation *generation, const char *path) {
    static const char *const others[] = {".oil", ".c", ".h", ".o", NULL};
    enum { LARGEST = 1 << 20 };
    struct stat status;
    struct text text = {0};
    for (const char *const *other = others; *other; other++)
        if (project_has_ending(path, *other)) return false;
    if (!file_is_plain(path) || stat(path, &status) || status.st_size > LARGEST) return false;
    bool is_one = file_read(path, &text) && has_objects(code_only(generation->project->arena, text_chars(&text), true));
    text_free(&text);
    return is_one;
}

/* `cat app.oil alarms.oil.in >all.oil` */
static void doubt_parts(struct generation *generation, const char *line, const char *end) {
    struct project *project = generation->project;
    for (const char *word; (word = next_word(generation, &line, end));) {
        if (*word == '-' || !strchr(word, '.')) continue;
        const char *path = *word == '/' ? word : includes_beside(project->arena, generation->home, word, strlen(word));
        if (is_part(generation, path))
            project_doubt(project,
                          arena_printf(project->arena,
                                       "%s names %s, which has a part of a configuration, beside %s, and it is "
                                       "not read (give it a name that ends in .oil, and name both)",
                                       generation->home, path, generation->chosen));
    }
}

/* ---- All of it ---- */

static bool names(const char *line, const char *end, const char *name) {
    size_t length = strlen(name);
    for (const char *at = line; (at = memmem(at, (size_t)(end - at), name, length)); at++)
        if ((at == line || !is_word_char(at[-1])) && (at + length == end || !is_word_char(at[length]))) return true;
    return false;
}

static void look_into(struct generation *generation, const char *text) {
    const char *name = file_name(generation->chosen);
    if (!names(text, text + strlen(text), name)) return;
    for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        if (line[strspn(line, " \t")] == '#') continue;
        if (names(line, end, name)) take_folders(generation, line, end);
        doubt_parts(generation, line, end);
    }
}

void project_ask_generator(struct project *project, const char *chosen) {
    struct some_names unclear = {0};
    for (struct build_text build = {.is_any = true}; project_next_build(project, &build);)
        look_into(&(struct generation){project, build.path, chosen, &unclear}, build.text);
    size_t length = 0;
    bool includes = includes_next(project_configuration_text(project, chosen, NULL, NULL), &length) != NULL;
    if (unclear.count && includes)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena,
                              "what %s includes is what was found, though the generator looks for it in folders that "
                              "are not known here: %s",
                              chosen, some_names_chars(&unclear)));
    some_names_free(&unclear);
}
