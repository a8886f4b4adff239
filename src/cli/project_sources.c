/* Sources with the code of tasks, interrupt routines and callbacks. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/directive.h"
#include "cli/command.h"
#include "cli/includes.h"
#include "cli/project.h"

#include <stdlib.h>
#include <string.h>

/* "TASK(t)", with blanks wherever they may be. */
static bool mentions(const char *text, const char *name) {
    size_t kind = strcspn(name, "(");
    const char *inner = name + kind + 1;
    size_t length = strcspn(inner, ")");
    for (const char *at = text; *at; at++) {
        if (strncmp(at, name, kind) != 0 || (at > text && is_word_char(at[-1]))) continue;
        const char *rest = at + kind + strspn(at + kind, "12 \t\r\n");
        if (*rest != '(') continue;
        rest += 1 + strspn(rest + 1, " \t\r\n");
        if (strncmp(rest, inner, length) != 0 || is_word_char(rest[length])) continue;
        rest += length + strspn(rest + length, ") \t\r\n");
        if (*rest != ';') return true; /* that would be a declaration */
    }
    return false;
}

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

/* The sources that this one includes become a part of its text, and whatever else is no header, or has the code of a
 * task. */
static void join_parts(struct project *project, const char *path, struct text_list *parts) {
    const char *own = project_code(project, path), *whole = own;
    size_t length = 0;
    for (const char *name = own; (name = includes_next(name + length, &length));) {
        const char *part = includes_beside(project->arena, path, name, length);
        bool is_part = is_fragment(part) || has_code_of_tasks(project, part);
        if (!is_part || !strcmp(part, path) || is_test(project, path, part)) continue;
        whole = arena_printf(project->arena, "%s\n%s", whole, project_code(project, part));
        vec_push(&parts->list, part);
    }
    if (whole != own) code_texts_replace(project->code, project->arena, path, whole);
}

/* A source that another one includes is none by itself. */
void project_join_sources(struct project *project) {
    struct text_list parts = {0};
    size_t kept = 0;
    for (size_t i = 0; i < project->sources.count; i++) join_parts(project, project->sources.items[i], &parts);
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

static size_t count_mentions(const struct project *project, const char *text) {
    size_t count = 0;
    for (size_t n = 0; n < project->names.count; n++) count += mentions(text, project->names.items[n]);
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
static bool is_better(const struct project *project, const char **texts, size_t one, size_t other) {
    int order = compare_places(project, project->sources.items[one], project->sources.items[other]);
    if (order) return order < 0;
    return count_mentions(project, texts[one]) > count_mentions(project, texts[other]);
}

/* Of those that were chosen already the first; or the best one. NULL: no source has its code. */
static const char *source_of(const struct project *project, const char **texts, const char *name) {
    size_t best = SIZE_MAX;
    for (size_t s = 0; s < project->sources.count; s++) {
        const char *path = project->sources.items[s];
        if (!mentions(texts[s], name)) continue;
        if (text_list_has(&project->command->sources, path)) return path;
        if (best == SIZE_MAX || is_better(project, texts, s, best)) best = s;
    }
    return best == SIZE_MAX ? NULL : project->sources.items[best];
}

/* Others that have this code, too, and could be the application's just as well. */
static void note_rivals(struct project *project, const char **texts, const char *name, const char *best) {
    for (size_t s = 0; s < project->sources.count; s++) {
        const char *path = project->sources.items[s];
        if (!strcmp(path, best) || !mentions(texts[s], name) || project_are_twins(project, path, best)) continue;
        if (!compare_places(project, best, path)) rivals_add_source(&project->rivals, name, best, path);
    }
}

/* What was listed before was named, and decides. */
void project_choose_sources(struct project *project) {
    struct text_list *sources = &project->command->sources;
    size_t named = sources->list.count;
    const char **texts = arena_new_array(project->arena, const char *, project->sources.count + 1);
    for (size_t s = 0; s < project->sources.count; s++) texts[s] = project_code(project, project->sources.items[s]);
    for (size_t n = 0; n < project->names.count; n++) {
        const char *name = project->names.items[n], *best = source_of(project, texts, name);
        bool is_named = false;
        if (!best) continue;
        for (size_t i = 0; i < named; i++) is_named |= !strcmp(sources->list.items[i], best);
        if (!text_list_has(sources, best)) vec_push(&sources->list, best);
        if (!is_named) note_rivals(project, texts, name, best);
    }
}

/* Sources that the user names may be spelt in another way than those that were found. */
void project_use_own_names(struct project *project) {
    struct text_list *sources = &project->command->sources;
    for (size_t i = 0; i < sources->list.count; i++) {
        char *whole = realpath(sources->list.items[i], NULL);
        for (size_t s = 0; whole && s < project->sources.count; s++) {
            char *own = realpath(project->sources.items[s], NULL);
            if (own && !strcmp(own, whole)) sources->list.items[i] = project->sources.items[s];
            free(own);
        }
        free(whole);
    }
}

bool project_source_has(struct project *project, const char *path, const char *name) {
    return mentions(project_code(project, path), name);
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
        const char *path = project->foreign.items[i], *text = project_code(project, path);
        for (size_t n = 0; n < project->names.count; n++) {
            const char *name = project->names.items[n];
            if (!mentions(text, name) || project_has_code_of(project, name)) continue;
            command_complain("app", "%s is in %s, which is C++, and C++ is not read", name, path);
            refused++;
        }
    }
    return !refused;
}
