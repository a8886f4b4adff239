/* Sources that were taken, and that a file of the build seems to leave out: they are told. */
#include "base/file.h"
#include "base/word.h"
#include "cli/project/project.h"

#include <string.h>

/* A word by which files are left out, and where their names stand: on its line, or so many characters before it. */
static const struct {
    const char *word;
    size_t before;
} exclusions[] = {{"filter-out", 0},   {"REMOVE_ITEM", 0},         {"EXCLUDE", 0}, {"excluding=", 0},
                  {"-<", 0}, /* PlatformIO's */
                  {"<excluded>", 300}, {"<IncludeInBuild>0<", 800}};

static bool names(const char *from, const char *end, const char *name) {
    size_t length = strlen(name);
    for (const char *at = from; (at = memmem(at, (size_t)(end - at), name, length)); at++)
        if ((at == from || !is_word_char(at[-1])) && (at + length == end || !is_word_char(at[length]))) return true;
    return false;
}

static void look_at(struct project *project, const char *path, const char *from, const char *end) {
    const struct text_list *sources = &project->command->sources;
    for (size_t i = project->given_sources; i < sources->list.count; i++) {
        const char *source = sources->list.items[i];
        if (names(from, end, file_name(source)))
            project_assume_alike(
                project, "%s, which files of the build leave out, are part of the application", source, path,
                arena_printf(project->arena, "%s, which %s leaves out, is part of the application", source, path));
    }
}

static void look_into(struct project *project, const char *path, const char *text) {
    for (size_t i = 0; i < sizeof exclusions / sizeof *exclusions; i++)
        for (const char *at = text; (at = strstr(at, exclusions[i].word)); at++) {
            const char *from = at, *end = at + strcspn(at, "\n");
            if (!exclusions[i].before)
                while (from > text && from[-1] != '\n') from--;
            else
                from -= (size_t)(at - text) < exclusions[i].before ? (size_t)(at - text) : exclusions[i].before;
            look_at(project, path, from, exclusions[i].before ? at : end);
        }
}

void project_assume_excluded(struct project *project) {
    if (project->command->compile_commands || project->is_named) return;
    for (struct build_text build = {0}; project_next_build(project, &build);)
        if (build.is_build || !project_is_prose(project, build.path)) look_into(project, build.path, build.text);
}
