/* What the sources that were taken need: those with functions that they call, and variables that they use. */
#include "base/file.h"
#include "cfront/headers.h"
#include "cfront/source_variables.h"
#include "cfront/source_words.h"
#include "cfront/vector_names.h"
#include "cli/header_macros.h"
#include "cli/oil_build.h"
#include "cli/project.h"

#include <string.h>

/* `tree/contrib/...`, beside `tree/pkg/` of that length: drivers for all machines, which come with the kernel. */
static bool is_contributed(const char *path, const char *folder, size_t length) {
    static const char own[] = "pkg/", others[] = "contrib/";
    size_t tree = length - (sizeof own - 1);
    return length >= sizeof own - 1 && !strncmp(folder + tree, own, sizeof own - 1) && !strncmp(path, folder, tree) &&
           !strncmp(path + tree, others, sizeof others - 1);
}

/* Below a folder with ERIKA's ee.h: its kernel, and what comes with it. */
static bool is_kernel(const struct project *project, const char *path) {
    for (size_t i = 0; i < project->headers.count; i++) {
        const char *header = project->headers.items[i], *name = file_name(header);
        size_t length = (size_t)(name - header);
        if (!length || strcmp(name, HEADERS_ERIKA) != 0) continue;
        if (!strncmp(path, header, length) || is_contributed(path, header, length)) return true;
    }
    return false;
}

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

/* Words of C, and what has code of its own in every source; the system's services are ours. */
static bool is_no_function(const char *name) {
    static const char *const words[] = {"if",   "for", "while", "switch", "return",        "sizeof", "defined",
                                        "TASK", "ISR", "ISR1",  "ISR2",   "ALARMCALLBACK", "main"};
    enum osek_service service;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name)) return true;
    return osek_service_by_name(name, &service) && osek_service_is_systems(service);
}

typedef VEC(struct source_words) words_list;

static bool somebody_has(const words_list *taken, const char *name) {
    for (size_t i = 0; i < taken->count; i++)
        if (name_set_has(&taken->items[i].has, name)) return true;
    return false;
}

/* Has nobody code that would be taken before that of this source? */
static bool nobody_has(const words_list *taken, const struct source_words *source, const char *name) {
    bool is_weak = name_set_has(&source->yields, name);
    for (size_t i = 0; i < taken->count; i++)
        if (name_set_has(&taken->items[i].has, name) && (is_weak || !name_set_has(&taken->items[i].yields, name)))
            return false;
    return true;
}

static bool somebody_calls(const struct project *project, const words_list *taken, const char *name) {
    for (size_t i = 0; i < project->called.count; i++)
        if (!strcmp(project->called.items[i], name)) return true;
    for (size_t i = 0; i < taken->count; i++)
        if (name_set_has(&taken->items[i].calls, name)) return !is_no_function(name);
    return false;
}

/* Does this source have code that those that were taken call, and do not have? */
static bool is_needed(const struct project *project, const words_list *taken, const struct source_words *source) {
    for (size_t i = 0; i < source->has.count; i++)
        if (somebody_calls(project, taken, source->has.items[i]) && nobody_has(taken, source, source->has.items[i]))
            return true;
    return false;
}

/* Interrupt routines that no source has as ISR(name) may be plain functions. */
static void add_plain_routines(struct project *project) {
    static const char beginning[] = "ISR(";
    for (size_t i = 0; i < project->names.count; i++) {
        const char *name = project->names.items[i];
        if (strncmp(name, beginning, sizeof beginning - 1) != 0 || project_has_code_of(project, name)) continue;
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

static struct name_set joined(struct arena *arena, const struct name_set *a, const struct name_set *b) {
    const char **all = arena_new_array(arena, const char *, a->count + b->count + 1);
    if (a->count) memcpy(all, a->items, a->count * sizeof *all);
    if (b->count) memcpy(all + a->count, b->items, b->count * sizeof *all);
    return name_set_of(arena, all, a->count + b->count);
}

/* What headers declare to be elsewhere. */
static struct name_set declared_elsewhere(struct project *project) {
    VEC(const char *) names = {0};
    for (size_t i = 0; i < project->headers.count; i++) {
        struct source_variables variables =
            source_variables_find(project->arena, project_code(project, project->headers.items[i]));
        for (size_t v = 0; v < variables.elsewhere.count; v++) vec_push(&names, variables.elsewhere.items[v]);
    }
    struct name_set all = name_set_of(project->arena, names.items, names.count);
    vec_free(&names);
    return all;
}

/* Variables count as functions do: who has one is called by who uses it. */
static struct source_words words_of(struct project *project, const char *path) {
    const char *text = project_code(project, path);
    struct source_words words = source_words_find(project->arena, text);
    struct source_variables variables = source_variables_find(project->arena, text);
    words.has = joined(project->arena, &words.has, &variables.has);
    return words;
}

/* What headers have that sources may use. */
struct offered {
    struct name_set variables; /* that they declare */
    header_macros macros;
};

static struct source_words with_uses(struct project *project, const char *path, struct source_words words,
                                     const struct offered *headers) {
    const char *text = header_macros_expand(&headers->macros, project->arena, project_code(project, path));
    struct source_variables variables = source_variables_find(project->arena, text);
    struct name_set elsewhere = joined(project->arena, &headers->variables, &variables.elsewhere);
    struct name_set mentioned = name_set_of_words(project->arena, text);
    struct name_set used = {arena_new_array(project->arena, const char *, elsewhere.count + 1), 0};
    for (size_t i = 0; i < elsewhere.count; i++)
        if (name_set_has(&mentioned, elsewhere.items[i])) used.items[used.count++] = elsewhere.items[i];
    words.calls = source_words_find(project->arena, text).calls;
    words.calls = joined(project->arena, &words.calls, &used);
    return words;
}

/* What there is to be taken, by source of the folder; and what was. */
struct candidates {
    struct source_words *words;
    bool *is_other; /* a source with another main() is another program */
    words_list taken;
    struct offered headers;
};

static bool is_candidate(const struct project *project, const struct candidates *all, size_t source) {
    const char *path = project->sources.items[source];
    if (all->is_other[source] || text_list_has(&project->command->sources, path)) return false;
    return project_is_built(project, path) || (is_near(project, path) && !is_kernel(project, path));
}

static bool is_wanted(const struct project *project, const struct candidates *all, size_t source, const char *name) {
    if (!strcmp(name, "main")) return nobody_has(&all->taken, &all->words[source], name);
    return somebody_calls(project, &all->taken, name) && nobody_has(&all->taken, &all->words[source], name);
}

/* Weak code and the other one are no rivals: they are linked together. */
static bool are_alike(const struct source_words *one, const struct source_words *other, const char *name) {
    return name_set_has(&one->yields, name) == name_set_has(&other->yields, name);
}

/* Another candidate with this code, from `from` on, that is no copy; SIZE_MAX: there are no more. */
static size_t next_rival(struct project *project, const struct candidates *all, size_t source, const char *name,
                         size_t from) {
    const char *path = project->sources.items[source], *own = project_code(project, path);
    if (project_is_built(project, path)) return SIZE_MAX;
    for (size_t s = from; s < project->sources.count; s++)
        if (s != source && name_set_has(&all->words[s].has, name) && is_candidate(project, all, s) &&
            are_alike(&all->words[source], &all->words[s], name) &&
            strcmp(project_code(project, project->sources.items[s]), own) != 0)
            return s;
    return SIZE_MAX;
}

/* A source is sure to be the application's if it alone has some code that is wanted. If not, others could be. */
static void note_doubts(struct project *project, const struct candidates *all, size_t source) {
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

/* Where the build does not say what it compiles, what lies beside the application's sources comes first. */
enum round { THE_BUILDS, THOSE_BESIDE, THE_OTHERS, ROUNDS };

static bool is_of_round(const struct project *project, const char *path, enum round round) {
    if (round == THE_BUILDS) return project_is_built(project, path);
    return round == THE_OTHERS || is_beside(project, path);
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
    return vector_names_word_in(text) != NULL;
}

static bool take_needed(struct project *project, struct candidates *all, enum round round) {
    bool more = false;
    for (size_t s = 0; s < project->sources.count; s++) {
        if (!is_candidate(project, all, s) || !is_of_round(project, project->sources.items[s], round)) continue;
        bool has_main = name_set_has(&all->words[s].has, "main");
        if (has_main && !nobody_has(&all->taken, &all->words[s], "main")) continue; /* another program, too */
        bool is_wanted = has_main || has_own_routines(project, &all->words[s]) || has_vectors(project, all, s) ||
                         is_needed(project, &all->taken, &all->words[s]);
        if (!is_wanted) continue;
        note_doubts(project, all, s);
        vec_push(&project->command->sources.list, project->sources.items[s]);
        vec_push(&all->taken, with_uses(project, project->sources.items[s], all->words[s], &all->headers));
        more = true;
    }
    return more;
}

static bool calls_into(const struct source_words *from, const struct source_words *into) {
    for (size_t i = 0; i < into->has.count; i++)
        if (name_set_has(&from->calls, into->has.items[i]) && !name_set_has(&from->has, into->has.items[i]))
            return true;
    return false;
}

/* A main() that does not start the system, nor calls, through whatever sources, what does. */
static void find_other_programs(struct project *project, struct candidates *all) {
    size_t count = project->sources.count;
    bool *starts = arena_new_array(project->arena, bool, count + 1), more = true;
    for (size_t s = 0; s < count; s++) starts[s] = strstr(project_code(project, project->sources.items[s]), "StartOS");
    while (more) {
        more = false;
        for (size_t s = 0; s < count; s++)
            for (size_t other = 0; other < count && !starts[s]; other++)
                if (starts[other] && calls_into(&all->words[s], &all->words[other])) starts[s] = more = true;
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

/* The application's other sources, as far as what was taken calls them; and the main() that starts the system. */
void project_add_needed(struct project *project) {
    const struct text_list *sources = &project->command->sources;
    add_plain_routines(project);
    struct candidates all = {arena_new_array(project->arena, struct source_words, project->sources.count + 1),
                             arena_new_array(project->arena, bool, project->sources.count + 1),
                             {0},
                             {declared_elsewhere(project), {0}}};
    for (size_t i = 0; i < project->headers.count; i++)
        header_macros_add(&all.headers.macros, project->arena, project_code(project, project->headers.items[i]));
    for (size_t s = 0; s < project->sources.count; s++) all.words[s] = words_of(project, project->sources.items[s]);
    find_other_programs(project, &all);
    for (size_t i = 0; i < sources->list.count; i++) {
        const char *path = sources->list.items[i];
        vec_push(&all.taken, with_uses(project, path, words_of(project, path), &all.headers));
    }
    for (enum round round = 0; round < ROUNDS;) round = take_needed(project, &all, round) ? THE_BUILDS : round + 1;
    assume_no_main(project, &all);
    vec_free(&all.taken);
    vec_free(&all.headers.macros);
}
