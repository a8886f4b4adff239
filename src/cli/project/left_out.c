/* Sources that were left out and may matter, and those that were taken and may not belong to it. */
#include "base/some_names.h"
#include "cfront/source/vector_names.h"
#include "cfront/text/source_variables.h"
#include "cli/project/unnamed.h"

#include <string.h>

/* What other applications in the folder have. */
struct project_strangers {
    struct name_set names;   /* functions and variables of their sources */
    struct name_set objects; /* words of their configurations */
};

static void add_all(struct text_list *names, const struct name_set *set) {
    for (size_t i = 0; i < set->count; i++) vec_push(&names->list, set->items[i]);
}

/* The list is gone then. */
static struct name_set take_names(const struct project *project, struct text_list *names) {
    struct name_set set = name_set_of(project->arena, names->list.items, names->list.count);
    vec_free(&names->list);
    return set;
}

static struct name_set names_of_strangers(struct project *project) {
    struct text_list names = {0};
    for (size_t i = 0; i < project->sources.count; i++) {
        const char *path = project->sources.items[i];
        if (!project_is_another_applications(project, path)) continue;
        struct source_variables variables = source_variables_find(project->arena, project_code(project, path));
        add_all(&names, &variables.has);
        add_all(&names, &project_words_of_code(project, path)->has);
    }
    return take_names(project, &names);
}

static struct name_set objects_of_strangers(struct project *project) {
    struct text_list names = {0};
    for (size_t i = 0; i < project->configurations.count; i++) {
        const char *path = project->configurations.items[i];
        if (text_list_has(&project->command->configurations, path)) continue;
        struct name_set words = name_set_of_words(project->arena, project_code(project, path));
        add_all(&names, &words);
    }
    return take_names(project, &names);
}

/* When all sources are taken. Each source is read once: there may be thousands. */
static const struct project_strangers *strangers_of(struct project *project) {
    if (!project->strangers) {
        project->strangers = arena_new_object(project->arena, struct project_strangers);
        project->strangers->names = names_of_strangers(project);
        project->strangers->objects = objects_of_strangers(project);
    }
    return project->strangers;
}

/* What a source that lies with another configuration uses of ours, and cannot be its own; NULL: nothing. */
static const char *used_by_another(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    const struct source_words *words = &unnamed->words;
    for (size_t i = 0; i < words->calls.count; i++) {
        const char *name = words->calls.items[i];
        bool is_ours = name_set_has(&owned->variables, name) || name_set_has(&owned->functions, name);
        if (is_ours && !name_set_has(&words->has, name) && !name_set_has(&words->keeps, name) &&
            !name_set_has(&strangers_of(project)->names, name))
            return name;
    }
    for (size_t i = 0; unnamed->service && i < owned->objects.count; i++)
        if (name_set_has(&unnamed->mentions, owned->objects.items[i]) &&
            !name_set_has(&strangers_of(project)->objects, owned->objects.items[i]))
            return owned->objects.items[i];
    return NULL;
}

/* What it uses of the application, if it was left out and could be linked with it; NULL: nothing. */
static const char *left_with(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    struct owned all = *owned;
    if (unnamed->is_others) return used_by_another(project, unnamed, owned);
    all.others = NULL; /* whose they are is a guess, too */
    const char *what = unnamed_reaches_into(unnamed, &all);
    if (!what) what = unnamed_meets(unnamed, &all);
    if (!what && unnamed->runs_by_itself) what = unnamed_shares(unnamed, &all);
    return what && unnamed_is_alternative(project, unnamed, owned) ? NULL : what;
}

static bool was_told(const struct project *project, const char *path) {
    for (size_t i = 0; i < project->rivals.sources.count; i++)
        if (!strcmp(project->rivals.sources.items[i].other, path)) return true;
    return false;
}

/* Some source that was taken is the same. */
static bool is_twin(struct project *project, const char *path) {
    const struct text_list *taken = &project->command->sources;
    for (size_t i = 0; i < taken->list.count; i++)
        if (project_are_twins(project, taken->list.items[i], path)) return true;
    return false;
}

/* Code that a source has, too, which was taken; not where the build decides, or the user has. NULL: none. */
static const char *has_also(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    const struct name_set *has = &unnamed->words.has;
    const char *asked = unnamed_asked_of_both(project, unnamed);
    if (unnamed->is_others || (project->built.count && !project_is_built(project, unnamed->path))) return NULL;
    if (was_told(project, unnamed->path) || is_twin(project, unnamed->path)) return NULL;
    if (asked && !project->given_sources) return asked;
    for (size_t i = 0; i < has->count; i++)
        if (name_set_has(&owned->code, has->items[i]) && strcmp(has->items[i], "main") != 0 &&
            !name_set_has(&unnamed->words.yields, has->items[i]))
            return has->items[i];
    return unnamed_includes_taken(unnamed, owned) ? "#include" : NULL;
}

typedef const char *(*question)(struct project *project, const struct unnamed *unnamed, const struct owned *owned);

/* Those that were left out, what runs by itself first: "a.c (`f`), b.c (`g`)". */
static void list_left_out(struct project *project, const unnamed_list *list, const struct owned *owned,
                          question question, struct some_names *names) {
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < list->count; i++) {
            const struct unnamed *unnamed = &list->items[i];
            if (unnamed->runs_by_itself == round || name_set_has(&owned->taken, unnamed->path)) continue;
            const char *what = question(project, unnamed, owned);
            if (what) some_names_add(names, unnamed->path, what);
        }
}

/* What runs by itself in a source that has nothing to do with the application, but may be linked with it; NULL: none.
 */
static const char *runs_apart(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    bool may_be_linked = unnamed->may_be_linked && !project_comes_last(project, unnamed->path) &&
                         !unnamed_is_alternative(project, unnamed, owned) && !left_with(project, unnamed, owned) &&
                         !has_also(project, unnamed, owned);
    return may_be_linked ? unnamed->run_by : NULL;
}

/* ... and of which the build says that it is, or does not say so. */
static const char *runs_built(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    return project_is_built(project, unnamed->path) ? runs_apart(project, unnamed, owned) : NULL;
}

static const char *runs_unbuilt(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    return project_is_built(project, unnamed->path) ? NULL : runs_apart(project, unnamed, owned);
}

/* A variable of the application that a source in a kernel's folder uses; NULL: none. */
static const char *used_with_kernel(struct project *project, const char *path, const struct owned *owned) {
    struct name_set mentioned = name_set_of_words(project->arena, project_code(project, path));
    if (!name_set_common(&mentioned, &owned->variables)) return NULL;
    struct source_words words =
        project_words_of_text(project, path, project_text_with_headers(project, path), &mentioned);
    const char *variable = name_set_common(&words.calls, &owned->variables);
    bool is_own = variable && (name_set_has(&words.has, variable) || name_set_has(&words.keeps, variable));
    return is_own ? NULL : variable;
}

/* What lies with a kernel and uses the application's variables need not be the kernel's. */
static void list_with_kernels(struct project *project, const struct owned *owned, struct some_names *names) {
    for (size_t i = 0; i < project->sources.count; i++) {
        const char *path = project->sources.items[i];
        if (!project_is_kernels(project, path) || text_list_has(&project->command->sources, path) ||
            project_is_another_applications(project, path) ||
            (project->built.count && !project_is_built(project, path)))
            continue;
        const char *variable = used_with_kernel(project, path, owned);
        if (variable) some_names_add(names, path, variable);
    }
}

/* Functions that sources in kernels' folders have. */
static struct name_set kernels_functions(struct project *project) {
    struct text_list names = {0};
    for (size_t i = 0; i < project->sources.count; i++) {
        if (!project_is_kernels(project, project->sources.items[i])) continue;
        add_all(&names, &project_words_of_code(project, project->sources.items[i])->has);
    }
    return take_names(project, &names);
}

/* A routine of a source that has nothing to do with the kernel that it lies with; NULL: none. */
static const char *routine_beside(struct project *project, const char *path, const struct name_set *kernels) {
    const struct source_words *words = project_words_of_code(project, path);
    for (size_t i = 0; i < words->calls.count; i++)
        if (!name_set_has(&words->has, words->calls.items[i]) && name_set_has(kernels, words->calls.items[i]))
            return NULL;
    for (size_t i = 0; i < words->has.count; i++)
        if (vector_names_has(words->has.items[i])) return words->has.items[i];
    return NULL;
}

/* ... which the build compiles. */
static void list_routines_of_kernels(struct project *project, struct some_names *names) {
    struct name_set kernels = project->built.count ? kernels_functions(project) : (struct name_set){0};
    for (size_t i = 0; i < project->sources.count; i++) {
        const char *path = project->sources.items[i];
        if (!project_is_built(project, path) || !project_is_kernels(project, path) ||
            text_list_has(&project->command->sources, path))
            continue;
        const char *routine = routine_beside(project, path, &kernels);
        if (routine) some_names_add(names, path, routine);
    }
}

static void tell(struct project *project, struct some_names *names, const char *one, const char *several) {
    static const char form[] = "%s, which %s no part of it (a source in C is taken if it is named, too)";
    if (names->count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, form, some_names_chars(names), names->count > 1 ? several : one));
    some_names_free(names);
}

void project_tell_left_out(struct project *project, const unnamed_list *list, const struct owned *owned) {
    struct some_names using = {0}, alike = {0}, apart = {0}, built = {0}, with_kernels = {0}, beside = {0};
    project->strangers = NULL; /* by what is taken now */
    list_left_out(project, list, owned, left_with, &using);
    list_left_out(project, list, owned, has_also, &alike);
    list_left_out(project, list, owned, runs_unbuilt, &apart);
    list_left_out(project, list, owned, runs_built, &built);
    list_with_kernels(project, owned, &with_kernels);
    list_routines_of_kernels(project, &beside);
    tell(project, &using, "nothing here calls and which uses what the application has, is",
         "nothing here calls and which use what the application has, are");
    tell(project, &alike, "has code that the application has, too, is", "have code that the application has, too, are");
    tell(project, &apart, "runs by itself and shares nothing with the application, is",
         "run by themselves and share nothing with the application, are");
    tell(project, &built, "the build compiles and which runs by itself, is",
         "the build compiles and which run by themselves, are");
    tell(project, &with_kernels, "lies with a kernel and uses what the application has, is",
         "lie with a kernel and use what the application has, are");
    tell(project, &beside, "the build compiles and which lies with a kernel, is",
         "the build compiles and which lie with a kernel, are");
}

void project_tell_spare(struct project *project) {
    static const char form[] = "%s, which by %s may be a copy or for tests, %s of the application";
    const struct text_list *taken = &project->command->sources;
    struct some_names names = {0};
    for (size_t i = project->given_sources; i < taken->list.count; i++) {
        const char *path = taken->list.items[i];
        if (project_is_spare(project, path) && !project_is_built(project, path)) some_names_add(&names, path, NULL);
    }
    if (names.count)
        vec_push(&project->command->assumed.list, arena_printf(project->arena, form, some_names_chars(&names),
                                                               names.count > 1 ? "their names" : "its name",
                                                               names.count > 1 ? "are parts" : "is a part"));
    some_names_free(&names);
}
