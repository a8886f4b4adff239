/* Options of the build that change what numbers are: those of the configuration and of its makefile are given, those of
 * other files of the build are told. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/number_flags.h"
#include "cli/includes.h"
#include "cli/oil_build.h"
#include "cli/project.h"

#include <string.h>
#include <sys/stat.h>

void project_doubt(struct project *project, const char *reason) {
    if (!project->command->doubt) project->command->doubt = reason;
}

/* The user says how numbers are. */
static bool is_said(const struct project *project) {
    static const char *const names[] = {"target", "clang", NULL};
    const struct option_table *table = project->command->table;
    for (size_t i = 0; i < table->given.count; i++)
        if (is_one_of(table->given.items[i].option->name, names)) return true;
    return false;
}

/* `what`: it is taken to change. */
static void tell_flag(struct project *project, const char *flag, size_t length, const char *home, const char *what) {
    const char *text =
        arena_printf(project->arena, "`%.*s`, which %s has, changes %s that matters", (int)length, flag, home, what);
    if (!text_list_has(&project->command->assumed, text)) vec_push(&project->command->assumed.list, text);
}

static void tell(struct project *project, const char *flag, size_t length, const char *home) {
    enum number_flag kind = number_flags_kind(flag, length);
    if (kind == FLAG_UNKNOWN && !is_said(project))
        project_doubt(project, arena_printf(project->arena,
                                            "%s has `%.*s`, which changes what numbers are and is not followed here "
                                            "(--target or --clang says what they are)",
                                            home, (int)length, flag));
    tell_flag(project, flag, length, home, kind == FLAG_LANGUAGE ? "nothing" : "no number");
}

static bool is_ours(enum number_flag kind) { return kind == FLAG_OURS || kind == FLAG_CHARS; }

/* `-include cfg.h` */
static void tell_header(struct project *project, const char *name, size_t length, const char *home) {
    const char *text = arena_printf(
        project->arena, "`%.*s`, which %s has the compiler include, has nothing that matters", (int)length, name, home);
    if (!text_list_has(&project->command->assumed, text)) vec_push(&project->command->assumed.list, text);
}

/* ... What it defines counts in every source. */
static void take_header(struct project *project, const char *name, size_t length, const char *home) {
    const char *path = includes_beside(project->arena, home, name, length);
    struct stat status;
    if (stat(path, &status)) path = project_in_header_folders(project, arena_text_n(project->arena, name, length));
    if (!path) {
        tell_header(project, name, length, home);
        return;
    }
    vec_push(&project->flags.list, "-include");
    vec_push(&project->flags.list, path);
}

/* `-UNAME`, `-U NAME` */
static void take_undefined(struct project *project, const char *flags, const char *end) {
    for (const char *at = flags; (at = strstr(at, "-U")) && at < end; at += 2) {
        if (at > flags && !strchr(" \t\"'", at[-1])) continue;
        const char *name = at + 2 + strspn(at + 2, " \t");
        size_t length = word_length(name);
        if (length && name < end)
            vec_push(&project->flags.list, arena_printf(project->arena, "-U%.*s", (int)length, name));
    }
}

void project_take_flags(struct project *project, const char *flags, size_t size, const char *home) {
    static const char include[] = "-include ";
    size_t length = 0;
    const char *end = flags + size;
    for (const char *at = flags; (at = number_flags_next(at, (size_t)(end - at), &length)); at += length) {
        if (is_ours(number_flags_kind(at, length)))
            vec_push(&project->flags.list, arena_text_n(project->arena, at, length));
        else
            tell(project, at, length, home);
    }
    take_undefined(project, flags, end);
    for (const char *at = flags; (at = strstr(at, include)) && at < end;) {
        at += sizeof include - 1;
        at += strspn(at, " ");
        length = strcspn(at, " \"\n");
        if (at < end) take_header(project, at, length, home);
    }
}

void project_take_configured_flags(struct project *project) {
    for (size_t i = 0; i < project->command->configurations.list.count; i++) {
        const char *text = project->texts.items[i];
        size_t length = 0;
        for (const char *at = text; (at = oil_build_flags(text, at + length, &length));)
            project_take_flags(project, at, length, project->command->configurations.list.items[i]);
    }
}

/* Lines that are comments of makefiles and their like count for nothing. */
static void tell_flags_of(struct project *project, const char *path, const char *text) {
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n"), length = 0;
        bool is_comment = line[strspn(line, " \t")] == '#';
        const char *end = line + size;
        for (const char *at = is_comment ? end : line; (at = number_flags_next(at, (size_t)(end - at), &length));
             at += length) {
            const char *flag = arena_text_n(project->arena, at, length);
            if (!text_list_has(&project->command->compiler_options, flag)) tell(project, at, length, path);
        }
        line = *end ? end + 1 : end;
    }
}

/* A line of a makefile includes other makefiles. */
static bool includes_makefile(const char *path, const char *text, const char *line, const char *at) {
    static const char *const endings[] = {".mk", ".mak", "makefile", NULL};
    bool goes_on = line - text >= 2 && line[-2] == '\\';
    bool is_first = at == line + strspn(line, " \t") && !goes_on, is_makefile = code_texts_is_makefile(path);
    for (const char *const *ending = endings; *ending; ending++) is_makefile |= project_has_ending(path, *ending);
    return is_first && is_makefile;
}

/* What stands behind an option, perhaps on the next line, or handed on: `-Xclang -include -Xclang a.h`. */
static const char *argument_at(const char *behind) {
    static const char handed_on[] = "-Xclang";
    for (const char *before = NULL; before != behind;) {
        before = behind;
        behind += strspn(behind, " \t=,\"'");
        if (*behind == '\\' && (behind[1] == '\n' || behind[1] == '\r')) behind += 1 + strspn(behind + 1, "\r\n");
        if (begins_with(behind, handed_on)) behind += sizeof handed_on - 1;
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
    if (begins_with(at, "/FI")) return at > line && strchr(" \t\"';(", at[-1]) ? at + 3 : NULL;
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
            if (is_elsewhere) tell_header(project, "a header", strlen("a header"), path);
            if (length && !is_included(project, name, length, path)) tell_header(project, name, length, path);
        }
        line += size + (line[size] == '\n');
    }
}

/* The same in files of Eclipse's, IAR's and Visual Studio's: whatever ends like a header in such an element. */
static void tell_headers_of_element(struct project *project, const char *path, const char *element, size_t size) {
    for (size_t i = 0, length; i < size; i += length + 1) {
        length = strcspn(element + i, "\"<>;");
        bool is_header = length > 2 && i + length <= size && !strncmp(element + i + length - 2, ".h", 2);
        if (is_header) tell_header(project, element + i, length, path);
    }
}

static void tell_headers_of_elements(struct project *project, const char *path, const char *text) {
    static const struct {
        const char *opening, *end;
    } elements[] = {{"include.files\"", "</option>"},
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

/* `cat flags.txt` */
static bool is_named_by_build(struct project *project, const char *path) {
    bool is_named = false;
    for (size_t i = 0; i < project->builds.count && !is_named; i++) {
        struct text text = {0};
        is_named = file_read(project->builds.items[i], &text) && strstr(text_chars(&text), file_name(path));
        text_free(&text);
    }
    return is_named;
}

/* Files for people say what might be done. */
bool project_is_prose(struct project *project, const char *path) {
    static const char *const endings[] = {".md", ".txt", ".html", ".htm", ".rst", ".tex", NULL};
    bool is_one = false;
    for (const char *const *ending = endings; *ending; ending++) is_one |= project_has_ending(path, *ending);
    return is_one && !project_has_ending(path, "CMakeLists.txt") && !is_named_by_build(project, path);
}

/* Eclipse's own words for flags: `misc.unsignedchar" value="true"`. */
static void tell_flags_of_elements(struct project *project, const char *path, const char *text) {
    static const struct {
        const char *element, *flag;
    } flags[] = {{"unsignedchar\"", "-funsigned-char"},
                 {"unsigned_char\"", "-funsigned-char"},
                 {"unsignedbitfields\"", "-funsigned-bitfields"},
                 {"packstruct\"", "-fpack-struct"},
                 {"shortenums\"", "-fshort-enums"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        for (const char *at = text; (at = strcasestr(at, flags[i].element)); at++) {
            const char *end = strchr(at, '>'), *value = strstr(at, "value=\"true\"");
            if (end && value && value < end) tell(project, flags[i].flag, strlen(flags[i].flag), path);
        }
}

/* Older or newer C in the words of build systems and development environments. */
static void tell_standards_of(struct project *project, const char *path, const char *text) {
    static const char *const words[] = {"C_STANDARD 90",
                                        "C_STANDARD 23",
                                        "c_std_90",
                                        "c_std_23",
                                        "c_std=c89",
                                        "c_std=c90",
                                        "c_std=gnu89",
                                        "c_std=gnu90",
                                        "c_std=c2x",
                                        "c_std=c23",
                                        "c_std=gnu2x",
                                        "c_std=gnu23",
                                        "dialect.c90",
                                        "dialect.default.c90",
                                        "dialect.ansi",
                                        "<uC99>0</uC99>",
                                        "dialect.gnu89",
                                        "dialect.default.gnu89",
                                        NULL};
    for (const char *const *word = words; *word; word++)
        if (strstr(text, *word)) tell_flag(project, *word, strlen(*word), path, "nothing");
}

void project_assume_flags(struct project *project) {
    const struct text_list *configurations = &project->command->configurations;
    if (project->command->compile_commands) return;
    for (size_t i = 0; i < configurations->list.count; i++)
        tell_flags_of(project, configurations->list.items[i], project->texts.items[i]);
    for (size_t i = 0; i < project->builds.count; i++) {
        struct text text = {0};
        if (file_read(project->builds.items[i], &text))
            tell_flags_of(project, project->builds.items[i], text_chars(&text));
        text_free(&text);
    }
    for (size_t i = 0; i < project->builds.count + project->others.count; i++) {
        bool is_build = i < project->builds.count;
        const char *path = is_build ? project->builds.items[i] : project->others.items[i - project->builds.count];
        struct text text = {0};
        if (project_may_build(project, path, is_build, &text)) {
            tell_headers_of(project, path, text_chars(&text));
            tell_headers_of_elements(project, path, text_chars(&text));
            tell_flags_of_elements(project, path, text_chars(&text));
            tell_standards_of(project, path, text_chars(&text));
            if (!is_build && !project_is_prose(project, path)) tell_flags_of(project, path, text_chars(&text));
        }
        text_free(&text);
    }
}
