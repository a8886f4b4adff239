/* Sources with the code of tasks, interrupt routines and callbacks. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/text/directive.h"
#include "cli/common/command.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <string.h>

static bool has_code_of_tasks(struct project *project, const char *path) {
    for (size_t i = 0; i < project->names.count; i++)
        if (project_source_has(project, path, project->names.items[i])) return true;
    return false;
}

/* A test that includes the source which it tests: no part of the application. By its name, by what it includes, or by a
 * main() that does not start the system. */
static bool is_test(struct project *project, const char *path, const char *part) {
    static const char *const frames[] = {"unity.h", "cmocka.h", "gtest.h", "CUnit", "CppUTest", "check.h", NULL};
    const char *text = project_code(project, path);
    size_t length = 0;
    if (project_is_spare(project, path) && !project_is_spare(project, part)) return true;
    for (const char *name = text; (name = includes_next(name + length, &length));)
        if (contains_one_of(arena_text_n(project->arena, name, length), frames)) return true;
    struct source_words words = source_words_find(project->arena, text);
    return name_set_has(&words.has, "main") && !strstr(text, "StartOS") &&
           !strstr(project_code(project, part), "StartOS");
}

/* `#include "table.inc"`: code, and no header. */
static bool is_fragment(const char *path) {
    static const char *const endings[] = {".h", ".hpp", ".hh", ".hxx", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return false;
    return true;
}

enum { MOST_INCLUSIONS = 8 }; /* of sources by sources, one in the other */

static bool leads_to(struct project *project, const char *path, const char *part, unsigned depth) {
    const char *own = depth < MOST_INCLUSIONS ? project_code(project, path) : "";
    size_t length = 0;
    for (const char *name = own; (name = includes_next(name + length, &length));) {
        const char *next = includes_beside(project->arena, path, name, length);
        bool is_source = is_in_list(next, project->sources.items, project->sources.count);
        if (is_source && (!strcmp(next, part) || leads_to(project, next, part, depth + 1))) return true;
    }
    return false;
}

/* The sources that this one includes become a part of its text, and whatever else is no header, or has the code of a
 * task. */
static void join_parts(struct project *project, const char *path, struct text_list *parts) {
    const char *own = project_code(project, path);
    size_t length = 0;
    for (const char *name = own; (name = includes_next(name + length, &length));) {
        const char *part = includes_beside(project->arena, path, name, length);
        bool is_part = is_fragment(part) || has_code_of_tasks(project, part);
        if (!is_part || !strcmp(part, path) || is_test(project, path, part)) continue;
        bool is_circle = text_list_has(parts, path) && leads_to(project, part, path, 0);
        if (is_circle) continue; /* of sources that include each other the first is one by itself */
        code_texts_join(project->code, project->arena, path, part);
        vec_push(&parts->list, part);
    }
}

/* A source that another one includes is none by itself. */
void project_join_sources(struct project *project) {
    struct text_list parts = {0};
    size_t kept = 0;
    for (size_t i = 0; i < project->sources.count; i++) {
        project_step(project, "reading sources", i, project->sources.count);
        join_parts(project, project->sources.items[i], &parts);
    }
    project_step(project, "reading sources", project->sources.count, project->sources.count);
    for (size_t i = 0; i < project->sources.count; i++)
        if (!text_list_has(&parts, project->sources.items[i]))
            project->sources.items[kept++] = project->sources.items[i];
    project->sources.count = kept;
    vec_free(&parts.list);
}

static bool has_line(const char *text, const char *end, const char *directive) {
    for (const char *line = text; line < end; line += strcspn(line, "\n") + 1)
        if (directive_behind(line, directive)) return true;
    return false;
}

/* `#define HOST`, `#include "a.c"`: the build may compile a.c by itself, without that. */
void project_assume_parts(struct project *project) {
    static const char form[] = "%s is compiled as a part of %s alone, which defines macros before it includes it";
    const struct text_list *taken = &project->command->sources;
    for (size_t i = 0; i < taken->list.count; i++) {
        const char *path = taken->list.items[i], *text = project_code(project, path);
        size_t length = 0;
        for (const char *name = text; (name = includes_next(name + length, &length));) {
            const char *part = includes_beside(project->arena, path, name, length);
            if (!project_has_ending(part, ".c") || text_list_has(taken, part)) continue;
            if (has_line(text, name, "define") || has_line(text, name, "undef"))
                vec_push(&project->command->assumed.list, arena_printf(project->arena, form, part, path));
        }
    }
}

/* car.oil and car.c */
static bool has_same_name(const char *a, const char *b) {
    const char *one = file_name(a), *other = file_name(b);
    size_t length = strcspn(one, ".");
    return length == strcspn(other, ".") && !strncmp(one, other, length);
}

static size_t count_asked(struct project *project, const char *path) {
    size_t count = 0;
    for (size_t n = 0; n < project->names.count; n++)
        count += project_source_has(project, path, project->names.items[n]);
    return count;
}

/* Where several programs lie beside each other: the one that the build compiles; one that is no copy, nor for tests,
 * nor another configuration's; the closest one; the one in the configuration's folder; the one with its name. Below 0:
 * `a` is; above: `b` is; 0: nothing says so. */
static int compare_places(const struct project *project, const char *a, const char *b) {
    const char *home = project->command->configurations.list.items[0];
    if (project_is_built(project, a) != project_is_built(project, b)) return project_is_built(project, a) ? -1 : 1;
    if (project_comes_last(project, a) != project_comes_last(project, b))
        return project_comes_last(project, a) ? 1 : -1;
    if (project_in_common(a, home) != project_in_common(b, home))
        return project_in_common(a, home) > project_in_common(b, home) ? -1 : 1;
    if (file_is_beside(a, home) != file_is_beside(b, home)) return file_is_beside(a, home) ? -1 : 1;
    if (has_same_name(a, home) != has_same_name(b, home)) return has_same_name(a, home) ? -1 : 1;
    return 0;
}

/* ... or the one with most of what the configuration names, which is a guess. */
static bool is_better(struct project *project, const char *one, const char *other) {
    int order = compare_places(project, one, other);
    return order ? order < 0 : count_asked(project, one) > count_asked(project, other);
}

/* Of those that were chosen already the first; or the best one. NULL: no source has its code. */
static const char *source_of(struct project *project, const char *name) {
    const char *best = NULL;
    for (size_t s = 0; s < project->sources.count; s++) {
        const char *path = project->sources.items[s];
        if (!project_source_has(project, path, name)) continue;
        if (text_list_has(&project->command->sources, path)) return path;
        if (!best || is_better(project, path, best)) best = path;
    }
    return best;
}

/* Others that have this code, too, and could be the application's just as well. */
static void note_rivals(struct project *project, const char *name, const char *best) {
    for (size_t s = 0; s < project->sources.count; s++) {
        const char *path = project->sources.items[s];
        if (!project_source_has(project, path, name) || !strcmp(path, best) || project_are_twins(project, path, best))
            continue;
        if (!compare_places(project, best, path)) rivals_add_source(&project->rivals, name, best, path);
    }
}

/* What was listed before was named, and decides. */
void project_choose_sources(struct project *project) {
    struct text_list *sources = &project->command->sources;
    size_t named = sources->list.count;
    for (size_t n = 0; n < project->names.count; n++) {
        const char *name = project->names.items[n], *best = source_of(project, name);
        bool is_named = false;
        if (!best) continue;
        for (size_t i = 0; i < named; i++) is_named |= !strcmp(sources->list.items[i], best);
        if (!text_list_has(sources, best)) vec_push(&sources->list, best);
        if (!is_named) note_rivals(project, name, best);
    }
}

/* The function that "TASK(t)" is for the compiler; NULL: none. */
static const char *function_of(struct arena *arena, const char *name) {
    static const struct {
        const char *macro, *prefix;
    } kinds[] = {{"TASK(", HEADERS_TASK}, {"ISR(", HEADERS_ISR}, {"ALARMCALLBACK(", HEADERS_CALLBACK}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *inner = name + strlen(kinds[i].macro);
        if (begins_with(name, kinds[i].macro))
            return arena_printf(arena, "%s%.*s", kinds[i].prefix, (int)strcspn(inner, ")"), inner);
    }
    return NULL;
}

/* The first of `count` sources that has the code, as the compiler says; NULL: none. `is_doubtful`: one may have it. */
static const char *compiled_with(struct project *project, const char *const *paths, size_t count, const char *name,
                                 bool *is_doubtful) {
    const char *function = function_of(project->arena, name);
    for (size_t i = 0; function && i < count; i++) {
        if (!project_source_has(project, paths[i], name)) continue;
        struct source_words words = project_survey_source(project, paths[i]);
        if (name_set_has(&words.has, function)) return paths[i];
        *is_doubtful |= !project_survey_compiles(project, paths[i]);
    }
    return NULL;
}

/* Code that conditions leave out of the source that was chosen takes nobody's place. */
void project_replace_left_out(struct project *project) {
    struct text_list *sources = &project->command->sources;
    for (size_t n = 0; n < project->names.count; n++) {
        const char *name = project->names.items[n];
        bool is_doubtful = false;
        if (compiled_with(project, sources->list.items, sources->list.count, name, &is_doubtful) || is_doubtful)
            continue;
        const char *other = compiled_with(project, project->sources.items, project->sources.count, name, &is_doubtful);
        bool is_right = other && !project_comes_last(project, other) && !text_list_has(sources, other) &&
                        (!project->built.count || project_is_built(project, other));
        if (is_right) vec_push(&sources->list, other);
    }
}

bool project_source_has(struct project *project, const char *path, const char *name) {
    return name_set_has(code_texts_asked(project->code, project->arena, path), name);
}

bool project_has_code_of(struct project *project, const char *name) {
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        if (project_source_has(project, project->command->sources.list.items[i], name)) return true;
    return false;
}

/* Code of the configuration that only a source in C++ has. False: there is such, and that was said. */
bool project_needs_no_foreign(struct project *project) {
    unsigned refused = 0;
    for (size_t i = 0; i < project->foreign.count; i++) {
        const char *path = project->foreign.items[i];
        for (size_t n = 0; n < project->names.count; n++) {
            const char *name = project->names.items[n];
            if (!project_source_has(project, path, name) || project_has_code_of(project, name)) continue;
            command_complain("app", "%s is in %s, which is C++, and C++ is not read", name, path);
            refused++;
        }
    }
    return !refused;
}
