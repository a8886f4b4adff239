/* Files in assembly, and tables of vectors for linkers, are not read. A function that such a table names is an
 * interrupt routine. What else they name of the application is told: it may run on the machine, and not here. */
#include "base/some_names.h"
#include "base/word.h"
#include "cfront/source/vector_names.h"
#include "cfront/text/vector_lines.h"
#include "cfront/written/startup.h"
#include "cli/project/unnamed.h"

#include <string.h>

/* Compilers for some machines put a `_` before names of C. */
static bool is_named(struct project *project, const struct name_set *words, const char *name) {
    return name_set_has(words, name) || name_set_has(words, arena_printf(project->arena, "_%s", name));
}

/* What is no comment, by the signs that most assemblers have for one: words of a sentence are no variables. */
static const char *without_comments(struct project *project, const char *code) {
    char *text = arena_text(project->arena, code);
    for (char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        for (char *at = line + strcspn(line, ";@\n"); *at && *at != '\n'; at++) *at = ' ';
    return text;
}

static void list(struct project *project, const char *path, const struct name_set *words, const struct name_set *names,
                 struct some_names *found) {
    for (size_t i = 0; i < names->count; i++)
        if (is_named(project, words, names->items[i]) && !text_list_has(&project->command->vectors, names->items[i]))
            some_names_add(found, names->items[i], path);
}

/* Functions of sources that were left out, and that no interrupt runs by their names: those are told by themselves. */
static struct name_set left_out_functions(struct project *project, const unnamed_list *unnamed,
                                          const struct owned *owned) {
    struct text_list names = {0};
    for (size_t i = 0; i < unnamed->count; i++) {
        const struct unnamed *one = &unnamed->items[i];
        if (!one->can_be_taken || name_set_has(&owned->taken, one->path) || project_comes_last(project, one->path))
            continue;
        const struct name_set *functions = &project_words_of_code(project, one->path)->has;
        for (size_t n = 0; n < functions->count; n++)
            if (strcmp(functions->items[n], "main") != 0 && !vector_names_has(functions->items[n]) &&
                !startup_has(functions->items[n]) && !is_macro_with_code(functions->items[n]))
                vec_push(&names.list, functions->items[n]);
    }
    struct name_set set = name_set_of(project->arena, names.list.items, names.list.count);
    vec_free(&names.list);
    return set;
}

/* A table of vectors, or code that starts the machine, runs what no source calls. */
static void look_for_others(struct project *project, const char *path, const struct name_set *functions,
                            struct some_names *found) {
    struct name_set used = name_set_of_words(project->arena, without_comments(project, project_code(project, path)));
    for (size_t i = 0; i < used.count; i++) {
        const char *name = used.items[i];
        if (name_set_has(functions, name) || (*name == '_' && name_set_has(functions, name + 1)))
            some_names_add(found, name, path);
    }
}

static void look_into(struct project *project, const char *path, const struct owned *owned, struct some_names *found) {
    const char *code = project_code(project, path);
    struct name_set words = name_set_of_words(project->arena, code);
    struct name_set used = name_set_of_words(project->arena, without_comments(project, code));
    list(project, path, &words, &owned->functions, found);
    list(project, path, &used, &owned->variables, found);
    if (project_service_in(&words)) list(project, path, &used, &owned->objects, found);
}

/* Of the kernel, or of another application. */
static bool is_of_others(struct project *project, const char *path) {
    return project_is_kernels(project, path) || project_is_another_applications(project, path);
}

void project_take_vectors(struct project *project) {
    struct text_list *vectors = &project->command->vectors;
    if (!project->assembly.count) return;
    struct name_set functions = project_owned(project, NULL).functions;
    for (size_t f = 0; f < project->assembly.count; f++) {
        const char *path = project->assembly.items[f];
        if (is_of_others(project, path)) continue;
        struct name_set names =
            vector_lines_names(project->arena, without_comments(project, project_code(project, path)));
        for (size_t i = 0; i < functions.count; i++)
            if (is_named(project, &names, functions.items[i]) && !text_list_has(vectors, functions.items[i]))
                vec_push(&vectors->list, functions.items[i]);
    }
}

static void tell(struct project *project, struct some_names *found, const char *form) {
    if (found->count)
        vec_push(&project->command->assumed.list, arena_printf(project->arena, form, some_names_chars(found)));
}

void project_tell_assembly(struct project *project, const unnamed_list *unnamed, const struct owned *owned) {
    static const char form[] =
        "what files in assembly do with the application does not matter: %s (an interrupt routine that they name is "
        "told in a further .oil file: `ISR NAME { CATEGORY = 2; };`)";
    static const char form_of_others[] =
        "functions that files in assembly name, and whose sources are no part of the application, do not matter: %s (a "
        "source in C is taken if it is named, too)";
    struct some_names found = {0}, others = {0};
    project_take_vectors(project);
    struct name_set functions =
        project->assembly.count ? left_out_functions(project, unnamed, owned) : (struct name_set){0};
    for (size_t i = 0; i < project->assembly.count; i++) {
        const char *path = project->assembly.items[i];
        if (is_of_others(project, path)) continue;
        look_into(project, path, owned, &found);
        look_for_others(project, path, &functions, &others);
    }
    tell(project, &found, form);
    tell(project, &others, form_of_others);
    some_names_free(&found);
    some_names_free(&others);
}
