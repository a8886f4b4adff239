/* What sources have for others, and use of them, as far as their texts show it. */
#include "cfront/library/headers.h"
#include "cfront/text/source_variables.h"
#include "cli/project/header_macros.h"
#include "cli/project/project.h"

#include <string.h>

/* What headers have that sources may use. */
struct project_offers {
    struct name_set variables; /* that they declare */
    struct header_macros macros;
};

/* What headers declare to be elsewhere. */
static struct name_set declared_elsewhere(struct project *project) {
    VEC(const char *) names = {0};
    for (size_t i = 0; i < project->headers.count; i++) {
        project_step(project, "reading headers", i, project->headers.count);
        struct source_variables variables =
            source_variables_find(project->arena, project_code(project, project->headers.items[i]));
        for (size_t v = 0; v < variables.elsewhere.count; v++) vec_push(&names, variables.elsewhere.items[v]);
    }
    project_step(project, "reading headers", project->headers.count, project->headers.count);
    struct name_set all = name_set_of(project->arena, names.items, names.count);
    vec_free(&names);
    return all;
}

static struct project_offers *offers_of(struct project *project) {
    if (project->offers) return project->offers;
    project->offers = arena_new_object(project->arena, struct project_offers);
    project->offers->variables = declared_elsewhere(project);
    for (size_t i = 0; i < project->headers.count; i++)
        header_macros_add(&project->offers->macros, project->arena, project_code(project, project->headers.items[i]));
    header_macros_sort(&project->offers->macros);
    return project->offers;
}

const struct name_set *project_library(struct project *project) {
    if (!project->library) {
        project->library = arena_new_object(project->arena, struct name_set);
        *project->library = source_words_find(project->arena, headers_all_bodies(project->arena)).has;
    }
    return project->library;
}

struct name_set project_pasting_macros(struct project *project) {
    return header_macros_pasting(&offers_of(project)->macros, project->arena);
}

const struct source_words *project_words_of_code(struct project *project, const char *path) {
    return code_texts_words(project->code, project->arena, path);
}

/* Variables count as functions do: who has one is called by who uses it. */
struct source_words project_words_at_once(struct project *project, const char *path) {
    struct source_words words = *project_words_of_code(project, path);
    struct source_variables variables = source_variables_find(project->arena, project_code(project, path));
    words.has = name_set_join(project->arena, &words.has, &variables.has);
    return words;
}

const char *project_text_with_headers(struct project *project, const char *path) {
    return header_macros_expand(&offers_of(project)->macros, project->arena, project_code(project, path));
}

struct source_words project_words_of_text(struct project *project, const char *path, const char *text,
                                          struct name_set *mentions) {
    const struct project_offers *headers = offers_of(project);
    struct source_words words = project_words_at_once(project, path);
    struct source_variables variables = source_variables_find(project->arena, text);
    *mentions = name_set_of_words(project->arena, text);
    struct name_set used = {arena_new_array(project->arena, const char *, mentions->count + 1), 0};
    for (size_t i = 0; i < mentions->count; i++) {
        const char *name = mentions->items[i];
        if (name_set_has(&variables.elsewhere, name) || name_set_has(&headers->variables, name))
            used.items[used.count++] = name;
    }
    words.calls = source_words_find(project->arena, text).calls;
    words.calls = name_set_join(project->arena, &words.calls, &used);
    words.variables = used;
    return words;
}

void project_words_free(struct project *project) {
    if (project->offers) header_macros_free(&project->offers->macros);
}
