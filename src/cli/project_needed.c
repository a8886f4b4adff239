/* What the sources that were taken need: those with functions that they call, and variables that they use. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/headers.h"
#include "cfront/vector_names.h"
#include "cli/includes.h"
#include "cli/oil_build.h"
#include "cli/project.h"
#include "cli/word_marks.h"

#include <string.h>
#include <strings.h>

/* Beside the configuration or a source that was taken. */
static bool is_beside(const struct project *project, const char *path) {
    if (file_is_beside(path, project->command->configurations.list.items[0])) return true;
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        if (file_is_beside(path, project->command->sources.list.items[i])) return true;
    return false;
}

/* ... or below the configuration's folder: the application's own, and no vendor's. */
static bool is_near(const struct project *project, const char *path) {
    const char *home = project->command->configurations.list.items[0], *slash = strrchr(home, '/');
    size_t length = slash ? (size_t)(slash - home) + 1 : 0;
    return (!strncmp(path, home, length) && (length || !strchr(path, '/'))) || is_beside(project, path);
}

/* What has code of its own in every source; the system's services are ours. */
static bool is_no_function(const char *name) {
    static const char *const words[] = {"TASK", "ISR", "ISR1", "ISR2", "ALARMCALLBACK", "main", NULL};
    return is_one_of(name, words) || project_is_service(name);
}

typedef VEC(struct source_words) words_list;

static bool somebody_has(const words_list *taken, const char *name) {
    for (size_t i = 0; i < taken->count; i++)
        if (name_set_has(&taken->items[i].has, name)) return true;
    return false;
}

/* Has nobody code that would be taken before that of this source? Not code that may well be switched off. */
static bool nobody_has(const words_list *taken, const struct source_words *source, const char *name) {
    bool is_weak = name_set_has(&source->yields, name);
    for (size_t i = 0; i < taken->count; i++)
        if (name_set_has(&taken->items[i].has, name) && !name_set_has(&taken->items[i].perhaps, name) &&
            (is_weak || !name_set_has(&taken->items[i].yields, name)))
            return false;
    return true;
}

/* Not what is static there: that is its own. */
static bool calls_of_others(const struct source_words *source, const char *name) {
    return name_set_has(&source->calls, name) && !name_set_has(&source->keeps, name);
}

static bool somebody_calls(const struct project *project, const words_list *taken, const char *name) {
    for (size_t i = 0; i < project->called.count; i++)
        if (!strcmp(project->called.items[i], name)) return true;
    for (size_t i = 0; i < taken->count; i++)
        if (calls_of_others(&taken->items[i], name)) return !is_no_function(name);
    return false;
}

/* Interrupt routines that no source has as ISR(name) may be plain functions. */
static void add_plain_routines(struct project *project) {
    static const char beginning[] = "ISR(";
    for (size_t i = 0; i < project->names.count; i++) {
        const char *name = project->names.items[i];
        if (!begins_with(name, beginning) || project_has_code_of(project, name)) continue;
        name += sizeof beginning - 1;
        vec_push(&project->called, arena_text_n(project->arena, name, strcspn(name, ")")));
    }
}

/* Has it an interrupt routine that ERIKA knows by its macro alone? */
static bool has_own_routines(const struct project *project, const struct source_words *source) {
    bool is_erika = false;
    for (size_t i = 0; i < project->texts.count; i++) is_erika |= oil_build_is_erika(project->texts.items[i]);
    return is_erika && (name_set_has(&source->has, "ISR1") || name_set_has(&source->has, "ISR2"));
}

/* ---- Candidates ---- */

/* What there is to be taken, by source of the folder; and what was. */
struct candidates {
    struct source_words *words; /* as the compiler says, of those that were looked at closely; or as their texts do */
    bool *is_close;             /* it was looked at closely */
    struct word_marks *marks;   /* of all that their texts mention; none: not yet */
    struct word_marks *header_code; /* by header, in the order of the index; NULL: not yet */
    bool *is_other;                 /* a source with another main() is another program */
    words_list taken;
    struct name_set pasting; /* macros that make names of parts */
};

static bool is_candidate(struct project *project, const struct candidates *all, size_t source) {
    const char *path = project->sources.items[source];
    if (all->is_other[source] || text_list_has(&project->command->sources, path)) return false;
    return project_is_built(project, path) || (is_near(project, path) && !project_is_of_erika(project, path));
}

static void look_closely(struct project *project, struct candidates *all, size_t source) {
    if (all->is_close[source]) return;
    all->is_close[source] = true;
    all->words[source] = project_survey_source(project, project->sources.items[source]);
}

/* What is called, and nobody has for sure; and macros that may make such a name. */
static struct word_marks open_names(struct project *project, const struct candidates *all) {
    VEC(const char *) names = {0};
    for (size_t i = 0; i < project->called.count; i++) vec_push(&names, project->called.items[i]);
    for (size_t i = 0; i < all->taken.count; i++)
        for (size_t n = 0; n < all->taken.items[i].calls.count; n++) {
            const char *name = all->taken.items[i].calls.items[n];
            if (n && !strcmp(name, all->taken.items[i].calls.items[n - 1])) continue;
            if (calls_of_others(&all->taken.items[i], name) && !is_no_function(name) &&
                !name_set_has(project_library(project), name) &&
                nobody_has(&all->taken, &(struct source_words){0}, name))
                vec_push(&names, name);
        }
    for (size_t i = 0; i < all->pasting.count; i++) vec_push(&names, all->pasting.items[i]);
    struct word_marks marks = word_marks_of(project->arena, names.items, names.count);
    vec_free(&names);
    return marks;
}

/* `#include "f.inc"`: other texts belong to it. */
static bool includes_code(const char *text) {
    size_t length = 0;
    for (const char *name = text; (name = includes_next(name + length, &length));)
        if (length < 2 || strncasecmp(name + length - 2, ".h", 2) != 0) return true;
    return false;
}

/* What this header has code of: `header` points into the index of headers. */
static const struct word_marks *code_marks(struct project *project, struct candidates *all, const char **header) {
    size_t number = (size_t)(header - project->header_index);
    if (!all->header_code)
        all->header_code = arena_new_array(project->arena, struct word_marks, project->headers.count);
    struct word_marks *marks = &all->header_code[number];
    if (marks->items) return marks;
    const struct name_set *has = &project_words_of_code(project, *header)->has;
    *marks = word_marks_of(project->arena, has->items, has->count);
    return marks;
}

/* All that its text mentions, and what headers have code of that it includes. */
static struct word_marks marks_of(struct project *project, struct candidates *all, const char *text) {
    struct word_marks marks = word_marks_of_text(project->arena, text);
    size_t length = 0, count;
    for (const char *name = text; (name = includes_next(name + length, &length));) {
        const char **headers = project_headers_named(project, arena_text_n(project->arena, name, length), &count);
        for (size_t i = 0; i < count; i++) {
            const struct word_marks *more = code_marks(project, all, &headers[i]);
            if (more->count) marks = word_marks_join(project->arena, &marks, more);
        }
    }
    return marks;
}

/* May it have what is called? */
static bool is_worth_a_look(struct project *project, struct candidates *all, size_t source,
                            const struct word_marks *open) {
    const char *text = project_code(project, project->sources.items[source]);
    if (!all->marks[source].count) all->marks[source] = marks_of(project, all, text);
    return word_marks_meet(&all->marks[source], open) || strstr(text, "##") || includes_code(text);
}

/* ---- Rivals ---- */

static bool is_wanted(const struct project *project, const struct candidates *all, size_t source, const char *name) {
    if (!strcmp(name, "main")) return nobody_has(&all->taken, &all->words[source], name);
    return somebody_calls(project, &all->taken, name) && nobody_has(&all->taken, &all->words[source], name);
}

/* Weak code and the other one are no rivals: they are linked together. */
static bool are_alike(const struct source_words *one, const struct source_words *other, const char *name) {
    return name_set_has(&one->yields, name) == name_set_has(&other->yields, name);
}

/* Another candidate with this code, from `from` on, that is no copy; SIZE_MAX: there are no more. */
static size_t next_rival(struct project *project, struct candidates *all, size_t source, const char *name,
                         size_t from) {
    const char *path = project->sources.items[source];
    if (project_is_built(project, path)) return SIZE_MAX;
    for (size_t s = from; s < project->sources.count; s++) {
        if (s == source || !name_set_has(&all->words[s].has, name) || !is_candidate(project, all, s)) continue;
        look_closely(project, all, s);
        if (name_set_has(&all->words[s].has, name) && are_alike(&all->words[source], &all->words[s], name) &&
            !project_are_twins(project, project->sources.items[s], path))
            return s;
    }
    return SIZE_MAX;
}

/* A source is sure to be the application's if it alone has some code that is wanted. If not, others could be. */
static void note_doubts(struct project *project, struct candidates *all, size_t source) {
    const struct name_set *has = &all->words[source].has;
    const char *doubtful = NULL;
    for (size_t i = 0; i < has->count; i++) {
        if (!is_wanted(project, all, source, has->items[i])) continue;
        if (next_rival(project, all, source, has->items[i], 0) == SIZE_MAX) return;
        if (!doubtful) doubtful = has->items[i];
    }
    for (size_t s = 0; doubtful && (s = next_rival(project, all, source, doubtful, s)) != SIZE_MAX; s++)
        rivals_add_source(&project->rivals, doubtful, project->sources.items[source], project->sources.items[s]);
}

/* ---- Taking ---- */

/* Where the build does not say what it compiles, what lies beside the application's sources comes first, and what lies
 * anywhere else last; copies and what is for tests behind all of them. */
enum round { THE_BUILDS, THOSE_BESIDE, THE_OTHERS, THE_SPARE, THE_ONLY, ROUNDS };

static bool is_of_round(struct project *project, const struct candidates *all, size_t source, enum round round) {
    const char *path = project->sources.items[source];
    if (round == THE_ONLY)
        return !all->is_other[source] && !text_list_has(&project->command->sources, path) &&
               (!project->built.count || project_is_built(project, path)) && project_is_of_application(project, path);
    if (!is_candidate(project, all, source)) return false;
    if (round == THE_BUILDS) return project_is_built(project, path);
    if (round == THE_SPARE) return true;
    return !project_comes_last(project, path) && (round == THE_OTHERS || is_beside(project, path));
}

/* The same text, wherever it lies. */
static bool is_copy(struct project *project, size_t one, size_t other) {
    return !strcmp(project_code(project, project->sources.items[one]),
                   project_code(project, project->sources.items[other]));
}

/* Something is called that this source has, and no other one of the folder but for copies and tests. A source that does
 * not compile here may well be a kernel's, or for another machine. */
static bool is_only_one(struct project *project, const struct candidates *all, size_t source) {
    const struct name_set *has = &all->words[source].has;
    for (size_t i = 0; i < has->count; i++) {
        size_t others = 0;
        if (!strcmp(has->items[i], "main") || !is_wanted(project, all, source, has->items[i])) continue;
        for (size_t s = 0; s < project->sources.count && !others; s++)
            others += s != source && !project_comes_last(project, project->sources.items[s]) &&
                      name_set_has(&all->words[s].has, has->items[i]) && !is_copy(project, s, source);
        if (!others) return true;
    }
    return false;
}

/* Interrupt routines that the hardware knows by their names, or their declarations, beside the application's sources:
 * nobody needs to call them. Not the file of a vendor that starts the machine, with a table of what comes where nobody
 * has a routine. */
static bool has_vectors(struct project *project, const struct candidates *all, size_t source) {
    const char *path = project->sources.items[source], *text = project_code(project, path);
    const struct name_set *has = &all->words[source].has;
    if (!is_beside(project, path) || strstr(text, "alias") || strstr(text, "Reset_Handler")) return false;
    for (size_t i = 0; i < has->count; i++)
        if (vector_names_has(has->items[i]) && !somebody_has(&all->taken, has->items[i])) return true;
    return vector_names_are_in(text);
}

/* Does this source have code that those that were taken call, and do not have? Where the build says what it compiles,
 * code that it does not compile takes the place of none. */
static bool is_needed(struct project *project, const struct candidates *all, size_t source) {
    const struct source_words *words = &all->words[source];
    const char *path = project->sources.items[source];
    bool is_others = project->built.count && !project_is_built(project, path);
    for (size_t i = 0; i < words->has.count; i++) {
        const char *name = words->has.items[i];
        if (!somebody_calls(project, &all->taken, name) || !nobody_has(&all->taken, words, name)) continue;
        if (!is_others || !somebody_has(&all->taken, name)) return true;
        for (size_t t = 0; t < all->taken.count; t++)
            if (name_set_has(&all->taken.items[t].has, name))
                rivals_add_source(&project->rivals, name, project->command->sources.list.items[t], path);
    }
    return false;
}

static void take(struct project *project, struct candidates *all, size_t source) {
    note_doubts(project, all, source);
    vec_push(&project->command->sources.list, project->sources.items[source]);
    vec_push(&all->taken, all->words[source]);
}

static bool take_needed(struct project *project, struct candidates *all, enum round round) {
    bool more = false;
    struct word_marks open = open_names(project, all);
    for (size_t s = 0; s < project->sources.count; s++) {
        if (!is_of_round(project, all, s, round)) continue;
        bool may_have_main = name_set_has(&all->words[s].has, "main");
        bool has_routines =
            round != THE_ONLY && (has_own_routines(project, &all->words[s]) || has_vectors(project, all, s));
        if (round == THE_ONLY && may_have_main) continue;
        if (!may_have_main && !has_routines && !is_worth_a_look(project, all, s, &open)) continue;
        look_closely(project, all, s);
        bool has_main = name_set_has(&all->words[s].has, "main");
        if (has_main && !nobody_has(&all->taken, &all->words[s], "main")) continue; /* another program, too */
        if (!has_main && !has_routines && !is_needed(project, all, s)) continue;
        if (round == THE_ONLY &&
            !(project_survey_compiles(project, project->sources.items[s]) && is_only_one(project, all, s)))
            continue;
        take(project, all, s);
        open = open_names(project, all);
        more = true;
    }
    return more;
}

/* ---- Other programs ---- */

static bool calls_one_of(const struct source_words *from, const struct name_set *names) {
    for (size_t i = 0; i < from->calls.count; i++)
        if (name_set_has(names, from->calls.items[i]) && !name_set_has(&from->has, from->calls.items[i])) return true;
    return false;
}

/* What those have that start the system, or call one that does. */
static struct name_set had_by(struct project *project, const struct candidates *all, const bool *is_one) {
    VEC(const char *) names = {0};
    for (size_t s = 0; s < project->sources.count; s++)
        for (size_t i = 0; is_one[s] && i < all->words[s].has.count; i++) vec_push(&names, all->words[s].has.items[i]);
    struct name_set set = name_set_of(project->arena, names.items, names.count);
    vec_free(&names);
    return set;
}

/* A main() that does not start the system, nor calls, through whatever sources, what does. */
static void find_other_programs(struct project *project, struct candidates *all) {
    size_t count = project->sources.count;
    bool *starts = arena_new_array(project->arena, bool, count + 1);
    bool *last = arena_new_array(project->arena, bool, count + 1), more = true;
    for (size_t s = 0; s < count; s++)
        starts[s] = last[s] = strstr(project_code(project, project->sources.items[s]), "StartOS");
    while (more) {
        struct name_set names = had_by(project, all, last);
        more = false;
        for (size_t s = 0; s < count; s++) {
            last[s] = !starts[s] && calls_one_of(&all->words[s], &names);
            more |= last[s];
        }
        for (size_t s = 0; s < count; s++) starts[s] |= last[s];
    }
    for (size_t s = 0; s < count; s++) all->is_other[s] = name_set_has(&all->words[s].has, "main") && !starts[s];
}

/* What it does before the system starts, in whatever way, is not looked at. */
static void assume_no_main(struct project *project, const struct candidates *all) {
    static const char form[] = "`main` of %s, which does not start the system, is another program's";
    for (size_t s = 0; s < project->sources.count && !somebody_has(&all->taken, "main"); s++)
        if (all->is_other[s] && is_beside(project, project->sources.items[s]))
            vec_push(&project->command->assumed.list, arena_printf(project->arena, form, project->sources.items[s]));
}

/* ---- All of it ---- */

static struct candidates find_candidates(struct project *project) {
    size_t room = project->sources.count + 1;
    struct candidates all = {.words = arena_new_array(project->arena, struct source_words, room),
                             .is_close = arena_new_array(project->arena, bool, room),
                             .marks = arena_new_array(project->arena, struct word_marks, room),
                             .is_other = arena_new_array(project->arena, bool, room),
                             .pasting = project_pasting_macros(project)};
    for (size_t s = 0; s < project->sources.count; s++)
        all.words[s] = project_words_at_once(project, project->sources.items[s]);
    find_other_programs(project, &all);
    return all;
}

/* The application's other sources, as far as what was taken calls them; and the main() that starts the system. */
void project_add_needed(struct project *project) {
    const struct text_list *sources = &project->command->sources;
    add_plain_routines(project);
    struct candidates all = find_candidates(project);
    for (size_t i = 0; i < sources->list.count; i++)
        vec_push(&all.taken, project_survey_source(project, sources->list.items[i]));
    for (enum round round = 0; round < ROUNDS;) round = take_needed(project, &all, round) ? THE_BUILDS : round + 1;
    assume_no_main(project, &all);
    vec_free(&all.taken);
}
