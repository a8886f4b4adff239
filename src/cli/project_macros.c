/* Macros that files of the build define, whatever kind of build it is, and that the sources ask for: what they are is
 * not known here, so it is told. */
#include "base/file.h"
#include "base/word.h"
#include "cli/project.h"

#include <string.h>

/* Do the files that this one builds lie below its folder, or beside that? */
static bool builds(const struct project *project, const char *path) {
    size_t length = (size_t)(file_name(path) - path);
    while (length > 1 && path[length - 2] != '/') length--;
    if (length) length--;
    for (size_t i = 0; i < project->command->sources.list.count; i++)
        if (!strncmp(project->command->sources.list.items[i], path, length)) return true;
    return false;
}

static bool is_given(const struct project *project, const char *name) {
    const struct command_app_options *command = project->command;
    size_t length = strlen(name);
    const struct text_list *lists[] = {&command->defines, &project->macros};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; i < lists[l]->list.count; i++)
            if (!strncmp(lists[l]->list.items[i], name, length) && !is_word_char(lists[l]->list.items[i][length]))
                return true;
    for (size_t i = 0; i < command->compiler_options.list.count; i++) {
        const char *option = command->compiler_options.list.items[i];
        if (begins_with(option, "-D") && !strncmp(option + 2, name, length) && !is_word_char(option[2 + length]))
            return true;
    }
    return false;
}

/* `#if`, `#ifdef`, `#ifndef`, `#elif` with this name. */
static bool asks_for(const char *code, const char *name) {
    size_t length = strlen(name);
    for (const char *line = code; line; line = strchr(line, '\n')) {
        line += strspn(line, " \t\r\n");
        if (*line != '#') continue;
        const char *word = line + 1 + strspn(line + 1, " \t"), *end = strchr(line, '\n');
        if (strncmp(word, "if", 2) != 0 && strncmp(word, "elif", 4) != 0) continue;
        for (const char *at = word; (at = strstr(at, name)) && (!end || at < end); at += length)
            if (!is_word_char(at[-1]) && !is_word_char(at[length])) return true;
    }
    return false;
}

static bool somebody_asks_for(struct project *project, const char *name) {
    const struct text_list *sources = &project->command->sources;
    for (size_t i = 0; i < sources->list.count; i++)
        if (asks_for(project_code(project, sources->list.items[i]), name)) return true;
    for (size_t i = 0; i < project->headers.count; i++)
        if (asks_for(project_code(project, project->headers.items[i]), name)) return true;
    return false;
}

static void note_name(struct project *project, const char *path, const char *at, struct text_list *told) {
    size_t length = 0;
    while (is_word_char(at[length])) length++;
    const char *name = arena_text_n(project->arena, at, length);
    if (!length || text_list_has(told, name) || is_given(project, name) || !somebody_asks_for(project, name)) return;
    vec_push(&told->list, name);
    vec_push(&project->command->assumed.list,
             arena_printf(project->arena, "`%s` is not defined, though %s does so", name, path));
}

/* Each name behind `-D`, with a blank or a quote between them or without. */
static void note_options(struct project *project, const char *path, const char *text, struct text_list *told) {
    for (const char *at = text; (at = strstr(at, "-D")); at += 2)
        if (at == text || (!is_word_char(at[-1]) && at[-1] != '-'))
            note_name(project, path, at + 2 + strspn(at + 2, " \t\"'"), told);
}

/* `target_compile_definitions(app PRIVATE A B=1)`, `DEFS = A B`, `<Define>A, B</Define>`: whatever stands there. */
static void note_lists(struct project *project, const char *path, const char *text, struct text_list *told) {
    static const char *const openings[] = {"compile_definitions(",
                                           "COMPILE_DEFINITIONS",
                                           "build_flags",
                                           "DEFS",
                                           "DEFINES",
                                           "SYMBOLS",
                                           "<Define>",
                                           "--define=",
                                           NULL};
    for (const char *const *opening = openings; *opening; opening++)
        for (const char *at = text; (at = strstr(at, *opening));) {
            at += strlen(*opening);
            size_t length = strcspn(at, **opening == 'c' ? ")" : "\n<");
            for (size_t i = 0; i < length; i++)
                if (is_word_char(at[i]) && (i == 0 || !is_word_char(at[i - 1]))) note_name(project, path, at + i, told);
        }
}

void project_assume_macros(struct project *project) {
    struct text_list told = {0};
    if (project->command->compile_commands) return;
    for (size_t i = 0; i < project->builds.count; i++) {
        struct text text = {0};
        const char *path = project->builds.items[i];
        if (builds(project, path) && file_read(path, &text)) {
            note_options(project, path, text_chars(&text), &told);
            note_lists(project, path, text_chars(&text), &told);
        }
        text_free(&text);
    }
    vec_free(&told.list);
}
