/* What the build links in without a source: objects and libraries of a vendor's. An object counts whatever calls it:
 * its functions take the place of weak ones, and interrupts run them by their names. That is told. */
#include "base/file.h"
#include "base/some_names.h"
#include "base/word.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <string.h>
#include <unistd.h>

struct linking {
    struct project *project;
    const char *home; /* the file of the build */
    const char *text;
    bool is_build; /* for certain: what is not there is made, or brought */
    struct text_list *told;
    struct some_names *names;
};

/* Where the ending of the file's name begins. */
static size_t stem_length(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? (size_t)(dot - name) : strlen(name);
}

static bool has_stem(const char *const *paths, size_t count, const char *name) {
    size_t length = stem_length(name);
    for (size_t i = 0; i < count; i++) {
        const char *other = file_name(paths[i]);
        if (stem_length(other) == length && !strncasecmp(other, name, length)) return true;
    }
    return false;
}

/* `a.o` is made of `a.c`, wherever that lies. */
static bool has_source(const struct project *project, const char *name) {
    return has_stem(project->sources.items, project->sources.count, name) ||
           has_stem(project->foreign.items, project->foreign.count, name) ||
           has_stem(project->assembly.items, project->assembly.count, name);
}

/* What comes with each compiler. */
static bool is_compilers(const char *library) {
    static const char *const names[] = {"c",      "m",       "gcc",    "g",      "nosys", "rdimon",   "c_nano",
                                        "g_nano", "stdc++",  "supc++", "gcc_eh", "gcov",  "crt",      "semihost",
                                        "rt",     "pthread", "c_s",    "s",      "hal",   "clang_rt", NULL};
    return is_one_of(library, names);
}

static bool is_of_compiler(struct project *project, const char *name) {
    if (begins_with(name, "crt")) return true;
    return begins_with(name, "lib") && is_compilers(arena_text_n(project->arena, name + 3, stem_length(name + 3)));
}

/* `libdrv.a: $(OBJS)`: the build makes it of others, which count by themselves. */
static bool is_made(const struct linking *linking, const char *name) {
    size_t length = strlen(name);
    for (const char *at = linking->text; (at = strstr(at, name)); at += length)
        if (at[length + strspn(at + length, " \t")] == ':') return true;
    return false;
}

static bool is_there(const struct linking *linking, const char *path) {
    struct arena *arena = linking->project->arena;
    return access(includes_beside(arena, linking->home, path, strlen(path)), F_OK) == 0;
}

static void tell(struct linking *linking, const char *name) {
    if (text_list_has(linking->told, name)) return;
    vec_push(&linking->told->list, name);
    some_names_add(linking->names, name, linking->home);
}

static void look_at_path(struct linking *linking, char *path) {
    struct project *project = linking->project;
    file_use_slashes(path);
    const char *name = file_name(path);
    const char *colon = strrchr(name, ':');
    if (colon) name = colon + 1;
    if (!stem_length(name) || *name == '.' || strpbrk(name, "$%*?@")) return;
    bool is_object = project_has_ending(name, ".o") || project_has_ending(name, ".obj");
    if (is_of_compiler(project, name) || (is_object && has_source(project, name))) return;
    if (!is_object && is_made(linking, name)) return;
    if (linking->is_build || is_there(linking, path)) tell(linking, path);
}

/* `-ldrv`, `-l:fast.o` */
static void look_at_option(struct linking *linking, const char *option) {
    struct arena *arena = linking->project->arena;
    const char *name = option + 2;
    if (*name == ':') name++;
    size_t length = 0;
    while (project_is_of_path(name[length])) length++;
    const char *library = arena_text_n(arena, name, length);
    if (!length || strpbrk(library, "$%*?@:/") || is_compilers(library)) return;
    if (is_made(linking, arena_printf(arena, "lib%s.a", library))) return;
    tell(linking, arena_text_n(arena, option, (size_t)(name - option) + length));
}

static void look_into(struct linking *linking) {
    static const char *const endings[] = {".o", ".obj", ".a", ".lib", NULL};
    const char *text = linking->text;
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n"), *begin = line + strspn(line, " \t");
        bool is_comment = *begin == '#';
        for (const char *at = begin; !is_comment && at <= end; at++) {
            bool is_word = at == line || strchr(" \t=\"',;>", at[-1]);
            if (linking->is_build && is_word && begins_with(at, "-l")) look_at_option(linking, at);
            if (!project_ends_path(line, at, endings)) continue;
            const char *path = project_path_before(line, at);
            if (path < at) look_at_path(linking, arena_text_n(linking->project->arena, path, (size_t)(at - path)));
        }
        line = *end ? end + 1 : end;
    }
}

void project_assume_objects(struct project *project) {
    static const char form[] =
        "%s, which files of the build link and of which no source is here, %s nothing that matters";
    struct text_list told = {0};
    struct some_names names = {0};
    for (struct build_text build = {0}; project_next_build(project, &build);)
        if (build.is_build || !project_is_prose(project, build.path))
            look_into(&(struct linking){project, build.path, build.text, build.is_build, &told, &names});
    if (names.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, form, some_names_chars(&names), names.count > 1 ? "have" : "has"));
    some_names_free(&names);
    vec_free(&told.list);
}
