/* Sources that nothing of the application asks for, and that its build may link all the same: with interrupt routines,
 * constructors, the main() of a sibling folder, or with other code that uses what the application has. Those on its
 * side are taken; others are told. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/headers.h"
#include "cfront/vector_names.h"
#include "cli/includes.h"
#include "cli/project.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TAKEN = 40, MOST_NAMED = 3 };

/* A source, or a file in a language that is not read. */
struct unnamed {
    const char *path;
    struct source_words words;
    struct name_set mentions; /* all words of its text */
    bool can_be_taken, runs_by_itself;
};

typedef VEC(struct unnamed) unnamed_list;

/* What the application has. */
struct owned {
    struct name_set code;      /* functions, but for weak ones: there can be no others */
    struct name_set functions; /* for others to call */
    struct name_set variables, weak;
    struct name_set objects; /* of the configuration */
    struct project *project;
    const unnamed_list *list; /* of all others; NULL: what they have does not matter */
};

/* ---- what the application has ---- */

/* `TASK(t) {`: no function of this name. */
static bool is_macro_with_code(const char *name) {
    static const char *const names[] = {"TASK", "ISR", "ISR1", "ISR2", "ALARMCALLBACK", "SIGNAL", NULL};
    return is_one_of(name, names);
}

/* The system, the hardware or a vendor's code calls it, whoever has it. */
static bool is_called_by_others(const struct project *project, const char *name) {
    for (size_t i = 0; i < project->called.count; i++)
        if (!strcmp(project->called.items[i], name)) return true;
    return !strcmp(name, "main") || vector_names_has(name) || vector_names_is_vendors(name);
}

/* `TASK name`, `EVENT name` ... */
static void add_objects(struct text_list *names, struct arena *arena, const char *text) {
    static const char *const kinds[] = {"TASK", "EVENT", "ALARM", "RESOURCE", "COUNTER", "APPMODE", NULL};
    size_t length = 0;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = word_length(at);
        if (!length || !is_one_of(arena_text_n(arena, at, length), kinds)) continue;
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

static struct owned find_owned(struct project *project, const unnamed_list *list) {
    const struct text_list *sources = &project->command->sources;
    struct text_list code = {0}, functions = {0}, variables = {0}, weak = {0}, objects = {0};
    for (size_t i = 0; i < sources->list.count; i++) {
        const char *path = sources->list.items[i];
        struct source_words all = project_survey_source(project, path);
        const struct name_set *own = &project_words_of_code(project, path)->has;
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
    return (struct owned){set_of(project, &code),
                          set_of(project, &functions),
                          set_of(project, &variables),
                          set_of(project, &weak),
                          set_of(project, &objects),
                          project,
                          list};
}

/* ---- whose they are ---- */

static const char *service_in(const struct name_set *names) {
    enum osek_service service;
    for (size_t i = 0; i < names->count; i++)
        if (osek_service_by_name(names->items[i], &service) && osek_service_is_systems(service)) return names->items[i];
    return NULL;
}

/* So much of the configuration's path is the folder in which it and all sources lie that were taken. */
static size_t home_length(const struct project *project) {
    const char *home = project->command->configurations.list.items[0];
    size_t length = file_folder_length(home);
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        while (length && strncmp(project->command->sources.list.items[i], home, length) != 0)
            for (length--; length && home[length - 1] != '/';) length--;
    return length;
}

/* Files of kernels, each in a folder of its own: ERIKA's header, and sources that have services. */
static void find_kernels(struct project *project, struct text_list *kernels) {
    const char *home = project->command->configurations.list.items[0];
    for (size_t i = 0; i < project->headers.count; i++)
        if (!strcmp(file_name(project->headers.items[i]), HEADERS_ERIKA))
            vec_push(&kernels->list, project->headers.items[i]);
    for (size_t i = 0; i < project->sources.count; i++) {
        const char *path = project->sources.items[i];
        bool is_own = !strncmp(home, path, file_folder_length(path));
        for (size_t s = 0; s < project->command->sources.list.count && !is_own; s++)
            is_own = !strncmp(project->command->sources.list.items[s], path, file_folder_length(path));
        struct source_words words = source_words_find(project->arena, project_code(project, path));
        if (!is_own && service_in(&words.has)) vec_push(&kernels->list, path);
    }
}

/* Where a kernel lies in the folder, what is not below the application's own folder came with it, or may have. */
static bool is_kernels(const struct text_list *kernels, const char *path) {
    for (size_t i = 0; i < kernels->list.count; i++)
        if (!strncmp(path, kernels->list.items[i], file_folder_length(kernels->list.items[i]))) return true;
    return false;
}

/* Drivers for all machines, this one's among them. */
static bool is_contributed(const struct text_list *kernels, const char *path) {
    for (size_t i = 0; i < kernels->list.count; i++)
        if (project_is_contributed(path, kernels->list.items[i])) return true;
    return false;
}

static const struct text_list *kernels_of(struct project *project) {
    if (!project->kernels) {
        project->kernels = arena_new_object(project->arena, struct text_list);
        find_kernels(project, project->kernels);
    }
    return project->kernels;
}

/* Where no kernel lies in the folder, all of it is the application's; otherwise what lies below its own. */
static bool is_near(struct project *project, const char *path) {
    const char *home = project->command->configurations.list.items[0];
    return !kernels_of(project)->list.count || !strncmp(path, home, home_length(project));
}

bool project_is_of_application(struct project *project, const char *path) {
    return is_near(project, path) && !is_kernels(kernels_of(project), path) &&
           !is_contributed(kernels_of(project), path) && !project_is_another_applications(project, path);
}

/* ---- what they do ---- */

/* Nobody needs to call it: the hardware does, or what starts the machine. */
static bool runs_by_itself(const struct unnamed *unnamed, const char *text) {
    static const char *const macros[] = {"main", "ISR", "ISR1", "ISR2", "SIGNAL", NULL};
    static const char *const words[] = {"constructor", "section", NULL};
    for (size_t i = 0; i < unnamed->words.has.count; i++) {
        const char *name = unnamed->words.has.items[i];
        if (is_one_of(name, macros) || vector_names_is_vendors(name) || vector_names_has(name)) return true;
    }
    for (size_t i = 0; i < unnamed->mentions.count; i++) {
        const char *name = unnamed->mentions.items[i];
        if (vector_names_has(name) || vector_names_is_table(name) || is_one_of(name, words)) return true;
    }
    return vector_names_word_in(text) != NULL;
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

static void ask_compiler(struct project *project, struct unnamed *unnamed, const char *text) {
    if (!unnamed->runs_by_itself && !project_is_built(project, unnamed->path) && !hides_code(project, text)) return;
    struct source_words words = project_survey_source(project, unnamed->path);
    unnamed->words = source_words_join(project->arena, &unnamed->words, &words);
    unnamed->runs_by_itself = runs_by_itself(unnamed, text);
}

/* The same folder comes first, then the one with most of its path in common. */
static size_t nearness(const char *a, const char *b) { return 2 * project_in_common(a, b) + file_is_beside(a, b); }

/* What a source uses belongs to the nearest one that has it: is that one of another program, which was not taken? */
static bool is_of_others(const struct owned *owned, const struct unnamed *unnamed, const char *name) {
    const struct text_list *taken = &owned->project->command->sources;
    size_t own = 0, other = 0;
    for (size_t i = 0; owned->list && i < owned->list->count; i++) {
        const struct unnamed *one = &owned->list->items[i];
        if (one == unnamed || text_list_has(taken, one->path) || !name_set_has(&one->words.has, name)) continue;
        size_t here = nearness(one->path, unnamed->path);
        if (here > other) other = here;
    }
    for (size_t i = 0; other && i < taken->list.count; i++) {
        size_t here = nearness(taken->list.items[i], unnamed->path);
        struct source_words words = project_survey_source(owned->project, taken->list.items[i]);
        if (here > own && name_set_has(&words.has, name)) own = here;
    }
    return other > own;
}

/* Something of the application, which it lacks itself; NULL: nothing. */
static const char *used_of(const struct unnamed *unnamed, const struct owned *owned, const struct name_set *used,
                           const struct name_set *names) {
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        if (name_set_has(used, name) && !name_set_has(&unnamed->words.has, name) &&
            !name_set_has(&unnamed->words.keeps, name) && !is_of_others(owned, unnamed, name))
            return name;
    }
    return NULL;
}

/* It uses variables, or objects of the configuration, or has what takes the place of weak code; NULL: it does not. */
static const char *reaches_into(const struct unnamed *unnamed, const struct owned *owned) {
    const char *variable = used_of(unnamed, owned, &unnamed->words.calls, &owned->variables);
    if (variable) return variable;
    for (size_t i = 0; i < owned->weak.count; i++)
        if (name_set_has(&unnamed->words.has, owned->weak.items[i]) &&
            !name_set_has(&unnamed->words.yields, owned->weak.items[i]))
            return owned->weak.items[i];
    const char *service = service_in(&unnamed->words.calls);
    const char *object = service ? name_set_common(&unnamed->mentions, &owned->objects) : NULL;
    return object || !unnamed->runs_by_itself ? object : service;
}

/* It calls functions, gives their addresses away, or defines a variable once more; NULL: nothing of that. */
static const char *meets(const struct unnamed *unnamed, const struct owned *owned) {
    const char *called = used_of(unnamed, owned, &unnamed->words.calls, &owned->functions);
    const char *mentioned = used_of(unnamed, owned, &unnamed->mentions, &owned->functions);
    return called ? called : mentioned ? mentioned : name_set_common(&unnamed->words.has, &owned->variables);
}

/* `#include "a.c"`, of a source that was taken: a test, perhaps. */
static bool includes_taken(struct project *project, const struct unnamed *unnamed) {
    const char *text = project_code(project, unnamed->path);
    size_t length = 0;
    for (const char *name = text; (name = includes_next(name + length, &length));)
        if (text_list_has(&project->command->sources, includes_beside(project->arena, unnamed->path, name, length)))
            return true;
    return false;
}

/* The code that the configuration asks for and both have, "TASK(t)"; NULL: none. */
static const char *asked_of_both(struct project *project, const struct unnamed *unnamed) {
    for (size_t i = 0; i < project->names.count; i++)
        if (project_source_has(project, unnamed->path, project->names.items[i]) &&
            project_has_code_of(project, project->names.items[i]))
            return project->names.items[i];
    return NULL;
}

/* Linked together, they would not be one program. */
static bool is_alternative(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    if (asked_of_both(project, unnamed) || includes_taken(project, unnamed)) return true;
    for (size_t i = 0; i < unnamed->words.has.count; i++)
        if (name_set_has(&owned->code, unnamed->words.has.items[i]) &&
            !name_set_has(&unnamed->words.yields, unnamed->words.has.items[i]) &&
            !name_set_has(&unnamed->words.perhaps, unnamed->words.has.items[i]))
            return true;
    return false;
}

/* ---- all of it ---- */

static void add(struct project *project, unnamed_list *list, const char *path, bool is_read) {
    const char *text = project_code(project, path);
    if (text_list_has(&project->command->sources, path) || is_kernels(kernels_of(project), path)) return;
    struct unnamed unnamed = {.path = path, .words = project_words_of_text(project, path)};
    bool has_main = name_set_has(&unnamed.words.has, "main");
    bool is_drivers = is_contributed(kernels_of(project), path) && !project_is_built(project, path);
    if (project_is_another_applications(project, path)) return;
    unnamed.mentions = name_set_of_words(project->arena, text);
    unnamed.runs_by_itself = runs_by_itself(&unnamed, text);
    if (is_read && !is_drivers) ask_compiler(project, &unnamed, text);
    unnamed.can_be_taken = is_read && !is_drivers && is_near(project, path) && (!has_main || strstr(text, "StartOS")) &&
                           (!project->built.count || project_is_built(project, path));
    vec_push(list, unnamed);
}

static void find_unnamed(struct project *project, unnamed_list *list) {
    for (size_t i = 0; i < project->sources.count; i++) add(project, list, project->sources.items[i], true);
    for (size_t i = 0; i < project->foreign.count; i++) add(project, list, project->foreign.items[i], false);
    for (size_t i = 0; i < project->assembly.count; i++) add(project, list, project->assembly.items[i], false);
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
static const struct unnamed *next_to_take(struct project *project, const unnamed_list *list,
                                          const struct owned *owned) {
    const struct unnamed *best = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const struct unnamed *unnamed = &list->items[i];
        if (!unnamed->can_be_taken || text_list_has(&project->command->sources, unnamed->path)) continue;
        if (is_alternative(project, unnamed, owned)) continue;
        if (!reaches_into(unnamed, owned) && !(unnamed->runs_by_itself && meets(unnamed, owned))) continue;
        if (!best || is_better(project, unnamed, best)) best = unnamed;
    }
    return best;
}

/* What it uses of the application, if it was left out and could be linked with it; NULL: nothing. */
static const char *left_with(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    struct owned all = *owned;
    all.list = NULL; /* whose they are is a guess, too */
    const char *what = reaches_into(unnamed, &all);
    if (!what) what = meets(unnamed, &all);
    return what && is_alternative(project, unnamed, owned) ? NULL : what;
}

static bool was_told(const struct project *project, const char *path) {
    for (size_t i = 0; i < project->rivals.sources.count; i++)
        if (!strcmp(project->rivals.sources.items[i].other, path)) return true;
    return false;
}

/* Some source that was taken is the same. */
static bool is_twin(struct project *project, const char *path) {
    const struct text_list *taken = &project->command->sources;
    for (size_t i = 0; i < taken->list.count; i++)
        if (project_are_twins(project, taken->list.items[i], path)) return true;
    return false;
}

/* Code that a source has, too, which was taken; not where the build decides, or the user has. NULL: none. */
static const char *has_also(struct project *project, const struct unnamed *unnamed, const struct owned *owned) {
    const struct name_set *has = &unnamed->words.has;
    const char *asked = asked_of_both(project, unnamed);
    if (project->built.count && !project_is_built(project, unnamed->path)) return NULL;
    if (was_told(project, unnamed->path) || is_twin(project, unnamed->path)) return NULL;
    if (asked && !project->given_sources) return asked;
    for (size_t i = 0; i < has->count; i++)
        if (name_set_has(&owned->code, has->items[i]) && strcmp(has->items[i], "main") != 0 &&
            !name_set_has(&unnamed->words.yields, has->items[i]))
            return has->items[i];
    return includes_taken(project, unnamed) ? "#include" : NULL;
}

typedef const char *(*question)(struct project *project, const struct unnamed *unnamed, const struct owned *owned);

/* "a.c (`f`), b.c (`g`)": those that were left out, what runs by itself first. */
static size_t list_left_out(struct project *project, const unnamed_list *list, const struct owned *owned,
                            question question, struct text *names) {
    size_t count = 0;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < list->count; i++) {
            const struct unnamed *unnamed = &list->items[i];
            if (unnamed->runs_by_itself == round || text_list_has(&project->command->sources, unnamed->path)) continue;
            const char *what = question(project, unnamed, owned);
            if (what && count++ < MOST_NAMED)
                text_printf(names, "%s%s (`%s`)", count > 1 ? ", " : "", unnamed->path, what);
        }
    if (count > MOST_NAMED) text_printf(names, " and %zu more", count - MOST_NAMED);
    return count;
}

static void tell(struct project *project, const unnamed_list *list, const struct owned *owned, question question,
                 const char *one, const char *several) {
    struct text names = {0};
    size_t count = list_left_out(project, list, owned, question, &names);
    if (count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, "%s, which %s no part of it (a source in C is taken if it is named, too)",
                              text_chars(&names), count > 1 ? several : one));
    text_free(&names);
}

/* Whatever was left out and may matter: the answer hinges on no guess that it does not tell. */
static void tell_rest(struct project *project, const unnamed_list *list, const struct owned *owned) {
    tell(project, list, owned, left_with, "nothing here calls and which uses what the application has, is",
         "nothing here calls and which use what the application has, are");
    tell(project, list, owned, has_also, "has code that the application has, too, is",
         "have code that the application has, too, are");
}

/* `test/mock.c` was taken, for want of another one. */
static void tell_spare(struct project *project) {
    const struct text_list *taken = &project->command->sources;
    struct text names = {0};
    size_t count = 0;
    for (size_t i = project->given_sources; i < taken->list.count; i++) {
        const char *path = taken->list.items[i];
        if (!project_is_spare(project, path) || project_is_built(project, path)) continue;
        if (count++ < MOST_NAMED) text_printf(&names, "%s%s", count > 1 ? ", " : "", path);
    }
    if (count > MOST_NAMED) text_printf(&names, " and %zu more", count - MOST_NAMED);
    static const char form[] = "%s, which by %s may be a copy or for tests, %s of the application";
    if (count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, form, text_chars(&names), count > 1 ? "their names" : "its name",
                              count > 1 ? "are parts" : "is a part"));
    text_free(&names);
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

void project_unnamed_free(struct project *project) {
    if (project->kernels) vec_free(&project->kernels->list);
}

void project_add_unnamed(struct project *project) {
    struct command_app_options *command = project->command;
    unnamed_list list = {0};
    command->sure = command->sources.list.count;
    find_unnamed(project, &list);
    struct owned owned = find_owned(project, &list);
    for (unsigned taken = 0; taken < MOST_TAKEN; taken++) {
        const struct unnamed *next = next_to_take(project, &list, &owned);
        if (!next) break;
        vec_push(&command->sources.list, next->path);
        project_add_needed(project);
        owned = find_owned(project, &list);
    }
    note_rivals(project, &list);
    tell_rest(project, &list, &owned);
    tell_spare(project);
    vec_free(&list);
}
