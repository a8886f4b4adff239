/* Files of the build that have sources of C compiled as C++: they are read as C, and nothing holds for certain. */
#include "base/word.h"
#include "cfront/cplusplus.h"
#include "cli/project.h"

#include <string.h>

struct line {
    const char *begin, *end;
};

static bool has(struct line line, const char *text) {
    return memmem(line.begin, (size_t)(line.end - line.begin), text, strlen(text)) != NULL;
}

/* A file of C is named: `main.c`, `%.c`, `*.c`. */
static bool names_source(struct line line) {
    for (const char *at = line.begin; (at = memmem(at, (size_t)(line.end - at), ".c", 2)); at += 2)
        if (at + 2 == line.end || (!is_word_char(at[2]) && at[2] != '+')) return true;
    return false;
}

/* `CC = ...`, `CFLAGS += ...`: what sources of C are compiled with. */
static bool sets_for_c(struct line line) {
    static const char *const names[] = {"CC",      "C_FLAGS",       "CFLAGS", "C_COMPILER", "CMAKE_C_COMPILER",
                                        "CCFLAGS", "CMAKE_C_FLAGS", NULL};
    const char *name = line.begin + strspn(line.begin, " \t");
    for (size_t length; name < line.end && *name != '='; name += length ? length : 1) {
        length = word_length(name);
        if (spells_one_of(name, length, names)) return true;
    }
    return false;
}

/* The first word of the line that has C++ compiled; how long it is; NULL: none has. */
static const char *word_of(struct line line, size_t *length) {
    for (const char *at = line.begin; at < line.end; at += *length + 1) {
        *length = strcspn(at, " \t\r\n\"';,<>=()|&");
        if (at + *length < line.end && at[*length] == '=' && *at == '-')
            *length += strcspn(at + *length, " \t\r\n\"';<>");
        if (cplusplus_is_compiler(at, *length) || cplusplus_is_option(at, *length)) return at;
    }
    return NULL;
}

/* Words of development environments. */
static const char *setting_of(struct line line) {
    static const char *const settings[] = {"CompileAsCpp", "LANGUAGE CXX", "LANGUAGE \"CXX\"",
                                           "<name>IccLang</name><state>1</state>", NULL};
    for (const char *const *setting = settings; *setting; setting++)
        if (has(line, *setting)) return *setting;
    return NULL;
}

/* `rule`: the line of a makefile that says what this one makes, and of what. */
static const char *found_in(struct project *project, struct line line, struct line rule) {
    size_t length = 0;
    bool is_recipe = *line.begin == '\t' && rule.begin;
    bool is_for_c = sets_for_c(line) || names_source(line) || (is_recipe && names_source(rule));
    const char *word = word_of(line, &length), *setting = setting_of(line);
    if (setting) return setting;
    if (is_recipe && is_for_c && (has(line, "$(CXX)") || has(line, "${CXX}"))) return "$(CXX)";
    bool is_option = word && *word == '-' && word[1] == '-'; /* of a compiler for both, in an element of its own */
    return word && (is_for_c || is_option) ? arena_text_n(project->arena, word, length) : NULL;
}

static const char *look_into(struct project *project, const char *text) {
    struct line rule = {0};
    const char *found = NULL;
    for (const char *begin = text; *begin && !found;) {
        struct line line = {begin, begin + strcspn(begin, "\n")};
        bool is_comment = begin[strspn(begin, " \t")] == '#';
        if (!is_comment) found = found_in(project, line, rule);
        if (!is_comment && *begin != '\t') rule = line;
        begin = *line.end ? line.end + 1 : line.end;
    }
    return found;
}

void project_doubt_language(struct project *project) {
    if (project->command->compile_commands) return;
    for (size_t i = 0; i < project->builds.count + project->others.count; i++) {
        bool is_build = i < project->builds.count;
        const char *path = is_build ? project->builds.items[i] : project->others.items[i - project->builds.count];
        struct text text = {0};
        bool is_read =
            (is_build || !project_is_prose(project, path)) && project_may_build(project, path, is_build, &text);
        const char *found = is_read ? look_into(project, text_chars(&text)) : NULL;
        if (found)
            project_doubt(project, arena_printf(project->arena,
                                                "%s has sources compiled as C++ (`%s`), and they are read as C here",
                                                path, found));
        text_free(&text);
    }
}
