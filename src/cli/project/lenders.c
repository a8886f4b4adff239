/* Who says what the names are that a missing header would declare: types, structures, constants of enumerations. The
 * front end takes them from other sources of the program (cfront/missing/borrowed.h), so one that has them is taken,
 * though nothing calls it. What cannot be had in this way is told. */
#include "base/some_names.h"
#include "cli/project/unnamed.h"

#include <string.h>

/* ---- What is lacking ---- */

static const struct source_types *types_of(struct project *project, const char *path) {
    return code_texts_types(project->code, project->arena, path);
}

static bool is_declared(struct project *project, const char *name) {
    const struct text_list *taken = &project->command->sources;
    for (size_t i = 0; i < taken->list.count; i++) {
        struct source_words words = project_survey_source(project, taken->list.items[i]);
        const struct source_types *types = types_of(project, taken->list.items[i]);
        if (name_set_has(&words.has, name) || name_set_has(&types->declares, name)) return true;
    }
    return false;
}

/* Names that sources lack, and none of those that were taken declares. */
static struct name_set lacking_of(struct project *project) {
    const struct text_list *taken = &project->command->sources;
    VEC(const char *) names = {0};
    for (size_t i = 0; i < taken->list.count; i++) {
        const struct name_set *lacks = project_survey_lacks(project, taken->list.items[i]);
        for (size_t n = 0; n < lacks->count; n++)
            if (!is_declared(project, lacks->items[n])) vec_push(&names, lacks->items[n]);
    }
    struct name_set lacking = name_set_of(project->arena, names.items, names.count);
    vec_free(&names);
    return lacking;
}

/* ---- Taking ---- */

/* One of these names that the source declares; NULL: none. */
static const char *lent_by(struct project *project, const struct unnamed *unnamed, const struct name_set *lacking) {
    if (!name_set_common(&unnamed->mentions, lacking)) return NULL;
    return name_set_common(&types_of(project, unnamed->path)->declares, lacking);
}

/* What runs by itself would do so. */
static bool can_lend(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    return unnamed->can_be_taken && !unnamed->runs_by_itself && !name_set_has(&owned->taken, unnamed->path) &&
           !unnamed_is_alternative(project, unnamed, owned) && !unnamed_defines_again(unnamed, owned);
}

static bool is_better(struct project *project, const struct unnamed *one, const struct unnamed *other) {
    bool is_last = project_comes_last(project, one->path);
    if (is_last != project_comes_last(project, other->path)) return !is_last;
    return project_nearness(project, one->path) > project_nearness(project, other->path);
}

static const struct unnamed *best_lender(struct project *project, const unnamed_list *list, const struct owned *owned,
                                         const struct name_set *lacking) {
    const struct unnamed *best = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const struct unnamed *unnamed = &list->items[i];
        project_step(project, "looking for what nothing declares", i, list->count);
        if (can_lend(project, unnamed, owned) && lent_by(project, unnamed, lacking) &&
            (!best || is_better(project, unnamed, best)))
            best = unnamed;
    }
    project_step(project, "looking for what nothing declares", list->count, list->count);
    return best;
}

/* Others that say what the same names are: which of them is meant is a guess. */
static void note_rivals(struct project *project, const unnamed_list *list, const struct unnamed *taken,
                        const struct name_set *lacking) {
    const struct name_set *own = &types_of(project, taken->path)->declares;
    for (size_t i = 0; i < list->count; i++) {
        const struct unnamed *other = &list->items[i];
        if (other == taken || !name_set_common(&other->mentions, lacking)) continue;
        const struct name_set *others = &types_of(project, other->path)->declares;
        for (size_t n = 0; n < lacking->count; n++)
            if (name_set_has(own, lacking->items[n]) && name_set_has(others, lacking->items[n]) &&
                !project_are_twins(project, other->path, taken->path))
                rivals_add_source(&project->rivals, lacking->items[n], taken->path, other->path);
    }
}

/* What they call in turn never runs. */
void project_add_lenders(struct project *project, const unnamed_list *list, struct owned *owned,
                         const struct unnamed_index *index) {
    for (;;) {
        struct name_set lacking = lacking_of(project);
        const struct unnamed *next = lacking.count ? best_lender(project, list, owned, &lacking) : NULL;
        if (!next) return;
        note_rivals(project, list, next, &lacking);
        vec_push(&project->command->sources.list, next->path);
        *owned = project_owned(project, index);
    }
}

/* ---- Telling ---- */

/* The nearest file with each of the names, so far. */
struct tellers {
    struct name_set names;
    const char **files; /* by name; NULL: none */
};

static void look_at(struct project *project, struct tellers *tellers, const char *path) {
    struct arena *scratch = arena_new();
    struct source_types types = source_types_find(scratch, project_code(project, path));
    for (size_t n = 0; n < tellers->names.count; n++) {
        const char *name = tellers->names.items[n], *known = tellers->files[n];
        if (!name_set_has(&types.declares, name) && !name_set_has(&types.defines, name)) continue;
        if (!known || project_nearness(project, path) > project_nearness(project, known)) tellers->files[n] = path;
    }
    arena_free(scratch);
}

static void look_through(struct project *project, struct tellers *tellers, const char *const *paths, size_t count) {
    for (size_t i = 0; i < count; i++) {
        project_step(project, "looking for what nothing declares", i, count);
        if (!text_list_has(&project->command->sources, paths[i]) && !text_list_has(&project->included, paths[i]))
            look_at(project, tellers, paths[i]);
    }
    project_step(project, "looking for what nothing declares", count, count);
}

void project_assume_lenders(struct project *project) {
    struct tellers tellers = {.names = lacking_of(project)};
    struct some_names names = {0};
    if (!tellers.names.count) return;
    tellers.files = arena_new_array(project->arena, const char *, tellers.names.count);
    look_through(project, &tellers, project->sources.items, project->sources.count);
    look_through(project, &tellers, project->headers.items, project->headers.count);
    for (size_t n = 0; n < tellers.names.count; n++)
        if (tellers.files[n]) some_names_add(&names, tellers.files[n], tellers.names.items[n]);
    if (names.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, "names that nothing declares are others than those of %s",
                              some_names_chars(&names)));
    some_names_free(&names);
}
