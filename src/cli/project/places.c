/* What the places and names of sources say: which of them are another configuration's, and which are copies, or for
 * tests. Those come last. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/text/code_only.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Another configuration, and the folder in which it lies with the code of its tasks. */
struct region {
    const char *folder; /* with a slash; NULL: no source has such code, and it owns nothing */
    struct name_set tasks;
};

struct project_regions {
    VEC(struct region) list;
    struct name_set own; /* tasks of ours */
};

static size_t count_folders(const char *path) {
    size_t count = 0;
    for (; *path; path++) count += *path == '/';
    return count;
}

/* ---- Names ---- */

static bool spells_any(const char *word, size_t length, const char *const *words) {
    for (const char *const *one = words; *one; one++)
        if (strlen(*one) == length && !strncasecmp(word, *one, length)) return true;
    return false;
}

static bool is_test_word(const char *word, size_t length) {
    static const char *const words[] = {"test", "tests", "mock",  "mocks",    "stub",      "stubs",
                                        "fake", "fakes", "utest", "unittest", "unittests", NULL};
    return spells_any(word, length, words);
}

static bool is_spare_word(const char *word, size_t length) {
    static const char *const words[] = {"copy",   "copies", "old",  "bak",      "backup",     "backups",   "build",
                                        "builds", "sim",    "orig", "obsolete", "simulation", "simulator", NULL};
    return is_test_word(word, length) || spells_any(word, length, words);
}

typedef bool says(const char *word, size_t length);

/* What follows behind what the configuration's path has, too. */
static bool has_word(const struct project *project, const char *path, says *says) {
    const char *at = path + file_common_length(path, project->command->configurations.list.items[0]);
    for (size_t length; *at; at += length ? length : 1) {
        for (length = 0; isalnum((unsigned char)at[length]);) length++;
        if (length && says(at, length)) return true;
    }
    return false;
}

/* `tasks (1).c` */
static bool is_numbered(const struct project *project, const char *path) {
    const char *at = path + file_common_length(path, project->command->configurations.list.items[0]);
    if (at > path) at--;
    while ((at = strchr(at, '('))) {
        size_t length = strspn(++at, "0123456789");
        if (length && !isalnum((unsigned char)at[length])) return true;
    }
    return false;
}

/* `tasks - Copy.c`, `app.old/tasks.c`, `test_tasks.c` */
bool project_is_spare(const struct project *project, const char *path) {
    return is_numbered(project, path) || has_word(project, path, is_spare_word);
}

bool project_is_test(const struct project *project, const char *path) { return has_word(project, path, is_test_word); }

/* ---- Configurations ---- */

/* `TASK name {` of a configuration: "TASK(name)", as their code is called (asked_code.h). */
static struct name_set tasks_of(struct arena *arena, const char *text) {
    static const char word[] = "TASK";
    VEC(const char *) names = {0};
    for (const char *at = text; (at = strstr(at, word)); at += sizeof word - 1) {
        const char *name = at + sizeof word - 1;
        if ((at > text && is_word_char(at[-1])) || is_word_char(*name)) continue;
        name += strspn(name, " \t\r\n");
        size_t length = word_length(name);
        if (length) vec_push(&names, arena_printf(arena, "TASK(%.*s)", (int)length, name));
    }
    struct name_set set = name_set_of(arena, names.items, names.count);
    vec_free(&names);
    return set;
}

static const struct name_set *code_of(struct project *project, const char *path) {
    return code_texts_asked(project->code, project->arena, path);
}

/* The folder that has it and the source closest to it with the code of its tasks. */
static const char *find_folder(struct project *project, const char *path, const struct name_set *tasks) {
    const char *best = NULL;
    for (size_t s = 0; s < project->sources.count; s++) {
        const char *source = project->sources.items[s];
        if (!name_set_common(code_of(project, source), tasks)) continue;
        if (!best || project_in_common(source, path) > project_in_common(best, path)) best = source;
    }
    return best ? arena_text_n(project->arena, path, file_common_length(path, best)) : NULL;
}

/* Those that ours includes are ours, too. */
static bool is_own(const struct project *project, const struct text_list *parts, const char *path) {
    char *whole = realpath(path, NULL);
    bool own = text_list_has(&project->command->configurations, path) || (whole && text_list_has(parts, whole));
    free(whole);
    return own;
}

static const struct project_regions *regions_of(struct project *project) {
    if (project->regions) return project->regions;
    struct project_regions *regions = project->regions = arena_new_object(project->arena, struct project_regions);
    const struct text_list *own = &project->command->configurations;
    struct text_list parts = {0};
    for (size_t i = 0; i < own->list.count; i++) project_configuration_text(project, own->list.items[i], &parts, NULL);
    for (size_t i = 0; i < project->texts.count; i++) {
        struct name_set tasks = tasks_of(project->arena, project->texts.items[i]);
        regions->own = name_set_join(project->arena, &regions->own, &tasks);
    }
    for (size_t i = 0; i < project->configurations.count; i++) {
        const char *path = project->configurations.items[i];
        if (is_own(project, &parts, path)) continue;
        const char *text = code_only(project->arena, project_configuration_text(project, path, NULL, NULL), false);
        struct name_set tasks = tasks_of(project->arena, text);
        vec_push(&regions->list, (struct region){find_folder(project, path, &tasks), tasks});
    }
    vec_free(&parts.list);
    return regions;
}

size_t project_nearness(const struct project *project, const char *path) {
    const struct command_app_options *command = project->command;
    size_t nearest = project_in_common(path, command->configurations.list.items[0]);
    for (size_t i = 0; i < command->sources.list.count; i++) {
        size_t here = project_in_common(path, command->sources.list.items[i]);
        if (here > nearest) nearest = here;
    }
    return nearest;
}

/* It lies with another configuration, which is closer than ours, and than all that was taken; or has tasks of one. */
bool project_is_another_applications(struct project *project, const char *path) {
    const struct project_regions *regions = regions_of(project);
    size_t nearest = project_nearness(project, path);
    const struct name_set *code = code_of(project, path);
    for (size_t i = 0; i < regions->list.count; i++) {
        const struct region *region = &regions->list.items[i];
        if (!region->folder) continue;
        if (begins_with(path, region->folder) && count_folders(region->folder) > nearest) return true;
        if (name_set_common(code, &region->tasks) && !name_set_common(code, &regions->own)) return true;
    }
    return false;
}

void project_places_free(struct project *project) {
    if (project->regions) vec_free(&project->regions->list);
}

/* ---- All of it ---- */

void project_order_sources(struct project *project) {
    const char **later = arena_new_array(project->arena, const char *, project->sources.count + 1);
    size_t first = 0, last = 0;
    regions_of(project); /* by the order in which they were */
    for (size_t i = 0; i < project->sources.count; i++) {
        const char *path = project->sources.items[i];
        bool is_last = project_is_spare(project, path) || project_is_another_applications(project, path);
        if (is_last)
            later[last++] = path;
        else
            project->sources.items[first++] = path;
    }
    for (size_t i = 0; i < last; i++) project->sources.items[first + i] = later[i];
    project->last = name_set_of(project->arena, later, last);
}

bool project_comes_last(const struct project *project, const char *path) { return name_set_has(&project->last, path); }

/* All that lies beside `a` lies beside `b`, too, and says the same. */
static bool has_neighbours_of(struct project *project, const char *a, const char *b) {
    size_t length = file_folder_length(b);
    for (int kind = 0; kind < 2; kind++) {
        size_t count = kind ? project->headers.count : project->sources.count;
        for (size_t i = 0; i < count; i++) {
            const char *path = kind ? project->headers.items[i] : project->sources.items[i];
            if (!file_is_beside(path, a) || !strcmp(path, a)) continue;
            const char *other = arena_printf(project->arena, "%.*s%s", (int)length, b, file_name(path));
            if (!code_texts_are_same(project->code, project->arena, path, other)) return false;
        }
    }
    return true;
}

/* Both say the same, and so do the files that they include by paths of their own; those of `known` were looked at. */
static bool are_alike(struct project *project, const char *a, const char *b, struct text_list *known) {
    struct stat status;
    size_t length = 0;
    bool alike = code_texts_are_same(project->code, project->arena, a, b);
    vec_push(&known->list, a);
    for (const char *name = project_code(project, a); alike && (name = includes_next(name + length, &length));) {
        const char *one = includes_beside(project->arena, a, name, length);
        const char *other = includes_beside(project->arena, b, name, length);
        bool is_there = !stat(one, &status);
        if (text_list_has(known, one) || !strcmp(one, other)) continue;
        alike = is_there == !stat(other, &status) && (!is_there || are_alike(project, one, other, known));
    }
    return alike;
}

bool project_are_twins(struct project *project, const char *a, const char *b) {
    struct text_list known = {0};
    bool alike = are_alike(project, a, b, &known);
    vec_free(&known.list);
    if (!alike) return false;
    return file_is_beside(a, b) || (has_neighbours_of(project, a, b) && has_neighbours_of(project, b, a));
}
