/* Where the headers are that the sources include, and those that these include. */
#include "cfront/library/headers.h"
#include "base/file.h"
#include "base/word.h"
#include "cfront/source/kernel_headers.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEEPEST = 24 };

/* One look for the headers of some sources. */
struct header_search {
    struct project *project;
    struct text_list *includes; /* their folders */
    struct text_list *quoted;   /* ... those of headers in quotes alone, as options */
    struct text_list *kernels;  /* headers of kernels that lie in the folder */
    struct text_list searched;  /* files whose includes were followed */
    struct text_list compilers; /* headers of compilers that no folder has which is known by then */
    bool notes_rivals;
};

static bool is_ours(const char *name) {
    for (const struct header *header = headers_fixed; header->name; header++)
        if (!strcmp(header->name, name)) return true;
    for (const struct header *header = headers_library_files; header->name; header++)
        if (!strcmp(header->name, name)) return true;
    return is_one_of(name, headers_aliases) || !strcmp(name, "os.h");
}

/* ---- Which headers have this name ---- */

/* By their names without folders, whatever their case. */
static int by_file_name(const void *a, const void *b) {
    const char *one = *(const char *const *)a, *other = *(const char *const *)b;
    int order = strcasecmp(file_name(one), file_name(other));
    return order ? order : strcmp(one, other);
}

/* All of them, so that those of one name lie together. */
static const char **index_of(struct arena *arena, const char *const *files, size_t count) {
    const char **index = arena_new_array(arena, const char *, count + 1);
    if (!count) return index;
    memcpy(index, files, count * sizeof *index);
    qsort(index, count, sizeof *index, by_file_name);
    return index;
}

static const char **named_in(const char **index, size_t all, const char *name, size_t *count) {
    const char *last = file_name(name);
    size_t low = 0, high = all;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcasecmp(file_name(index[middle]), last) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < all && !strcasecmp(file_name(index[low + *count]), last);) ++*count;
    return index + low;
}

const char **project_headers_named(struct project *project, const char *name, size_t *count) {
    if (!project->header_index)
        project->header_index = index_of(project->arena, project->headers.items, project->headers.count);
    return named_in(project->header_index, project->headers.count, name, count);
}

/* Any file can be included: `#include "table.inc"`. */
static const char **files_named(struct project *project, const char *name, size_t *count) {
    const char **headers = project_headers_named(project, name, count);
    if (*count || ends_with(name, ".h")) return headers;
    if (!project->part_index)
        project->part_index = index_of(project->arena, project->parts.items, project->parts.count);
    return named_in(project->part_index, project->parts.count, name, count);
}

/* With strcasecmp(), as systems read it that do not look at the case of letters. */
typedef int (*comparison)(const char *a, const char *b);

static bool is_header(const char *path, const char *name, comparison compare) {
    size_t length = strlen(path), wanted = strlen(name);
    return length >= wanted && !compare(path + length - wanted, name) &&
           (length == wanted || path[length - wanted - 1] == '/');
}

static const char *find_header(struct project *project, const char *name, comparison compare) {
    const char *home = project->command->configurations.list.items[0], *best = NULL;
    size_t count;
    const char **list = files_named(project, name, &count);
    for (size_t i = 0; i < count; i++)
        if (is_header(list[i], name, compare) &&
            (!best || project_in_common(list[i], home) > project_in_common(best, home)))
            best = list[i];
    return best;
}

/* ---- Which one it is ---- */

/* The compiler looks through the folders of headers in their order, and so for what follows. NULL: it is in none. */
static const char *find_included(const struct header_search *search, const char *name, bool *is_given) {
    for (size_t i = 0; i < search->includes->list.count; i++) {
        const char *place = search->includes->list.items[i];
        const char *path = strcmp(place, ".") == 0 ? name : arena_printf(search->project->arena, "%s/%s", place, name);
        if (!file_is_plain(path)) continue;
        *is_given = i < search->project->given_includes;
        return path;
    }
    return NULL;
}

static void note_rival(struct project *project, const char *name, const char *taken, const char *other) {
    if (strcmp(taken, other) != 0 && !code_texts_are_same(project->code, project->arena, other, taken))
        rivals_add_header(&project->rivals, name, taken, other);
}

/* Headers of this name, as close to the configuration, that say something else. */
static void note_other_headers(struct project *project, const char *name, const char *taken) {
    const char *home = project->command->configurations.list.items[0];
    size_t count;
    const char **list = files_named(project, name, &count);
    for (size_t i = 0; i < count; i++) {
        if (!is_header(list[i], name, strcmp) || project_in_common(list[i], home) < project_in_common(taken, home))
            continue;
        note_rival(project, name, taken, list[i]);
    }
}

static void note_rivals_in_named_folders(struct project *project, const char *name, const char *taken) {
    for (size_t i = 0; i < project->header_folders.list.count; i++) {
        const char *other = project_in_header_folder(project, i, name);
        if (other) note_rival(project, name, taken, other);
    }
}

static void add_folder(struct header_search *search, const char *path, const char *name) {
    size_t length = strlen(path) - strlen(name);
    const char *folder = length ? arena_text_n(search->project->arena, path, length - 1) : ".";
    if (!text_list_has(search->includes, folder)) vec_push(&search->includes->list, folder);
}

/* A folder that the build has for `#include "name"` alone may hold a limits.h that is not meant by `<limits.h>`. */
static void add_quoted_folder(struct header_search *search, const char *path, const char *name) {
    struct arena *arena = search->project->arena;
    size_t length = strlen(path) - strlen(name);
    const char *option = arena_printf(arena, "-iquote%s", length ? arena_text_n(arena, path, length - 1) : ".");
    if (!text_list_has(search->quoted, option)) vec_push(&search->quoted->list, option);
}

/* The header of a kernel that lies in the folder, too: ours stands for it, since ours is the kernel. What one of that
 * name has that is no kernel's is then looked for in its folder. */
static bool has_kernel_of(struct header_search *search, const char *path, const char *name) {
    if (strcmp(name, HEADERS_ERIKA) != 0) return false;
    if (!text_list_has(search->kernels, name)) vec_push(&search->kernels->list, HEADERS_ERIKA);
    const char *code = project_code(search->project, path);
    if (code[strspn(code, " \t\r\n")] && !strstr(code, "EE_") && !strstr(code, "ee_")) add_folder(search, path, name);
    return true;
}

static void follow_includes(struct header_search *search, const char *path, unsigned depth);

/* A header of the project that has a kernel's name, and is none, adds to what ours says; AUTOSAR's, and those of the C
 * library's names, are looked through for what they have more. */
static bool adds_to_ours(struct header_search *search, const char *name) {
    const char *path = find_header(search->project, name, strcmp);
    const char *code = path ? project_code(search->project, path) : "";
    return *code && !kernel_headers_has(code, strlen(code));
}

/* In other headers of that name, what says something else: the one that was taken is a guess. */
static void note_rivals(struct project *project, const char *name, const char *taken, const char *beside) {
    note_other_headers(project, name, taken);
    note_rivals_in_named_folders(project, name, taken);
    if (beside) note_rival(project, name, taken, beside);
}

/* ---- What is a guess ---- */

/* Headers that compilers have themselves, also those without a C library. */
static bool is_compilers(const char *name) {
    static const char *const names[] = {"stdint.h", "stddef.h",   "stdarg.h",      "stdbool.h",   "limits.h", "float.h",
                                        "iso646.h", "stdalign.h", "stdnoreturn.h", "stdatomic.h", NULL};
    return is_one_of(name, names);
}

static void tell_compilers(struct project *project, const char *name) {
    const char *other = find_header(project, name, strcmp);
    if (!other) return;
    const char *text = arena_printf(project->arena,
                                    "`%s` is the compiler's, and not %s, whose folder no file of the build names (-I "
                                    "names it)",
                                    name, other);
    if (!text_list_has(&project->command->assumed, text)) vec_push(&project->command->assumed.list, text);
}

/* It was looked for, and lies where no file of the build has headers. */
static void note_unnamed_folder(struct project *project, const char *name, const char *path) {
    size_t length = strlen(path) - strlen(name);
    const char *folder = length ? arena_text_n(project->arena, path, length - 1) : ".";
    bool is_of_build = !is_compilers(name) && !project_names_header_folders(project);
    if (is_of_build || project_names_header_folder(project, folder)) return;
    const char *text = is_compilers(name)
                           ? arena_printf(project->arena, "`%s` is %s, and not the compiler's", name, path)
                           : arena_printf(project->arena,
                                          "headers in %s, a folder that no file of the build names, are those that are "
                                          "meant (-I names another folder)",
                                          folder);
    for (size_t i = 0; i < project->command->guessed.count; i++)
        if (!strcmp(project->command->guessed.items[i].path, path)) return;
    vec_push(&project->command->guessed, ((struct cfront_guess){path, text}));
}

/* ... or leJOS's, with a limits.h of its own, which nxtOSEK's makefiles have for headers in quotes: they may not be
 * there to say so. */
static bool is_for_quotes(struct project *project, const char *path) {
    return project_quotes_folders(project) || strstr(path, "nxtvm/javavm/") != NULL;
}

static void include(struct header_search *search, const char *from, const char *name, bool is_angled, unsigned depth);

/* A vendor's header that nobody has, so that ours is read: what that includes may well be there, also beside who
 * includes it. */
static void include_for_ours(struct header_search *search, const char *from, const char *name, unsigned depth) {
    struct arena *arena = search->project->arena;
    size_t length = 0;
    for (const char *at = kernel_headers_ours(name); (at = includes_next(at + length, &length));) {
        const char *wanted = arena_text_n(arena, at, length), *beside = includes_beside(arena, from, at, length);
        if (is_ours(wanted)) continue;
        include(search, from, wanted, true, depth);
        if (file_is_plain(beside)) add_folder(search, beside, wanted);
    }
}

/* The compiler looks beside who includes it first; for `<name>`, which `is_angled`, it does not. */
static void include(struct header_search *search, const char *from, const char *name, bool is_angled, unsigned depth) {
    struct project *project = search->project;
    const char *beside = includes_beside(project->arena, from, name, strlen(name)), *included = NULL;
    bool is_beside = file_is_plain(beside), is_sure = is_beside && !is_angled;
    if (is_ours(name) && (is_beside || !adds_to_ours(search, name))) return;
    const char *found = is_sure ? beside : NULL;
    if (!found) found = included = find_included(search, name, &is_sure);
    if (!found) found = (is_angled ? project_in_folders_for_all : project_in_header_folders)(project, name);
    if (!found && is_compilers(name)) {
        if (!text_list_has(&search->compilers, name)) vec_push(&search->compilers.list, name);
        return;
    }
    if (!found && is_beside) found = beside;
    if (!found) found = find_header(project, name, strcmp);
    if (!found) found = find_header(project, name, strcasecmp);
    if (!found && depth < DEEPEST) include_for_ours(search, from, name, depth + 1);
    if (!found || has_kernel_of(search, found, name)) return;
    bool is_quoted = !is_angled && is_for_quotes(project, found);
    if (!included && found != beside) (is_quoted ? add_quoted_folder : add_folder)(search, found, name);
    if (search->notes_rivals && !is_sure) note_rivals(project, name, found, is_beside ? beside : NULL);
    if (search->notes_rivals && !is_sure && found != beside) note_unnamed_folder(project, name, found);
    follow_includes(search, found, depth + 1);
}

/* `..\h\touch.h`, as some systems write paths. */
static const char *with_slashes(struct arena *arena, const char *name, size_t length) {
    char *copy = arena_text_n(arena, name, length);
    file_use_slashes(copy);
    return copy;
}

static void follow_includes(struct header_search *search, const char *path, unsigned depth) {
    if (depth >= DEEPEST || text_list_has(&search->searched, path)) return;
    vec_push(&search->searched.list, path);
    const char *text = project_code(search->project, path);
    size_t length = 0;
    for (const char *name = text; (name = includes_next(name + length, &length));)
        include(search, path, with_slashes(search->project->arena, name, length), name[-1] == '<', depth);
}

static void include_all(struct header_search *search, const char *from, const struct name_set *names) {
    for (size_t i = 0; i < names->count; i++)
        include(search, from, with_slashes(search->project->arena, names->items[i], strlen(names->items[i])), false, 0);
}

/* Once all folders are known: one that was added for others may have it, too. */
static void settle_compilers(struct header_search *search) {
    for (size_t i = 0; i < search->compilers.list.count; i++) {
        bool is_given = false;
        const char *name = search->compilers.list.items[i], *found = find_included(search, name, &is_given);
        if (!found)
            tell_compilers(search->project, name);
        else if (!is_given)
            note_unnamed_folder(search->project, name, found);
    }
}

void project_find_headers(struct project *project) {
    struct header_search search = {.project = project,
                                   .includes = &project->command->includes,
                                   .quoted = &project->command->compiler_options,
                                   .kernels = &project->command->headers,
                                   .notes_rivals = true};
    for (size_t i = 0; i < project->command->sources.list.count; i++) {
        const char *source = project->command->sources.list.items[i];
        follow_includes(&search, source, 0);
        include_all(&search, source, project_survey_missing(project, source));
    }
    settle_compilers(&search);
    project->included = search.searched;
    vec_free(&search.compilers.list);
}

static struct header_search search_of(struct project *project, struct command_app_options *alone) {
    return (struct header_search){.project = project,
                                  .includes = &alone->includes,
                                  .quoted = &alone->compiler_options,
                                  .kernels = &alone->headers};
}

static void add_all(struct text_list *list, const struct text_list *others) {
    for (size_t i = 0; i < others->list.count; i++) vec_push(&list->list, others->list.items[i]);
}

void project_find_headers_of(struct project *project, const char *source, struct command_app_options *alone) {
    struct header_search search = search_of(project, alone);
    add_all(&alone->includes, &project->command->includes);
    add_all(&alone->headers, &project->command->headers);
    add_all(&alone->compiler_options, &project->command->compiler_options);
    follow_includes(&search, source, 0);
    vec_free(&search.searched.list);
    vec_free(&search.compilers.list);
}

static size_t folder_count(const struct command_app_options *alone) {
    return alone->includes.list.count + alone->headers.list.count + alone->compiler_options.list.count;
}

bool project_find_missing(struct project *project, const char *source, const struct name_set *names,
                          struct command_app_options *alone) {
    struct header_search search = search_of(project, alone);
    size_t known = folder_count(alone);
    include_all(&search, source, names);
    vec_free(&search.searched.list);
    vec_free(&search.compilers.list);
    return folder_count(alone) > known;
}
