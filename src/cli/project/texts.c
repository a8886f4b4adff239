/* What the files of a build say, whatever kind of build it is. */
#include "base/file.h"
#include "cli/project/make_build.h"
#include "cli/project/project.h"

#include <string.h>
#include <sys/stat.h>

/* One that lies outside of the folder is of those builds that name it. */
static const char *inside(const struct project *project, const char *path) {
    for (size_t i = project->outside_builds.count; i--;)
        if (!strcmp(project->outside_builds.items[i].path, path)) path = project->outside_builds.items[i].by;
    return path;
}

/* Do the files that this one builds lie below its folder, or beside that? Or does it lie below the configuration's? */
bool project_builds(const struct project *project, const char *path) {
    const char *home = project->command->configurations.list.items[0];
    path = inside(project, path);
    size_t length = file_folder_length(path), own = file_folder_length(home);
    if (!strncmp(path, home, own)) return true;
    while (length > 1 && path[length - 2] != '/') length--;
    if (length) length--;
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        if (!strncmp(project->command->sources.list.items[i], path, length)) return true;
    return false;
}

static bool read_small(const char *path, bool is_build, struct text *text) {
    enum { LARGEST = 1 << 18 };
    struct stat status;
    bool is_small = stat(path, &status) == 0 && status.st_size < LARGEST;
    return (is_small || is_build) && file_read(path, text) && !memchr(text_chars(text), '\0', text->length);
}

bool project_may_build(const struct project *project, const char *path, bool is_build, struct text *text) {
    return project_builds(project, path) && read_small(path, is_build, text);
}

bool project_is_makefile(const char *path) {
    static const char *const endings[] = {".mk", ".mak", "makefile", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return true;
    return code_texts_is_makefile(path);
}

/* Made once: it may include many others. */
static const char *made_text(struct project *project, size_t number, const char *text) {
    while (project->made_texts.count <= number) vec_push(&project->made_texts, NULL);
    if (!project->made_texts.items[number]) {
        struct make_build *build = make_build_read(project->arena, text, project->builds.items[number]);
        project->made_texts.items[number] = make_build_text(build);
        make_build_free(build);
    }
    return project->made_texts.items[number];
}

static const char *path_of(const struct project *project, size_t number) {
    size_t builds = project->builds.count;
    if (number < builds) return project->builds.items[number];
    return number - builds < project->others.count ? project->others.items[number - builds] : NULL;
}

static bool may_be_read(const struct project *project, struct build_text *build) {
    return (build->is_any || project_builds(project, build->path)) &&
           read_small(build->path, build->is_build, &build->read);
}

bool project_next_build(struct project *project, struct build_text *build) {
    text_free(&build->read);
    while ((build->path = path_of(project, build->next++))) {
        build->is_build = build->next <= project->builds.count;
        build->read = (struct text){0};
        if (may_be_read(project, build)) {
            bool is_made = build->is_build && project_is_makefile(build->path);
            build->text = text_chars(&build->read);
            if (is_made) build->text = made_text(project, build->next - 1, build->text);
            return true;
        }
        text_free(&build->read);
    }
    return false;
}
