/* Which configuration the application has, and what is to be looked for in sources. */
#include "app/subject/vendor.h"
#include "base/file.h"
#include "base/word.h"
#include "cfront/text/code_only.h"
#include "cli/common/command.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"
#include "oil/oil.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 20 };

/* The next word at or behind `text`, and where it ends; NULL: none. */
static const char *next_word(const char *text, size_t *length) {
    while (*text && !is_word_char(*text)) text++;
    *length = word_length(text);
    return *text ? text : NULL;
}

static void add_names(struct project *project, const char *text) {
    size_t length;
    for (const char *word = next_word(text, &length); word; word = next_word(word + length, &length)) {
        const char *kind = spells(word, length, "TASK") ? "TASK" : spells(word, length, "ISR") ? "ISR" : NULL;
        const char *after = word + length + strspn(word + length, " \t");
        size_t name;
        if (!kind || !is_word_char(*after) || !next_word(after, &name)) continue;
        vec_push(&project->names, arena_printf(project->arena, "%s(%.*s)", kind, (int)name, after));
    }
}

/* The name that a word is given, `WORD = "name"`; NULL: it is another word, or has none. */
static const char *name_given(struct project *project, const char *word, size_t length, const char *const *words) {
    const char *after = word + length + strspn(word + length, " \t");
    size_t name;
    if (*after != '=' || !spells_one_of(word, length, words)) return NULL;
    after = next_word(after, &name);
    return after ? arena_text_n(project->arena, after, name) : NULL;
}

/* Functions that are called: f, f_callback (Trampoline's way); and the code of interrupt routines. */
static void add_called(struct project *project, const char *text) {
    static const char *const callbacks[] = {"ALARMCALLBACKNAME", "CALLBACK", "CALLBACKNAME", NULL};
    static const char *const handlers[] = {"HANDLER", NULL};
    size_t length;
    for (const char *word = next_word(text, &length); word; word = next_word(word + length, &length)) {
        const char *callback = name_given(project, word, length, callbacks);
        const char *handler = name_given(project, word, length, handlers);
        if (handler) vec_push(&project->names, arena_printf(project->arena, "ISR(%s)", handler));
        if (!callback) continue;
        vec_push(&project->names, arena_printf(project->arena, "ALARMCALLBACK(%s)", callback));
        vec_push(&project->called, callback);
        vec_push(&project->called, arena_printf(project->arena, "%s_callback", callback));
    }
}

/* What a vendor's attributes name, `BACKGROUND = "f"`, or switch on, `IDLEHOOK = TRUE`. */
static void add_vendors(struct project *project, const char *text) {
    static const char *const numbers[] = {"TRUE", "FALSE", "AUTO", NULL};
    size_t length;
    for (const char *word = next_word(text, &length); word; word = next_word(word + length, &length)) {
        const char *attribute = arena_text_n(project->arena, word, length);
        const char *value = name_given(project, word, length, (const char *const[]){attribute, NULL});
        if (!value) continue;
        if (vendor_names_hook(attribute) && !strcmp(value, "TRUE")) vec_push(&project->hooks, attribute);
        if (vendor_names_function(attribute) && !is_one_of(value, numbers) && !isdigit((unsigned char)*value))
            vec_push(&project->called, value);
    }
}

static void add_hooks(struct project *project) {
    static const char *const hooks[] = {"StartupHook", "ShutdownHook", "ErrorHook", "PreTaskHook", "PostTaskHook"};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) vec_push(&project->called, hooks[i]);
}

const char *project_configuration_text(struct project *project, const char *path, struct text_list *parts,
                                       struct text_list *folders) {
    return includes_joined(project->arena, path,
                           &(struct include_search){&project->generator_folders, project->configurations.items,
                                                    project->configurations.count, parts, folders});
}

static bool is_part(const struct text_list *parts, const char *path) {
    char *whole = realpath(path, NULL);
    bool part = whole && text_list_has(parts, whole);
    free(whole);
    return part;
}

/* A part of another configuration is none by itself. */
static bool is_whole(const struct text_list *parts, const char *path) { return !is_part(parts, path); }

/* Files that include each other are all parts. */
static bool has_own_section(const struct text_list *parts, const char *path) {
    struct text text = {0};
    (void)parts;
    bool has = file_read(path, &text) && strstr(text_chars(&text), "CPU");
    text_free(&text);
    return has;
}

/* Moves those to the front, and says how many they are. If they are none, all stay. */
static size_t keep_if(struct text_list *found, const struct text_list *parts,
                      bool (*test)(const struct text_list *parts, const char *path)) {
    size_t kept = 0;
    for (size_t i = 0; i < found->list.count; i++)
        if (test(parts, found->list.items[i])) found->list.items[kept++] = found->list.items[i];
    return kept;
}

/* Those that have tasks, or may have: themselves, or in what they include. */
static void find_configurations(struct project *project, struct text_list *found) {
    struct text_list parts = {0};
    for (size_t i = 0; i < project->configurations.count; i++) {
        const char *path = project->configurations.items[i];
        const char *text = project_configuration_text(project, path, &parts, NULL);
        if (strstr(text, "CPU") || strstr(text, "TASK")) vec_push(&found->list, path);
    }
    size_t kept = keep_if(found, &parts, is_whole);
    found->list.count = kept ? kept : keep_if(found, &parts, has_own_section);
    vec_free(&parts.list);
}

/* Of several configurations the one that lies in the folder itself, not below it, if there is one such: what lies below
 * are a vendor's examples, or copies that a tool has made. */
static void prefer_own(struct text_list *chosen, const char *path) {
    const char *own = NULL;
    size_t count = 0, length = strcmp(path, ".") == 0 ? 0 : strlen(path) + 1;
    for (size_t i = 0; i < chosen->list.count; i++)
        if (!strchr(chosen->list.items[i] + length, '/')) own = chosen->list.items[i], count++;
    if (count != 1) return;
    chosen->list.items[0] = own;
    chosen->list.count = 1;
}

/* `OS name {`: what every configuration has, and a part of one has not. */
static bool has_os(const char *text) {
    size_t length;
    for (const char *word = next_word(text, &length); word; word = next_word(word + length, &length)) {
        const char *name = word + length + strspn(word + length, " \t\r\n");
        if (spells(word, length, "OS") && is_word_char(*name)) return true;
    }
    return false;
}

/* A file of the build that has both names on a line, as the command of a generator has; NULL: none has. */
static const char *build_with(struct project *project, const char *one, const char *other) {
    const char *found = NULL;
    for (size_t i = 0; i < project->builds.count + project->others.count && !found; i++) {
        bool is_build = i < project->builds.count;
        const char *path = is_build ? project->builds.items[i] : project->others.items[i - project->builds.count];
        struct text text = {0};
        const char *at = file_read(path, &text) ? strstr(text_chars(&text), file_name(one)) : NULL;
        for (; at && !found; at = strstr(at + 1, file_name(one))) {
            const char *line = at;
            while (line > text_chars(&text) && line[-1] != '\n') line--;
            const char *there = strstr(line, file_name(other));
            if (there && there < line + strcspn(line, "\n")) found = path;
        }
        text_free(&text);
    }
    return found;
}

/* Files that are no configurations by themselves, and that the one which was chosen does not include. */
static void tell_left_parts(struct project *project, const char *chosen) {
    struct text_list parts = {0};
    for (size_t i = 0; i < project->configurations.count; i++)
        project_configuration_text(project, project->configurations.items[i], &parts, NULL);
    for (size_t i = 0; i < project->configurations.count; i++) {
        const char *path = project->configurations.items[i];
        const char *text = code_only(project->arena, project_configuration_text(project, path, NULL, NULL), false);
        bool has_objects = strchr(text, '{') && !strstr(text, "IMPLEMENTATION");
        if (!strcmp(path, chosen) || has_os(text) || !has_objects || is_part(&parts, path)) continue;
        const char *build = build_with(project, chosen, path);
        if (build)
            project_doubt(project, arena_printf(project->arena,
                                                "%s names %s beside %s, and it is not read (name both to have it read)",
                                                build, path, chosen));
        vec_push(
            &project->command->assumed.list,
            arena_printf(project->arena,
                         "%s, which is no configuration by itself, is no part of %s (name it, too, to have it read)",
                         path, chosen));
    }
    vec_free(&parts.list);
}

static const char *const *ended(struct arena *arena, const struct text_list *list) {
    const char **items = arena_new_array(arena, const char *, list->list.count + 1);
    for (size_t i = 0; i < list->list.count; i++) items[i] = list->list.items[i];
    return items;
}

static struct oil_options oil_options_of(const struct project *project) {
    return (struct oil_options){.defines = ended(project->arena, &project->command->defines),
                                .include_paths = ended(project->arena, &project->command->includes)};
}

/* What conditions leave of it, with what macros make; of one that is wrong, all that stands there. */
static const char *expanded_text(struct project *project, const char *path, const char *whole) {
    struct oil_options options = oil_options_of(project);
    struct text text = {0};
    const char *expanded = oil_expand(path, &options, project->arena, &text)
                               ? arena_text(project->arena, text_chars(&text))
                               : code_only(project->arena, whole, false);
    text_free(&text);
    return expanded;
}

/* Several that are named are one. */
static void read_configurations(struct project *project, const struct text_list *chosen) {
    struct text_list folders = {0}; /* of what they include */
    for (size_t i = 0; i < chosen->list.count; i++)
        vec_push(&project->whole_texts, project_configuration_text(project, chosen->list.items[i], NULL, &folders));
    for (size_t i = 0; i < folders.list.count; i++)
        if (!text_list_has(&project->command->includes, folders.list.items[i]))
            vec_push(&project->command->includes.list, folders.list.items[i]);
    vec_free(&folders.list);
    for (size_t i = 0; i < chosen->list.count; i++) {
        const char *text = expanded_text(project, chosen->list.items[i], project->whole_texts.items[i]);
        vec_push(&project->texts, text);
        add_names(project, text);
        add_called(project, text);
        add_vendors(project, text);
    }
    add_hooks(project);
}

bool project_complain_of_configuration(const struct project *project, const char *path) {
    struct oil_options options = oil_options_of(project);
    struct diagnostics diagnostics = {0};
    bool wrong = !oil_load(&path, 1, &options, project->arena, &diagnostics);
    if (wrong) diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    return wrong;
}

static void complain_of_none(const struct project *project) {
    size_t others = project->configurations.count;
    if (others == 1 && project_complain_of_configuration(project, project->configurations.items[0])) return;
    command_complain("app",
                     others ? "'%s' has no configuration: there is no CPU section in %s%s"
                            : "'%s' has no configuration (.oil)",
                     project->folder, others ? project->configurations.items[0] : "",
                     others > 1 ? ", nor in the other files (.oil)" : "");
}

static void complain_of_several(const struct project *project, const struct text_list *found) {
    struct text names = {0};
    command_complain("app", "'%s' has %zu configurations; name one of them, too:", project->folder, found->list.count);
    for (size_t i = 0; i < found->list.count && i < MOST_TOLD; i++) text_printf(&names, "  %s\n", found->list.items[i]);
    command_note(&names);
    text_free(&names);
}

bool project_choose_configuration(struct project *project) {
    struct text_list *chosen = &project->command->configurations;
    bool given = chosen->list.count > 0;
    if (!given) find_configurations(project, chosen);
    if (!given) prefer_own(chosen, project->folder);
    bool clear = given || chosen->list.count == 1;
    if (clear) project_ask_generator(project, chosen->list.items[0]);
    if (!given && clear) tell_left_parts(project, chosen->list.items[0]);
    if (clear)
        read_configurations(project, chosen);
    else if (chosen->list.count)
        complain_of_several(project, chosen);
    else
        complain_of_none(project);
    return clear;
}
