/* Files in assembly, and tables of vectors for linkers, are not read. What they name of the application is told: a
 * function is most likely an interrupt routine, which runs on the machine, and not here. */
#include "cli/project_unnamed.h"
#include "cli/some_names.h"

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
        if (is_named(project, words, names->items[i])) some_names_add(found, names->items[i], path);
}

static void look_into(struct project *project, const char *path, const struct owned *owned, struct some_names *found) {
    const char *code = project_code(project, path);
    struct name_set words = name_set_of_words(project->arena, code);
    struct name_set used = name_set_of_words(project->arena, without_comments(project, code));
    list(project, path, &words, &owned->functions, found);
    list(project, path, &used, &owned->variables, found);
    if (project_service_in(&words)) list(project, path, &used, &owned->objects, found);
}

void project_tell_assembly(struct project *project, const struct owned *owned) {
    static const char form[] =
        "what files in assembly do with the application does not matter: %s (an interrupt routine that they name is "
        "told in a further .oil file: `ISR NAME { CATEGORY = 2; };`)";
    struct some_names found = {0};
    for (size_t i = 0; i < project->assembly.count; i++) {
        const char *path = project->assembly.items[i];
        if (!project_is_kernels(project, path) && !project_is_another_applications(project, path))
            look_into(project, path, owned, &found);
    }
    if (found.count)
        vec_push(&project->command->assumed.list, arena_printf(project->arena, form, some_names_chars(&found)));
    some_names_free(&found);
}
