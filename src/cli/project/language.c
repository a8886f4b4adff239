/* Files of the build that have sources of C compiled as C++: they are read as C, and nothing holds for certain. */
#include "base/word.h"
#include "cfront/text/cplusplus.h"
#include "cli/project/project.h"

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

/* `CC = ...`, `CFLAGS += ...`: what sources of C are compiled with. A recipe may use `$(CFLAGS)` for others. */
static bool sets_for_c(struct line line) {
    static const char *const names[] = {"CC",      "C_FLAGS",       "CFLAGS", "C_COMPILER", "CMAKE_C_COMPILER",
                                        "CCFLAGS", "CMAKE_C_FLAGS", NULL};
    const char *name = line.begin + strspn(line.begin, " \t");
    for (size_t length; name < line.end && *name != '='; name += length ? length : 1) {
        length = word_length(name);
        if (spells_one_of(name, length, names) && (*line.begin != '\t' || name[length] == '=')) return true;
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

/* `$(CC) -E -x c++ ... >app.oil`: nothing is compiled. */
static bool only_preprocesses(struct line line) {
    for (const char *at = line.begin; (at = memmem(at, (size_t)(line.end - at), " -E", 3)); at += 3)
        if (at + 3 == line.end || strchr(" \t\r", at[3])) return true;
    return false;
}

/* `-x c++`, for whatever is compiled so: not where C++ is spoken of by itself. */
static bool is_for_all(struct line line, const char *word, size_t length) {
    bool is_split = spells(word, length, "c++") && word - line.begin > 3 && !strncmp(word - 3, "-x ", 3);
    bool is_one = is_split || spells(word, length, "-xc++");
    return is_one && !has(line, "CXX") && !has(line, "CPP") && !has(line, "cpp");
}

static bool is_ninjas(struct line rule) { return rule.begin && begins_with(rule.begin, "rule "); }

/* `CCC := g++ -c`, and in build.ninja `rule cc` with a line `command = g++ ...`: what stands for such a compiler, and
 * does not only link. NULL: nothing. */
static const char *name_of_compiler(struct project *project, struct line line, struct line rule) {
    static const char *const linkers[] = {"LD", "LINK", NULL};
    size_t length = 0;
    const char *word = word_of(line, &length), *name = line.begin + strspn(line.begin, " \t");
    if (!word || name == word || !cplusplus_is_compiler(word, length)) return NULL;
    if (name[word_length(name) + strspn(name + word_length(name), " \t:?+")] != '=') return NULL;
    if (begins_with(name, "command") && is_ninjas(rule)) name = rule.begin + sizeof "rule";
    name = arena_text_n(project->arena, name, word_length(name));
    return *name && !contains_one_of(name, linkers) ? name : NULL;
}

/* One of these compiles a source of C: `$(CCC) main.c`, `build main.o: cc main.c`. */
static const char *compiler_used(struct line line, struct line rule, const struct text_list *compilers) {
    bool is_recipe = *line.begin == '\t' && rule.begin, is_build = begins_with(line.begin, "build ");
    if (!names_source(line) && !(is_recipe && names_source(rule))) return NULL;
    for (size_t length; line.begin < line.end; line.begin += length ? length : 1) {
        length = word_length(line.begin);
        bool is_variable = length && !is_build && strchr("({", line.begin[-1]) && line.begin[-2] == '$';
        for (size_t i = 0; (is_variable || is_build) && i < compilers->list.count; i++)
            if (spells(line.begin, length, compilers->list.items[i])) return compilers->list.items[i];
    }
    return NULL;
}

/* `rule`: the line of a makefile that says what this one makes, and of what. */
static const char *found_in(struct project *project, struct line line, struct line rule) {
    size_t length = 0;
    if (only_preprocesses(line)) return NULL;
    bool is_recipe = *line.begin == '\t' && rule.begin;
    bool is_for_c = sets_for_c(line) || names_source(line) || (is_recipe && names_source(rule));
    const char *word = word_of(line, &length), *setting = setting_of(line);
    if (setting) return setting;
    if (is_recipe && is_for_c && (has(line, "$(CXX)") || has(line, "${CXX}"))) return "$(CXX)";
    bool is_option = word && *word == '-' && word[1] == '-'; /* of a compiler for both, in an element of its own */
    return word && (is_for_c || is_option || is_for_all(line, word, length))
               ? arena_text_n(project->arena, word, length)
               : NULL;
}

static const char *look_into(struct project *project, const char *text) {
    struct line rule = {0};
    struct text_list compilers = {0};
    const char *found = NULL;
    for (const char *begin = text; *begin && !found;) {
        struct line line = {begin, begin + strcspn(begin, "\n")};
        bool is_comment = begin[strspn(begin, " \t")] == '#';
        const char *name = is_comment ? NULL : name_of_compiler(project, line, rule);
        if (!is_comment) found = found_in(project, line, rule);
        if (!is_comment && !found && begin > text) found = compiler_used(line, rule, &compilers);
        if (name) vec_push(&compilers.list, name);
        bool goes_on = *begin == '\t' || (*begin == ' ' && is_ninjas(rule));
        if (!is_comment && !goes_on) rule = line;
        begin = *line.end ? line.end + 1 : line.end;
    }
    vec_free(&compilers.list);
    return found;
}

void project_doubt_language(struct project *project) {
    if (project->command->compile_commands) return;
    for (struct build_text build = {0}; project_next_build(project, &build);) {
        bool is_prose = !build.is_build && project_is_prose(project, build.path);
        const char *found = is_prose ? NULL : look_into(project, build.text);
        if (found)
            project_doubt(project, arena_printf(project->arena,
                                                "%s has sources compiled as C++ (`%s`), and they are read as C here",
                                                build.path, found));
    }
}
