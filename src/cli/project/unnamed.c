/* Sources that nothing of the application asks for, and that its build may link all the same: with interrupt routines,
 * constructors, the main() of a sibling folder, or with other code that uses what the application has, perhaps through
 * each other. Those on its side are taken; others are told. */
#include "cli/project/unnamed.h"
#include "base/word.h"
#include "cfront/source/vector_names.h"
#include "cfront/written/startup.h"
#include "cli/project/includes.h"

#include <string.h>

enum { MOST_TAKEN = 40 };

/* ---- what they do ---- */

/* An interrupt routine that it has; NULL: none that its name tells. */
static const char *routine_of(const struct unnamed *unnamed) {
    static const char *const macros[] = {"ISR", "ISR1", "ISR2", "ISR2_INT", "SIGNAL", "CY_ISR", NULL};
    for (size_t i = 0; i < unnamed->words.has.count; i++) {
        const char *name = unnamed->words.has.items[i];
        if (is_one_of(name, macros) || vector_names_is_vendors(name) || vector_names_has(name)) return name;
    }
    return NULL;
}

/* Nobody needs to call it: the hardware does, or what starts the machine. */
static bool runs_by_itself(const struct unnamed *unnamed, const char *text) {
    static const char *const words[] = {"constructor", "user_init", "section", NULL};
    if (routine_of(unnamed) || name_set_has(&unnamed->words.has, "main")) return true;
    for (size_t i = 0; i < unnamed->mentions.count; i++) {
        const char *name = unnamed->mentions.items[i];
        if (vector_names_has(name) || vector_names_is_table(name) || is_one_of(name, words)) return true;
    }
    return vector_names_are_in(text);
}

/* ... before main(), or in the place of another one, which a linker exchanges for it (`--wrap=f`). */
static bool is_run_by_name(const char *name) { return startup_has(name) || startup_replaces(name); }

/* What tells that the hardware runs it, or what starts the machine, whatever calls it; NULL: nothing. */
static const char *run_by(const struct unnamed *unnamed, const char *text) {
    static const char *const words[] = {"constructor", "__constructor__", "user_init", "__user_init__", NULL};
    const char *routine = routine_of(unnamed);
    if (routine) return routine;
    for (size_t i = 0; i < unnamed->words.has.count; i++)
        if (is_run_by_name(unnamed->words.has.items[i])) return unnamed->words.has.items[i];
    if (vector_names_are_in(text)) return unnamed->words.has.count ? unnamed->words.has.items[0] : "interrupt";
    for (const char *const *word = words; *word; word++)
        if (name_set_has(&unnamed->mentions, *word)) return *word;
    return vector_names_have_table(text) ? "a table of functions" : NULL;
}

/* Does a text in C++ have a class of this name with a constructor? */
static bool is_constructed(const char *text, const char *name, size_t length) {
    size_t word;
    for (const char *at = text; *at; at += word ? word : 1) {
        word = word_length(at);
        bool is_same = word == length && !memcmp(at, name, length);
        if (is_same && at[word + strspn(at + word, " \t")] == '(' && (at == text || at[-1] != '~')) return true;
    }
    return false;
}

/* C++: objects outside of functions are made before main(). */
static bool has_constructor(const char *text) {
    static const char *const kinds[] = {"class", "struct", NULL};
    size_t length;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = word_length(at);
        if (!length || !spells_one_of(at, length, kinds)) continue;
        const char *name = at + length + strspn(at + length, " \t\r\n");
        if (word_length(name) && is_constructed(text, name, word_length(name))) return true;
    }
    return false;
}

/* Asked once: many include it. `header` points into the index of headers. */
static bool header_hides_code(struct project *project, const char **header) {
    static const char *const parts[] = {"Handler", "ISR", "interrupt", "_vect", "irq", NULL};
    if (!project->hiding) project->hiding = arena_new_array(project->arena, char, project->headers.count + 1);
    char *known = &project->hiding[header - project->header_index];
    const char *code = *known ? NULL : project_code(project, *header);
    if (code) *known = strchr(code, '{') && contains_one_of(code, parts) ? 'y' : 'n';
    return *known == 'y';
}

/* What runs by itself may do so, or use the application, in texts that it includes: then the compiler is asked. */
static bool hides_code(struct project *project, const char *text) {
    size_t length = 0, count;
    for (const char *name = text; (name = includes_next(name + length, &length));) {
        if (length < 2 || strncmp(name + length - 2, ".h", 2) != 0) return true;
        const char **headers = project_headers_named(project, arena_text_n(project->arena, name, length), &count);
        for (size_t i = 0; i < count; i++)
            if (header_hides_code(project, &headers[i])) return true;
    }
    return false;
}

/* Names that macros make of parts (`a##b`) no text shows. */
static void ask_compiler(struct project *project, struct unnamed *unnamed, const char *text, const char *all) {
    bool may_know_more = unnamed->runs_by_itself || project_is_built(project, unnamed->path);
    if (!may_know_more && !strstr(all, "##") && !hides_code(project, text)) return;
    struct source_words words = project_survey_source(project, unnamed->path);
    bool is_whole = project_survey_compiles(project, unnamed->path);
    unnamed->words = (is_whole ? source_words_corrected : source_words_join)(project->arena, &unnamed->words, &words);
    unnamed->runs_by_itself = runs_by_itself(unnamed, all);
}

/* ---- all of it ---- */

/* What texts are looked through for once, since it is asked often. */
static void find_asked(struct project *project, struct unnamed *unnamed, const char *text) {
    struct text_list asked = {0}, includes = {0};
    size_t length = 0;
    for (size_t i = 0; i < project->names.count; i++)
        if (project_source_has(project, unnamed->path, project->names.items[i]))
            vec_push(&asked.list, project->names.items[i]);
    for (const char *name = text; (name = includes_next(name + length, &length));)
        if (length < 2 || strncmp(name + length - 2, ".h", 2) != 0)
            vec_push(&includes.list, includes_beside(project->arena, unnamed->path, name, length));
    unnamed->asked = name_set_of(project->arena, asked.list.items, asked.list.count);
    unnamed->includes = name_set_of(project->arena, includes.list.items, includes.list.count);
    vec_free(&asked.list);
    vec_free(&includes.list);
}

static void add(struct project *project, unnamed_list *list, const char *path, bool is_read) {
    const char *text = project_code(project, path);
    if (text_list_has(&project->command->sources, path) || project_is_kernels(project, path)) return;
    const char *all = project_text_with_headers(project, path);
    struct unnamed unnamed = {.path = path};
    unnamed.words = project_words_of_text(project, path, all, &unnamed.mentions);
    bool has_main = name_set_has(&unnamed.words.has, "main");
    bool is_drivers = project_is_contributed(project, path) && !project_is_built(project, path);
    unnamed.is_others = project_is_another_applications(project, path) && !project_is_built(project, path);
    unnamed.runs_by_itself = runs_by_itself(&unnamed, all);
    if (unnamed.is_others && !unnamed.runs_by_itself) return;
    if (is_read && !is_drivers && !unnamed.is_others) ask_compiler(project, &unnamed, text, all);
    unnamed.may_be_linked = !unnamed.is_others && !is_drivers && !project_service_in(&unnamed.words.has) &&
                            project_is_near(project, path) && (!has_main || !project_is_other_program(project, path)) &&
                            (!project->built.count || project_is_built(project, path));
    unnamed.can_be_taken = is_read && unnamed.may_be_linked;
    unnamed.service = unnamed_service_used(&unnamed.words);
    unnamed.run_by = run_by(&unnamed, all);
    if (!is_read && !unnamed.run_by && has_constructor(text)) unnamed.run_by = "constructor";
    find_asked(project, &unnamed, text);
    struct name_set both = name_set_join(project->arena, &unnamed.words.calls, &unnamed.mentions);
    unnamed.marks = word_marks_of(project->arena, both.items, both.count);
    vec_push(list, unnamed);
}

static void find_unnamed(struct project *project, unnamed_list *list) {
    static const char doing[] = "looking at what nothing calls";
    for (size_t i = 0; i < project->sources.count; i++) {
        project_step(project, doing, i, project->sources.count);
        add(project, list, project->sources.items[i], true);
    }
    project_step(project, doing, project->sources.count, project->sources.count);
    for (size_t i = 0; i < project->foreign.count; i++) add(project, list, project->foreign.items[i], false);
}

/* What is no copy comes first; of that, what runs by itself; then what lies closest to the configuration. */
static bool is_better(const struct project *project, const struct unnamed *one, const struct unnamed *other) {
    const char *home = project->command->configurations.list.items[0];
    bool is_last = project_comes_last(project, one->path);
    if (is_last != project_comes_last(project, other->path)) return !is_last;
    if (one->runs_by_itself != other->runs_by_itself) return one->runs_by_itself;
    return project_in_common(one->path, home) > project_in_common(other->path, home);
}

/* The best one that the application may be linked with; NULL: none. */
static const struct unnamed *next_to_take(struct project *project, const unnamed_list *list, const struct owned *owned,
                                          struct unnamed_leads *leads) {
    const struct unnamed *best = NULL;
    unnamed_leads_follow(leads, owned);
    for (size_t i = 0; i < list->count; i++) {
        const struct unnamed *unnamed = &list->items[i];
        project_step(project, "looking for what uses the application", i, list->count);
        if (!unnamed->can_be_taken || name_set_has(&owned->taken, unnamed->path)) continue;
        bool is_linked = unnamed_leads_there(leads, unnamed) || project_is_built(project, unnamed->path);
        if (!(unnamed->runs_by_itself && is_linked) && !unnamed_reaches_into(unnamed, owned)) continue;
        if (best && !is_better(project, unnamed, best)) continue;
        if (!unnamed_is_alternative(project, unnamed, owned)) best = unnamed;
    }
    project_step(project, "looking for what uses the application", list->count, list->count);
    return best;
}

/* What was taken though nothing names it is a guess where another one has the same code. */
static void note_rivals(struct project *project, const unnamed_list *list) {
    const struct command_app_options *command = project->command;
    for (size_t t = command->sure; t < command->sources.list.count; t++) {
        const char *taken = command->sources.list.items[t];
        struct name_set has = project_survey_source(project, taken).has;
        for (size_t i = 0; i < list->count; i++) {
            const struct unnamed *other = &list->items[i];
            const char *name = strcmp(other->path, taken) ? name_set_common(&other->words.has, &has) : NULL;
            bool is_same = name && project_are_twins(project, other->path, taken);
            if (name && !is_same && !is_macro_with_code(name))
                rivals_add_source(&project->rivals, name, taken, other->path);
        }
    }
}

void project_add_unnamed(struct project *project) {
    struct command_app_options *command = project->command;
    unnamed_list list = {0};
    command->sure = command->sources.list.count;
    project->takes_incomplete = true;
    project_add_needed(project);
    find_unnamed(project, &list);
    const struct unnamed_index *index = unnamed_index_new(project, &list);
    struct owned owned = project_owned(project, index);
    struct unnamed_leads *leads = unnamed_leads_new(project, &list);
    for (unsigned taken = 0; taken < MOST_TAKEN; taken++) {
        const struct unnamed *next = next_to_take(project, &list, &owned, leads);
        if (next) {
            vec_push(&command->sources.list, next->path);
            project_add_needed(project);
        } else if (!project_add_main(project) && !project_add_guessed(project)) {
            break;
        }
        owned = project_owned(project, index);
    }
    project_add_lenders(project, &list, &owned, index);
    note_rivals(project, &list);
    project_tell_left_out(project, &list, &owned);
    project_tell_assembly(project, &list, &owned);
    project_tell_spare(project);
    vec_free(&list);
}
