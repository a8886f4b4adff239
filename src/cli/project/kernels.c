/* Files of kernels that lie in the folder, and which files are the application's own. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cli/project/project.h"

#include <string.h>

/* The headers of ERIKA's kernel and of Trampoline's come first, whatever was taken. */
struct project_kernels {
    struct text_list files;
    size_t headers; /* so many of them */
    bool is_whole;  /* sources were looked at, too */
    size_t home;    /* so much of the configuration's path is the application's folder; SIZE_MAX: not yet known */
};

/* In the folder of this file, or below. */
static bool lies_with(const char *path, const char *file) { return !strncmp(path, file, file_folder_length(file)); }

/* All files of Trampoline's kernel, of its COM and of its machines, and those that it generates. */
static bool is_trampolines(const char *path) { return begins_with(file_name(path), "tpl_"); }

/* `tree/os/tpl_os.h`: others may lie with what is generated, beside the application's sources. */
static bool is_trampolines_own(const char *path) {
    static const char folder[] = "/os/";
    size_t length = file_folder_length(path);
    return is_trampolines(path) && length >= sizeof folder - 1 &&
           begins_with(path + length - (sizeof folder - 1), folder);
}

/* A header beside the configuration, or above it, is the application's own. */
static bool is_header(const struct project *project, const char *path) {
    bool is_kernels = !strcmp(file_name(path), HEADERS_ERIKA) || is_trampolines_own(path);
    return is_kernels && !lies_with(project->command->configurations.list.items[0], path);
}

static struct project_kernels *vendors(struct project *project) {
    if (project->kernels) return project->kernels;
    struct project_kernels *kernels = project->kernels = arena_new_object(project->arena, struct project_kernels);
    for (size_t i = 0; i < project->headers.count; i++)
        if (is_header(project, project->headers.items[i])) vec_push(&kernels->files.list, project->headers.items[i]);
    kernels->headers = kernels->files.list.count;
    kernels->home = SIZE_MAX;
    return kernels;
}

/* `tree/contrib/...`, beside the kernel's header in `tree/pkg/`; or what is for machines, beside that in `tree/os/`. */
static bool is_beside(const char *path, const char *header) {
    static const struct { const char *own, *others; } trees[] = {{"pkg/", "contrib/"}, {"os/", "machines/"}};
    size_t length = file_folder_length(header);
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        size_t own = strlen(trees[i].own), tree = length - own;
        if (length >= own && begins_with(header + tree, trees[i].own) && !strncmp(path, header, tree) &&
            begins_with(path + tree, trees[i].others))
            return true;
    }
    return false;
}

bool project_is_of_vendor(struct project *project, const char *path) {
    const struct project_kernels *kernels = vendors(project);
    if (is_trampolines(path)) return true;
    for (size_t i = 0; i < kernels->headers; i++) {
        const char *header = kernels->files.list.items[i];
        if (lies_with(path, header) || is_beside(path, header)) return true;
    }
    return false;
}

static bool holds_application(const struct project *project, const char *path) {
    if (lies_with(project->command->configurations.list.items[0], path)) return true;
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        if (lies_with(project->command->sources.list.items[i], path)) return true;
    return false;
}

const char *project_service_in(const struct name_set *names) {
    for (size_t i = 0; i < names->count; i++)
        if (osek_is_system_service(names->items[i])) return names->items[i];
    return NULL;
}

enum { FEW_SERVICES = 3 };

/* Other services than that one that sources of the same folder have: a function of a service's name makes no kernel. */
static bool has_more_services(struct project *project, const char *path, const char *service) {
    const char *found[FEW_SERVICES] = {service};
    size_t count = 1;
    for (size_t i = 0; i < project->sources.count && count < FEW_SERVICES; i++) {
        if (!file_is_beside(project->sources.items[i], path) || project_is_test(project, project->sources.items[i]))
            continue;
        const struct name_set *has = &project_words_of_code(project, project->sources.items[i])->has;
        for (size_t n = 0; n < has->count && count < FEW_SERVICES; n++) {
            bool is_new = osek_is_system_service(has->items[n]);
            for (size_t f = 0; f < count; f++) is_new = is_new && strcmp(found[f], has->items[n]) != 0;
            if (is_new) found[count++] = has->items[n];
        }
    }
    return count == FEW_SERVICES;
}

/* Vendors' headers, and sources that have services: each in a folder of its own. Tests have services that do nothing,
 * and lie below what they test. */
static const struct text_list *kernels_of(struct project *project) {
    struct project_kernels *kernels = vendors(project);
    for (size_t i = 0; !kernels->is_whole && i < project->sources.count; i++) {
        const char *path = project->sources.items[i];
        if (project_is_test(project, path)) continue;
        const char *service = project_service_in(&project_words_of_code(project, path)->has);
        if (service && !holds_application(project, path) && has_more_services(project, path, service))
            vec_push(&kernels->files.list, path);
    }
    kernels->is_whole = true;
    return &kernels->files;
}

bool project_is_kernels(struct project *project, const char *path) {
    const struct text_list *kernels = kernels_of(project);
    if (is_trampolines(path)) return true;
    for (size_t i = 0; i < kernels->list.count; i++)
        if (lies_with(path, kernels->list.items[i])) return true;
    return false;
}

bool project_is_contributed(struct project *project, const char *path) {
    const struct text_list *kernels = kernels_of(project);
    for (size_t i = 0; i < kernels->list.count; i++)
        if (is_beside(path, kernels->list.items[i])) return true;
    return false;
}

/* So much of the configuration's path is the folder in which it and all sources lie that were taken, without those that
 * are taken from anywhere, which come last. */
static size_t home_length(struct project *project) {
    const char *home = project->command->configurations.list.items[0];
    size_t length = file_folder_length(home);
    if (vendors(project)->home != SIZE_MAX) return project->kernels->home;
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        while (length && strncmp(project->command->sources.list.items[i], home, length) != 0)
            for (length--; length && home[length - 1] != '/';) length--;
    return project->kernels->home = length;
}

bool project_is_near(struct project *project, const char *path) {
    const char *home = project->command->configurations.list.items[0];
    return !kernels_of(project)->list.count || !strncmp(path, home, home_length(project));
}

/* The largest folder in which a file of a kernel lies and the configuration does not: what lies there, too, comes with
 * the kernel. */
static bool is_in_tree_of(const struct project *project, const char *path, const char *kernel) {
    const char *home = project->command->configurations.list.items[0];
    size_t length = file_common_length(kernel, home);
    return !strncmp(path, kernel, length + strcspn(kernel + length, "/") + 1);
}

static bool lies_in_tree(struct project *project, const char *path) {
    const struct text_list *kernels = kernels_of(project);
    for (size_t i = 0; i < kernels->list.count; i++)
        if (is_in_tree_of(project, path, kernels->list.items[i])) return true;
    return false;
}

/* Do they have more in common than the folder that all of it lies in? Folders of a workspace are projects of their own,
 * libraries of a vendor's among them. */
static bool is_of_same_part(const struct project *project, const char *path) {
    const char *home = project->command->configurations.list.items[0];
    bool is_here = !strcmp(project->folder, "."); /* which paths do not begin with */
    return file_common_length(path, home) > (is_here ? 0 : strlen(project->folder) + 1);
}

bool project_is_of_application(struct project *project, const char *path) {
    bool is_on_its_side =
        project_is_near(project, path) || (is_of_same_part(project, path) && !lies_in_tree(project, path));
    return is_on_its_side && !project_is_kernels(project, path) && !project_is_contributed(project, path) &&
           !project_is_another_applications(project, path);
}

void project_kernels_free(struct project *project) {
    if (project->kernels) vec_free(&project->kernels->files.list);
}
