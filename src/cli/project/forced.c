/* Headers that files of the build have compilers include everywhere, before each source. */
#include "base/word.h"
#include "cli/project/includes.h"
#include "cli/project/project.h"

#include <string.h>

void project_tell_forced(struct project *project, const char *name, size_t length, const char *home) {
    const char *text = arena_printf(
        project->arena, "`%.*s`, which %s has the compiler include, has nothing that matters", (int)length, name, home);
    project_assume_alike(project, "%s, which files of the build have the compiler include, have nothing that matters",
                         arena_text_n(project->arena, name, length), home, text);
}

/* A line of a makefile includes other makefiles. */
static bool includes_makefile(const char *path, const char *text, const char *line, const char *at) {
    bool goes_on = line - text >= 2 && line[-2] == '\\';
    bool is_first = at == line + strspn(line, " \t") && !goes_on;
    size_t length = strcspn(line, "\r\n");
    bool names_header = memmem(line, length, ".h", 2) != NULL;
    return is_first && (project_is_makefile(path) || !names_header);
}

/* What stands behind an option, perhaps on the next line, or handed on: `-Xclang -include -Xclang a.h`. */
static const char *argument_at(const char *behind) {
    static const char *const handed_on[] = {"-Xclang", "-Xpreprocessor", NULL};
    for (const char *before = NULL; before != behind;) {
        before = behind;
        behind += strspn(behind, " \t=,;\"'");
        if (*behind == '\\' && (behind[1] == '\n' || behind[1] == '\r')) behind += 1 + strspn(behind + 1, "\r\n");
        if (begins_with_one_of(behind, handed_on)) behind += strcspn(behind, " \t");
    }
    return behind;
}

/* Where the name of the header begins that is included everywhere by what stands here; NULL: nothing is. */
static const char *header_behind(const char *path, const char *text, const char *line, const char *at) {
    static const char *const options[] = {"-include", "-imacros", "--preinclude", "--include-file", "--include", NULL};
    static const char precompiled[] = "target_precompile_headers(";
    static const char *const scopes[] = {"PRIVATE", "PUBLIC", "INTERFACE", NULL};
    if (begins_with(at, precompiled)) {
        for (at += sizeof precompiled - 1; *at && *at != '\n'; at++)
            if (spells_one_of(at, word_length(at), scopes))
                return at + word_length(at) + strspn(at + word_length(at), " \t\"<");
        return NULL;
    }
    if (at > line && (is_word_char(at[-1]) || at[-1] == '-')) return NULL;
    if (begins_with(at, "/FI")) return at > line && strchr(" \t\"';(", at[-1]) ? at + 3 + strspn(at + 3, "\"'") : NULL;
    for (const char *const *option = options; *option; option++) {
        const char *behind = at + strlen(*option);
        if (!begins_with(at, *option) || is_word_char(*behind) || *behind == '-') continue;
        return includes_makefile(path, text, line, at) ? NULL : argument_at(behind);
    }
    return NULL;
}

/* `$(GEN)/force.h` */
static size_t length_of_path(const char *name) {
    size_t length = 0, depth = 0;
    for (; name[length] && !strchr(" \t\r\n\"',;<>", name[length]); length++) {
        depth += strchr("({", name[length]) != NULL;
        if (strchr(")}", name[length]) && !depth--) break;
    }
    return length;
}

/* The user, or the makefile that was taken, has it included. */
static bool is_included(struct project *project, const char *name, size_t length, const char *home) {
    const char *path = includes_beside(project->arena, home, name, length);
    return text_list_has(&project->command->compiler_options, path);
}

/* Headers that other files of the build have included everywhere. */
static void tell_headers_of(struct project *project, const char *path, const char *text) {
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n");
        bool is_comment = line[strspn(line, " \t")] == '#';
        for (size_t i = 0; i < size && !is_comment; i++) {
            const char *name = strchr("-t/", line[i]) ? header_behind(path, text, line, line + i) : NULL;
            size_t length = name ? length_of_path(name) : 0;
            bool is_elsewhere = name && !length && strchr("\r\n", *name); /* `PRE = -include` */
            if (is_elsewhere) project_tell_forced(project, "a header", strlen("a header"), path);
            if (length && !is_included(project, name, length, path)) project_tell_forced(project, name, length, path);
        }
        line += size + (line[size] == '\n');
    }
}

/* The same in files of Eclipse's, IAR's and Visual Studio's: whatever ends like a header in such an element. */
static void tell_headers_of_element(struct project *project, const char *path, const char *element, size_t size) {
    for (size_t i = 0, length; i < size; i += length + 1) {
        length = strcspn(element + i, "\"<>;");
        bool is_header = length > 2 && i + length <= size && !strncmp(element + i + length - 2, ".h", 2);
        if (is_header) project_tell_forced(project, element + i, length, path);
    }
}

static void tell_headers_of_elements(struct project *project, const char *path, const char *text) {
    static const struct {
        const char *opening, *end;
    } elements[] = {{"include.files\"", "</option>"},
                    {"compiler.macros\"", "</option>"},
                    {"PREINCLUDE\"", "</option>"},
                    {"<name>PreInclude</name>", "</option>"},
                    {"<ForcedIncludeFiles>", "</ForcedIncludeFiles>"}};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        for (const char *at = text; (at = strstr(at, elements[i].opening));) {
            at += strlen(elements[i].opening);
            const char *end = strstr(at, elements[i].end);
            if (end) tell_headers_of_element(project, path, at, (size_t)(end - at));
        }
}

/* `-prefix gen/force.h`, `-AddInclgen/force.h`, `+incl gen/force.h`, `c_pch: 'gen/force.h'`: whatever sounds like it.
 */
static bool forces(const char *word, size_t length) {
    static const char *const exact[] = {"-H", "-i", "+incl", NULL};
    static const char *const parts[] = {"incl", "prefix", "macros", "pch", "precompiled", "FI", NULL};
    char name[64];
    if (spells_one_of(word, length, exact)) return true;
    if (length >= sizeof name) length = sizeof name - 1;
    memcpy(name, word, length);
    name[length] = '\0';
    return contains_one_of(name, parts);
}

static bool ends_word(char c) { return strchr(" \t\r\n\"'<>;,=:()", c) != NULL; }

/* What stands before a header's name, joined to it or not. */
static void look_before(struct project *project, const char *path, const char *line, const char *dot) {
    const char *begin = dot, *end = dot + 2;
    while (begin > line && !ends_word(begin[-1])) begin--;
    if (strchr("-+", *begin)) { /* `-AddInclgen/force.h` */
        const char *slash = memrchr(begin, '/', (size_t)(dot - begin));
        const char *name = slash ? slash + 1 : begin;
        if (forces(begin, (size_t)(name - begin))) project_tell_forced(project, name, (size_t)(end - name), path);
        return;
    }
    const char *behind = begin;
    while (behind > line && ends_word(behind[-1])) behind--;
    const char *word = behind;
    while (word > line && !ends_word(word[-1])) word--;
    bool is_option = strchr("-+/", *word) || memchr(word, '_', (size_t)(behind - word)) != NULL;
    if (is_option && forces(word, (size_t)(behind - word)) && !is_included(project, begin, (size_t)(end - begin), path))
        project_tell_forced(project, begin, (size_t)(end - begin), path);
}

static void tell_headers_behind_words(struct project *project, const char *path, const char *text) {
    for (const char *dot = text; (dot = strstr(dot, ".h")); dot += 2) {
        const char *line = dot;
        while (line > text && line[-1] != '\n') line--;
        bool is_comment = line[strspn(line, " \t")] == '#';
        if (!is_comment && !is_word_char(dot[2])) look_before(project, path, line, dot);
    }
}

void project_tell_forced_by(struct project *project, const char *path, const char *text) {
    tell_headers_of(project, path, text);
    tell_headers_of_elements(project, path, text);
    tell_headers_behind_words(project, path, text);
}
