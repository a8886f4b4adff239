/* Other programs in the folder: sources whose main() does not start the system. */
#include "cli/project/candidates.h"

#include <string.h>

/* Candidates that start the system; from `done` on, who calls them was not looked for yet. */
struct starting {
    VEC(size_t) found;
    size_t done;
    bool *starts; /* by candidate */
};

static void note(struct starting *starting, size_t source) {
    if (!starting->starts[source]) vec_push(&starting->found, source);
    starting->starts[source] = true;
}

/* Who calls what the candidate has starts the system as it does. */
static void note_callers(const struct project_candidates *all, size_t source, struct starting *starting,
                         bool *is_known) {
    const struct name_set *has = &all->items[source].words.has;
    for (size_t i = 0; i < has->count; i++) {
        const char *name = has->items[i];
        size_t number = name_numbers_find(&all->numbers, name, strlen(name));
        if (is_known[number]) continue;
        is_known[number] = true;
        for (uint32_t at = number_lists_begin(&all->mentions, number); at; at = number_lists_next(&all->mentions, at)) {
            const struct source_words *words = &all->items[number_lists_at(&all->mentions, at)].words;
            if (name_set_has(&words->calls, name) && !name_set_has(&words->has, name))
                note(starting, number_lists_at(&all->mentions, at));
        }
    }
}

void candidates_find_other_programs(struct project_candidates *all) {
    struct starting starting = {.starts = memory_new(all->count + 1)};
    bool *is_known = memory_new(all->numbers.names.count + 1);
    for (size_t s = 0; s < all->count; s++)
        if (strstr(all->items[s].text, "StartOS")) note(&starting, s);
    while (starting.done < starting.found.count)
        note_callers(all, starting.found.items[starting.done++], &starting, is_known);
    for (size_t s = 0; s < all->count; s++)
        all->items[s].is_other = name_set_has(&all->items[s].words.has, "main") && !starting.starts[s];
    vec_free(&starting.found);
    free(starting.starts);
    free(is_known);
}

/* Something of the application that this source uses; NULL: nothing. */
static const char *used_by(const struct project_candidates *all, const struct candidate *candidate) {
    const struct name_set *calls = &candidate->words.calls;
    for (size_t i = 0; i < calls->count; i++)
        if (somebody_has(all, calls->items[i]) && !source_words_are_enough(&candidate->words, calls->items[i]))
            return calls->items[i];
    return NULL;
}

/* ERIKA's smaller kernels run without StartOS: there, a main() that uses the application is its own. */
bool project_add_main(struct project *project) {
    struct project_candidates *all = project_candidates(project);
    struct candidate *best = NULL;
    for (size_t s = 0; s < all->count && all->is_erika && !somebody_has(all, "main"); s++) {
        struct candidate *candidate = &all->items[s];
        bool may_run = !project->built.count || candidate->is_built;
        if (!candidate->is_other || candidate->is_taken || candidate->comes_last || !may_run) continue;
        if (!project_is_of_application(project, candidate->path)) continue;
        candidate_look_closely(project, candidate);
        bool is_right = name_set_has(&candidate->words.has, "main") && used_by(all, candidate);
        if (is_right && (!best || project_nearness(project, candidate->path) > project_nearness(project, best->path)))
            best = candidate;
    }
    if (!best) return false;
    best->is_other = false;
    candidate_take(project, best);
    project_add_needed(project);
    return true;
}

/* What it does before the system starts, in whatever way, is not looked at. */
void project_assume_no_main(struct project *project) {
    const struct project_candidates *all = project->candidates;
    static const char form[] = "`main` of %s, which does not start the system, is another program's";
    for (size_t s = 0; s < all->count && !somebody_has(all, "main"); s++)
        if (all->items[s].is_other && all->items[s].is_beside)
            vec_push(&project->command->assumed.list, arena_printf(project->arena, form, all->items[s].path));
}

bool project_is_other_program(const struct project *project, const char *source) {
    const struct project_candidates *all = project->candidates;
    for (size_t s = 0; s < all->count; s++)
        if (!strcmp(all->items[s].path, source)) return all->items[s].is_other;
    return false;
}
