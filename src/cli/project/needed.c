/* What the sources that were taken need: those with functions that they call, and variables that they use. */
#include "base/word.h"
#include "cfront/source/vector_names.h"
#include "cfront/whole/vendor_calls.h"
#include "cli/project/candidates.h"
#include "cli/project/unnamed.h"

#include <string.h>

static bool is_called(const struct project *project, const char *name) {
    return is_in_list(name, project->called.items, project->called.count);
}

/* Interrupt routines that no source has as ISR(name) may be plain functions. */
static void add_plain_routines(struct project *project) {
    static const char beginning[] = "ISR(";
    for (size_t i = 0; i < project->names.count; i++) {
        const char *name = project->names.items[i];
        if (!begins_with(name, beginning) || project_has_code_of(project, name)) continue;
        const char *routine = name + sizeof beginning - 1;
        routine = arena_text_n(project->arena, routine, strcspn(routine, ")"));
        if (!is_called(project, routine)) vec_push(&project->called, routine);
    }
}

/* Hooks of vendors, as the folder's sources spell them. */
static void add_vendors_hooks(struct project *project) {
    const struct project_candidates *all = project_candidates(project);
    for (size_t s = 0; project->hooks.count && s < all->count; s++) {
        const struct name_set *has = &all->items[s].words.has;
        for (size_t i = 0; i < has->count; i++)
            for (size_t h = 0; h < project->hooks.count; h++)
                if (vendor_calls_is_hook(has->items[i], project->hooks.items[h]) && !is_called(project, has->items[i]))
                    vec_push(&project->called, has->items[i]);
    }
}

/* ---- Rivals ---- */

static bool is_candidate(const struct candidate *candidate) {
    bool is_near = candidate->is_below || candidate->is_beside;
    return !candidate->is_other && !candidate->is_taken &&
           (candidate->is_built || (is_near && !candidate->is_of_vendor));
}

/* From anywhere in the folder. */
static bool is_candidate_from_afar(struct project *project, const struct candidate *candidate) {
    return !candidate->is_other && !candidate->is_taken && (!project->built.count || candidate->is_built) &&
           project_is_of_application(project, candidate->path);
}

/* Could it have been taken instead? */
static bool is_rival_of(struct project *project, const struct candidate *candidate, const struct candidate *other) {
    if (other == candidate) return false;
    return is_candidate(other) || (!is_candidate(candidate) && is_candidate_from_afar(project, other));
}

static bool is_wanted(const struct project_candidates *all, const struct candidate *candidate, const char *name) {
    return (!strcmp(name, "main") || somebody_calls(all, name)) && nobody_has(all, &candidate->words, name);
}

/* Weak code and the other one are no rivals: they are linked together. */
static bool are_alike(const struct source_words *one, const struct source_words *other, const char *name) {
    return name_set_has(&one->yields, name) == name_set_has(&other->yields, name);
}

/* Another candidate with this code, from `from` on, that is no copy; SIZE_MAX: there are no more. */
static size_t next_rival(struct project *project, const struct candidate *candidate, const char *name, size_t from) {
    struct project_candidates *all = project->candidates;
    if (candidate->is_built) return SIZE_MAX;
    for (size_t s = from; (s = candidates_next_with(all, name, s)) != SIZE_MAX; s++) {
        struct candidate *other = &all->items[s];
        if (!is_rival_of(project, candidate, other)) continue;
        candidate_look_closely(project, other);
        if (name_set_has(&other->words.has, name) && are_alike(&candidate->words, &other->words, name) &&
            !project_are_twins(project, other->path, candidate->path))
            return s;
    }
    return SIZE_MAX;
}

/* A source is sure to be the application's if it alone has some code that is wanted. If not, others could be. */
static void note_doubts(struct project *project, const struct candidate *candidate) {
    const struct project_candidates *all = project->candidates;
    const struct name_set *has = &candidate->words.has;
    const char *doubtful = NULL;
    for (size_t i = 0; i < has->count; i++) {
        if (!is_wanted(all, candidate, has->items[i])) continue;
        if (next_rival(project, candidate, has->items[i], 0) == SIZE_MAX) return;
        if (!doubtful) doubtful = has->items[i];
    }
    for (size_t s = 0; doubtful && (s = next_rival(project, candidate, doubtful, s)) != SIZE_MAX; s++)
        rivals_add_source(&project->rivals, doubtful, candidate->path, all->items[s].path);
}

/* ---- Who has what is needed ---- */

/* No other one has it but for copies, which say the same wherever they lie, and tests. */
static bool has_alone(struct project *project, const struct candidate *candidate, const char *name) {
    const struct project_candidates *all = project->candidates;
    for (size_t s = 0; (s = candidates_next_with(all, name, s)) != SIZE_MAX; s++) {
        const struct candidate *other = &all->items[s];
        if (other != candidate && !other->comes_last &&
            !code_texts_are_same(project->code, project->arena, other->path, candidate->path))
            return false;
    }
    return true;
}

/* Something is called that this source has alone. A source that does not compile here, though its headers are there,
 * may well be a kernel's, or for another machine. */
static bool is_only_one(struct project *project, const struct candidate *candidate) {
    const struct name_set *has = &candidate->words.has;
    for (size_t i = 0; i < has->count; i++)
        if (strcmp(has->items[i], "main") != 0 && is_wanted(project->candidates, candidate, has->items[i]) &&
            has_alone(project, candidate, has->items[i]))
            return true;
    return false;
}

/* Interrupt routines that the hardware knows by their names, or their declarations, beside the application's sources:
 * nobody needs to call them. */
static bool has_vectors(const struct project_candidates *all, const struct candidate *candidate) {
    const struct name_set *has = &candidate->words.has;
    if (!candidate->is_beside || candidate->starts_machine) return false;
    for (size_t i = 0; i < has->count; i++)
        if (vector_names_has(has->items[i]) && !somebody_has(all, has->items[i])) return true;
    return candidate->has_attributes;
}

/* ... or that ERIKA knows by its macro alone. */
static bool has_routines(const struct project_candidates *all, const struct candidate *candidate) {
    const struct name_set *has = &candidate->words.has;
    return (all->is_erika && (name_set_has(has, "ISR1") || name_set_has(has, "ISR2"))) || has_vectors(all, candidate);
}

/* Does this source have code that those that were taken call, and do not have? Where the build says what it compiles,
 * code that it does not compile takes the place of none. */
static bool is_needed(struct project *project, const struct candidate *candidate) {
    const struct project_candidates *all = project->candidates;
    const struct source_words *words = &candidate->words;
    bool is_others = project->built.count && !candidate->is_built;
    for (size_t i = 0; i < words->has.count; i++) {
        const char *name = words->has.items[i];
        if (!somebody_calls(all, name) || !nobody_has(all, words, name)) continue;
        if (!is_others || !somebody_has(all, name)) return true;
        for (size_t t = 0; t < all->taken.count; t++)
            if (name_set_has(&all->taken.items[t].has, name))
                rivals_add_source(&project->rivals, name, project->command->sources.list.items[t], candidate->path);
    }
    return false;
}

/* ---- Taking ---- */

/* Where the build does not say what it compiles, what its files beside the configuration name comes first, what lies
 * beside the application's sources comes first, and what lies anywhere else last; copies and what is for tests behind
 * all of them. Of what lies anywhere, those come last that lack headers: they may turn out not to be readable. */
enum round { THE_BUILDS, THE_LISTED, THE_NAMED, THOSE_BESIDE, THE_OTHERS, THE_SPARE, THE_ONLY, THE_INCOMPLETE, ROUNDS };

static bool is_of_round(const struct candidate *candidate, enum round round) {
    if (round >= THE_ONLY) return !candidate->is_other && !candidate->is_taken;
    if (!is_candidate(candidate)) return false;
    if (round == THE_BUILDS) return candidate->is_built;
    if (round == THE_LISTED) return candidate->is_listed;
    if (round == THE_NAMED) return candidate->is_named;
    if (round == THE_SPARE) return true;
    return !candidate->comes_last && (round == THE_OTHERS || candidate->is_beside);
}

static bool is_readable(struct project *project, const char *path, enum round round) {
    return project_survey_compiles(project, path) ||
           (round == THE_INCOMPLETE && project_survey_missing(project, path)->count);
}

static bool is_right_from_afar(struct project *project, struct candidate *candidate, enum round round) {
    if (name_set_has(&candidate->words.has, "main") || !(candidate->open || candidate->hides)) return false;
    if (!is_candidate_from_afar(project, candidate)) return false;
    candidate_look_closely(project, candidate);
    bool has_main = name_set_has(&candidate->words.has, "main");
    return !has_main && is_needed(project, candidate) && is_readable(project, candidate->path, round);
}

static bool is_the_only_right(struct project *project, struct candidate *candidate, enum round round) {
    return is_right_from_afar(project, candidate, round) && is_only_one(project, candidate);
}

/* It has a function that one which was taken has, too: both are not linked together. */
static bool clashes(struct project *project, const struct candidate *candidate) {
    const struct name_set *functions = &project_words_of_code(project, candidate->path)->has;
    for (size_t i = 0; i < functions->count; i++) {
        const char *name = functions->items[i];
        if (!is_macro_with_code(name) && name_set_has(&candidate->words.has, name) &&
            !name_set_has(&candidate->words.perhaps, name) && !name_set_has(&candidate->words.yields, name) &&
            !nobody_has(project->candidates, &candidate->words, name))
            return true;
    }
    return false;
}

/* Where the build says what it compiles, nothing else runs by itself. */
static bool is_right(struct project *project, struct candidate *candidate) {
    const struct project_candidates *all = project->candidates;
    bool may_run = !project->built.count || candidate->is_built, runs = may_run && has_routines(all, candidate);
    bool may_start = may_run && name_set_has(&candidate->words.has, "main");
    if (!may_start && !runs && !candidate->open && !candidate->hides) return false;
    candidate_look_closely(project, candidate);
    if (name_set_has(&candidate->words.has, "main"))
        return may_run && nobody_has(all, &candidate->words, "main"); /* otherwise it is another program, too */
    if (is_needed(project, candidate)) return true;
    if (!runs || !project->takes_incomplete || clashes(project, candidate))
        return false; /* what is needed goes first */
    vec_push(&project->command->runners.list, candidate->path);
    return true;
}

static bool take_needed(struct project *project, struct project_candidates *all, enum round round) {
    bool more = false;
    for (size_t s = 0; s < all->count; s++) {
        struct candidate *candidate = &all->items[s];
        project_step(project, "looking for what is called", s, all->count);
        if (!is_of_round(candidate, round)) continue;
        if (!(round >= THE_ONLY ? is_the_only_right(project, candidate, round) : is_right(project, candidate)))
            continue;
        note_doubts(project, candidate);
        candidate_take(project, candidate);
        more = true;
    }
    project_step(project, "looking for what is called", all->count, all->count);
    return more;
}

/* The application's other sources, as far as what was taken calls them; and the main() that starts the system. */
void project_add_needed(struct project *project) {
    add_plain_routines(project);
    add_vendors_hooks(project);
    struct project_candidates *all = project_candidates(project);
    enum round end = project->takes_incomplete ? ROUNDS : THE_INCOMPLETE;
    for (enum round round = 0; round < end;) round = take_needed(project, all, round) ? THE_BUILDS : round + 1;
}

/* ---- Guesses ---- */

static bool is_better_guess(struct project *project, const struct candidate *one, const struct candidate *other) {
    size_t near = project_nearness(project, one->path), far = project_nearness(project, other->path);
    if (one->comes_last != other->comes_last) return other->comes_last;
    if (near != far) return near > far;
    return project_survey_compiles(project, one->path) && !project_survey_compiles(project, other->path);
}

/* Of several sources anywhere with what is called, and of which nothing else is known: without any of them, the code
 * would do what none of them does. */
bool project_add_guessed(struct project *project) {
    struct project_candidates *all = project_candidates(project);
    const struct candidate *best = NULL;
    for (size_t s = 0; s < all->count; s++) {
        struct candidate *candidate = &all->items[s];
        project_step(project, "looking for what is called", s, all->count);
        if (is_right_from_afar(project, candidate, THE_INCOMPLETE) &&
            (!best || is_better_guess(project, candidate, best)))
            best = candidate;
    }
    project_step(project, "looking for what is called", all->count, all->count);
    if (!best) return false;
    note_doubts(project, best);
    candidate_take(project, best);
    project_add_needed(project);
    return true;
}
