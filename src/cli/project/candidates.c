/* What is known of the folder's sources, and who of them mentions or has a name. */
#include "cli/project/candidates.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/source/vector_names.h"
#include "cfront/text/source_variables.h"
#include "cfront/written/startup.h"
#include "cli/project/includes.h"
#include "cli/project/oil_build.h"

#include <string.h>
#include <strings.h>

/* ---- Names ---- */

/* What was taken, as far as it has to do with a name. */
enum state {
    CALLED_BY_SYSTEM = 1,
    CALLED = 2,
    HAD = 4,
    HAD_SURELY = 8,    /* whatever is switched on */
    HAD_FOR_GOOD = 16, /* ... and does not give way */
    OPEN = 32
};

static unsigned char *state_of(struct project_candidates *all, size_t number) {
    while (all->states.count <= number) vec_push(&all->states, 0);
    return &all->states.items[number];
}

static unsigned state_of_name(const struct project_candidates *all, const char *name) {
    size_t number = name_numbers_find(&all->numbers, name, strlen(name));
    return number < all->states.count ? all->states.items[number] : 0;
}

bool somebody_has(const struct project_candidates *all, const char *name) { return state_of_name(all, name) & HAD; }

bool somebody_calls(const struct project_candidates *all, const char *name) {
    return state_of_name(all, name) & (CALLED | CALLED_BY_SYSTEM);
}

bool nobody_has(const struct project_candidates *all, const struct source_words *source, const char *name) {
    bool is_weak = name_set_has(&source->yields, name);
    return !(state_of_name(all, name) & (is_weak ? HAD_SURELY : HAD_FOR_GOOD));
}

static void tell_mentioning(struct project_candidates *all, size_t number, unsigned change) {
    for (uint32_t at = number_lists_begin(&all->mentions, number); at; at = number_lists_next(&all->mentions, at))
        all->items[number_lists_at(&all->mentions, at)].open += change;
    for (uint32_t at = number_lists_begin(&all->code, number); at; at = number_lists_next(&all->code, at)) {
        uint32_t group = number_lists_at(&all->code, at);
        bool was_open = all->open_code[group] > 0;
        all->open_code[group] += change;
        if (was_open == (all->open_code[group] > 0)) continue;
        for (uint32_t by = number_lists_begin(&all->includers, group); by; by = number_lists_next(&all->includers, by))
            all->items[number_lists_at(&all->includers, by)].open += change;
    }
}

/* Functions of the C library are ours, unless the application's are met. */
static void open_or_close(struct project *project, struct project_candidates *all, size_t number) {
    unsigned char *state = state_of(all, number);
    bool is_called = (*state & CALLED) && !name_set_has(project_library(project), all->numbers.names.items[number]);
    bool is_open = (*state & CALLED_BY_SYSTEM) || (is_called && !(*state & HAD_FOR_GOOD));
    if (is_open == !!(*state & OPEN)) return;
    *state ^= OPEN;
    tell_mentioning(all, number, is_open ? 1u : -1u);
}

static void note(struct project *project, struct project_candidates *all, const char *name, unsigned states) {
    size_t number = name_numbers_of(&all->numbers, name);
    *state_of(all, number) |= (unsigned char)states;
    open_or_close(project, all, number);
}

/* ---- What they mention and have ---- */

static void index_text(struct project *project, struct project_candidates *all, size_t source) {
    size_t length;
    for (const char *at = all->items[source].text; *at; at += length ? length : 1) {
        length = word_length(at);
        if (!length) continue;
        size_t number = name_numbers_of_word(&all->numbers, project->arena, at, length);
        number_lists_add(&all->mentions, number, source);
    }
}

static void index_names(struct project_candidates *all, const struct name_set *names, size_t group) {
    for (size_t n = 0; n < names->count; n++)
        number_lists_add(&all->code, name_numbers_of(&all->numbers, names->items[n]), group);
}

/* Code of headers, and variables that one source may have by including them. */
static void index_code(struct project *project, struct project_candidates *all, const char **headers, size_t count) {
    size_t group = (size_t)(headers - project->header_index);
    for (size_t i = 0; i < count; i++) {
        struct source_variables variables = source_variables_find(project->arena, project_code(project, headers[i]));
        index_names(all, &project_words_of_code(project, headers[i])->has, group);
        index_names(all, &variables.has, group);
    }
}

/* Headers with code, and `#include "f.inc"`: other texts belong to it. */
static void index_includes(struct project *project, struct project_candidates *all, size_t source) {
    struct candidate *candidate = &all->items[source];
    size_t length = 0, count;
    for (const char *name = candidate->text; (name = includes_next(name + length, &length));) {
        const char **headers = project_headers_named(project, arena_text_n(project->arena, name, length), &count);
        size_t group = (size_t)(headers - project->header_index);
        candidate->hides |= length < 2 || strncasecmp(name + length - 2, ".h", 2) != 0;
        if (!count) continue;
        if (!number_lists_begin(&all->includers, group)) index_code(project, all, headers, count);
        number_lists_add(&all->includers, group, source);
    }
}

static void index_has(struct project_candidates *all, const struct candidate *candidate) {
    const struct name_set *has = &candidate->words.has;
    for (size_t i = 0; i < has->count; i++)
        number_lists_add(&all->havers, name_numbers_of(&all->numbers, has->items[i]), (size_t)(candidate - all->items));
}

size_t candidates_next_with(const struct project_candidates *all, const char *name, size_t from) {
    size_t number = name_numbers_find(&all->numbers, name, strlen(name));
    for (uint32_t at = number_lists_begin(&all->havers, number); at; at = number_lists_next(&all->havers, at)) {
        uint32_t source = number_lists_at(&all->havers, at);
        if (source >= from && name_set_has(&all->items[source].words.has, name)) return source;
    }
    return SIZE_MAX;
}

void candidate_look_closely(struct project *project, struct candidate *candidate) {
    if (candidate->is_close) return;
    candidate->is_close = true;
    candidate->words = project_survey_source(project, candidate->path);
    index_has(project->candidates, candidate);
}

/* ---- What was taken ---- */

/* What has code of its own in every source; the system's services are ours. */
static bool is_no_function(const char *name) {
    static const char *const words[] = {"TASK", "ISR", "ISR1", "ISR2", "ISR2_INT", "ALARMCALLBACK", "main", NULL};
    return is_one_of(name, words) || osek_is_system_service(name);
}

static void note_beside(struct project_candidates *all, const char *path) {
    for (size_t s = 0; s < all->count; s++) {
        struct candidate *candidate = &all->items[s];
        candidate->is_beside = candidate->is_beside || file_is_beside(candidate->path, path);
        candidate->is_taken = candidate->is_taken || !strcmp(candidate->path, path);
    }
}

static void note_taken(struct project *project, const char *path, const struct source_words *words) {
    struct project_candidates *all = project->candidates;
    note_beside(all, path);
    vec_push(&all->taken, *words);
    for (size_t i = 0; i < words->has.count; i++) {
        const char *name = words->has.items[i];
        bool is_sure = !name_set_has(&words->perhaps, name), is_weak = name_set_has(&words->yields, name);
        note(project, all, name, HAD | (is_sure ? HAD_SURELY : 0) | (is_sure && !is_weak ? HAD_FOR_GOOD : 0));
    }
    for (size_t i = 0; i < words->calls.count; i++) {
        const char *name = words->calls.items[i];
        bool is_own = name_set_has(&words->keeps, name); /* what is static there */
        if (!is_own && !is_no_function(name)) note(project, all, name, CALLED);
    }
}

void candidate_take(struct project *project, const struct candidate *candidate) {
    vec_push(&project->command->sources.list, candidate->path);
    note_taken(project, candidate->path, &candidate->words);
}

/* ---- All of it ---- */

/* Interrupt routines by words or pragmas; not the file of a vendor that starts the machine, with a table of what comes
 * where nobody has a routine. */
static void look_for_routines(struct candidate *candidate) {
    candidate->starts_machine = strstr(candidate->text, "alias") || strstr(candidate->text, "Reset_Handler") ||
                                startup_is_of_hcs12(candidate->text);
    candidate->has_attributes = !candidate->starts_machine && vector_names_are_in(candidate->text);
}

static bool is_below(const char *path, const char *home) {
    size_t length = file_folder_length(home);
    return length ? !strncmp(path, home, length) : *path != '/' && !begins_with(path, "../");
}

static void read_one(struct project *project, struct project_candidates *all, size_t source) {
    const char *path = project->sources.items[source], *home = project->command->configurations.list.items[0];
    struct candidate *candidate = &all->items[source];
    *candidate = (struct candidate){.path = path,
                                    .text = project_code(project, path),
                                    .words = project_words_at_once(project, path),
                                    .is_built = project_is_built(project, path),
                                    .is_of_vendor = project_is_of_vendor(project, path),
                                    .comes_last = project_comes_last(project, path),
                                    .is_below = is_below(path, home),
                                    .is_beside = file_is_beside(path, home)};
    candidate->hides = strstr(candidate->text, "##");
    look_for_routines(candidate);
    index_text(project, all, source);
    index_includes(project, all, source);
    index_has(all, candidate);
}

/* Names that macros of headers make of parts no text shows. */
static void note_pasting(struct project *project, struct project_candidates *all) {
    struct name_set pasting = project_pasting_macros(project);
    for (size_t i = 0; i < pasting.count; i++) {
        size_t number = name_numbers_find(&all->numbers, pasting.items[i], strlen(pasting.items[i]));
        for (uint32_t at = number_lists_begin(&all->mentions, number); at; at = number_lists_next(&all->mentions, at))
            all->items[number_lists_at(&all->mentions, at)].hides = true;
    }
}

static struct project_candidates *new_candidates(struct project *project) {
    struct project_candidates *all = arena_new_object(project->arena, struct project_candidates);
    all->count = project->sources.count;
    all->items = arena_new_array(project->arena, struct candidate, all->count + 1);
    all->open_code = arena_new_array(project->arena, unsigned, project->headers.count + 1);
    for (size_t i = 0; i < project->texts.count; i++) all->is_erika |= oil_build_is_erika(project->texts.items[i]);
    for (size_t s = 0; s < all->count; s++) {
        project_step(project, "looking through sources", s, all->count);
        read_one(project, all, s);
    }
    project_step(project, "looking through sources", all->count, all->count);
    note_pasting(project, all);
    candidates_find_other_programs(all);
    return all;
}

struct project_candidates *project_candidates(struct project *project) {
    const struct text_list *sources = &project->command->sources;
    bool is_new = !project->candidates;
    if (is_new) project->candidates = new_candidates(project);
    struct project_candidates *all = project->candidates;
    for (; all->called < project->called.count; all->called++)
        note(project, all, project->called.items[all->called], CALLED_BY_SYSTEM);
    for (size_t i = all->taken.count; i < sources->list.count; i++) {
        struct source_words words = project_survey_source(project, sources->list.items[i]);
        note_taken(project, sources->list.items[i], &words);
    }
    if (is_new) candidates_note_listed(project);
    return all;
}

void project_candidates_free(struct project *project) {
    struct project_candidates *all = project->candidates;
    if (!all) return;
    vec_free(&all->taken);
    vec_free(&all->states);
    name_numbers_free(&all->numbers);
    number_lists_free(&all->mentions);
    number_lists_free(&all->havers);
    number_lists_free(&all->code);
    number_lists_free(&all->includers);
}
