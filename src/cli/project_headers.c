/* Where the headers are that the sources include, and those that these include. */
#include "cfront/headers.h"
#include "cli/includes.h"
#include "cli/project.h"

#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 24 };

static bool is_ours(const char *name) {
    for (const struct header *header = headers_fixed; header->name; header++)
        if (!strcmp(header->name, name)) return true;
    for (const struct header *header = headers_library_files; header->name; header++)
        if (!strcmp(header->name, name)) return true;
    for (const char *const *alias = headers_aliases; *alias; alias++)
        if (!strcmp(*alias, name)) return true;
    return false;
}

static bool is_header(const char *path, const char *name) {
    size_t length = strlen(path), wanted = strlen(name);
    return length >= wanted && !strcmp(path + length - wanted, name) &&
           (length == wanted || path[length - wanted - 1] == '/');
}

/* The compiler looks through the folders of headers in their order, and so for what follows. NULL: it is in none. */
static const char *find_included(const struct project *project, const char *name, bool *is_given) {
    struct stat status;
    for (size_t i = 0; i < project->command->includes.list.count; i++) {
        const char *place = project->command->includes.list.items[i];
        const char *path = strcmp(place, ".") == 0 ? name : arena_printf(project->arena, "%s/%s", place, name);
        *is_given = i < project->given_includes;
        if (stat(path, &status) == 0) return path;
    }
    return NULL;
}

static const char *find_header(const struct project *project, const char *name) {
    const char *home = project->command->configurations.list.items[0], *best = NULL;
    for (size_t i = 0; i < project->headers.count; i++) {
        const char *path = project->headers.items[i];
        if (is_header(path, name) && (!best || project_in_common(path, home) > project_in_common(best, home)))
            best = path;
    }
    return best;
}

/* Headers of this name, as close to the configuration, that say something else. */
static void note_other_headers(struct project *project, const char *name, const char *taken) {
    const char *home = project->command->configurations.list.items[0];
    for (size_t i = 0; i < project->headers.count; i++) {
        const char *path = project->headers.items[i];
        if (!is_header(path, name) || !strcmp(path, taken) ||
            project_in_common(path, home) < project_in_common(taken, home))
            continue;
        if (strcmp(project_code(project, path), project_code(project, taken)) != 0)
            rivals_add_header(&project->rivals, name, taken, path);
    }
}

/* The header of a kernel that lies in the folder, too: ours stands for it, since ours is the kernel. */
static bool has_kernel_of(struct project *project, const char *name) {
    if (strcmp(name, HEADERS_ERIKA) != 0) return false;
    if (!text_list_has(&project->command->headers, name)) vec_push(&project->command->headers.list, HEADERS_ERIKA);
    return true;
}

static void follow_includes(struct project *project, const char *path, unsigned depth);

static void include(struct project *project, const char *from, const char *name, unsigned depth) {
    const char *beside = includes_beside(project->arena, from, name, strlen(name));
    struct stat status;
    if (is_ours(name)) return;
    if (stat(beside, &status) == 0) {
        if (has_kernel_of(project, name)) return;
        follow_includes(project, beside, depth + 1);
        return;
    }
    bool is_given = false;
    const char *included = find_included(project, name, &is_given);
    const char *found = included ? included : find_header(project, name);
    if (!found || has_kernel_of(project, name)) return;
    size_t length = strlen(found) - strlen(name);
    if (!included)
        vec_push(&project->command->includes.list, length ? arena_text_n(project->arena, found, length - 1) : ".");
    if (!included || !is_given) note_other_headers(project, name, found);
    follow_includes(project, found, depth + 1);
}

static void follow_includes(struct project *project, const char *path, unsigned depth) {
    for (size_t i = 0; i < project->searched.count; i++)
        if (!strcmp(project->searched.items[i], path)) return;
    vec_push(&project->searched, path);
    const char *text = depth < DEEPEST ? project_code(project, path) : "";
    size_t length = 0;
    for (const char *name = text; (name = includes_next(name + length, &length));)
        include(project, path, arena_text_n(project->arena, name, length), depth);
}

void project_find_headers(struct project *project) {
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        follow_includes(project, project->command->sources.list.items[i], 0);
}
