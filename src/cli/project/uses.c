/* What a source that nothing asks for and the application have to do with each other. */
#include "base/file.h"
#include "base/named.h"
#include "base/word.h"
#include "cfront/source/vector_names.h"
#include "cli/project/includes.h"
#include "cli/project/unnamed.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the application has ---- */

bool is_macro_with_code(const char *name) {
    static const char *const names[] = {"TASK", "ISR", "ISR1", "ISR2", "ISR2_INT", "ALARMCALLBACK", "SIGNAL", NULL};
    return is_one_of(name, names);
}

/* The system, the hardware or a vendor's code calls it, whoever has it. */
static bool is_called_by_others(const struct project *project, const char *name) {
    return is_in_list(name, project->called.items, project->called.count) || !strcmp(name, "main") ||
           vector_names_has(name) || vector_names_is_vendors(name);
}

/* `TASK name`, `EVENT name` ... */
static void add_objects(struct text_list *names, struct arena *arena, const char *text) {
    static const char *const kinds[] = {"TASK", "EVENT", "ALARM", "RESOURCE", "COUNTER", "APPMODE", NULL};
    size_t length = 0;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = word_length(at);
        if (!length || !spells_one_of(at, length, kinds)) continue;
        const char *name = at + length + strspn(at + length, " \t\r\n");
        size_t width = word_length(name);
        if (width) vec_push(&names->list, arena_text_n(arena, name, width));
    }
}

static struct name_set set_of(struct project *project, struct text_list *names) {
    struct name_set set = name_set_of(project->arena, names->list.items, names->list.count);
    vec_free(&names->list);
    return set;
}

static void add_library(struct project *project, const struct source_words *words, struct text_list *called) {
    const struct name_set *library = project_library(project);
    for (size_t i = 0; i < words->calls.count; i++)
        if (name_set_has(library, words->calls.items[i])) vec_push(&called->list, words->calls.items[i]);
}

/* Variables that the sources use and none of them has. */
static struct name_set lacking_of(struct project *project, const struct name_set *variables) {
    const struct text_list *sources = &project->command->sources;
    struct text_list lacking = {0};
    for (size_t i = 0; i < sources->list.count; i++) {
        struct source_words words = project_survey_source(project, sources->list.items[i]);
        for (size_t n = 0; n < words.variables.count; n++)
            if (!name_set_has(variables, words.variables.items[n])) vec_push(&lacking.list, words.variables.items[n]);
    }
    return set_of(project, &lacking);
}

struct owned project_owned(struct project *project, const struct unnamed_index *others) {
    const struct text_list *sources = &project->command->sources;
    struct text_list code = {0}, functions = {0}, variables = {0}, weak = {0}, library = {0}, objects = {0};
    for (size_t i = 0; i < sources->list.count; i++) {
        const char *path = sources->list.items[i];
        struct source_words all = project_survey_source(project, path);
        const struct name_set *own = &project_words_of_code(project, path)->has;
        add_library(project, &all, &library);
        for (size_t n = 0; n < all.has.count; n++) {
            const char *name = all.has.items[n];
            bool is_function = name_set_has(own, name), is_weak = name_set_has(&all.yields, name);
            if (is_macro_with_code(name)) continue;
            if (is_weak) vec_push(&weak.list, name);
            if (is_function && !is_weak && !name_set_has(&all.perhaps, name)) vec_push(&code.list, name);
            if (is_called_by_others(project, name)) continue;
            if (is_function)
                vec_push(&functions.list, name);
            else
                vec_push(&variables.list, name);
        }
    }
    for (size_t i = 0; i < project->texts.count; i++) add_objects(&objects, project->arena, project->texts.items[i]);
    struct owned owned = {.code = set_of(project, &code),
                          .functions = set_of(project, &functions),
                          .variables = set_of(project, &variables),
                          .weak = set_of(project, &weak),
                          .library = set_of(project, &library),
                          .objects = set_of(project, &objects),
                          .taken = name_set_of(project->arena, sources->list.items, sources->list.count),
                          .project = project,
                          .others = others};
    owned.lacking = lacking_of(project, &owned.variables);
    owned.marks_of_functions = word_marks_of(project->arena, owned.functions.items, owned.functions.count);
    owned.marks_of_variables = word_marks_of(project->arena, owned.variables.items, owned.variables.count);
    return owned;
}

/* ---- what another source does with it ---- */

/* The same folder comes first, then the one with most of its path in common. */
static size_t nearness(const char *a, const char *b) { return 2 * project_in_common(a, b) + file_is_beside(a, b); }

struct haver {
    const char *name;
    const struct unnamed *source;
};

/* By name. */
struct unnamed_index {
    struct haver *items;
    size_t count;
};

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct haver *)a)->name, ((const struct haver *)b)->name);
}

struct unnamed_index *unnamed_index_new(struct project *project, const unnamed_list *list) {
    struct unnamed_index *index = arena_new_object(project->arena, struct unnamed_index);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) count += list->items[i].words.has.count;
    index->items = arena_new_array(project->arena, struct haver, count + 1);
    for (size_t i = 0; i < list->count; i++)
        for (size_t n = 0; n < list->items[i].words.has.count; n++)
            index->items[index->count++] = (struct haver){list->items[i].words.has.items[n], &list->items[i]};
    if (count) qsort(index->items, count, sizeof *index->items, by_name);
    return index;
}

/* What a source uses belongs to the nearest one that has it: is that one of another program, which was not taken? */
static bool is_of_others(const struct owned *owned, const struct unnamed *unnamed, const char *name) {
    const struct text_list *taken = &owned->project->command->sources;
    size_t own = 0, other = 0;
    if (!owned->others) return false;
    for (size_t i = named_first(owned->others->items, owned->others->count, sizeof *owned->others->items, name);
         i < owned->others->count; i++) {
        const struct haver *haver = &owned->others->items[i];
        if (strcmp(haver->name, name) != 0) break;
        if (haver->source == unnamed || name_set_has(&owned->taken, haver->source->path)) continue;
        size_t here = nearness(haver->source->path, unnamed->path);
        if (here > other) other = here;
    }
    for (size_t i = 0; other && i < taken->list.count; i++) {
        size_t here = nearness(taken->list.items[i], unnamed->path);
        if (here <= own) continue;
        struct source_words words = project_survey_source(owned->project, taken->list.items[i]);
        if (name_set_has(&words.has, name)) own = here;
    }
    return other > own;
}

/* Something of the application, which it lacks itself; NULL: nothing. */
static const char *used_of(const struct unnamed *unnamed, const struct owned *owned, const struct name_set *used,
                           const struct name_set *names) {
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        if (name_set_has(used, name) && !source_words_are_enough(&unnamed->words, name) &&
            !is_of_others(owned, unnamed, name))
            return name;
    }
    return NULL;
}

const char *unnamed_service_used(const struct source_words *words) {
    for (size_t i = 0; i < words->calls.count; i++)
        if (osek_is_system_service(words->calls.items[i]) && !name_set_has(&words->has, words->calls.items[i]))
            return words->calls.items[i];
    return NULL;
}

const char *unnamed_reaches_into(const struct unnamed *unnamed, const struct owned *owned) {
    const char *variable = word_marks_meet(&unnamed->marks, &owned->marks_of_variables)
                               ? used_of(unnamed, owned, &unnamed->words.calls, &owned->variables)
                               : NULL;
    if (variable) return variable;
    for (size_t i = 0; i < owned->weak.count; i++)
        if (name_set_has(&unnamed->words.has, owned->weak.items[i]) &&
            !name_set_has(&unnamed->words.yields, owned->weak.items[i]))
            return owned->weak.items[i];
    const char *library = name_set_common(&unnamed->words.has, &owned->library);
    if (library) return library;
    const char *object = unnamed->service ? name_set_common(&unnamed->mentions, &owned->objects) : NULL;
    return object || !unnamed->runs_by_itself ? object : unnamed->service;
}

const char *unnamed_calls(const struct unnamed *unnamed, const struct owned *owned) {
    if (!word_marks_meet(&unnamed->marks, &owned->marks_of_functions)) return NULL;
    const char *called = used_of(unnamed, owned, &unnamed->words.calls, &owned->functions);
    return called ? called : used_of(unnamed, owned, &unnamed->mentions, &owned->functions);
}

const char *unnamed_shares(const struct unnamed *unnamed, const struct owned *owned) {
    return used_of(unnamed, owned, &unnamed->words.calls, &owned->lacking);
}

const char *unnamed_defines_again(const struct unnamed *unnamed, const struct owned *owned) {
    return name_set_common(&unnamed->words.has, &owned->variables);
}

const char *unnamed_meets(const struct unnamed *unnamed, const struct owned *owned) {
    const char *called = unnamed_calls(unnamed, owned);
    return called ? called : unnamed_defines_again(unnamed, owned);
}

bool unnamed_includes_taken(const struct unnamed *unnamed, const struct owned *owned) {
    return name_set_common(&unnamed->includes, &owned->taken) != NULL;
}

const char *unnamed_asked_of_both(struct project *project, const struct unnamed *unnamed) {
    for (size_t i = 0; i < unnamed->asked.count; i++)
        if (project_has_code_of(project, unnamed->asked.items[i])) return unnamed->asked.items[i];
    return NULL;
}

bool unnamed_is_alternative(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    if (unnamed_asked_of_both(project, unnamed) || unnamed_includes_taken(unnamed, owned)) return true;
    for (size_t i = 0; i < unnamed->words.has.count; i++)
        if (name_set_has(&owned->code, unnamed->words.has.items[i]) &&
            !name_set_has(&unnamed->words.yields, unnamed->words.has.items[i]) &&
            !name_set_has(&unnamed->words.perhaps, unnamed->words.has.items[i]))
            return true;
    return false;
}
